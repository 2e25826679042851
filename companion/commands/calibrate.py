"""`companion calibrate`: look at a toy that lies still, and write a profile."""

from collections.abc import Iterator
from contextlib import closing
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING

import click

from calibration import Profile, write_profile
from companion.commands.options import (
    announce,
    count_for,
    count_option,
    fps_option,
    lang_option,
    profile_for,
    profile_option,
    puzzle_argument,
)
from companion.languages import Language
from solver.phrase import Phrase, joined, sentence

if TYPE_CHECKING:
    from companion.calibrate import Measured
    from companion.calibrate_cube import Learned

NOT_CERTAIN = sentence("The toy was not recognised with certainty; no profile is written.")
NO_PROFILE = sentence("No profile is written.")
SCAN = sentence(
    "Hold the cube up to the camera and turn it slowly, until every side has been seen."
)


@click.command()
@puzzle_argument
@click.option("--source", default="0", metavar="SOURCE", help="As for `companion guide`.")
@click.option("--state", metavar="STATE", help="What the toy shows; otherwise it is read.")
@click.option(
    "--out",
    type=click.Path(path_type=Path, dir_okay=False),
    metavar="FILE",
    help="Where the profile goes; default your settings' folder for a camera, else PUZZLE.toml.",
)
@profile_option
@count_option
@fps_option
@lang_option
def command(
    puzzle: str,
    source: str,
    state: str | None,
    out: Path | None,
    profile: Path | None,
    count: int | None,
    fps: float,
    lang: Language,
) -> int:
    """Look at a still toy and write a profile.

    rings, hanoi: it describes this camera, lamp and toy: the number of rings or discs, and how
    often a cell is misread. Errors that come every time are found with --state alone. cube: it
    holds the cube's own colours, learned from one scan: six photos in a folder, two photos of
    opposite corners, a clip, or the cube turned in front of a camera until all sides were seen; how
    often they are misread is measured on other views of the scan, where there are any. What was
    measured with a camera is used from then on with that camera and size of pictures, also at the
    page; `companion read` and `guide` take any as --profile. The exit status is 1 where the toy was
    not recognised, too much of it was misread, or a cube shows another state than --state, and 2
    where rings or discs plainly do.
    """
    known = profile_for(puzzle, profile)
    count = count_for(puzzle, count)
    if count is not None:
        known = replace(known, count=count)
    if puzzle == "cube":
        return _cube(source, fps, known, state, out, lang)
    return _still(source, fps, known, state, out, lang)


def _still(
    source: str, fps: float, known: Profile, state: str | None, out: Path | None, lang: Language
) -> int:
    from companion.calibrate import calibrate
    from companion.goals import refuse_impossible
    from companion.sources import open_source
    from companion.viewer import Viewer

    refuse_impossible(known.puzzle, state, known.count, known.pegs)
    camera = open_source(known.puzzle, source, fps)
    announce(camera, lang)
    with closing(Viewer(camera.name, lang, window=camera.live)) as viewer:
        measured = calibrate(camera, known, state, viewer.tell, viewer.show)
    if measured is None:
        click.echo(lang.say(NOT_CERTAIN), err=True)
        return 1
    if measured.doubtful:
        click.echo(lang.say(_doubtful(measured)), err=True)
        return 1
    target = _target(out, measured.profile)
    _write(target, measured.profile)
    told = Phrase.counted(
        "{count} look at {state}, {percent}% of the cells misread.",
        "{count} looks at {state}, {percent}% of the cells misread.",
        measured.frames,
        state=measured.state,
        percent=f"{100 * measured.misread:.1f}",
    )
    click.echo(lang.say(told))
    click.echo(lang.say(_written(target)))
    return 0


def _doubtful(measured: "Measured") -> str:
    return Phrase(
        "{percent}% of the places were seen otherwise than {state} has them: does the toy show "
        "that, and did it lie still in good light? No profile is written.",
        percent=f"{100 * measured.misread:.0f}",
        state=measured.state,
    )


def _cube(
    source: str, fps: float, known: Profile, state: str | None, out: Path | None, lang: Language
) -> int:
    from companion.calibrate_cube import learn
    from companion.sources import open_source
    from companion.viewer import Viewer
    from solver import CubePuzzle

    told = None if state is None else CubePuzzle().parse(state)
    camera = open_source("cube", source, fps)
    announce(camera, lang)
    with closing(Viewer(camera.name, lang, window=camera.live)) as viewer:
        if camera.live:
            viewer.tell(SCAN)
        learned = learn(camera, known, told, viewer.tell, viewer.show)
    if learned.state is None:
        click.echo(lang.say(joined(learned.problem, NO_PROFILE)), err=True)
        return 1
    made_with = replace(learned.profile, camera=camera.key, size=camera.size)
    target = _target(out, made_with)
    _write(target, made_with)
    for line in _colours(learned):
        click.echo(lang.say(line))
    click.echo(lang.say(_written(target)))
    return 1 if learned.missing else 0


def _colours(learned: "Learned") -> Iterator[str]:
    """What was learned, line by line."""
    yield Phrase.counted(
        "{count} view of {state}. Its colours are",
        "{count} views of {state}. Its colours are",
        learned.views,
        state=_shown(learned),
    )
    for letter, rgb in learned.profile.colours.items():
        red, green, blue = (f"{value:5.1f}" for value in rgb)
        yield Phrase(
            "  {letter}  red {red}  green {green}  blue {blue}",
            letter=letter,
            red=red,
            green=green,
            blue=blue,
        )
    if learned.checked:
        yield Phrase.counted(
            "Checked with {count} other view: {percent}% of its stickers misread.",
            "Checked with {count} other views: {percent}% of their stickers misread.",
            learned.checked,
            percent=f"{100 * learned.misread:.1f}",
        )
    for name in learned.missing:
        yield Phrase("  No {colour} sticker was clear: its usual colour stands.", colour=name)


def _shown(learned: "Learned") -> str:
    """The state that was scanned; a pattern is not settled by its stickers alone."""
    assert learned.state is not None
    if learned.ways == 1:
        return learned.state.facelets()
    return Phrase.counted(
        "a cube that can be read in {count} way",
        "a cube that can be read in {count} ways",
        learned.ways,
    )


def _written(target: Path) -> str:
    return Phrase("Written to {place}.", place=target)


def _target(out: Path | None, profile: Profile) -> Path:
    """Where a profile goes: those of cameras where they are found again."""
    if out is not None or profile.camera is None or profile.size is None:
        return out or Path(f"{profile.puzzle}.toml")
    from companion.profiles import place_of

    return place_of(profile.puzzle, profile.camera, profile.size)


def _write(target: Path, profile: Profile) -> None:
    """Writes a profile. Raises OSError with the file's name."""
    try:
        write_profile(profile, target)
    except OSError as error:
        why = error.strerror or error
        raise OSError(Phrase("{path}: cannot be written: {why}", path=target, why=why)) from None
