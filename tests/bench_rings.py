"""Measures the rings' eye on real photographs and on raster renders kept aside.

Run: python -m tests.bench_rings [PHOTOS_FOLDER]

The real photographs show all rings on: they can only reveal false "off" readings. The renders come
from the fast renderer that also made the training pictures, with other seeds: other toys, poses,
views, backgrounds and states. They are renders and say so.
"""

import json
import sys
import time
from collections.abc import Iterable
from pathlib import Path
from typing import Any

import cv2
import numpy as np

from calibration import default_profile
from companion.follow import PHOTO_DOUBT
from samples.render.raster_decoy import draw_nothing
from samples.render.rings_picture import draw_picture
from solver import PUZZLES, belief_for
from vision.frame import Frame, Observation
from vision.picture import load_picture
from vision.rings import RingsReader

CERTAIN = 0.9
RENDERS, FIRST_SEED = 120, 900_000
Case = tuple[Any, str]


def measure(photos: Path | None) -> dict[str, dict[str, Any]]:
    """The figures, a row for the real photographs and rows for the renders, by number of rings."""
    result: dict[str, dict[str, Any]] = {}
    if photos is not None:
        result["real photographs, all rings on"] = score(_photographs(photos / "rings"))
    cases = renders(RENDERS, FIRST_SEED)
    result["raster renders, 9 rings"] = score(c for c in cases if len(c[1]) == 9)
    result["raster renders, 3 to 8 rings"] = score(c for c in cases if len(c[1]) < 9)
    result["raster renders, 10 to 12 rings"] = score(c for c in cases if len(c[1]) > 9)
    result["tables without a toy"] = score(tables(RENDERS, FIRST_SEED))
    return result


def renders(count: int, seed: int) -> list[Case]:
    """Pictures of 640 x 480 with nothing hidden, and the states they show."""
    cases: list[Case] = []
    while len(cases) < count:
        rng = np.random.default_rng(seed)
        seed += 1
        picture, truth = draw_picture(rng, (640, 480), fill=(0.6, 0.95), hands=0.0)
        if not truth.hidden.any():
            cases.append((picture, truth.state))
    return cases


def tables(count: int, seed: int) -> list[Case]:
    """Pictures of 640 x 480 without a toy, half of them with evenly spaced things in them."""
    rngs = (np.random.default_rng(seed + k) for k in range(count))
    return [(draw_nothing(rng, (640, 480)), "") for rng in rngs]


def score(cases: Iterable[Case]) -> dict[str, Any]:
    """How a part was read. `rings right` is over the rings of toys that were counted right.

    `null` is what led to no certain state: for pictures without a toy that is what they should.
    """
    seen: list[dict[str, Any]] = []
    for picture, truth in cases:
        reader = RingsReader(default_profile("rings"))
        begun = time.perf_counter()
        observation = reader.read(Frame(picture))
        seen.append(_outcome(observation, truth) | {"ms": 1000 * (time.perf_counter() - begun)})
    rings = sum(case["rings"] for case in seen)
    return {
        "pictures": len(seen),
        "counted right": sum(case["counted"] for case in seen),
        "rings right": sum(case["rings right"] for case in seen) / max(1, rings),
        "right and certain": sum(case["right"] and case["certain"] for case in seen),
        "null": sum(not case["certain"] for case in seen),
        "wrong and certain": sum(case["certain"] and not case["right"] for case in seen),
        "ms": round(float(np.median([case["ms"] for case in seen] or [0.0])), 1),
    }


def _outcome(observation: Observation, truth: str) -> dict[str, Any]:
    """One picture: counted, state right, certain, and how many of its rings are right."""
    if not observation.found:
        return {"counted": False, "right": False, "certain": False, "rings": 0, "rings right": 0}
    puzzle = PUZZLES["rings"](*observation.size)
    estimate = belief_for(puzzle, PHOTO_DOUBT).update(observation.cells)
    counted = observation.size[0] == len(truth)
    told = ["1" if on > off else "0" for off, on in observation.cells[::-1]]
    right = sum(a == b for a, b in zip(told, truth, strict=True)) if counted else 0
    return {
        "counted": counted,
        "right": puzzle.format(estimate.state) == truth,
        "certain": estimate.certainty > CERTAIN,
        "rings": len(truth) if counted else 0,
        "rings right": right,
    }


def _photographs(folder: Path) -> list[Case]:
    truth = json.loads((folder / "truth.json").read_text(encoding="utf-8"))["images"]
    return [(load_picture(folder / name), entry["state"]) for name, entry in truth.items()]


if __name__ == "__main__":
    cv2.setNumThreads(1)
    print(json.dumps(measure(Path(sys.argv[1]) if len(sys.argv) > 1 else None), indent=1))
