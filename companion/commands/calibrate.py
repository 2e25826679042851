"""`companion calibrate`: look at a toy that lies still, and write a profile."""

from pathlib import Path

import click

from companion.commands.options import (
    count_for,
    count_option,
    fps_option,
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
@fps_option
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
    cell is misread. The exit status is 1 where the toy was not recognised.
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
    if measured is None:
        click.echo("The toy was not recognised with certainty; no profile is written.", err=True)
        return 1
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
