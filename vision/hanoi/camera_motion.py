"""How the camera has moved between two pictures of a toy that stands where it stood.

A phone in a hand trembles and drifts, and a webcam is pushed. Corners all over the picture are
followed by optical flow (Lucas and Kanade 1981, in pyramids as Bouguet 2000 has it), and the
similarity that most of them agree on is taken (random sample consensus; Fischler and Bolles 1981).
A hand at the toy moves, too, but what is around it stays.
"""

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.frame import Image

Floats = NDArray[np.float64]
Grey = NDArray[np.uint8]

# About so many pixels has the longer side of what is compared.
LONGER = 320
# One corner at most in each of these cells (down, across), so that no lively thing outvotes all
# else; how good it must be beside the best one; and how many there must be to tell anything.
CELLS, GOOD, FEWEST = (9, 12), 0.02, 8
# The side of the square that tells how good a corner is, pixels.
BLOCK = 5
# The window around a corner, pixels, how often the picture is halved, and the mean difference that
# a window may have afterwards.
WINDOW, HALVED, UNLIKE = (15, 15), 3, 16.0
# Pixels by which a corner may miss the similarity, and the share of the corners that must agree.
AGREE, SHARE = 0.75, 0.4
# A corner that went less far than this has stayed, pixels; where such a share did, the camera did.
STAYED, STAND = 0.35, 0.3
# Grey levels by which what is around a corner differs where nothing has moved.
SAME = 4.0
# Less than this is no motion yet, in pixels; and nobody turns or grows so much, radians or a share.
LEAST, LARGEST = 0.25, 0.3
# The map of what stays where it is.
STAYS = np.eye(2, 3)


class CameraMotion:
    """Compares the pictures of a film with the one in which the camera was where it was known."""

    def __init__(self) -> None:
        self._known: Grey | None = None
        self._now: Grey | None = None
        self._block = 1
        self._start: NDArray[np.float32] | None = None
        # Whether nobody knows where it is now.
        self.astray = False

    def take(self, image: Image, *, known: bool) -> None:
        """The next picture of the film; all are of one size.

        `known`: where things are was known in the picture before this one, too; else in an earlier
        one only, which the next are compared with.
        """
        # Blocks of whole pixels are averaged fastest.
        self._block = max(1, round(max(image.shape[:2]) / LONGER))
        high, wide = (max(1, side // self._block) for side in image.shape[:2])
        part = image[: high * self._block, : wide * self._block]
        small = cv2.resize(part, (wide, high), interpolation=cv2.INTER_AREA)
        if known or self._known is None:
            self._known, self._start = self._now, None
        self._now = np.asarray(cv2.cvtColor(small, cv2.COLOR_BGR2GRAY), dtype=np.uint8)

    def since(self) -> Floats | None:
        """The map (2, 3) from where the camera was known to be to where it is now, in pixels.

        None where it has not moved, or that cannot be told. From then on it is known in this one.
        """
        self.astray = False
        if self._known is None or self._now is None:
            return None
        start = self._corners(self._known)
        if len(start) < FEWEST or _stands(self._known, self._now, start):
            return None
        to, found, unlike = cv2.calcOpticalFlowPyrLK(
            self._known, self._now, start, start.copy(), winSize=WINDOW, maxLevel=HALVED
        )
        kept = (found[:, 0] == 1) & (unlike[:, 0] < UNLIKE)
        way = _agreed(start[kept], to[kept], len(start))
        if way is None:
            self.astray = True
            return None
        if np.array_equal(way, STAYS):
            return None
        self._known, self._start = self._now, None
        # From the middles of shrunk pixels to those of the picture's.
        shift = (self._block - 1) / 2
        way[:, 2] = way[:, 2] * self._block + shift - way[:, :2] @ (shift, shift)
        return way

    def _corners(self, grey: Grey) -> NDArray[np.float32]:
        """Corners of a picture, or of an earlier one if the camera has stood since."""
        if self._start is None:
            self._start = corners(grey)
        return self._start


def _agreed(start: Floats, to: Floats, asked: int) -> Floats | None:
    """The map that most of the corners agree on that were `asked`; None: no motion of a camera."""
    fewest = max(FEWEST, SHARE * asked)
    if len(start) < fewest:
        return None
    way, agree = cv2.estimateAffinePartial2D(start, to, ransacReprojThreshold=AGREE)
    if way is None or agree.sum() < fewest:
        return None
    went = np.linalg.norm(to - start, axis=1)
    moved = float(np.median(went[agree[:, 0] == 1]))
    stands = moved > 2 * STAYED and float(np.mean(went < STAYED)) > STAND
    turned = abs(complex(way[0, 0] - 1, way[1, 0]))
    if stands or turned > LARGEST:
        return None
    return np.asarray(way, dtype=np.float64) if moved > LEAST else STAYS


def _stands(last: Grey, now: Grey, start: NDArray[np.float32]) -> bool:
    """Whether a share of the corners look as they did, as STAND has it."""
    change = cv2.blur(cv2.absdiff(last, now), WINDOW)
    x, y = start.astype(np.intp).T
    return float(np.mean(change[y, x] < SAME)) > STAND


def corners(grey: Grey) -> NDArray[np.float32]:
    """The best corner of each cell that has one, (k, 2) pixels (Shi and Tomasi 1994)."""
    quality = cv2.cornerMinEigenVal(grey, BLOCK)
    least = GOOD * float(quality.max())
    high, wide = (max(1, side // count) for side, count in zip(quality.shape, CELLS, strict=True))
    rows, columns = quality.shape[0] // high, quality.shape[1] // wide
    whole = quality[: rows * high, : columns * wide].reshape(rows, high, columns, wide)
    cells = whole.swapaxes(1, 2).reshape(rows, columns, -1)
    y, x = np.divmod(cells.argmax(axis=2), wide)
    y, x = y + high * np.arange(rows)[:, None], x + wide * np.arange(columns)
    good = cells.max(axis=2) > least
    return np.stack([x[good], y[good]], axis=1).astype(np.float32)
