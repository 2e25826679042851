"""`companion read`: photos in, the state and the next move out."""

from pathlib import Path

import click

from companion.commands.options import (
    count_for,
    count_option,
    goal_option,
    json_option,
    lang_option,
    profile_for,
    profile_option,
    puzzle_argument,
    refuse_variant,
    variant_option,
)
from companion.languages import Language
from solver.phrase import Phrase


@click.command()
@puzzle_argument
@click.argument("photos", nargs=-1, required=True, metavar="PHOTO...")
@profile_option
@click.option(
    "--overlay",
    type=click.Path(path_type=Path, file_okay=False),
    metavar="DIR",
    help="Write each photo with what was seen in it into this folder.",
)
@goal_option
@lang_option
@count_option
@variant_option
@click.option("--faces", is_flag=True, help="cube: each photo by itself, the faces found in it.")
@click.option(
    "--guided",
    is_flag=True,
    help="cube: every photo shows one face upright, held as described above.",
)
@click.option(
    "--unmirrored",
    is_flag=True,
    help="cube: the photos are not mirrored, two of its opposite colours really are exchanged.",
)
@click.option(
    "--correct",
    "corrections",
    multiple=True,
    metavar="U5=w",
    help="cube: the colour of a sticker of the map that is printed; may come again.",
)
@json_option
def command(
    puzzle: str,
    photos: tuple[str, ...],
    profile: Path | None,
    overlay: Path | None,
    goal: str | None,
    lang: Language,
    count: int | None,
    variant: str | None,
    faces: bool,
    guided: bool,
    unmirrored: bool,
    corrections: tuple[str, ...],
    as_json: bool,
) -> int:
    """Read the toy's state from photos and say the next move.

    rings and hanoi: each photo by itself. cube: the photos together are one cube, six faces in
    any order and any rotation, or corner views of two or three faces. The exit status is 1 where
    a state is not certain.

    \b
    Some patterns can be read in several ways. For those --guided takes six
    photos, U.jpg R.jpg F.jpg D.jpg L.jpg B.jpg, each of one face held so:
      F green, R red, B blue, L orange: the white face is above it
      U white: the green face is below it in the picture
      D yellow: the green face is above it in the picture
    Where green lies opposite white, the red face takes its part.
    """
    _refuse(puzzle, faces=faces, guided=guided, unmirrored=unmirrored, correct=corrections)
    if faces and (guided or unmirrored or corrections):
        raise click.UsageError(
            Phrase(
                "--faces reads each photo by itself: --guided, --unmirrored and --correct do not"
            )
        )
    refuse_variant(puzzle, variant)
    count = count_for(puzzle, count)
    known = profile_for(puzzle, profile)
    if puzzle == "cube":
        from companion.net import parse_correction
        from companion.photos_cube import Wish, read_cube
        from companion.photos_faces import read_cube_faces

        if faces:
            return read_cube_faces(photos, known, overlay, as_json, lang)
        fixed = dict(parse_correction(text) for text in corrections)
        wish = Wish(goal, guided, unmirrored, fixed)
        return read_cube(photos, known, wish, overlay, as_json, lang)
    from companion.photos import read_each

    return read_each(puzzle, photos, known, count, goal, overlay, as_json, lang, variant=variant)


def _refuse(puzzle: str, **given: object) -> None:
    """Options of the cube are a slip elsewhere that would go unseen."""
    for name, value in given.items():
        if value and puzzle != "cube":
            raise click.UsageError(
                Phrase("--{name} is for the cube, not for {puzzle}", name=name, puzzle=puzzle)
            )
