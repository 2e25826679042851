"""Finds the toy in a picture: a coarse look at all of it, then a close look, turned level."""

from dataclasses import replace

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.rings.net import BALL, CLOSE, EYE, FOOT, INPUT, PITCH, Floats, SpotFinder, Spots
from vision.rings.rods import LEAST_SCORE
from vision.rings.toy import Toy, find_rows, fit_toy

LEAST_SPOTS = 4
LEAST_SIZE = 32
# The score of spots that say where to look closer, how far from their middle they may lie, in
# pitches, and what a row of them must be worth.
SHARP, REACH, PROMISING = 0.25, 12.0, 1.0

Grey = NDArray[np.uint8]


class ToyFinder:
    """Finds the toy; in the next picture it looks first where the toy was."""

    def __init__(self, spots: SpotFinder | None = None) -> None:
        self._spots = spots or SpotFinder()
        self._last: Floats | None = None
        self._shape: tuple[int, ...] = ()
        self._turn = 0

    def find(self, grey: Grey, count: int | None = None) -> Toy | None:
        """The toy in a grey picture, in its pixels; None where there is none."""
        if min(grey.shape) < LEAST_SIZE:
            return None
        follows = self._shape == grey.shape
        self._shape = grey.shape
        if follows and self._last is not None:
            toy = self._look(grey, self._last, count)
            if toy is not None and toy.sure:
                return toy
        return self._search(grey, count, self._fewer(_coarse(grey)) if follows else _coarse(grey))

    def _search(self, grey: Grey, count: int | None, ways: list[Floats]) -> Toy | None:
        """Coarse looks one after the other until one leads to a toy beyond doubt."""
        best, kept = None, None
        for way in ways:
            rough = self._spots.find(grey, way, least=LEAST_SCORE)
            toy = self._closer(grey, rough, count)
            if toy is not None and (best is None or _worth(toy) > _worth(best)):
                best, kept = toy, self._last
            if best is not None and best.sure:
                break
        self._last = kept
        return best

    def _fewer(self, ways: list[Floats]) -> list[Floats]:
        """For a film: the whole picture, and one of the other looks, in turn."""
        self._turn = self._turn % (len(ways) - 1) + 1
        return [ways[0], ways[self._turn]]

    def _closer(self, grey: Grey, spots: Spots, count: int | None) -> Toy | None:
        """Two closer looks at most: the second where the first still changed the scale much."""
        rows = find_rows(spots.where((spots.kind > FOOT) | (spots.score >= SHARP)))
        if rows is None or rows.best.worth < PROMISING:
            return None
        toy, step = None, rows.step
        for _ in range(2):
            close = _level(spots, step)
            if close is None:
                return toy
            spots = self._spots.find(grey, close, size=CLOSE, twice=True)
            fitted = fit_toy(spots.moved(close), count)
            if fitted is None:
                return toy
            toy, self._last = _back(fitted, close), close
            step = toy.step
            if 0.8 < float(np.linalg.norm(fitted.step)) / PITCH < 1.25:
                return toy
        return toy

    def _look(self, grey: Grey, close: Floats, count: int | None) -> Toy | None:
        """Where the toy was; the place is brought up to date for the next picture."""
        spots = self._spots.find(grey, close, size=CLOSE)
        fitted = fit_toy(spots.moved(close), count, (1.0,))
        if fitted is None:
            return None
        toy = _back(fitted, close)
        self._last = _level(spots, toy.step)
        return toy


def _worth(toy: Toy) -> float:
    return toy.proof * toy.headed * (0.5 + 0.5 * toy.counted)


def _coarse(grey: Grey) -> list[Floats]:
    """Where to look first: the whole picture; then closer, overlapping parts of it; then turned."""
    high, wide = grey.shape
    whole = min(INPUT[0] / wide, INPUT[1] / high)
    centre = np.array([wide, high]) / 2
    ways = [_way(whole, 0.0, centre)]
    ways += [_way(0.5 * whole, 0.0, centre)]
    for dx in (-0.22, 0.0, 0.22):
        for dy in (-0.2, 0.2):
            ways.append(_way(1.9 * whole, 0.0, centre + np.array([dx * wide, dy * high])))
    turned = min(INPUT[0] / high, INPUT[1] / wide)
    ways += [_way(turned, 90.0, centre), _way(turned, -90.0, centre), _way(whole, 180.0, centre)]
    return ways


def _way(scale: float, degrees: float, centre: Floats) -> Floats:
    """The map that brings the surroundings of a point to the network's picture."""
    c, s = scale * np.cos(np.radians(degrees)), scale * np.sin(np.radians(degrees))
    turn = np.array([[c, s], [-s, c]])
    return np.column_stack([turn, np.array(INPUT) / 2 - turn @ centre])


def _level(spots: Spots, step: Floats) -> Floats | None:
    """The map to a picture in which the row of rods runs to the right, PITCH pixels apart.

    Mirrored where the handle is on the left, so that rods always hang down. `step` (2,) goes from
    ring to ring toward the handle.
    """
    pitch = float(np.linalg.norm(step))
    sharp = spots.where((spots.score >= SHARP) & (spots.kind != BALL))
    heart = sharp.where(sharp.kind <= FOOT).at
    middle = np.median(heart, axis=0) if len(heart) else step
    near = sharp.where(np.linalg.norm(sharp.at - middle, axis=1) < REACH * pitch)
    if pitch < 1.0 or np.sum(near.kind <= FOOT) < LEAST_SPOTS:
        return None
    centre = (near.at.min(axis=0) + near.at.max(axis=0)) / 2
    x = step / pitch
    y = np.array([-x[1], x[0]])
    # Downwards is where the feet are, seen from the eyes; the rods never stand on their heads.
    feet, eyes = near.of(FOOT, SHARP), near.of(EYE, SHARP)
    down = np.array([0.0, 1.0])
    if len(feet.at) > 1 and len(eyes.at) > 1:
        down = np.median(feet.at, axis=0) - np.median(eyes.at, axis=0)
    if y @ down < 0:
        y = -y
    scale = min(PITCH / pitch, 0.93 * CLOSE[0] / max(float(np.ptp(near.at @ x)), 1.0))
    scale = min(scale, 0.9 * CLOSE[1] / max(float(np.ptp(near.at @ y)), 1.0))
    turn = scale * np.stack([x, y])
    return np.column_stack([turn, np.array(CLOSE) / 2 - turn @ centre])


def _back(toy: Toy, way: Floats) -> Toy:
    """A toy of the level picture in the pixels of the whole one."""
    back = np.asarray(cv2.invertAffineTransform(way), dtype=np.float64)
    eyes, feet, ends = (at @ back[:, :2].T + back[:, 2] for at in (toy.eyes, toy.feet, toy.ends))
    step = back[:, :2] @ toy.step
    return replace(toy, eyes=eyes, feet=feet, step=step, ends=ends)
