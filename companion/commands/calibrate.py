"""`companion calibrate`: look at a toy that lies still, and write a profile."""

from pathlib import Path

import click

from companion.commands.options import (
    count_for,
    count_option,
    profile_for,
    profile_option,
    puzzle_argument,
)


@click.command()
@puzzle_argument
@click.option("--source", default="0", metavar="SOURCE", help="As for `companion guide`.")
@click.option("--state", metavar="STATE", help="What the toy shows; otherwise it is read.")
@click.option(
    "--out",
    type=click.Path(path_type=Path, dir_okay=False),
    metavar="FILE",
    help="Where the profile goes; default PUZZLE.toml.",
)
@profile_option
@count_option
@click.option("--fps", type=click.FloatRange(min=0, min_open=True, max=1000), default=15.0)
def command(
    puzzle: str,
    source: str,
    state: str | None,
    out: Path | None,
    profile: Path | None,
    count: int | None,
    fps: float,
) -> int:
    """Look at a still toy and write a profile.

    It describes this camera, lamp and toy: the number of rings or discs, and how often a
    cell is misread.
    """
    from dataclasses import replace

    from calibration import dump_profile
    from companion.calibrate import calibrate
    from companion.sources import open_source

    known = profile_for(puzzle, profile)
    count = count_for(puzzle, count)
    if count is not None:
        known = replace(known, count=count)
    target = out or Path(f"{puzzle}.toml")
    measured = calibrate(open_source(puzzle, source, fps), known, state)
    try:
        target.parent.mkdir(parents=True, exist_ok=True)
        target.write_text(dump_profile(measured.profile), encoding="utf-8")
    except OSError as error:
        raise OSError(f"{target}: cannot be written: {error.strerror or error}") from None
    click.echo(
        f"{measured.frames} looks at {measured.state}, {measured.misread:.1%} of the cells misread."
    )
    click.echo(f"Written to {target}.")
    return 0
