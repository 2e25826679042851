"""Measures the belief on synthetic looks: how often the whole state is right, how late, how fast.

Each cell is read wrongly with a known probability, independently of all others, and the reader
knows that probability. Someone moves every so many frames along a plan. A frame is settled some
frames after a move. `moving` is the belief's prior that a move ends between two frames: the one of
the figures in the design, and the default of `Belief`. Run: python -m tests.bench_belief
"""

import json
import sys
import time
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from itertools import islice, product
from typing import Any

import numpy as np
from numpy.typing import NDArray

from solver import AnyPuzzle, Belief, Hanoi, Rings

FRAMES_A_MOVE, MOVES, SETTLED = 30, 60, 10
MOVING = (0.005, 0.03)
CERTAIN = 0.9

# (name, puzzle, share of cells that are read wrongly)
CASES: tuple[tuple[str, AnyPuzzle, float], ...] = (
    ("rings, 9", Rings(9), 0.05),
    ("rings, 9", Rings(9), 0.10),
    ("rings, 9", Rings(9), 0.15),
    ("hanoi, 6 discs", Hanoi(6), 0.20),
)
SIZES: tuple[tuple[str, AnyPuzzle], ...] = (
    ("rings, 9", Rings(9)),
    ("rings, 12", Rings(12)),
    ("hanoi, 6 discs", Hanoi(6)),
    ("hanoi, 8 discs", Hanoi(8)),
)


@dataclass(frozen=True, slots=True)
class Look:
    """One frame: the table, the true state, and the frames since the last move."""

    cells: NDArray[np.float64]
    state: Any
    since: int


def measure() -> dict[str, dict[str, Any]]:
    """The figures, a row for each case."""
    rows: dict[str, dict[str, Any]] = {}
    for moving, (name, puzzle, error) in product(MOVING, CASES):
        title = f"belief: {name}, {error:.0%} of cells wrong, moving {moving}"
        rows[title] = follow(puzzle, error, moving)
    for floor in (0.0, 0.1):
        rows[f"belief: rings, 9, boastful reader, doubt {floor}"] = boast(floor)
    rows |= {f"belief: {name}": speed(puzzle) for name, puzzle in SIZES}
    return rows


def looks(puzzle: AnyPuzzle, error: float, said: float, seed: int, moves: int) -> Iterator[Look]:
    """A clip; `said` is what the reader takes its share of errors for."""
    rng = np.random.default_rng(seed)
    symbols, state = len(puzzle.symbols), puzzle.start
    for move in islice(puzzle.plan(state, puzzle.goal), moves):
        state = puzzle.apply(state, move)
        for since in range(FRAMES_A_MOVE):
            shown = np.array(puzzle.view(state))
            wrong = rng.random(puzzle.cells) < error
            shown = np.where(
                wrong, (shown + rng.integers(1, symbols, puzzle.cells)) % symbols, shown
            )
            cells = np.full((puzzle.cells, symbols), said / (symbols - 1))
            cells[np.arange(puzzle.cells), shown] = 1 - said
            yield Look(cells, state, since)


def follow(puzzle: AnyPuzzle, error: float, moving: float) -> dict[str, Any]:
    """Settled frames with the whole state right, cell by cell and by belief; frames of delay."""
    belief: Belief[Any] = Belief(puzzle, doubt=0.0, moving=moving)
    alone, together, wrong, delays = [], [], 0, []
    noticed = False
    for look in looks(puzzle, error, error, 1, MOVES):
        estimate = belief.update(look.cells)
        right = estimate.state == look.state
        noticed = noticed and look.since > 0
        if right and not noticed:
            delays.append(look.since)
            noticed = True
        if look.since >= SETTLED:
            alone.append(tuple(look.cells.argmax(axis=1)) == puzzle.view(look.state))
            together.append(right)
            wrong += not right and estimate.certainty > CERTAIN
    return {
        "by_cells": round(float(np.mean(alone)), 3),
        "by_belief": round(float(np.mean(together)), 3),
        "wrong_but_certain": round(wrong / len(together), 4),
        "delay_frames_mean": round(float(np.mean(delays)), 2),
    }


def boast(floor: float) -> dict[str, Any]:
    """Cues, which are new states held for certain, of a reader that is always sure of itself."""
    puzzle, moves = Rings(9), 6
    belief = Belief(puzzle, doubt=floor, moving=MOVING[0])
    cues: list[Any] = []
    late = []
    for look in looks(puzzle, 0.05, 1e-3, 3, moves):
        estimate = belief.update(look.cells)
        if estimate.certainty > CERTAIN and (not cues or cues[-1] != estimate.state):
            cues.append(estimate.state)
            if estimate.state == look.state:
                late.append(look.since)
    return {
        "cues": len(cues),
        "right_cues": moves,
        "delay_frames_mean": round(float(np.mean(late)), 2),
    }


def speed(puzzle: AnyPuzzle) -> dict[str, Any]:
    """Milliseconds for one table, the median."""
    belief: Belief[Any] = Belief(puzzle)
    clip = [look.cells for look in looks(puzzle, 0.1, 0.1, 2, 10)]
    spent = []
    for cells in clip:
        begun = time.perf_counter()
        belief.update(cells)
        spent.append(1e3 * (time.perf_counter() - begun))
    return {"states": len(puzzle.states() or ()), "ms": round(float(np.median(spent)), 3)}


def main() -> None:
    """Prints the figures."""
    rows: Mapping[str, Mapping[str, Any]] = measure()
    json.dump(rows, sys.stdout, indent=1)


if __name__ == "__main__":
    main()
