"""A place in a picture, taken for a face: how good it is, and where its borders set it."""

import math

from vision.cube.borders import sticker_middles
from vision.cube.face import (
    MARGIN,
    FaceView,
    centres_of,
    corners_of,
    map_of,
    straighten,
    turned,
)
from vision.cube.look import Look
from vision.cube.places import openness
from vision.cube.plane import fit_map
from vision.cube.verdict import verdict
from vision.frame import Floats, Image

# The least log odds that a square is a face; the same where a face was seen or must be; and what
# doubt in it costs.
LEAST_ODDS, LEAST_ODDS_KNOWN = -0.7, -5.0
DOUBTFUL = 0.1
# Area against the square of the longest side: below it a face is seen too much from the side.
LEAST_OPEN = 0.15
# So many stickers with clear borders set a face closer.
LEAST_CLEAR = 5


def look_at(
    image: Image, homography: Floats, least: float, *, least_odds: float = LEAST_ODDS_KNOWN
) -> FaceView | None:
    """The face at a place, a map from lattice units to pixels, if it looks at least so good.

    With `least_odds` of minus infinity its colours are not looked at.
    """
    return judged(image, turned(homography), 1.0, least, least_odds)


def judged(
    image: Image, homography: Floats, trust: float, least: float, least_odds: float
) -> FaceView | None:
    """The same for a map whose first corner is the top left, and is trusted so much, 0 to 1."""
    corners = corners_of(homography)
    if openness(corners) < LEAST_OPEN:
        return None
    wide = straighten(image, homography)
    look = Look.at(wide)
    score = min(1.0, trust * look.likeness)
    if score < least:
        return None
    odds = verdict(look) if least_odds > -math.inf else math.inf
    if odds < least_odds:
        return None
    straight = wide[MARGIN:-MARGIN, MARGIN:-MARGIN]
    score *= 1 - DOUBTFUL / (1 + math.exp(min(odds, 99.0)))
    return FaceView(corners, centres_of(homography), straight, score)


def set_closer(image: Image, face: FaceView) -> FaceView | None:
    """A face that was found in a coarser picture, by its borders in this one."""
    homography = map_of(face.corners)
    middles, clear = sticker_middles(straighten(image, homography))
    step = fit_map(middles, clear) if clear.sum() >= LEAST_CLEAR else None
    if step is not None:
        homography = homography @ step
    return look_at(image, homography, 0.0)
