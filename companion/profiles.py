"""The player's own profiles: where they lie, and whether one fits the camera."""

import re
from pathlib import Path

from platformdirs import user_config_path

from calibration import Profile, ProfileError, default_profile, load_profile
from solver.phrase import Phrase
from vision import Camera

# What some browsers add to a camera's name: the numbers of its maker and its model.
_NUMBERS = re.compile(r" \([0-9a-f]{4}:[0-9a-f]{4}\)$")


def place_of(puzzle: str, camera: str, size: tuple[int, int]) -> Path:
    """The file of a puzzle's profile for a camera and the size of its pictures."""
    name = re.sub(r"[^\w.-]+", "-", camera).strip("-.")[:80]
    return _folder() / f"{puzzle}-{name}-{size[0]}x{size[1]}.toml"


def _folder() -> Path:
    return user_config_path("puzzle-companion", appauthor=False, roaming=True)


def own_profile(puzzle: str, camera: Camera) -> Profile:
    """The profile that was made with an open camera; the bundled one where there is none.

    Raises ProfileError for a file that is there and is no profile of that camera.
    """
    if camera.key is None or camera.size is None:
        return default_profile(puzzle)
    place = place_of(puzzle, camera.key, camera.size)
    if not place.exists():
        return default_profile(puzzle)
    return fitting(load_profile(place), puzzle, camera, place)


def profile_in_browser(puzzle: str, label: str | None, size: tuple[int, int]) -> Profile:
    """The profile of this computer's camera that a browser calls `label`; else the bundled one.

    A browser tells a camera's model and not its number: where several profiles fit, none is taken
    for the right one. `size` is that of the pictures that are looked at. Files that are no
    profiles are passed over: `guide` tells of them.
    """
    model = _NUMBERS.sub("", label or "")
    found = []
    for place in _folder().glob(f"{puzzle}-*-{size[0]}x{size[1]}.toml") if model else ():
        try:
            profile = load_profile(place)
        except ProfileError:
            continue
        if (profile.puzzle, profile.size, _model(profile)) == (puzzle, size, model):
            found.append(profile)
    return found[0] if len(found) == 1 else default_profile(puzzle)


def _model(profile: Profile) -> str | None:
    """The camera's model, without its number; None where the system did not tell it."""
    return (profile.camera or "").partition(", ")[2] or None


def of_puzzle(profile: Profile, puzzle: str, place: Path) -> Profile:
    """The profile as it is. Raises ProfileError for another puzzle's."""
    if profile.puzzle != puzzle:
        raise ProfileError(
            Phrase(
                "{place}: expected a profile for {puzzle}, got one for {other}",
                place=place,
                puzzle=puzzle,
                other=profile.puzzle,
            )
        )
    return profile


def fitting(profile: Profile, puzzle: str, camera: Camera, place: Path) -> Profile:
    """The profile as it is. Raises ProfileError for another puzzle, camera or size of pictures.

    One that was measured on files fits every camera, and files take every profile.
    """
    of_puzzle(profile, puzzle, place)
    if camera.key is None:
        return profile
    if profile.camera is not None and profile.camera != camera.key:
        raise ProfileError(
            Phrase(
                "{place}: made for the camera '{made}', and this is '{now}'; "
                "make one with `companion calibrate {puzzle}`",
                place=place,
                made=profile.camera,
                now=camera.key,
                puzzle=puzzle,
            )
        )
    if profile.size is not None and camera.size is not None and profile.size != camera.size:
        made, now = ("x".join(map(str, size)) for size in (profile.size, camera.size))
        raise ProfileError(
            Phrase(
                "{place}: made for pictures of {made}, and these are {now}; "
                "make one with `companion calibrate {puzzle}`",
                place=place,
                made=made,
                now=now,
                puzzle=puzzle,
            )
        )
    return profile
