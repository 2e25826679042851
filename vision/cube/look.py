"""The second look: does a straightened square look like nine stickers?"""

import cv2
import numpy as np

from vision.cube.face import CELL, MARGIN
from vision.frame import Floats, Image

# Steps of grey levels between pixels two apart in a straightened face.
FLAT = 14.0
CLEAR = 8.0
STANDS_OUT = 1.8

_REACH = CELL // 4
_INSIDE = slice(CELL // 4, CELL - CELL // 4)


def likeness(wide: Image) -> float:
    """0 to 1: how much a square looks like a face: flat cells with borders around them.

    `wide` is a straightened face with a margin of half a sticker around it, (96, 96, 3).
    """
    across, down = steps_of(cv2.GaussianBlur(wide, (3, 3), 0))
    inside = _inside(np.maximum(across, down))
    least = np.maximum(CLEAR, STANDS_OUT * np.median(inside))
    seams = np.concatenate([_seams(across), _seams(down.T)])
    flat = np.clip(2 - inside / FLAT, 0, 1)
    clear = np.clip(2 * seams / least - 1, 0, 1)
    return float(0.4 * flat.mean() + 0.6 * clear.mean())


def steps_of(soft: cv2.typing.MatLike) -> tuple[Floats, Floats]:
    """The largest step of any channel between neighbours across and down, as (96, 96)."""
    across = np.zeros(soft.shape[:2])
    down = np.zeros(soft.shape[:2])
    across[:, 1:-1] = _largest(cv2.absdiff(soft[:, 2:], soft[:, :-2]))
    down[1:-1] = _largest(cv2.absdiff(soft[2:], soft[:-2]))
    return across, down


def _largest(picture: cv2.typing.MatLike) -> cv2.typing.MatLike:
    blue, green, red = cv2.split(picture)
    return cv2.max(cv2.max(blue, green), red)


def _inside(steps: Floats) -> Floats:
    """The usual step in the inner half of each cell, (9,)."""
    core = steps[MARGIN:-MARGIN, MARGIN:-MARGIN]
    cells = core.reshape(3, CELL, 3, CELL)[:, _INSIDE, :, _INSIDE]
    return np.asarray(np.median(cells, axis=(1, 3)).ravel())


def _seams(across: Floats) -> Floats:
    """The strength of the upright borders of the nine cells, (12,): four lines of three.

    Along a true border the step lies at the same column in every row, so the mean over the rows
    comes first and the best column after; in mere texture that mean is low everywhere.
    """
    rows = across[MARGIN:-MARGIN].reshape(3, CELL, -1)[:, _INSIDE].mean(axis=1)
    middles = [MARGIN + line * CELL for line in range(4)]
    lines = [rows[:, middle - _REACH : middle + _REACH].max(axis=1) for middle in middles]
    return np.concatenate(lines)
