"""The second look: does a straightened square look like nine stickers?"""

from dataclasses import dataclass

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.cube.face import CELL, MARGIN
from vision.frame import Floats, Image

Mask = NDArray[np.uint8]

# Steps of grey levels between pixels two apart in a straightened face.
FLAT = 14.0
CLEAR = 8.0
STANDS_OUT = 1.8

_REACH = CELL // 4
_INSIDE = slice(CELL // 4, CELL - CELL // 4)


@dataclass(frozen=True, slots=True, eq=False)
class Look:
    """What a straightened square shows.

    - `soft`: (96, 96, 3) its pixels, a little blurred.
    - `across`, `down`: (96, 96) the largest step of any channel between neighbours.
    - `inside`: (9,) the usual step inside each cell.
    - `clear`: (24,) how clear the borders of the cells are, 0 to 1.
    """

    soft: Image
    across: Mask
    down: Mask
    inside: Floats
    clear: Floats

    @classmethod
    def at(cls, wide: Image) -> "Look":
        """The look of a straightened face with a margin of half a sticker, (96, 96, 3)."""
        soft = np.asarray(cv2.GaussianBlur(wide, (3, 3), 0), dtype=np.uint8)
        across, down = steps_of(soft)
        inside = _inside(cv2.max(across, down))
        least = max(CLEAR, STANDS_OUT * float(np.partition(inside, 4)[4]))
        seams = np.concatenate([_seams(across), _seams(down.T)])
        return cls(soft, across, down, inside, np.clip(2 * seams / least - 1, 0, 1))

    @property
    def likeness(self) -> float:
        """0 to 1: how much a square looks like a face: flat cells with borders around them."""
        flat = np.clip(2 - self.inside / FLAT, 0, 1)
        return float(0.4 * flat.mean() + 0.6 * self.clear.mean())


def steps_of(soft: cv2.typing.MatLike) -> tuple[Mask, Mask]:
    """The largest step of any channel between neighbours across and down, as (96, 96)."""
    across = np.zeros(soft.shape[:2], np.uint8)
    down = np.zeros(soft.shape[:2], np.uint8)
    across[:, 1:-1] = _largest(cv2.absdiff(soft[:, 2:], soft[:, :-2]))
    down[1:-1] = _largest(cv2.absdiff(soft[2:], soft[:-2]))
    return across, down


def _largest(picture: cv2.typing.MatLike) -> cv2.typing.MatLike:
    blue, green, red = cv2.split(picture)
    return cv2.max(cv2.max(blue, green), red)


def _inside(steps: cv2.typing.MatLike) -> Floats:
    """The usual step in the inner half of each cell, (9,): the median."""
    core = steps[MARGIN:-MARGIN, MARGIN:-MARGIN].reshape(3, CELL, 3, CELL)
    cells = core[:, _INSIDE, :, _INSIDE].transpose(0, 2, 1, 3).reshape(9, -1)
    middle = cells.shape[1] // 2
    return np.partition(cells, middle, axis=1)[:, middle].astype(np.float64)


def _seams(across: Mask) -> Floats:
    """The strength of the upright borders of the nine cells, (12,): four lines of three.

    Along a true border the step lies at the same column in every row, so the mean over the rows
    comes first and the best column after; in mere texture that mean is low everywhere.
    """
    rows = across[MARGIN:-MARGIN].reshape(3, CELL, -1)[:, _INSIDE].mean(axis=1)
    middles = [MARGIN + line * CELL for line in range(4)]
    lines = [rows[:, middle - _REACH : middle + _REACH].max(axis=1) for middle in middles]
    return np.concatenate(lines)
