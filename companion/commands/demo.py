"""`companion demo`: the main job on bundled samples; no camera, display or speaker is needed."""

from pathlib import Path

import click

from companion.commands.options import lang_option
from companion.languages import Language
from solver.phrase import Phrase, sentence

UNREAD = sentence("not recognised")


@click.command()
@click.option(
    "--out",
    type=click.Path(path_type=Path, file_okay=False),
    default=Path("out/demo"),
    show_default=True,
    metavar="DIR",
    help="Where video, overlay picture and speech of each puzzle go.",
)
@lang_option
@click.option("--no-window", is_flag=True, help="Open no window, even with a display.")
def command(out: Path, lang: Language, no_window: bool) -> int:
    """Show the main job on bundled samples.

    They show a ring puzzle, a Hanoi toy and a cube. Needs no camera, no speaker and no display;
    with a display it shows a window. The exit status is 1 where a toy was not recognised.
    """
    from companion.demo import demonstrate
    from companion.window import Window, has_display

    window = None
    if has_display() and not no_window:
        window = Window("demo", language=lang)
    shown = demonstrate(out, _announce, window, lang)
    click.echo()
    click.echo(lang.say(Phrase("Written to {place}:", place=out.resolve())))
    for one in shown:
        files = f"{one.video.name}, {one.overlay.name}, {one.speech.name}"
        click.echo(f"  {files}" if one.recognised else f"  {files} ({lang.say(UNREAD)})")
    return 0 if all(one.recognised for one in shown) else 1


def _announce(line: str) -> None:
    click.secho(line, bold=True)
