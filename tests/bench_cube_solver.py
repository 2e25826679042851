"""Measures the cube's methods: mean turns (half-turn metric) and times, on a fixed set of cubes.

Run: python -m tests.bench_cube_solver [CUBES]

Times are of one thread and count its own work only, not what else the machine does meanwhile.
`10 ms`, `100 ms` and `1 s` are the mean turns of the best solution that was found by then, for
those cubes that were solved by then.
"""

import json
import sys
import time
from collections.abc import Callable, Iterator, Mapping
from random import Random
from typing import Any

import numpy as np

from solver.cube import SOLVED, Cube, apply_turns, beginner, random_cube, thistlethwaite
from solver.cube import reference as kociemba
from solver.cube.notation import Turns
from solver.cube.steps import all_turns
from solver.cube.twophase import TwoPhase, make_tables
from solver.cube.twophase.large import make_exact
from solver.cube.twophase.native import load_kernel

CUBES, SEED = 12, 20
MARKS: Mapping[str, float] = {"10 ms": 0.01, "100 ms": 0.1, "1 s": 1.0}


def measure(cubes: int = CUBES) -> dict[str, dict[str, Any]]:
    """A row a method; about a minute."""
    rng = Random(SEED)
    some = [random_cube(rng) for _ in range(cubes)]
    begun = time.thread_time()
    tables = make_tables()
    made = time.thread_time() - begun
    solver = TwoPhase(tables)
    rows = {"twophase, tables of 1 MB": {**improving(solver.improve, some), "tables s": made}}
    kernel = load_kernel()
    if kernel is not None:
        begun = time.thread_time()
        large = TwoPhase(tables, make_exact(kernel, tables))
        made = time.thread_time() - begun
        rows["twophase, tables of 40 MB"] = {**improving(large.improve, some), "tables s": made}
    rows["twophase, one face left alone"] = improving(solver.improve_held, some)
    slow = TwoPhase(tables, portable=True)
    rows["twophase in Python, first plan"] = once(slow.solve, some[: cubes // 2])
    thistlethwaite.solve(some[0])
    rows[kociemba.engine()] = once(kociemba.solve, some)
    rows["thistlethwaite"] = once(lambda cube: all_turns(thistlethwaite.solve(cube)), some)
    rows["beginner"] = once(lambda cube: all_turns(beginner.solve(cube)), some)
    return {
        name: {key: round(value, 4) for key, value in row.items()} for name, row in rows.items()
    }


def improving(
    search: Callable[[Cube], Iterator[Turns | None]], cubes: list[Cube]
) -> dict[str, float]:
    """The lengths at the marks, and when the first solution came."""
    lengths: dict[str, list[int]] = {mark: [] for mark in MARKS}
    first = []
    for cube in cubes:
        best: Turns | None = None
        left = dict(MARKS)
        begun = time.thread_time()
        for turns in search(cube):
            spent = time.thread_time() - begun
            for mark in [mark for mark, until in left.items() if spent > until]:
                del left[mark]
                lengths[mark] += [] if best is None else [len(best)]
            if turns is not None:
                assert apply_turns(cube, turns) == SOLVED
                first += [spent] if best is None else []
                best = turns
            if not left:
                break
    figures = {mark: float(np.mean(found)) for mark, found in lengths.items() if found}
    return {"cubes": len(cubes), **figures, "ms": 1000 * float(np.mean(first))}


def once(solve: Callable[[Cube], Turns], cubes: list[Cube]) -> dict[str, float]:
    """The lengths of single answers, and how long they took."""
    begun = time.thread_time()
    found = [solve(cube) for cube in cubes]
    spent = time.thread_time() - begun
    for cube, turns in zip(cubes, found, strict=True):
        assert apply_turns(cube, turns) == SOLVED
    lengths = [len(turns) for turns in found]
    return {
        "cubes": len(cubes),
        "turns": float(np.mean(lengths)),
        "most": max(lengths),
        "ms": 1000 * spent / len(cubes),
    }


if __name__ == "__main__":
    print(json.dumps(measure(*map(int, sys.argv[1:])), indent=1))
