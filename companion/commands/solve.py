"""`companion solve`: a state as text in, the moves out."""

import sys
import time
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from companion.answers import print_json, state_and_share
from companion.commands.options import (
    goal_option,
    json_option,
    lang_option,
    not_for,
    puzzle_argument,
)
from companion.improve import improved
from companion.languages import Language
from companion.solution import Solution, choose, fields, lines
from companion.tables import prepared
from solver import AnyPuzzle, CubePuzzle, puzzle_of_state
from solver.cube import SOLVED
from solver.hanoi import RULES
from solver.phrase import Phrase, sentence

if TYPE_CHECKING:
    from companion.sensor import Measured

THE_CUBE = sentence("The cube")

# Nobody reads more.
MOST_MOVES = 100_000

# The cube's methods that go on looking for shorter solutions; None is the default one.
SEARCHING = (None, "twophase")


@click.command()
@puzzle_argument
@click.argument("state", required=False)
@goal_option
@click.option(
    "--rgb",
    type=click.Path(path_type=Path),
    metavar="FILE",
    help="cube: instead of STATE, 54 measured colours as JSON.",
)
@click.option("--method", metavar="NAME", help="How to plan; the default is the shortest way.")
@click.option("--explain", is_flag=True, help="Print a reason for each move, where there is one.")
@click.option("--pair", is_flag=True, help="rings: rings 1 and 2 may move together.")
@click.option("--pegs", type=click.IntRange(3, 26), help="hanoi: the number of pegs.")
@click.option(
    "--variant",
    type=click.Choice(["classic", *RULES]),
    help="hanoi: a toy with other pieces.",
)
@click.option("--way", type=click.IntRange(1), help="hanoi: which of several shortest ways.")
@click.option("--limit", type=click.IntRange(0), help=f"List so many moves at most ({MOST_MOVES}).")
@click.option("--seconds", type=click.FloatRange(min=0), help="cube: keep improving for so long.")
@click.option("--avoid", metavar="FACES", help="cube: faces that are not to be turned, like B.")
@click.option(
    "--camera",
    is_flag=True,
    help="cube: leave one face alone, to be held away from a camera; says which.",
)
@lang_option
@json_option
def command(
    puzzle: str,
    state: str | None,
    goal: str | None,
    rgb: Path | None,
    method: str | None,
    explain: bool,
    pair: bool,
    pegs: int | None,
    variant: str | None,
    way: int | None,
    limit: int | None,
    seconds: float | None,
    avoid: str | None,
    camera: bool,
    lang: Language,
    as_json: bool,
) -> int:
    """Print the moves from STATE to the goal.

    A state is one line of text. rings: a digit a ring, 1 = on the bar, ring 1 last (111111111).
    hanoi: a letter a disc, the largest first (AAAA); with --variant the pieces of each peg from
    bottom to top, pegs separated by / ("y2 y1/r2 r1/b2 b1", "r g b//"). cube: 54 letters, the
    faces in the order U R F D L B, each row by row.

    --rgb takes what a robot's colour sensor measured: {"1": [r, g, b], ..., "54": [r, g, b]}, the
    faces in the order U L F R B D, each row by row, in any unit of light. The exit status is 1
    where they do not make one cube with certainty.

    Methods. rings: gray, recursive, human. hanoi: optimal, recursive, iterative, olive, idle-peg;
    with more than three pegs optimal, frame-stewart. cube: twophase, kociemba, thistlethwaite,
    beginner.
    """
    search = {"seconds": seconds, "avoid": avoid, "camera": camera}
    _refuse(puzzle, rgb=rgb, pair=pair, pegs=pegs, variant=variant, way=way, **search)
    _refuse_search(method, **search)
    # The number of moves of 15,000 rings has more digits than Python prints without being asked.
    sys.set_int_max_str_digits(0)
    if state is None and rgb is None:
        raise click.UsageError("Missing argument 'STATE'.")
    if state is not None and rgb is not None:
        raise click.UsageError(Phrase("--rgb: expected it or a STATE, got both"))
    texts = [text for text in (state, goal) if text is not None] or [CubePuzzle().format(SOLVED)]
    toy = prepared(puzzle_of_state(puzzle, *texts, pegs=pegs, pair=pair, variant=variant))
    begun = time.perf_counter()
    target = toy.goal if goal is None else toy.parse(goal)
    measured = None if rgb is None else _measured(rgb)
    if measured is not None and measured.state is None:
        return _not_certain(measured, toy, target, begun, lang, as_json=as_json)
    start = toy.parse(state) if state is not None else measured and measured.state
    if isinstance(toy, CubePuzzle) and method in SEARCHING:
        plan, ways = improved(toy, start, target, seconds, avoid or "", camera), None
    else:
        plan, ways = choose(toy, start, target, method, way)
    found = Solution(toy, plan, ways, MOST_MOVES if limit is None else limit)
    if as_json:
        print_json(fields(found, begun, explain, lang) | _sure(measured, lang))
    else:
        if measured is not None:
            known = state_and_share(toy.format(start), measured.decoded.certainty)
            click.echo(f"{lang.say(THE_CUBE)}: {lang.say(known)}")
            if measured.note is not None:
                click.echo(lang.say(measured.note), err=True)
        for line in lines(found, explain, lang):
            click.echo(line)
    return _end(found, lang, asked=limit is not None, as_json=as_json)


def _measured(path: Path) -> "Measured":
    from companion.sensor import read_sensor  # only now: other states need no eye

    return read_sensor(path)


def _sure(measured: "Measured | None", lang: Language) -> dict[str, Any]:
    """What --json tells of measured colours beyond the solution."""
    if measured is None:
        return {}
    note = {} if measured.note is None else {"note": lang.say(measured.note)}
    return {"certainty": round(measured.decoded.certainty, 4)} | note


def _not_certain(
    measured: "Measured", toy: AnyPuzzle, goal: Any, begun: float, lang: Language, *, as_json: bool
) -> int:
    """Says so; the object of --json has the fields of a solution, empty."""
    reason = lang.say_if(measured.reason)
    if not as_json:
        click.echo(reason)
        return 1
    unknown = dict.fromkeys(("method", "moves", "count", "words"))
    print_json(
        {"puzzle": toy.name, "state": None, "goal": toy.format(goal)}
        | unknown
        | {"seconds": round(time.perf_counter() - begun, 6)}
        | {"certainty": round(measured.decoded.certainty, 4), "reason": reason}
    )
    return 1


def _end(found: Solution, lang: Language, *, asked: bool, as_json: bool) -> int:
    """Says what the user should know beyond the moves; a list cut short unasked is status 1."""
    if found.plan.note is not None and not as_json:
        click.echo(lang.say(found.plan.note), err=True)
    if not found.cut or asked:
        return 0
    cut = Phrase.counted(
        "Only the first move of {all} is listed.",
        "Only the first {count} of {all} moves are listed.",
        found.limit,
        all=found.plan.count,
    )
    click.echo(lang.say(cut), err=True)
    return 1


def _refuse(puzzle: str, **given: Any) -> None:
    """Options of another puzzle are a slip that would otherwise go unseen."""
    owners = {"pair": "rings", "rgb": "cube", "seconds": "cube", "avoid": "cube", "camera": "cube"}
    for name, value in given.items():
        owner = owners.get(name, "hanoi")
        if value not in (None, False) and owner != puzzle:
            raise not_for(name, owner, puzzle)
    variant = given["variant"]
    if given["pegs"] is not None and variant not in (None, "classic"):
        raise click.UsageError(Phrase("--pegs: the variant {variant} has 3 pegs", variant=variant))


def _refuse_search(method: str | None, **given: Any) -> None:
    for name, value in given.items():
        if value not in (None, False) and method not in SEARCHING:
            raise click.UsageError(
                Phrase(
                    "--{name} is for --method twophase, not for {method}", name=name, method=method
                )
            )
