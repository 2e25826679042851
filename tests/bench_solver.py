"""Measures plans of rings and towers: lengths, shortest ways and times; then the belief.

Run: python -m tests.bench_solver
"""

import json
import sys
import time
from collections.abc import Callable
from itertools import islice
from typing import Any

from solver import AnyPuzzle, Hanoi, Rings, Variant
from solver.abilities import OffersWays
from tests import bench_belief

Row = dict[str, Any]

# So many moves of a plan are made to time one.
_TIMED = 20_000

_COLOURS = {"antwerp": "yrb", "little-antwerp": "yr", "london": "rgb", "tunstall": "rgby"}


def measure() -> dict[str, Row]:
    """All figures: a row for each puzzle and method, then those of the belief."""
    return {**plans(), **bench_belief.measure()}


def plans() -> dict[str, Row]:
    """The figures of the plans, a row for each puzzle and method."""
    return {**rings(), **towers(), **many_pegs(), **variants()}


def rings() -> dict[str, Row]:
    """Nine rings by every method, and ten thousand."""
    rows = {}
    for count, pair in ((9, False), (9, True), (10_000, False), (10_000, True)):
        for method in Rings(count).methods:
            toy = Rings(count, pair)
            title = f"rings, {count}{', with the pair' if pair else ''}: {method}"
            rows[title] = planned(toy, toy.start, toy.goal, method)
    return rows


def towers() -> dict[str, Row]:
    """Three pegs by every method."""
    rows = {}
    for discs in (9, 10_000):
        toy = Hanoi(discs)
        for method in toy.methods:
            rows[f"hanoi, {discs} discs: {method}"] = planned(toy, toy.start, toy.goal, method)
    return rows


def many_pegs() -> dict[str, Row]:
    """Towers by their formula, and scattered discs by search."""
    rows = {}
    for discs, pegs in ((8, 4), (64, 4), (10_000, 4), (8, 5), (12, 6)):
        toy = Hanoi(discs, pegs)
        rows[f"hanoi, {discs} discs on {pegs} pegs"] = planned(toy, toy.start, toy.goal)
    for discs, pegs in ((8, 4), (10, 4), (8, 5)):
        toy = Hanoi(discs, pegs)
        start = tuple(k % 2 for k in range(discs))
        rows[f"hanoi, {discs} scattered discs on {pegs} pegs"] = counted(toy, start, toy.goal)
    return rows


def variants() -> dict[str, Row]:
    """The usual tasks of the other toys."""
    rows = {}
    sizes = {
        "antwerp": (1, 2, 3),
        "little-antwerp": (1, 2, 3, 4, 5),
        "london": (1,),
        "tunstall": (1,),
    }
    for name, colours in _COLOURS.items():
        for size in sizes[name]:
            toy = Variant(name, colours, size)
            sized = f", {size} of each colour" if len(sizes[name]) > 1 else ""
            rows[f"hanoi, {name}{sized}"] = counted(toy, toy.start, toy.goal)
            if name == "little-antwerp":
                here, there, empty = toy.goal
                title = f"hanoi, {name}{sized}, exchange"
                rows[title] = counted(toy, toy.goal, (there, here, empty))
    return rows


def planned(toy: AnyPuzzle, start: Any, goal: Any, method: str | None = None) -> Row:
    """A plan's length, what it takes to know it, and what a move takes."""
    plan, seconds = timed(lambda: toy.plan(start, goal, method=method))
    moves, listing = timed(lambda: sum(1 for _ in islice(plan, _TIMED)))
    return {
        "method": plan.method,
        "moves": plan.count if plan.count < 10**9 else f"{plan.count.bit_length()} bits",
        "ms_to_plan": round(1e3 * seconds, 3),
        "us_a_move": round(1e6 * listing / moves, 2),
    }


def counted(toy: OffersWays, start: Any, goal: Any) -> Row:
    """A search's length, how many ways are as short, and what both take."""
    ways, seconds = timed(lambda: toy.ways(start, goal))
    count, counting = timed(lambda: ways.count)
    return {
        "method": "optimal",
        "moves": ways.plan().count,
        "ways": count,
        "ms_to_plan": round(1e3 * seconds, 3),
        "ms_to_count_ways": round(1e3 * counting, 3),
    }


def timed(work: Callable[[], Any]) -> tuple[Any, float]:
    """What the work returns, and the seconds it takes."""
    begun = time.perf_counter()
    done = work()
    return done, time.perf_counter() - begun


def main() -> None:
    """Prints the figures."""
    json.dump(measure(), sys.stdout, indent=1)


if __name__ == "__main__":
    main()
