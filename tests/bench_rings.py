"""Measures the rings' eye on real photographs and on raster renders kept aside.

Run: python -m tests.bench_rings [PHOTOS_FOLDER] [--renders 120] [--seed 900000] [--overlay FOLDER]

The real photographs show all rings on: they can only reveal false "off" readings. The renders come
from the fast renderer that also made the training pictures, with other seeds: other toys, poses,
views, backgrounds and states. They are renders and say so.
"""

import argparse
import json
import time
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import cv2
import numpy as np

from calibration import default_profile
from companion.follow import PHOTO_DOUBT
from samples.render.raster_decoy import draw_nothing
from samples.render.rings_draw import draw_scene
from samples.render.rings_model import RingsScene
from samples.render.rings_picture import draw_picture
from solver import PUZZLES, belief_for
from tests.sheets import FOUND, TRUE, Sheets
from vision.frame import Frame, Image, Observation
from vision.picture import load_picture
from vision.rings import RingsReader

CERTAIN = 0.9
RENDERS, FIRST_SEED = 120, 900_000


@dataclass(frozen=True, slots=True, eq=False)
class Case:
    """A picture, the state it shows, what kind of toy and view it is, and where the eyes are."""

    picture: Image
    truth: str
    look: str = ""
    view: str = ""
    eyes: Any = None


@dataclass(frozen=True, slots=True, eq=False)
class Reading:
    """How a picture was read: `rings` are those of a toy that was counted right."""

    case: Case
    seen: Observation
    counted: bool
    right: bool
    certain: bool
    rings: int
    rings_right: int
    ms: float


def measure(
    photos: Path | None,
    sheets: Sheets | None = None,
    *,
    count: int = RENDERS,
    seed: int = FIRST_SEED,
) -> dict[str, dict[str, Any]]:
    """The figures: real photographs, then the renders by number of rings, by look and by view."""
    sheets = sheets or Sheets(None)
    result: dict[str, dict[str, Any]] = {}
    if photos is not None:
        result["real photographs, all rings on"] = score(_photographs(photos / "rings"), sheets)
    read = [reading(case) for case in renders(count, seed)]
    show(read, sheets)
    for name, some in groups(read):
        result[f"raster renders, {name}"] = figures(some)
    result["tables without a toy"] = score(tables(count, seed), sheets)
    return result


def groups(read: list[Reading]) -> Iterator[tuple[str, list[Reading]]]:
    """All, and parts of all by what they show."""
    yield "all", read
    for name, low, high in (("9", 9, 9), ("3 to 8", 3, 8), ("10 to 12", 10, 12)):
        yield f"{name} rings", [one for one in read if low <= len(one.case.truth) <= high]
    for look in sorted({one.case.look for one in read}):
        yield f"look {look}", [one for one in read if one.case.look == look]
    for view in sorted({one.case.view for one in read}):
        yield view, [one for one in read if one.case.view == view]


def renders(count: int, seed: int) -> list[Case]:
    """Pictures of 640 x 480 with nothing hidden, and the states they show."""
    cases: list[Case] = []
    while len(cases) < count:
        rng = np.random.default_rng(seed)
        seed += 1
        scene = draw_scene(rng)
        picture, truth = draw_picture(rng, (640, 480), fill=(0.6, 0.95), hands=0.0, scene=scene)
        if not truth.hidden.any():
            view = view_of(scene)
            cases.append(Case(picture, truth.state, scene.toy.look, view, truth.eyes))
    return cases


def view_of(scene: RingsScene) -> str:
    """How the toy lies or is held."""
    if scene.table is None:
        return "held, tilted" if abs(scene.front[2]) > 0.3 else "held upright"
    return "flat on a table" if abs(scene.front[2]) > 0.9 else "standing"


def tables(count: int, seed: int) -> list[Case]:
    """Pictures of 640 x 480 without a toy, half of them with evenly spaced things in them."""
    rngs = (np.random.default_rng(seed + k) for k in range(count))
    return [Case(draw_nothing(rng, (640, 480)), "") for rng in rngs]


def score(cases: Iterable[Case], sheets: Sheets | None = None) -> dict[str, Any]:
    """How a part was read, as `figures`."""
    read = [reading(case) for case in cases]
    show(read, sheets or Sheets(None))
    return figures(read)


def figures(read: list[Reading]) -> dict[str, Any]:
    """How a part was read. `rings right` is over the rings of toys that were counted right.

    `null` is what led to no certain state: for pictures without a toy that is what they should.
    """
    rings = sum(one.rings for one in read)
    return {
        "pictures": len(read),
        "counted right": sum(one.counted for one in read),
        "rings right": sum(one.rings_right for one in read) / max(1, rings),
        "right and certain": sum(one.right and one.certain for one in read),
        "null": sum(not one.certain for one in read),
        "wrong and certain": sum(one.certain and not one.right for one in read),
        "ms": round(float(np.median([one.ms for one in read] or [0.0])), 1),
    }


def reading(case: Case) -> Reading:
    """Reads one picture as the first of its source."""
    reader = RingsReader(default_profile("rings"))
    begun = time.process_time()
    seen = reader.read(Frame(case.picture))
    ms = 1000 * (time.process_time() - begun)
    if not seen.found:
        return Reading(case, seen, False, False, False, 0, 0, ms)
    truth, puzzle = case.truth, PUZZLES["rings"](*seen.size)
    estimate = belief_for(puzzle, PHOTO_DOUBT).update(seen.cells)
    counted = seen.size[0] == len(truth)
    told = ["1" if on > off else "0" for off, on in seen.cells[::-1]]
    right = sum(a == b for a, b in zip(told, truth, strict=True)) if counted else 0
    state_right = puzzle.format(estimate.state) == truth
    certain = estimate.certainty > CERTAIN
    rings = len(truth) if counted else 0
    return Reading(case, seen, counted, state_right, certain, rings, right, ms)


def show(read: list[Reading], sheets: Sheets) -> None:
    """Tiles of all failures: what is wrong and certain, and what led to nothing."""
    for one in read if sheets.wanted else ():
        if one.certain and one.right:
            continue
        if not one.case.truth and not one.certain:
            continue
        image = one.case.picture.copy()
        if one.case.eyes is not None:
            for x, y in one.case.eyes:
                cv2.circle(image, (round(x), round(y)), 8, TRUE, 2)
        for (x, y), row in zip(one.seen.where, one.seen.cells, strict=True):
            if np.isfinite(x):
                cv2.circle(image, (round(x), round(y)), 4, FOUND, -1 if row[1] > 0.5 else 2)
        kind = "wrong" if one.certain else "null"
        size = one.seen.size[0] if one.seen.found else "?"
        words = f"{one.case.truth} counted {size}, {one.rings - one.rings_right} wrong"
        sheets.add(f"rings-{kind}", image, words)


def _photographs(folder: Path) -> list[Case]:
    truth = json.loads((folder / "truth.json").read_text(encoding="utf-8"))["images"]
    return [Case(load_picture(folder / name), entry["state"]) for name, entry in truth.items()]


def main() -> None:
    """Prints the figures."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("photos", type=Path, nargs="?", help="a folder of real photographs")
    parser.add_argument("--renders", type=int, default=RENDERS)
    parser.add_argument("--seed", type=int, default=FIRST_SEED)
    parser.add_argument("--overlay", type=Path, help="where contact sheets of failures go")
    asked = parser.parse_args()
    cv2.setNumThreads(1)
    sheets = Sheets(asked.overlay)
    rows = measure(asked.photos, sheets, count=asked.renders, seed=asked.seed)
    print(json.dumps(rows, indent=1))
    for path in sheets.write():
        print(path)


if __name__ == "__main__":
    main()
