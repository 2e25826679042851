"""What a toy looked like around its eyes and feet: by that it is known again behind a hand."""

from dataclasses import dataclass

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.rings.net import Floats
from vision.rings.row import Row

Grey = NDArray[np.uint8]

# Half the side of an anchor, and how far it may have moved, in the patch's pixels.
HALF, REACH = 7, 7
# How alike an anchor has to look (normalised correlation), how close to one another anchors have to
# say that the toy is, in the patch's pixels, and how many of them, and of how many rings.
ALIKE, AGREE, LEAST, LEAST_RINGS = 0.8, 1.5, 4, 2
# An anchor with less contrast than this is none: it looks like anything.
CONTRAST = 6.0


@dataclass(frozen=True, slots=True, eq=False)
class Anchors:
    """A row, the patch in which it was seen, and the way there from the picture."""

    patch: Grey
    way: Floats
    row: Row

    def found(self, patch: Grey, way: Floats) -> Row | None:
        """The row in another patch; None where too little looks as it did."""
        rings = len(self.row.feet)
        found = [
            (k % rings, step)
            for k, point in enumerate(np.concatenate([self.row.eyes, self.row.feet]))
            if np.isfinite(point).all() and (step := self._step(point, patch, way)) is not None
        ]
        if len(found) < LEAST:
            return None
        ring = np.array([k for k, _ in found])
        steps = np.array([step for _, step in found])
        close = np.linalg.norm(steps[:, None] - steps, axis=2) < AGREE
        best = close[int(np.argmax(close.sum(axis=1)))]
        if best.sum() < LEAST or len(np.unique(ring[best])) < LEAST_RINGS:
            return None
        shift = np.linalg.inv(way[:, :2]) @ steps[best].mean(axis=0)
        return self.row.shifted(shift)

    def _step(self, point: Floats, patch: Grey, way: Floats) -> Floats | None:
        """How far one anchor has moved in the patch, (2,); None where it looks otherwise."""
        anchor = _around(self.patch, self.way, point, HALF)
        field = _around(patch, way, point, HALF + REACH)
        if anchor is None or field is None or anchor.std() < CONTRAST:
            return None
        alike = cv2.matchTemplate(field, anchor, cv2.TM_CCOEFF_NORMED)
        _, best, _, at = cv2.minMaxLoc(alike)
        return np.array(at, dtype=np.float64) - REACH if best > ALIKE else None


def _around(patch: Grey, way: Floats, point: Floats, half: int) -> Grey | None:
    """The square around a point of the picture; None where it is not all in the patch."""
    x, y = np.rint(way[:, :2] @ point + way[:, 2]).astype(int)
    high, wide = patch.shape
    if x < half or y < half or x + half >= wide or y + half >= high:
        return None
    return patch[y - half : y + half + 1, x - half : x + half + 1]
