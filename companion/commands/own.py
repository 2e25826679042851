"""Which profile a session with an open camera goes by: the one that was given, or the player's."""

from pathlib import Path

import click

from calibration import Profile
from companion.languages import Language
from companion.profiles import fitting, own_profile
from solver.phrase import Phrase
from vision import Camera


def profile_used(
    camera: Camera, given: Profile, path: Path | None, count: int | None, language: Language
) -> Profile:
    """The profile of the `path`; without one the player's own for that camera, if there is one.

    Of the own one's count it is told: with another toy it would be wrong. Raises ProfileError for
    a profile that was made with another camera or other pictures.
    """
    if path is not None:
        return fitting(given, given.puzzle, camera, path)
    own = own_profile(given.puzzle, camera)
    if own.count is not None and count is None:
        told = Phrase(
            "Your profile of this camera is used. It was made with a toy of size {count}: for "
            "another one say --count.",
            count=own.count,
        )
        click.echo(language.say(told), err=True)
    return own
