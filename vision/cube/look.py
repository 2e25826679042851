"""The second look: does a straightened square look like nine stickers?"""

import cv2
import numpy as np

from vision.cube.face import CELL, SIDE
from vision.frame import Floats, Image


def likeness(straight: Image) -> float:
    """0 to 1: how much a straightened square looks like a face; flat cells, borders between."""
    soft = cv2.GaussianBlur(straight, (3, 3), 0).astype(np.float32)
    slope = _slope(soft)
    inside = _inside(slope)
    flat = inside < 14.0
    seams = _seams(slope)
    # A border must stand out from the flat parts beside it.
    clear = seams > np.maximum(10.0, 1.6 * np.median(inside))
    return float(0.5 * flat.mean() + 0.5 * clear.mean())


def _slope(soft: Floats) -> Floats:
    """The largest step of any channel between neighbouring pixels, (72, 72)."""
    dx = np.abs(soft[:, 2:] - soft[:, :-2]).max(axis=2)
    dy = np.abs(soft[2:, :] - soft[:-2, :]).max(axis=2)
    slope = np.zeros((SIDE, SIDE), dtype=np.float64)
    slope[:, 1:-1] = dx
    slope[1:-1, :] = np.maximum(slope[1:-1, :], dy)
    return slope


def _inside(slope: Floats) -> Floats:
    """The usual slope in the inner half of each cell, (9,)."""
    quarter = CELL // 4
    cells = slope.reshape(3, CELL, 3, CELL)[:, quarter:-quarter, :, quarter:-quarter]
    return np.asarray(np.median(cells, axis=(1, 3)).ravel())


def _seams(slope: Floats) -> Floats:
    """The strength of the twelve borders between neighbouring cells, (12,)."""
    reach = CELL // 4
    strengths = []
    for turned in (slope, slope.T):
        for line in (CELL, 2 * CELL):
            band = turned[line - reach : line + reach]
            best = band.max(axis=0).reshape(3, CELL)[:, CELL // 4 : -CELL // 4]
            strengths.append(np.median(best, axis=1))
    return np.concatenate(strengths)
