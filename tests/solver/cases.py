"""The puzzles that the laws are tried on, and ways to walk through them."""

from collections import deque
from typing import Any

from solver import PUZZLES, AnyPuzzle
from solver.hanoi import Variant

SMALL = [
    ("rings", {"count": 1}),
    ("rings", {"count": 1, "pair": True}),
    ("rings", {"count": 2, "pair": True}),
    ("rings", {"count": 5}),
    ("rings", {"count": 6, "pair": True}),
    ("rings", {"count": 9}),
    ("hanoi", {"discs": 1}),
    ("hanoi", {"discs": 2}),
    ("hanoi", {"discs": 4}),
    ("hanoi", {"discs": 3, "pegs": 4}),
    ("hanoi", {"discs": 2, "pegs": 5}),
    ("hanoi", {"variant": "antwerp", "colours": "yrb"}),
    ("hanoi", {"variant": "little-antwerp", "colours": "yr"}),
    ("hanoi", {"variant": "london", "colours": "rgb"}),
    ("hanoi", {"variant": "london", "colours": "rgb", "holds": (1, 2, 3)}),
]
LARGE = [
    ("hanoi", {"variant": "tunstall", "colours": "rgby"}),
    ("hanoi", {"variant": "little-antwerp", "colours": "yr", "sizes": 2}),
    ("rings", {"count": 40}),
    ("rings", {"count": 40, "pair": True}),
    ("hanoi", {"discs": 20}),
    ("hanoi", {"discs": 9, "pegs": 4}),
    ("hanoi", {"variant": "antwerp", "colours": "yrb", "sizes": 2}),
    ("hanoi", {"variant": "little-antwerp", "colours": "kw", "sizes": 4}),
    ("cube", {"size": 3}),
]


def build(case: tuple[str, dict[str, Any]]) -> AnyPuzzle:
    """The puzzle of a case."""
    name, options = case
    return Variant(**options) if "variant" in options else PUZZLES[name](**options)


def label(case: tuple[str, dict[str, Any]]) -> str:
    """The case as the name of a test."""
    name, options = case
    return "-".join([name, *(f"{key}{value}" for key, value in options.items())])


def distances(puzzle: AnyPuzzle, goal: Any) -> dict[Any, int]:
    """The breadth-first distance of every state from the goal."""
    found = {goal: 0}
    queue = deque([goal])
    while queue:
        state = queue.popleft()
        for move in puzzle.moves(state):
            after = puzzle.apply(state, move)
            if after not in found:
                found[after] = found[state] + 1
                queue.append(after)
    return found


def walk(puzzle: AnyPuzzle, picks: list[int]) -> Any:
    """The state after some moves from the start; each pick chooses among the legal ones."""
    state = puzzle.start
    for pick in picks:
        moves = puzzle.moves(state)
        state = puzzle.apply(state, moves[pick % len(moves)])
    return state
