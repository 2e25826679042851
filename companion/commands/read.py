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
)


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
@click.option("--faces", is_flag=True, help="cube: each photo by itself, the faces found in it.")
@json_option
def command(
    puzzle: str,
    photos: tuple[str, ...],
    profile: Path | None,
    overlay: Path | None,
    goal: str | None,
    lang: str,
    count: int | None,
    faces: bool,
    as_json: bool,
) -> int:
    """Read the toy's state from photos and say the next move.

    rings and hanoi: each photo by itself. cube: the photos together are one cube, six faces in
    any order and any rotation. The exit status is 1 where a state is not certain.
    """
    if faces and puzzle != "cube":
        raise click.UsageError(f"--faces is for the cube, not for {puzzle}")
    count = count_for(puzzle, count)
    known = profile_for(puzzle, profile)
    if puzzle == "cube":
        from companion.photos_cube import read_cube, read_cube_faces

        if faces:
            return read_cube_faces(photos, known, overlay, as_json)
        return read_cube(photos, known, goal, overlay, as_json)
    from companion.photos import read_each

    return read_each(puzzle, photos, known, count, goal, overlay, as_json)
