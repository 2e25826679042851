"""The two kinds of picture that the networks look at: the whole scene, and one peg upright.

The same functions make the pictures for training, so that both sides cut them alike.
"""

from dataclasses import dataclass

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.frame import Image
from vision.hanoi.lengths import lengths, mean_gap

Floats = NDArray[np.float64]

# Width and height of the whole scene.
SCENE = (320, 240)
# Width and height of one peg's patch, where its foot lies in it, and one unit of length there.
PATCH = (96, 128)
FOOT = (48.0, 88.0)
UNIT = 77.0
# Patch pixels around a pile in a closer look, and how many times larger that is at most.
CLOSE_ROOM, CLOSEST = 7.0, 3.0
# The lowest disc's edge is that much of its half width below the foot, seen from high above.
LOWEST = 0.8
# Width and height of a closer look at a peg, at a scale that all pegs of a row share.
TOWER = (128, 128)
# Units around the discs there.
MARGIN = 0.05
# How many times larger than a patch such a look is, at least and at most.
ZOOMS = (0.6, 3.0)
# What lies on a peg is told row by row: so many, of PATCH[1] / ROWS pixels each.
ROWS = 64
# A patch has room for a peg of this many units; a longer one sets the unit itself.
LONGEST = 1.1
# Shorter pegs (seen from straight above) show no direction of their own; up is taken.
SHORTEST = 0.08


@dataclass(frozen=True, slots=True, eq=False)
class Scaled:
    """A picture fitted into SCENE from the left top corner: `factor` scene pixels a pixel."""

    image: Image
    factor: float


def fit_scene(image: Image) -> Scaled:
    """Scales a picture into SCENE and fills the rest with its mean colour."""
    height, width = image.shape[:2]
    factor = min(SCENE[0] / width, SCENE[1] / height)
    size = (max(1, round(width * factor)), max(1, round(height * factor)))
    way = cv2.INTER_AREA if factor < 1 else cv2.INTER_LINEAR
    small = cv2.resize(image, size, interpolation=way)
    if size == SCENE:
        return Scaled(np.asarray(small, dtype=np.uint8), factor)
    below, aside, mean = SCENE[1] - size[1], SCENE[0] - size[0], np.floor(cv2.mean(small))
    canvas = cv2.copyMakeBorder(small, 0, below, 0, aside, cv2.BORDER_CONSTANT, value=mean.tolist())
    return Scaled(np.asarray(canvas, dtype=np.uint8), factor)


def units(feet: Floats, tips: Floats) -> Floats:
    """One unit of length in pixels for each peg: the pegs' distance, or more for long pegs.

    `feet` and `tips` are (pegs, 2) pixels; the result is (pegs,).
    """
    longest = lengths(tips - feet) / LONGEST
    return np.asarray(np.maximum(mean_gap(feet), longest), dtype=np.float64)


def patch_matrix(foot: Floats, tip: Floats, unit: float) -> Floats:
    """The affine map (2, 3) from the picture to a peg's patch: foot at FOOT, the peg upright."""
    along = tip - foot
    length = float(lengths(along))
    up = along / length if length > SHORTEST * unit else np.array([0.0, -1.0])
    right = np.array([-up[1], up[0]])
    turn = np.stack([right, -up]) * (UNIT / unit)
    return np.column_stack([turn, np.array(FOOT) - turn @ foot])


def pile_extent(ends: Floats, high: float, widest: float) -> tuple[float, float]:
    """The lines of a patch between which a pile is seen, from whatever height.

    `ends` (2, 2) are the peg's foot and tip there, `high` the pile's share of its length, `widest`
    the lowest disc's half width in UNIT.
    """
    foot, tip = ends[:, 1]
    return float(foot + high * (tip - foot)), float(foot + LOWEST * widest * UNIT)


def close_matrix(matrix: Floats, top: float, bottom: float) -> Floats:
    """The affine map (2, 3) to a closer look at what lies from row `top` to `bottom` of a patch.

    `matrix` is that of the patch, whose pixels the two lines are given in. The peg stays upright
    in the middle.
    """
    room = 2 * CLOSE_ROOM + 1.1 * (bottom - top)
    zoom = float(np.clip(PATCH[1] / room, 1.0, CLOSEST))
    middle = np.array([FOOT[0], (top + bottom) / 2])
    shift = (np.array(PATCH) - 1) / 2 - zoom * middle
    return np.column_stack([zoom * matrix[:, :2], zoom * matrix[:, 2] + shift])


def tower_window(widest: float, high: float, peg: float) -> tuple[float, float, float]:
    """What closer looks at the pegs of a row show, in UNIT: aside, above and below the foot.

    `widest` is the largest half width in the row, `high` the height of its highest pile and `peg`
    the length of its longest peg, all as seen: from straight above a pile has no height, but the
    discs reach as far up as aside.
    """
    up = float(np.hypot(high, 0.9 * widest))
    aside, below = 1.1 * widest + MARGIN, 0.95 * widest + MARGIN
    return aside, min(up, max(peg, 0.9 * widest) + 0.1) + MARGIN, below


def tower_matrix(
    matrix: Floats, window: tuple[float, float, float], size: tuple[int, int] = TOWER
) -> Floats:
    """The affine map (2, 3) to a closer look at a peg; `matrix` is that of its patch.

    The foot lies at the same place in the looks at all pegs that share a window.
    """
    zoom = tower_zoom(window)
    _, up, below = window
    middle = np.array([FOOT[0], FOOT[1] + UNIT * (below - up) / 2])
    shift = (np.array(size) - 1) / 2 - zoom * middle
    return np.column_stack([zoom * matrix[:, :2], zoom * matrix[:, 2] + shift])


def tower_zoom(window: tuple[float, float, float]) -> float:
    """Pixels of a closer look to one of a patch."""
    aside, up, below = window
    return float(np.clip(TOWER[0] / UNIT / max(2 * aside, up + below), *ZOOMS))


def cut_patch(image: Image, matrix: Floats) -> Image:
    """A peg's patch of a picture."""
    return warped(image, matrix, PATCH)


def warped(image: Image, matrix: Floats, size: tuple[int, int]) -> Image:
    """A part of a picture, (height, width, 3) for `size` (width, height).

    Without averaging first, a large picture would be sampled at single pixels; blocks of whole
    pixels are averaged fastest, and only where the part is.
    """
    shrink = float(lengths(matrix[:, :2]).max())
    block = int(1 / max(shrink, 0.01))
    if block > 1:
        inverse = np.linalg.inv(matrix[:, :2])
        ends = np.array([[0, 0], [size[0], 0], [0, size[1]], [size[0], size[1]]], dtype=np.float64)
        there = (ends - matrix[:, 2]) @ inverse.T
        limit = np.array([image.shape[1], image.shape[0]])
        low = np.clip(np.floor(there.min(axis=0)).astype(int) - block, 0, limit - block)
        high = np.clip(np.ceil(there.max(axis=0)).astype(int) + block, low + block, limit)
        small = (high - low) // block
        high = low + small * block
        part = image[low[1] : high[1], low[0] : high[0]]
        way = cv2.INTER_AREA
        image = np.asarray(cv2.resize(part, (int(small[0]), int(small[1])), interpolation=way))
        matrix = np.column_stack(
            [matrix[:, :2] * block, matrix[:, :2] @ (low + (block - 1) / 2) + matrix[:, 2]]
        )
    flags, border = cv2.INTER_LINEAR, cv2.BORDER_REPLICATE
    return np.asarray(
        cv2.warpAffine(image, matrix, size, flags=flags, borderMode=border), dtype=np.uint8
    )
