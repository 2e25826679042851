"""Whether the pegs of a row stand on one thing: a board, or else the same table.

The edge of a book beside a toy may stand in line with its pegs, as far from the last of them as
they are from each other, and look like one more. What lies between it and that peg is not what lies
between the others.
"""

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.frame import Image
from vision.hanoi.row import Row

Floats = NDArray[np.float64]

# Of two places between pegs nobody knows which is the odd one.
LEAST_PEGS = 4
# Between two feet the picture is looked at outside the lowest discs, so many of their half widths
# from each foot and such a share of the distance at least, if so much of it is left.
BESIDE, ASIDE, ROOM = 1.1, 0.12, 0.1
# How many points of that line, and the sigma in pixels by which noise is smoothed beforehand.
POINTS, SMOOTH = 25, 1.0
# How much a difference of lightness counts beside one of colour: a shadow is no other thing.
LIGHT = 0.3
# From so much on what an end peg stands on is another thing. In 109 drawn rows of four pegs, with
# household things around, it is 8 at most; in nine of 20 rows of four that are none it is more.
OTHER = 9.0


def off_ground(image: Image, row: Row, lowest: Floats) -> float:
    """How different what lies before a bare end peg is from what lies between the other pegs.

    In units of CIE L*a*b*, in the same light; 0 where that cannot be told, and for a row of three.
    `lowest` (pegs,) are the half widths of the lowest discs in pixels, 0 where a peg is bare.
    """
    if row.pegs < LEAST_PEGS:
        return 0.0
    between = [_between(image, row, lowest, gap) for gap in range(row.pegs - 1)]
    far = [0.0]
    for bare, order in ((lowest[0] == 0, between), (lowest[-1] == 0, between[::-1])):
        first, *others = order
        known = [other for other in others if other is not None]
        if bare and first is not None and len(known) > 1:
            far.append(min(_unlike(first, other) for other in known))
    return max(far)


def _between(image: Image, row: Row, lowest: Floats, gap: int) -> Floats | None:
    """The colour (3,) of what is seen between two neighbouring feet, None if discs are all over."""
    start, end = row.feet[gap], row.feet[gap + 1]
    way = float(np.linalg.norm(end - start))
    free = np.maximum(BESIDE * lowest[gap : gap + 2] / max(way, 1e-6), ASIDE)
    if 1 - free.sum() < ROOM:
        return None
    line = start + np.linspace(free[0], 1 - free[1], POINTS)[:, None] * (end - start)
    low = np.clip(np.floor(line.min(axis=0)).astype(int) - 3, 0, None)
    high = np.ceil(line.max(axis=0)).astype(int) + 4
    part = image[low[1] : high[1], low[0] : high[0]]
    at = np.round(line - low).astype(int)
    at = at[(at >= 0).all(axis=1) & (at < part.shape[1::-1]).all(axis=1)]
    if not len(at):
        return None
    colours = cv2.cvtColor(part.astype(np.float32) / 255, cv2.COLOR_BGR2Lab)
    smooth = np.asarray(cv2.GaussianBlur(colours, (0, 0), SMOOTH), dtype=np.float64)
    return np.asarray(np.median(smooth[at[:, 1], at[:, 0]], axis=0))


def _unlike(one: Floats, other: Floats) -> float:
    """How different two colours (3,) are in the light of the darker one.

    With less light on it L* + 16, a* and b* of a colour all fall alike, as they are differences of
    cube roots (CIE 15, "Colorimetry").
    """
    dark, bright = sorted((one, other), key=lambda colour: float(colour[0]))
    fallen = bright[1:] * (dark[0] + 16) / (bright[0] + 16)
    return float(np.hypot(np.linalg.norm(fallen - dark[1:]), LIGHT * (bright[0] - dark[0])))
