"""`companion guide`: watch the toy and say the next move."""

from pathlib import Path
from typing import Any

import click

from companion.commands.options import (
    announce,
    avoid_hidden_option,
    count_for,
    count_option,
    fps_option,
    goal_option,
    goal_state,
    json_option,
    lang_option,
    profile_for,
    profile_option,
    puzzle_argument,
    refuse_variant,
    variant_option,
)
from companion.languages import Language
from solver.phrase import Phrase, joined, sentence

NOT_RECOGNISED = sentence("The toy was not recognised.")


@click.command()
@puzzle_argument
@click.option(
    "--source",
    default="0",
    metavar="SOURCE",
    help="A camera number, a video file, a folder of pictures, a stream's address, or demo.",
)
@profile_option
@goal_option
@click.option("--method", metavar="NAME", help="How to plan; see `companion solve`.")
@avoid_hidden_option
@lang_option
@click.option(
    "--voice",
    metavar="NAME|off",
    help="Who speaks: off, or one that `companion voices` lists. Default: the language's own for a "
    "camera, off for files.",
)
@click.option(
    "--record",
    type=click.Path(path_type=Path, dir_okay=False),
    metavar="FILE",
    help="Write the annotated video (.mp4, .avi or .webm), and beside it, in a folder of the same "
    "name, the plain one with what was seen, for `companion replay`.",
)
@click.option("--no-window", is_flag=True, help="Open no window.")
@count_option
@variant_option
@fps_option
@json_option
def command(
    puzzle: str,
    source: str,
    profile: Path | None,
    goal: str | None,
    method: str | None,
    avoid_hidden: bool,
    lang: Language,
    voice: str | None,
    record: Path | None,
    no_window: bool,
    count: int | None,
    variant: str | None,
    fps: float,
    as_json: bool,
) -> int:
    """Watch the toy through a camera and say the next move.

    A video file or a folder is read whole, every frame, as fast as it goes; a single picture will
    do where it shows the whole toy. The exit status is 1 where not one state was recognised, and 2
    where the source is not there or breaks off.
    """
    from companion.commands.own import profile_used
    from companion.controls import Controls
    from companion.hidden import HiddenPlanner
    from companion.loop import in_language, run, watch
    from companion.printers import Hindrance
    from companion.session import Session
    from companion.sinks import sinks_for
    from companion.sources import open_source
    from companion.variants import toy_follower
    from vision import SinglePicture

    refuse_variant(puzzle, variant)
    count = count_for(puzzle, count)
    given = profile_for(puzzle, profile)

    if avoid_hidden and (puzzle != "cube" or method is not None):
        raise click.UsageError(Phrase("--avoid-hidden is for the cube, without --method"))

    def session(found: Any) -> Session[Any, Any]:
        plan = HiddenPlanner(found) if avoid_hidden else None
        return Session(found, goal_state(found, goal), method, plan=plan)

    hindrance, controls = Hindrance(), Controls()
    opened = open_source(puzzle, source, fps)
    announce(opened, lang)
    with opened as camera:
        known = profile_used(camera, given, profile, count, lang)
        once = isinstance(camera, SinglePicture)
        toy = toy_follower(
            puzzle, known, variant=variant, goal=goal, count=count, once=once, recounts=True
        )
        sinks = sinks_for(
            camera,
            as_json=as_json,
            voice=voice,
            window=not no_window,
            record=record,
            desk=toy,
            language=lang,
            controls=controls,
            profile=known,
        )
        steps = watch(camera, toy, session, controls)
        last = run(in_language(steps, lang), [*sinks, hindrance])
    if last is None or last.state is None:
        click.echo(lang.say(joined(NOT_RECOGNISED, hindrance.problem)), err=True)
        return 1
    return 0
