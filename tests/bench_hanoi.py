"""Measures the eye for Hanoi towers on real photographs and a real clip, with every figure named.

Run: python -m tests.bench_hanoi PHOTOS_FOLDER
"""

import json
import sys
import time
from pathlib import Path
from typing import Any

import cv2
import numpy as np

from calibration import default_profile
from companion.follow import BEYOND_DOUBT, PHOTO_DOUBT
from solver import PUZZLES, belief_for
from solver.belief import Belief
from vision.frame import Frame
from vision.hanoi import HanoiReader

CERTAIN = 0.9
# A state counts as told once it was certain for so many frames on end.
HELD = 3


def measure(photos: Path) -> dict[str, dict[str, Any]]:
    """The rows for `photos`/hanoi: the clip on even and on odd frames, and the stills."""
    folder = photos / "hanoi"
    truth = json.loads((folder / "truth.json").read_text(encoding="utf-8"))
    result: dict[str, dict[str, Any]] = {}
    for name, clip in truth["clips"].items():
        frames = clip_frames(folder / name)
        # Constants were chosen with all of the clip in view: neither half is kept aside.
        for part, first in (("even frames", 0), ("odd frames", 1)):
            for count in (3, None):
                key = f"clip, {part}, {'count given' if count else 'count read'}"
                found = follow(frames, clip, first=first, step=2, count=count)
                result[key] = _flat_clip(found, first_sights(frames, clip, first, count))
    names = sorted(truth["images"])
    for count_given in (True, False):
        for part, chosen in (("worked on", names[::2]), ("kept aside", names[1::2])):
            key = f"stills, {part}, {'count given' if count_given else 'count read'}"
            states = {name: truth["images"][name]["state"] for name in chosen}
            result[key] = _flat_stills(stills(folder, states, count_given=count_given))
    return result


def _flat_clip(found: dict[str, Any], first: float) -> dict[str, Any]:
    """The figures of a clip as one number or line each."""
    return {
        "right": f"{found['in_order']} of {found['of']}",
        "null": None,
        "wrong and certain": len(found["invented"]),
        "delay, frames": float(np.median(found["delays"])) if found["delays"] else None,
        "longest": max(found["delays"], default=None),
        "ms, first sight": first,
        "ms, following": found["ms_follow"],
    }


def _flat_stills(found: dict[str, Any]) -> dict[str, Any]:
    """The figures of the stills as one number each."""
    return {
        "right": f"{found['right']} of {len(found['ms'])}",
        "null": len(found["null"]),
        "wrong and certain": len(found["wrong"]),
        "ms, first sight": float(np.median(found["ms"])),
    }


def clip_frames(path: Path) -> list[np.ndarray[Any, Any]]:
    """Every picture of a clip."""
    source, frames = cv2.VideoCapture(str(path)), []
    while True:
        good, image = source.read()
        if not good:
            return frames
        frames.append(image)


def follow(
    frames: list[Any], clip: dict[str, Any], *, first: int, step: int, count: int | None
) -> dict[str, Any]:
    """States told in order, those invented, and delays in frames after each interval's start."""
    reader = HanoiReader(default_profile("hanoi"), count=count)
    belief, size, told, milliseconds = None, (), [], []
    last, run = None, 0
    for index in range(first, len(frames), step):
        began = time.process_time()
        seen = reader.read(Frame(frames[index], index / clip["fps"]))
        milliseconds.append((time.process_time() - began) * 1000)
        if not seen.found:
            continue
        if belief is None or seen.size != size:
            size = seen.size
            puzzle = PUZZLES["hanoi"](*size)
            belief = belief_for(puzzle)
        estimate = belief.update(seen.cells)
        state = told_of(puzzle, estimate) if estimate.certainty > CERTAIN else None
        if estimate.state is not None and estimate.certainty > BEYOND_DOUBT:
            reader.learn(puzzle.view(estimate.state))
        run = run + 1 if state == last else 1
        last = state
        if state is not None and run == HELD and (not told or told[-1][0] != state):
            told.append((state, index))
    return {
        **_score(told, clip["intervals"]),
        "ms_follow": round(float(np.median(milliseconds[1:])), 2),
    }


def first_sights(frames: list[Any], clip: dict[str, Any], after: int, count: int | None) -> float:
    """Milliseconds of a first sight, in the middle of the intervals, each by a reader of its own.

    The pictures are `after` frames later: the median over one of each interval.
    """
    spent = []
    for interval in clip["intervals"]:
        reader = HanoiReader(default_profile("hanoi"), count=count)
        frame = Frame(frames[sum(interval["frames"]) // 2 + after])
        began = time.process_time()
        reader.read(frame)
        spent.append((time.process_time() - began) * 1000)
    return round(float(np.median(spent)), 1)


def told_of(puzzle: Any, estimate: Any) -> str:
    """The state, or what is told to be against the rules."""
    return str(estimate.against.words) if estimate.against else str(puzzle.format(estimate.state))


def _score(told: list[tuple[str, int]], intervals: list[dict[str, Any]]) -> dict[str, Any]:
    """Walks the told states along the true ones; what was not true at its time is invented.

    A state that was true may be told until the next one is reached; one that was never told is
    missing from `in_order`.
    """
    place, delays, invented = 0, [], []
    starts = [interval["frames"][0] for interval in intervals] + [sys.maxsize]
    for state, index in told:
        for i in range(place, len(intervals)):
            if intervals[i]["state"] == state and starts[i] <= index < starts[i + 1]:
                delays.append(index - starts[i])
                place = i + 1
                break
        else:
            invented.append((state, index))
    return {"in_order": len(delays), "of": len(intervals), "invented": invented, "delays": delays}


def stills(folder: Path, states: dict[str, str], *, count_given: bool) -> dict[str, Any]:
    """Each still by itself: right, null, or wrong and certain."""
    result: dict[str, Any] = {"right": 0, "null": [], "wrong": [], "ms": []}
    for name, true in states.items():
        image = cv2.imread(str(folder / name))
        reader = HanoiReader(default_profile("hanoi"), count=len(true) if count_given else None)
        began = time.process_time()
        seen = reader.read(Frame(image))
        result["ms"].append(round((time.process_time() - began) * 1000, 1))
        state = None
        if seen.found:
            puzzle = PUZZLES["hanoi"](*seen.size)
            estimate = Belief(puzzle, doubt=PHOTO_DOUBT).update(seen.cells)
            if estimate.certainty > CERTAIN:
                state = puzzle.format(estimate.state)
        if state == true:
            result["right"] += 1
        elif state is None:
            result["null"].append((name, seen.problem))
        else:
            result["wrong"].append((name, state))
    return result


if __name__ == "__main__":
    cv2.setNumThreads(1)
    print(json.dumps(measure(Path(sys.argv[1])), indent=1))
