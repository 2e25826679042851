"""Where the stickers of a straightened face really lie, by their own borders."""

from collections.abc import Sequence
from dataclasses import dataclass

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.cube.face import CELL, MARGIN, SIDE
from vision.cube.look import steps_of
from vision.frame import Floats, Image

Flags = NDArray[np.bool_]

# From a sticker's middle, where its border may be, in cells; and how wide a sticker may be.
_NEAREST, _FARTHEST = 0.2, 0.75
_LEAST_WIDE, _MOST_WIDE = 0.55, 1.05
# A border is a step this strong, and as strong as this share of the strongest near it.
_CLEAR, _SHARE = 6.0, 0.5
_WIDE = SIDE + 2 * MARGIN
# The mean of the inner half of each row of cells, as weights of the rows of pixels, (3, 96).
_INNER_MEAN = np.zeros((3, _WIDE), np.float32)
for _row in range(3):
    _INNER_MEAN[_row, MARGIN + _row * CELL + CELL // 4 :][: CELL // 2] = 2 / CELL
# The columns in which the border to the right and to the left of each cell may lie, nearest first.
_NEAR, _FAR = int(_NEAREST * CELL), int(_FARTHEST * CELL)
_MIDDLE = np.arange(3)[:, None] * CELL + MARGIN + CELL // 2
_RIGHT = _MIDDLE + np.arange(_NEAR, _FAR)
_LEFT = _MIDDLE - 1 - np.arange(_NEAR, _FAR)


@dataclass(frozen=True, slots=True, eq=False)
class Borders:
    """The nine stickers of faces, row by row, between their borders: parallel arrays.

    - `middles`: (n, 9, 2) lattice units, right and down.
    - `clear`: (n, 9, 2) whether both borders are clear, to the left and right, above and below.
    """

    middles: Floats
    clear: Flags


def sticker_middles(wide: Image) -> tuple[Floats, Flags]:
    """The middles of the nine stickers, (9, 2) lattice units, and which have clear borders, (9,).

    `wide` is a straightened face with a margin of half a sticker around it, (96, 96, 3).
    """
    borders = sticker_borders([wide])
    return borders.middles[0], np.asarray(borders.clear[0].all(axis=1))


def sticker_borders(wides: Sequence[Image]) -> Borders:
    """Where the stickers of straightened faces, (96, 96, 3) each, lie between their borders."""
    # One above the other: what the rim of one does to the next lies beyond all borders.
    across, down = steps_of(cv2.GaussianBlur(np.concatenate(wides), (3, 3), 0))
    across, down = (steps.reshape(-1, _WIDE, _WIDE) for steps in (across, down))
    places, clear = _between(np.concatenate([across, down.transpose(0, 2, 1)]))
    (x, y), (x_clear, y_clear) = np.split(places, 2), np.split(clear, 2)
    middles = np.stack([x, y.transpose(0, 2, 1)], axis=3)
    clear = np.stack([x_clear, y_clear.transpose(0, 2, 1)], axis=3)
    return Borders(middles.reshape(-1, 9, 2), clear.reshape(-1, 9, 2))


def _between(across: NDArray[np.uint8]) -> tuple[Floats, Flags]:
    """The middle between the upright borders of each cell, (n, 3, 3) by row, and if clear."""
    rows = _INNER_MEAN @ across.astype(np.float32)
    right, left = rows[..., _RIGHT], rows[..., _LEFT]
    (low, high), (low_clear, high_clear) = _first_peak(np.stack([left, right]))
    wide = (low + high + 2 * _NEAR + 1) / CELL
    clear = low_clear & high_clear & (wide > _LEAST_WIDE) & (wide < _MOST_WIDE)
    return np.arange(3) + 0.5 + (high - low) / (2 * CELL), clear


def _first_peak(profiles: Floats) -> tuple[Floats, Flags]:
    """The place of the nearest peak of each profile along the last axis, and if there is one."""
    least = np.maximum(_CLEAR, _SHARE * profiles.max(axis=-1, keepdims=True))
    peak = profiles[..., 1:-1] >= np.maximum(profiles[..., :-2], profiles[..., 2:])
    peak &= profiles[..., 1:-1] >= least
    return peak.argmax(axis=-1) + 1.0, np.asarray(peak.any(axis=-1))
