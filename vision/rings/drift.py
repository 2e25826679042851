"""How far a toy that is not played has drifted between two pictures: hands that hold it tremble.

Its eyes and feet are followed by optical flow (Lucas and Kanade 1981, in pyramids as Bouguet 2000
has it), which costs a tenth of a look. What is behind the toy stays where it is and has no say.
"""

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.rings.few import median
from vision.rings.net import Floats

Grey = NDArray[np.uint8]

# The window around a point, pixels, and how often the patch is halved.
WINDOW, HALVED = (11, 11), 1
# How much a window may look different afterwards (mean difference), and how near to the toy's drift
# each point's own has to be, pixels.
UNLIKE, AGREE = 8.0, 1.0


def drift(before: Grey, patch: Grey, points: Floats) -> Floats | None:
    """(2,): the way that all `points` (k, 2) went from one patch to the next, in its pixels.

    None where they do not agree: a ring was moved, or the toy turned, or something is before it.
    """
    if not len(points):
        return None
    start = np.asarray(points, dtype=np.float32)[:, None]
    flow = cv2.calcOpticalFlowPyrLK(
        before, patch, start, start.copy(), winSize=WINDOW, maxLevel=HALVED
    )
    to, found, unlike = (np.asarray(one).reshape(len(points), -1) for one in flow)
    ways = np.asarray(to - start[:, 0], dtype=np.float64)
    way = median(ways)
    same = (found[:, 0] == 1) & (unlike[:, 0] < UNLIKE)
    return way if same.all() and (np.abs(ways - way) < AGREE).all() else None
