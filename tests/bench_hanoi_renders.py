"""Measures Hanoi's eye on renders kept aside, of the four kinds in `hanoi_cases`.

Run: python -m tests.bench_hanoi_renders [--painted 150] [--traced 60] [--ordinary 60] [--rooms 60]
     [--cache FOLDER] [--overlay FOLDER]

Every picture is read by itself, with the number of discs given and without. It counts where every
disc is in sight and nothing is in the way; where something is, a state may be right or not told,
but not wrong, and where a disc is in the air, none may be told. Traced pictures in the cache are
taken from there, and the tracer is needed only for those that are missing.
"""

import argparse
import json
import os
import time
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import cv2
import numpy as np

from calibration import default_profile
from companion.follow import PHOTO_DOUBT
from samples.render import MissingTracerError
from samples.render.film import UNKNOWN
from solver import PUZZLES
from solver.belief import Belief
from tests.hanoi_cases import Case, ordinary, painted, roomed, traced
from tests.sheets import Sheets
from vision.frame import Frame, Image
from vision.hanoi import HanoiReader

PAINTED, TRACED, ORDINARY, ROOMS = 150, 60, 60, 60
FIRST_PAINTED, FIRST_TRACED, FIRST_ORDINARY, FIRST_ROOM = 990_000, 995_000, 997_000, 998_000
CERTAIN = 0.9
# The variable that names the library with which the tracer is fast.
LLVM = "DRJIT_LIBLLVM_PATH"


@dataclass(frozen=True, slots=True, eq=False)
class Reading:
    """What was told about a case with the number of discs given and read; None where nothing."""

    case: Case
    given: str | None
    read: str | None
    ms: float


def reading(case: Case) -> Reading:
    """Reads one case twice."""
    began = time.process_time()
    given = told(case.picture, case.count)
    spent = (time.process_time() - began) * 1000
    return Reading(case, given, told(case.picture, None), spent)


def told(picture: Image, count: int | None) -> str | None:
    """The state that one picture makes certain, as the photo command has it."""
    seen = HanoiReader(default_profile("hanoi"), count=count).read(Frame(picture))
    if not seen.found:
        return None
    puzzle = PUZZLES["hanoi"](*seen.size)
    estimate = Belief(puzzle, doubt=PHOTO_DOUBT).update(seen.cells)
    return puzzle.format(estimate.state) if estimate.certainty > CERTAIN else None


def figures(read: list[Reading]) -> dict[str, Any]:
    """Right, not told, wrong and certain; with the number of discs given, and read."""
    made: dict[str, Any] = {"pictures": len(read)}
    for how in ("given", "read"):
        states = [(getattr(one, how), one.case.truth) for one in read]
        right = sum(state == truth for state, truth in states)
        null = sum(state is None for state, _ in states)
        made[f"count {how}: right"] = f"{100 * right / len(read):.1f} %" if read else None
        made[f"{how}: null"] = null
        made[f"{how}: wrong and certain"] = len(read) - right - null
    return made


def groups(read: list[Reading]) -> Iterator[tuple[str, list[Reading]]]:
    """All that count, by look, by view, by number of discs; and those that do not count."""
    free = [one for one in read if one.case.free]
    yield "all in sight", free
    traits: tuple[Callable[[Case], str], ...] = (
        lambda case: case.look,
        lambda case: case.view,
        lambda case: case.discs,
    )
    for trait in traits:
        for name in sorted({trait(one.case) for one in free}):
            yield name, [one for one in free if trait(one.case) == name]
    rest = [one for one in read if not one.case.free]
    yield "covered or cut off", [one for one in rest if one.case.truth != UNKNOWN]
    yield "a disc in the air", [one for one in rest if one.case.truth == UNKNOWN]


def show(title: str, read: list[Reading], sheets: Sheets) -> None:
    """Puts the failures on sheets: what was wrong, and what was not told although it was free."""
    for one in read:
        for how in ("given", "read"):
            state = getattr(one, how)
            words = f"{how}: {one.case.truth} {state or '-'} {one.case.look}"
            if state not in (None, one.case.truth):
                sheets.add(f"hanoi-{title}-wrong", one.case.picture, words)
            elif state is None and one.case.free:
                sheets.add(f"hanoi-{title}-null-{how}", one.case.picture, words)


def measure(
    sheets: Sheets | None = None,
    *,
    paint: int = PAINTED,
    trace: int | None = None,
    usual: int | None = None,
    rooms: int | None = None,
    cache: Path | None = None,
) -> dict[str, dict[str, Any]]:
    """The rows of each kind of render; a line of words where the tracer is missing.

    How many are traced if nobody says, how many ordinary towers are, and how many in rooms: TRACED,
    ORDINARY and ROOMS with LLVM, none without, which takes minutes more.
    """
    rows: dict[str, dict[str, Any]] = {}
    fast = LLVM in os.environ
    if not fast and None in (trace, usual, rooms):
        rows[f"traced: none, {LLVM} does not name a library"] = {}
    trace = trace if trace is not None else TRACED if fast else 0
    usual = usual if usual is not None else ORDINARY if fast else 0
    rooms = rooms if rooms is not None else ROOMS if fast else 0
    makers = {
        "painted": [lambda k=k: painted(FIRST_PAINTED + k) for k in range(paint)],
        "traced": [lambda k=k: traced(FIRST_TRACED + k, cache) for k in range(trace)],
        "ordinary": [lambda k=k: ordinary(FIRST_ORDINARY + k, cache) for k in range(usual)],
        "rooms": [lambda k=k: roomed(FIRST_ROOM + k, cache) for k in range(rooms)],
    }
    for title, cases in makers.items():
        try:
            read = [reading(case()) for case in cases]
        except MissingTracerError as error:
            rows[f"{title}: {error}"] = {}
            continue
        if read:
            show(title, read, sheets or Sheets(None))
            rows |= {f"{title}, {name}": figures(some) for name, some in groups(read)}
            rows[f"{title}, all in sight"]["ms"] = float(np.median([one.ms for one in read]))
    return rows


def main() -> None:
    """Prints the figures."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--painted", type=int, default=PAINTED)
    parser.add_argument("--traced", type=int, default=TRACED)
    parser.add_argument("--ordinary", type=int, default=ORDINARY)
    parser.add_argument("--rooms", type=int, default=ROOMS)
    parser.add_argument("--cache", type=Path, help="where traced pictures are kept")
    parser.add_argument("--overlay", type=Path, help="where contact sheets of failures go")
    asked = parser.parse_args()
    cv2.setNumThreads(1)
    sheets = Sheets(asked.overlay)
    rows = measure(
        sheets,
        paint=asked.painted,
        trace=asked.traced,
        usual=asked.ordinary,
        rooms=asked.rooms,
        cache=asked.cache,
    )
    print(json.dumps(rows, indent=1))
    for path in sheets.write():
        print(path)


if __name__ == "__main__":
    main()
