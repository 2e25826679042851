"""Where the stickers of a straightened face really lie, by their own borders."""

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.cube.face import CELL, MARGIN
from vision.cube.look import steps_of
from vision.frame import Floats, Image

# From a sticker's middle, where its border may be, in cells; and how wide a sticker may be.
_NEAREST, _FARTHEST = 0.2, 0.75
_LEAST_WIDE, _MOST_WIDE = 0.55, 1.05
# A border is a step this strong, and as strong as this share of the strongest near it.
_CLEAR, _SHARE = 6.0, 0.5
_INNER = slice(CELL // 4, CELL - CELL // 4)


def sticker_middles(wide: Image) -> tuple[Floats, NDArray[np.bool_]]:
    """The middles of the nine stickers, (9, 2) lattice units, and which have clear borders, (9,).

    `wide` is a straightened face with a margin of half a sticker around it, (96, 96, 3).
    """
    across, down = steps_of(cv2.GaussianBlur(wide, (3, 3), 0))
    x, x_clear = _between(across)
    y, y_clear = _between(down.T)
    middles = np.stack([x.ravel(), y.T.ravel()], axis=1)
    return middles, (x_clear & y_clear.T).ravel()


def _between(across: NDArray[np.uint8]) -> tuple[Floats, NDArray[np.bool_]]:
    """The middle between the upright borders of each cell, (3, 3) rows by columns, and if clear."""
    rows = across[MARGIN:-MARGIN].reshape(3, CELL, -1)[:, _INNER].mean(axis=1)
    near, far = int(_NEAREST * CELL), int(_FARTHEST * CELL)
    middle = np.arange(3) * CELL + MARGIN + CELL // 2
    right = rows[:, middle[:, None] + np.arange(near, far)]
    left = rows[:, middle[:, None] - 1 - np.arange(near, far)]
    (low, low_clear), (high, high_clear) = _first_peak(left), _first_peak(right)
    wide = (low + high + 2 * near + 1) / CELL
    clear = low_clear & high_clear & (wide > _LEAST_WIDE) & (wide < _MOST_WIDE)
    return np.arange(3) + 0.5 + (high - low) / (2 * CELL), clear


def _first_peak(profiles: Floats) -> tuple[Floats, NDArray[np.bool_]]:
    """The place of the nearest peak of each profile along the last axis, and if there is one."""
    least = np.maximum(_CLEAR, _SHARE * profiles.max(axis=-1, keepdims=True))
    peak = profiles[..., 1:-1] >= np.maximum(profiles[..., :-2], profiles[..., 2:])
    peak &= profiles[..., 1:-1] >= least
    return peak.argmax(axis=-1) + 1.0, np.asarray(peak.any(axis=-1))
