"""What several commands ask the user, and how they answer."""

import os
import sys
from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING, Any, TypeVar

import click

from calibration import PIECE_COUNTS, RING_COUNTS, Profile, default_profile, load_profile
from companion.languages import LANGUAGES, Language, language_of, language_of_system
from solver import PUZZLES, AnyPuzzle
from solver.hanoi import RULES
from solver.phrase import Phrase

if TYPE_CHECKING:
    from vision import Camera

F = TypeVar("F", bound=Callable[..., Any])
# Where the language of a command is kept, among what click keeps of the run.
_ASKED = "companion.lang"


def puzzle_argument(function: F) -> F:
    """The PUZZLE argument."""
    return click.argument("puzzle", type=click.Choice(sorted(PUZZLES)), metavar="PUZZLE")(function)


def json_option(function: F) -> F:
    """--json."""
    text = "One JSON object a line on standard output, and nothing else there."
    return click.option("--json", "as_json", is_flag=True, help=text)(function)


def profile_option(function: F) -> F:
    """--profile FILE."""
    text = "What is known of this camera, lamp and toy (TOML); made by `companion calibrate`."
    return click.option("--profile", type=click.Path(path_type=Path), metavar="FILE", help=text)(
        function
    )


def count_option(function: F) -> F:
    """--count N."""
    text = "How many rings or discs the toy has; without it they are counted in the picture."
    return click.option("--count", type=click.IntRange(*PIECE_COUNTS), metavar="N", help=text)(
        function
    )


def variant_option(function: F) -> F:
    """--variant NAME."""
    return click.option(
        "--variant",
        type=click.Choice(["classic", *RULES]),
        metavar="NAME",
        help=f"hanoi: a toy with other pieces: {', '.join(RULES)}.",
    )(function)


def refuse_variant(puzzle: str, variant: str | None) -> None:
    """Raises UsageError for a variant of another puzzle: a slip that would go unseen."""
    if variant is not None and puzzle != "hanoi":
        raise not_for("variant", "hanoi", puzzle)


def not_for(name: str, owner: str, puzzle: str) -> click.UsageError:
    """The error for an option of one puzzle that was given with another one."""
    return click.UsageError(
        Phrase("--{name} is for {owner}, not for {puzzle}", name=name, owner=owner, puzzle=puzzle)
    )


def fps_option(function: F) -> F:
    """--fps F."""
    return click.option(
        "--fps",
        type=click.FloatRange(min=0, min_open=True, max=1000),
        default=15.0,
        show_default=True,
        metavar="F",
        help="Pictures a second in a folder.",
    )(function)


def avoid_hidden_option(function: F) -> F:
    """--avoid-hidden."""
    text = "cube: plan without turns of the face that the camera does not see."
    return click.option("--avoid-hidden", is_flag=True, help=text)(function)


def goal_option(function: F) -> F:
    """--goal STATE."""
    text = "The state to reach; without it the puzzle's usual goal."
    return click.option("--goal", metavar="STATE", help=text)(function)


def lang_option(function: F) -> F:
    """--lang LANG, as a `Language`; without it the system's."""
    text = f"The language of the words: {', '.join(LANGUAGES)}; default the system's, if it is one."
    return click.option("--lang", metavar="LANG", callback=_language, help=text)(function)


def language_asked(context: click.Context) -> Language:
    """The language of a command that runs: that of --lang, or the system's."""
    known = context.meta.get(_ASKED)
    return known if isinstance(known, Language) else language_of_system(os.environ)


def _language(context: click.Context, option: click.Parameter, name: str | None) -> Language:
    language = language_of_system(os.environ) if name is None else language_of(name)
    if language is None:
        # Stays English: click puts its own words before it.
        raise click.BadParameter(f"expected one of {', '.join(LANGUAGES)}, got {name!r}")
    context.meta[_ASKED] = language
    return language


def profile_for(puzzle: str, path: Path | None) -> Profile:
    """The profile in the file, or the bundled one. Raises ProfileError for another puzzle's."""
    if path is None:
        return default_profile(puzzle)
    from companion.profiles import of_puzzle  # only now: other commands need no eye

    return of_puzzle(load_profile(path), puzzle, path)


def announce(camera: "Camera", language: Language) -> None:
    """Says that a camera is being opened, which may take a while, to whoever sits there."""
    if camera.live and sys.stderr.isatty():
        click.echo(language.say(Phrase("Opening {camera} …", camera=camera.name)), err=True)


def count_for(puzzle: str, count: int | None) -> int | None:
    """The count as given. Raises UsageError for one that no such puzzle has."""
    if puzzle == "cube" and count not in (None, 3):
        raise click.UsageError(Phrase("--count: a cube has 3 layers, got {count}", count=count))
    low, high = RING_COUNTS
    if puzzle == "rings" and count is not None and not low <= count <= high:
        raise click.UsageError(
            Phrase(
                "--count: expected {low} to {high} rings, got {count}",
                low=low,
                high=high,
                count=count,
            )
        )
    return count if puzzle != "cube" else None


def goal_state(puzzle: AnyPuzzle, text: str | None) -> Any:
    """The state of a --goal. Raises SolverError."""
    return puzzle.goal if text is None else puzzle.parse(text)
