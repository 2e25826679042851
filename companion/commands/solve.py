"""`companion solve`: a state as text in, the moves out."""

import sys
import time
from typing import Any

import click

from companion.answers import print_json
from companion.commands.options import goal_option, json_option, puzzle_argument
from companion.improve import improved
from companion.solution import Solution, choose, fields, lines
from companion.tables import prepared
from solver import CubePuzzle, puzzle_of_state
from solver.hanoi import RULES

# Nobody reads more.
MOST_MOVES = 100_000

# The cube's methods that go on looking for shorter solutions; None is the default one.
SEARCHING = (None, "twophase")


@click.command()
@puzzle_argument
@click.argument("state")
@goal_option
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
@json_option
def command(
    puzzle: str,
    state: str,
    goal: str | None,
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
    as_json: bool,
) -> int:
    """Print the moves from STATE to the goal.

    A state is one line of text. rings: a digit a ring, 1 = on the bar, ring 1 last (111111111).
    hanoi: a letter a disc, the largest first (AAAA); with --variant the pieces of each peg from
    bottom to top, pegs separated by / ("y2 y1/r2 r1/b2 b1", "r g b//"). cube: 54 letters, the
    faces in the order U R F D L B, each row by row.

    Methods. rings: gray, recursive, human. hanoi: optimal, recursive, iterative, olive, idle-peg;
    with more than three pegs optimal, frame-stewart. cube: twophase, kociemba, thistlethwaite,
    beginner.
    """
    search = {"seconds": seconds, "avoid": avoid, "camera": camera}
    _refuse(puzzle, pair=pair, pegs=pegs, variant=variant, way=way, **search)
    _refuse_search(method, **search)
    # The number of moves of 15,000 rings has more digits than Python prints without being asked.
    sys.set_int_max_str_digits(0)
    texts = [state] if goal is None else [state, goal]
    toy = prepared(puzzle_of_state(puzzle, *texts, pegs=pegs, pair=pair, variant=variant))
    begun = time.perf_counter()
    start, target = toy.parse(state), toy.goal if goal is None else toy.parse(goal)
    if isinstance(toy, CubePuzzle) and method in SEARCHING:
        plan, ways = improved(toy, start, target, seconds, avoid or "", camera), None
    else:
        plan, ways = choose(toy, start, target, method, way)
    found = Solution(toy, plan, ways, MOST_MOVES if limit is None else limit)
    if as_json:
        print_json(fields(found, begun, explain))
    else:
        for line in lines(found, explain):
            click.echo(line)
    return _end(found, asked=limit is not None, as_json=as_json)


def _end(found: Solution, *, asked: bool, as_json: bool) -> int:
    """Says what the user should know beyond the moves; a list cut short unasked is status 1."""
    if found.plan.note is not None and not as_json:
        click.echo(found.plan.note, err=True)
    if not found.cut or asked:
        return 0
    click.echo(f"Only the first {found.limit} of {found.plan.count} moves are listed.", err=True)
    return 1


def _refuse(puzzle: str, **given: Any) -> None:
    """Options of another puzzle are a slip that would otherwise go unseen."""
    owners = {"pair": "rings", "seconds": "cube", "avoid": "cube", "camera": "cube"}
    for name, value in given.items():
        owner = owners.get(name, "hanoi")
        if value not in (None, False) and owner != puzzle:
            raise click.UsageError(f"--{name} is for {owner}, not for {puzzle}")
    if given["pegs"] is not None and given["variant"] not in (None, "classic"):
        raise click.UsageError(f"--pegs: the variant {given['variant']} has 3 pegs")


def _refuse_search(method: str | None, **given: Any) -> None:
    for name, value in given.items():
        if value not in (None, False) and method not in SEARCHING:
            raise click.UsageError(f"--{name} is for --method twophase, not for {method}")
