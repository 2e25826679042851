"""What lies around the pegs: nothing reaches a disc without crossing it.

A hand or a gripper over one side of a stack can look like another stack. Around every rod, a little
further out than discs reach, a ring of the picture is remembered; while it shows something else,
nothing that is read is believed.
"""

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.frame import Image
from vision.hanoi.lengths import lengths, mean_gap
from vision.hanoi.patch import warped
from vision.hanoi.row import Row
from vision.past import Past

Floats = NDArray[np.float64]

# Cells a unit; how far the ring is from the stacks' axes, in half widths of the largest disc and
# units more; and its width in units.
CELLS = 10
AWAY, FREE, WIDE = 1.2, 0.05, 0.15
# Grey levels by which a cell differs from memory before it is strange, and the share of strange
# cells from which on something is there; beyond the second share the camera itself has moved.
STRANGE, SOME, MOST = 26.0, 0.07, 0.6
# Fifteenths of a second after which something that does not move belongs to the surroundings.
SETTLED = 60
STILL = 13.0
# What was there at first is known once nothing was strange for so many of them. Before, it may have
# been a hand: what does not move for as long is the surroundings then.
KNOWN = 5
# Share of a new frame in the memory.
BLEND = 0.05


class Surroundings:
    """The ring around the pegs of one row.

    `largest` is the half width of the largest disc in distances of pegs, `height` that of the whole
    tower as a share of a rod's length.
    """

    def __init__(self, row: Row, largest: float, height: float, image: Image) -> None:
        unit = mean_gap(row.feet)
        inner = AWAY * largest + FREE
        tops = row.feet + min(1.0, height) * (row.tips - row.feet)
        ends = np.concatenate([row.feet, tops])
        limit = np.array([image.shape[1], image.shape[0]])
        low = np.clip(ends.min(axis=0) - (inner + WIDE) * unit, 0, limit - 2).astype(int)
        high = np.clip(ends.max(axis=0) + (inner + WIDE) * unit, low + 2, limit).astype(int)
        self._low, self._high = low, high
        cells = np.maximum(2, np.round((high - low) * CELLS / unit)).astype(int)
        self._cells = int(cells[0]), int(cells[1])
        nearest = _nearest(row.feet, tops, low, (high - low) / cells, self._cells, unit)
        self._ring = (nearest > inner) & (nearest < inner + WIDE)
        self._places = np.argwhere(self._ring)[:, ::-1]
        self._way: Floats | None = None
        self._past: Past[Floats] = Past()
        self._memory = self._before = self._last = self._look(image)
        self._unmoved = self._alike = 0.0

    def disturbed(self, image: Image, at: float = 0.0, passed: float = 1.0) -> bool:
        """Whether something is there that was not; takes one frame in a row, `at` seconds.

        `passed` is the time since the one before, in fifteenths of a second.
        """
        seen = self._look(image)
        if not len(seen):
            return False
        past = self._past.before(at)
        unmoved = not past or _change(seen, past[0][1]).max() < STILL
        self._unmoved = self._unmoved + passed if unmoved else 0.0
        self._past.add(at, seen)
        self._last = seen
        share = _strange(seen, self._memory)
        if share > SOME and _strange(seen, self._before) <= SOME:
            # What had settled here is gone again.
            self._memory, share = self._before, 0.0
        if share <= SOME:
            self._alike += passed
            self._memory = self._memory + BLEND * (seen - self._memory)
            return False
        known = self._alike >= KNOWN
        if share <= MOST and self._unmoved < (SETTLED if known else KNOWN):
            return True
        self._before = self._memory if known else seen
        self._memory = seen
        return False

    def carry(self, way: Floats) -> None:
        """Goes where a map (2, 3) takes the picture: the camera has moved."""
        whole = np.vstack([way, [0, 0, 1]])
        self._way = whole if self._way is None else whole @ self._way

    def drift(self, shift: Floats) -> None:
        """Goes with pegs that are seen `shift` (2,) further on, once the camera has moved.

        How it moved is told a little wrongly each time, and that adds up.
        """
        if self._way is not None:
            self.carry(np.column_stack([np.eye(2), shift]))

    def _look(self, image: Image) -> Floats:
        """The mean colours of the ring's cells, (k, 3)."""
        if self._way is not None:
            return self._look_there(image, self._way)
        (left, top), (right, bottom) = self._low, self._high
        part = image[top:bottom, left:right]
        small = cv2.resize(part, self._cells, interpolation=cv2.INTER_AREA)
        return np.asarray(small[self._ring], dtype=np.float64)

    def _look_there(self, image: Image, way: Floats) -> Floats:
        """The same where the ring is now; what has left the picture is as it was."""
        scale = np.array(self._cells) / (self._high - self._low)
        # Cells are parts of the picture as it was; `way` and `offset` are between their middles.
        offset = self._low + 0.5 / scale - 0.5
        back = way[:2, :2] / scale
        middle = way[:2, :2] @ offset + way[:2, 2]
        turn = np.linalg.inv(back)
        seen = warped(image, np.column_stack([turn, -turn @ middle]), self._cells)[self._ring]
        at = self._places @ back.T + middle
        inside = ((at >= 0) & (at < (image.shape[1], image.shape[0]))).all(axis=1)
        return np.where(inside[:, None], seen, self._last)


def _strange(seen: Floats, before: Floats) -> float:
    """The share of cells that show something else."""
    return float(np.mean(_change(seen, before) > STRANGE))


def _change(seen: Floats, before: Floats) -> Floats:
    """By how much each cell changed, the lamp's and the camera's changes apart, (k,)."""
    change = seen - before
    return np.asarray(np.abs(change - np.median(change, axis=0)).max(axis=1), dtype=np.float64)


def _nearest(
    feet: Floats,
    tops: Floats,
    low: NDArray[np.intp],
    step: Floats,
    cells: tuple[int, int],
    unit: float,
) -> Floats:
    """How far, in units, each cell is from the nearest axis, (rows, columns)."""
    y, x = np.mgrid[0 : cells[1], 0 : cells[0]]
    at = low + (np.stack([x, y], axis=2) + 0.5) * step
    nearest = np.full(at.shape[:2], np.inf)
    for foot, tip in zip(feet, tops, strict=True):
        way = tip - foot
        share = np.clip((at - foot) @ way / max(float(way @ way), 1e-6), 0, 1)
        away = lengths(at - foot - share[..., None] * way)
        nearest = np.minimum(nearest, away / unit)
    return nearest
