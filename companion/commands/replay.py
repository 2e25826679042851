"""`companion replay`: sample folders through the loop, compared with their truth."""

from pathlib import Path
from typing import TYPE_CHECKING

import click

from companion.answers import print_json
from companion.commands.options import fps_option, json_option, lang_option
from companion.languages import Language
from solver.phrase import Phrase, sentence

if TYPE_CHECKING:
    from companion.replay import Score

FLOOR = 0.9
COLUMNS = (
    sentence("folder"),
    sentence("frames"),
    sentence("cells"),
    sentence("states"),
    sentence("sure but wrong"),
    sentence("moves"),
    sentence("delay"),
    sentence("ms a frame"),
)


@click.command()
@click.argument("folders", nargs=-1, required=True, metavar="FOLDER...")
@click.option(
    "--floor",
    type=click.FloatRange(0, 1),
    default=FLOOR,
    show_default=True,
    help="The least share of frames with the right state.",
)
@fps_option
@lang_option
@json_option
def command(
    folders: tuple[str, ...], floor: float, fps: float, lang: Language, as_json: bool
) -> int:
    """Run sample folders and compare with truth.txt.

    Prints how right and how fast the program was. The exit status is 1 where a folder stays
    below the floor, a state called certain was wrong, or the cues differ from cues.txt.
    """
    from companion.replay import replay

    scores = []
    for folder in folders:
        score, _ = replay(Path(folder), fps=fps)
        scores.append(score)
        if as_json:
            print_json(score.line)
        if score.golden is False:
            differ = Phrase("{folder}: the cues differ from cues.txt", folder=folder)
            click.echo(lang.say(differ), err=True)
    if not as_json:
        _table(scores, lang)
    good = all(score.reaches(floor) and not score.certain_but_wrong for score in scores)
    return 0 if good else 1


def _table(scores: "list[Score]", lang: Language) -> None:
    from rich.console import Console
    from rich.table import Table

    table = Table(*map(lang.say, COLUMNS))
    table.columns[0].no_wrap = True
    for score in scores:
        line = score.line
        delay = line["delay_ms_median"]
        table.add_row(
            Path(score.folder).name,
            str(score.frames),
            f"{score.cells_right:.1%}",
            f"{score.states_right:.1%}",
            str(score.certain_but_wrong),
            lang.say(Phrase("{n} of {all}", n=line["moves_noticed"], all=score.moves)),
            "-" if delay is None else f"{delay} ms",
            f"{score.ms:.1f}",
        )
    Console().print(table)
