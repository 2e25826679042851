"""Measures milliseconds a frame on the bundled clips: finding, reading and belief, as medians.

Times are of one thread (OpenCV's are switched off by the caller) and of frames of 640 x 480. A
first sight is that of a reader that has seen nothing yet; following is that of a reader that has
seen every frame before. Finding is the time within the functions of FINDING, reading is the rest.
"""

import time
from collections.abc import Callable
from contextlib import ExitStack
from pathlib import Path
from typing import Any
from unittest.mock import patch

import cv2
import numpy as np

from calibration import Profile, load_profile
from companion.clips import bundled
from solver import PUZZLES, belief_for
from vision import READERS, Frame, Observation, open_camera
from vision.cube import reader as cube_reader
from vision.hanoi.sight import Looker
from vision.rings.find import ToyFinder

SIZE = (640, 480)
# Every so many frames a new reader looks for the first time.
FIRST_EVERY = 12
# What belongs to finding the toy in a picture; for the rings one network both finds and reads.
FINDING: dict[str, list[tuple[object, str]]] = {
    "cube": [(cube_reader, name) for name in ("find_faces", "find_near", "follow")],
    "hanoi": [(Looker, "find"), (Looker, "patches")],
    "rings": [(ToyFinder, "find")],
}


class Stopwatch:
    """Adds up the time within functions, the outermost only."""

    def __init__(self) -> None:
        self.seconds = 0.0
        self._inside = False

    def timed(self, function: Callable[..., Any]) -> Callable[..., Any]:
        """The function, with its time added to the watch."""

        def run(*arguments: Any, **options: Any) -> Any:
            if self._inside:
                return function(*arguments, **options)
            self._inside = True
            begun = time.perf_counter()
            try:
                return function(*arguments, **options)
            finally:
                self.seconds += time.perf_counter() - begun
                self._inside = False

        return run


def measure() -> dict[str, dict[str, float]]:
    """A row for each puzzle and each of first sight and following."""
    rows: dict[str, dict[str, float]] = {}
    for name in sorted(PUZZLES):
        clip = bundled(name)[0]
        profile = load_profile(clip / "profile.toml")
        frames = _frames(clip)
        watch = Stopwatch()
        with ExitStack() as patched:
            for owner, function in FINDING[name]:
                timed = watch.timed(getattr(owner, function))
                patched.enter_context(patch.object(owner, function, timed))
            firsts = [_looks(name, profile, [frame], watch) for frame in frames[::FIRST_EVERY]]
            rows[f"{name}, first sight"] = _medians([look for looks in firsts for look in looks])
            rows[f"{name}, following"] = _medians(_looks(name, profile, frames, watch))
    return rows


def _frames(clip: Path) -> list[Frame]:
    with open_camera(str(clip)) as camera:
        return [_resized(frame) for frame in camera.frames()]


def _resized(frame: Frame) -> Frame:
    return Frame(np.asarray(cv2.resize(frame.image, SIZE), dtype=np.uint8), frame.at)


def _looks(
    name: str, profile: Profile, frames: list[Frame], watch: Stopwatch
) -> list[tuple[float, float, float]]:
    """Seconds of finding, reading and belief in each frame, for one reader."""
    reader, belief, looks = READERS[name](profile), None, []
    for frame in frames:
        watch.seconds = 0.0
        begun = time.perf_counter()
        seen = reader.read(frame)
        whole = time.perf_counter() - begun
        if belief is None and seen.found:
            belief = belief_for(PUZZLES[name](*seen.size), profile.doubt)
        begun = time.perf_counter()
        if belief is not None:
            _believe(belief, seen)
        looks.append((watch.seconds, whole - watch.seconds, time.perf_counter() - begun))
    return looks


def _believe(belief: Any, seen: Observation) -> None:
    if seen.found:
        lost = belief.lost and seen.gathered is not None
        belief.update(seen.gathered if lost else seen.cells)


def _medians(looks: list[tuple[float, float, float]]) -> dict[str, float]:
    finding, reading, belief = (1000 * np.median(part) for part in zip(*looks, strict=True))
    whole = 1000 * float(np.median([sum(look) for look in looks]))
    return {
        "frames": len(looks),
        "finding": round(float(finding), 2),
        "reading": round(float(reading), 2),
        "belief": round(float(belief), 2),
        "whole frame": round(whole, 2),
    }
