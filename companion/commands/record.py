"""`companion record`: keep a session as a sample folder, for `companion replay`."""

from pathlib import Path

import click

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
from solver.phrase import Phrase


@click.command()
@puzzle_argument
@click.argument("folder", type=click.Path(path_type=Path), metavar="FOLDER")
@click.option("--source", default="0", metavar="SOURCE", help="As for `companion guide`.")
@profile_option
@click.option("--no-window", is_flag=True, help="Open no window.")
@count_option
@fps_option
@lang_option
def command(
    puzzle: str,
    folder: Path,
    source: str,
    profile: Path | None,
    no_window: bool,
    count: int | None,
    fps: float,
    lang: Language,
) -> int:
    """Keep a session in a new FOLDER: the film, the profile, and what was seen when.

    `companion replay FOLDER` runs it again. Where the program was wrong, mend truth.txt by hand:
    then the folder shows a fault that can be worked on. Ctrl+C, or q in the window, ends it. The
    exit status is 1 where not one state was recognised.
    """
    from companion.commands.own import profile_used
    from companion.controls import Controls
    from companion.follow import follower
    from companion.loop import in_language, run, watch
    from companion.sample import SampleRecorder
    from companion.session import Session
    from companion.sinks import sinks_for
    from companion.sources import open_source

    count = count_for(puzzle, count)
    given = profile_for(puzzle, profile)
    if folder.exists():
        there = Phrase("{folder}: is there already; expected a new folder", folder=folder)
        raise click.ClickException(there)
    controls = Controls()
    opened = open_source(puzzle, source, fps)
    announce(opened, lang)
    with opened as camera:
        known = profile_used(camera, given, profile, count, lang)
        toy = follower(puzzle, known, count=count)
        shown = sinks_for(
            camera,
            as_json=False,
            voice="off",
            window=not no_window,
            record=None,
            desk=toy,
            language=lang,
            controls=controls,
        )
        sample = SampleRecorder(folder, camera.fps, known)
        steps = in_language(watch(camera, toy, Session, controls), lang)
        try:
            last = run(steps, [*shown, sample])
        except KeyboardInterrupt:
            # The usual end of a session without a window; the files are finished by then.
            last = sample.last
    click.echo(lang.say(Phrase("Written to {place}.", place=folder)), err=True)
    return 0 if last is not None and last.state is not None else 1
