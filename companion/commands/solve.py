"""`companion solve`: a state as text in, the moves out."""

import time
from itertools import islice
from typing import Any

import click

from companion.answers import print_json
from companion.commands.options import goal_option, json_option, puzzle_argument
from solver import AnyPuzzle, Plan, puzzle_of_state

# Nobody reads more, and thirty rings have 700 million moves.
MOST_MOVES = 100_000


@click.command()
@puzzle_argument
@click.argument("state")
@goal_option
@click.option("--method", metavar="NAME", help="How to plan; the default is the shortest way.")
@click.option("--explain", is_flag=True, help="Print a reason for each move, where there is one.")
@click.option("--pair", is_flag=True, help="rings: rings 1 and 2 may move together.")
@click.option("--pegs", type=click.IntRange(3, 26), help="hanoi: the number of pegs.")
@click.option("--variant", metavar="NAME", help="hanoi: a toy with other rules.")
@click.option("--seconds", type=click.FloatRange(min=0), help="cube: keep improving for so long.")
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
    seconds: float | None,
    as_json: bool,
) -> int:
    """Print the moves from STATE to the goal.

    A state is one line of text. rings: a digit a ring, 1 = on the bar, ring 1 last (111111111).
    hanoi: a letter a disc, the largest first (AAAA). cube: 54 letters, the faces in the order
    U R F D L B, each row by row.
    """
    _refuse(puzzle, pair=pair, pegs=pegs, variant=variant)
    texts = [state] if goal is None else [state, goal]
    toy = puzzle_of_state(puzzle, *texts, pegs=pegs, pair=pair)
    begun = time.perf_counter()
    start = toy.parse(state)
    plan = toy.plan(start, toy.goal if goal is None else toy.parse(goal), method=method)
    moves = list(islice(plan, MOST_MOVES))
    lines = _words(toy, start, moves)
    spent = time.perf_counter() - begun
    if as_json:
        print_json(_fields(toy, plan, moves, lines, spent))
    else:
        _print(toy, plan, moves, lines, explain)
    if len(moves) < plan.count:
        click.echo(f"Only the first {len(moves)} of {plan.count} moves are listed.", err=True)
        return 1
    return 0


def _refuse(puzzle: str, **given: Any) -> None:
    """Options of another puzzle are a slip that would otherwise go unseen."""
    owners = {"pair": "rings", "pegs": "hanoi", "variant": "hanoi"}
    for name, value in given.items():
        if value not in (None, False) and owners[name] != puzzle:
            raise click.UsageError(f"--{name} is for {owners[name]}, not for {puzzle}")
    if given["variant"] not in (None, "classic"):
        raise click.UsageError(f"--variant: expected classic, got {given['variant']}")


def _words(toy: AnyPuzzle, state: Any, moves: list[Any]) -> list[str]:
    lines = []
    for move in moves:
        lines.append(toy.words(state, move))
        state = toy.apply(state, move)
    return lines


def _fields(
    toy: AnyPuzzle, plan: Plan[Any, Any], moves: list[Any], lines: list[str], spent: float
) -> dict[str, Any]:
    return {
        "puzzle": toy.name,
        "state": toy.format(plan.start),
        "goal": toy.format(plan.goal),
        "method": plan.method,
        "moves": [toy.format_move(move) for move in moves],
        "count": plan.count,
        "words": lines,
        "seconds": round(spent, 6),
    }


def _print(
    toy: AnyPuzzle, plan: Plan[Any, Any], moves: list[Any], lines: list[str], explain: bool
) -> None:
    if not moves:
        click.echo("There is nothing to do: the goal is reached already.")
        return
    state = plan.start
    for number, (move, words) in enumerate(zip(moves, lines, strict=True), start=1):
        click.echo(f"{number:4}  {toy.format_move(move):8}  {words}")
        if explain:
            click.echo(f"{'':16}{_reason(toy, state, move, plan.goal)}")
        state = toy.apply(state, move)
    click.echo(f"{plan.count} moves ({plan.method}).")


def _reason(toy: AnyPuzzle, state: Any, move: Any, goal: Any) -> str:
    """The puzzle's own reason where it has one, and otherwise what the move leads to."""
    why = getattr(toy, "why", None)
    if callable(why):
        return str(why(state, move, goal))
    return f"Then the toy shows {toy.format(toy.apply(state, move))}."
