"""What stands about at a tower and looks like a hand: in a film, what rests for long is none.

A single picture of a lamp or a bottle behind a toy may look like an arm. Nobody holds a hand as
still as that for long, and what is as large as one is never taken for furniture.
"""

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.hanoi.strangers import CELL, Seen

# Seconds for which it has to stay where it is, the least number of pictures that show that, and the
# longest time between two of them.
RESTS_S, LEAST_PICTURES, GAP_S = 4.0, 5, 1.0
# Grey levels by which a cell of a look may change, on the mean; more is motion. By how many pixels
# looks are blurred first: a row is found a little elsewhere in each picture.
MOVED, BLUR = 7.0, 1.5
# As many cells of a look are no hand: at towers alone that were drawn in Blender, and shown as
# films, 3 to 18 were taken for one, once 31; at hands there 59 to 96, once 19.
SMALL = 20

Floats = NDArray[np.float64]
Mask = NDArray[np.bool_]


class Furniture:
    """Watches what may be a hand, for how long it has been as it is."""

    def __init__(self) -> None:
        # Since when it rests, when it was looked at last, and how many pictures showed it.
        self._since, self._last, self._pictures = 0.0, 0.0, 0
        # The look (h, w) at its beginning, and the cells in which something was seen since; in how
        # many at once, at most.
        self._before: tuple[Floats, Mask] | None = None
        self._most = 0

    def stays(self, seen: Seen, at: float) -> bool:
        """Whether what a picture shows at `at` seconds has rested for long, and is no hand."""
        # What is more likely strange than not.
        shown = seen.marks > 0
        look, cells = _grey(seen), _grown(shown)
        before = self._before
        watched = self._last <= at <= self._last + GAP_S
        if before is None or not watched or _moved(look - before[0], cells | before[1]):
            before = look, cells
            self._since, self._pictures, self._most = at, 0, 0
        self._before = before[0], before[1] | cells
        self._last, self._pictures = at, self._pictures + 1
        self._most = max(self._most, int(shown.sum()))
        rests = at - self._since >= RESTS_S and self._pictures >= LEAST_PICTURES
        return rests and self._most <= SMALL


def _moved(change: Floats, cells: Mask) -> bool:
    """Whether a look (h, w) changed in one of some cells."""
    rows, columns = cells.shape
    mean = np.abs(change).reshape(rows, CELL, columns, CELL).mean(axis=(1, 3))
    return bool(np.any(mean[cells] > MOVED))


def _grey(seen: Seen) -> Floats:
    grey = cv2.GaussianBlur(cv2.cvtColor(seen.look, cv2.COLOR_BGR2GRAY), (0, 0), BLUR)
    return np.asarray(grey, dtype=np.float64)


def _grown(cells: Mask) -> Mask:
    """The cells and those around them."""
    return np.asarray(cv2.dilate(cells.astype(np.uint8), np.ones((3, 3), np.uint8)) > 0)
