"""Where the stickers of a straightened face really lie, by their own borders."""

from collections.abc import Sequence
from dataclasses import dataclass

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.cube.face import CELL, MARGIN
from vision.cube.look import steps_of
from vision.frame import Floats, Image

Flags = NDArray[np.bool_]

# From a sticker's middle, where its border may be, in cells; and how wide a sticker may be.
_NEAREST, _FARTHEST = 0.2, 0.75
_LEAST_WIDE, _MOST_WIDE = 0.55, 1.05
# A border is a step this strong, and as strong as this share of the strongest near it.
_CLEAR, _SHARE = 6.0, 0.5
_INNER = slice(CELL // 4, CELL - CELL // 4)


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
    both = [steps_of(cv2.GaussianBlur(wide, (3, 3), 0)) for wide in wides]
    x, x_clear = _between(np.array([across for across, _ in both]))
    y, y_clear = _between(np.array([down.T for _, down in both]))
    middles = np.stack([x, y.transpose(0, 2, 1)], axis=3)
    clear = np.stack([x_clear, y_clear.transpose(0, 2, 1)], axis=3)
    return Borders(middles.reshape(-1, 9, 2), clear.reshape(-1, 9, 2))


def _between(across: NDArray[np.uint8]) -> tuple[Floats, Flags]:
    """The middle between the upright borders of each cell, (n, 3, 3) by row, and if clear."""
    cells = across[:, MARGIN:-MARGIN].reshape(-1, 3, CELL, across.shape[2])
    rows = cells[:, :, _INNER].mean(axis=2)
    near, far = int(_NEAREST * CELL), int(_FARTHEST * CELL)
    middle = np.arange(3) * CELL + MARGIN + CELL // 2
    right = rows[..., middle[:, None] + np.arange(near, far)]
    left = rows[..., middle[:, None] - 1 - np.arange(near, far)]
    (low, low_clear), (high, high_clear) = _first_peak(left), _first_peak(right)
    wide = (low + high + 2 * near + 1) / CELL
    clear = low_clear & high_clear & (wide > _LEAST_WIDE) & (wide < _MOST_WIDE)
    return np.arange(3) + 0.5 + (high - low) / (2 * CELL), clear


def _first_peak(profiles: Floats) -> tuple[Floats, Flags]:
    """The place of the nearest peak of each profile along the last axis, and if there is one."""
    least = np.maximum(_CLEAR, _SHARE * profiles.max(axis=-1, keepdims=True))
    peak = profiles[..., 1:-1] >= np.maximum(profiles[..., :-2], profiles[..., 2:])
    peak &= profiles[..., 1:-1] >= least
    return peak.argmax(axis=-1) + 1.0, np.asarray(peak.any(axis=-1))
