"""Whether the rest of a cube stays where it is while the one face in sight goes round.

A face that is turned in front of a cube uncovers the corners of the layer behind it, where its own
corners lay: their outline is still there. Of a cube that is rolled nothing is left behind.
"""

from dataclasses import dataclass

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.frame import Floats, Image

# In degrees: a face lies as it did up to the first, and is on its way from the second on.
_STILL, _ON_ITS_WAY = 8.0, 18.0
# Shares of a face's side: how far its middle may wander meanwhile, and how its size may change.
_WANDERS, _GROWS = 0.3, 0.2
# A place is kept for so many pictures in which the face is not seen lying in it.
_KEPT = 60
# Places along each side of the outline; how far inside and outside of it the picture is looked at,
# and how far away from the face, in shares of its side.
_ALONG, _OFF, _CLEAR = 32, 0.075, 0.04
# A border is there where one side of it is lighter by so much, in logarithms; where its outer side
# is lighter or darker than it was by more than this, something has come in front of it.
_STEP, _SAME = 0.25, 0.15
# A corner of which fewer places can be looked at tells nothing.
_LEAST = 6
# The share of places with a border that is as usual for a cube that stays as for one that is
# rolled, and what a greater share tells, in nats.
_BETWEEN, _TELLS = 0.42, 6.0


@dataclass(frozen=True, slots=True, eq=False)
class _Place:
    """Where a face lay, (4, 2) corners, and the light around it, (4, n, 3)."""

    corners: Floats
    around: Floats


class Behind:
    """Remembers where a lone face lay, and looks there for the cube while the face goes round."""

    def __init__(self) -> None:
        self._place: _Place | None = None
        self._age = 0

    def look(self, image: Image, outlines: Floats | None) -> float | None:
        """The probability that the cube stays, where a lone face of `outlines` (k, 4, 2) turns."""
        self._age += 1
        if self._age > _KEPT:
            self._place = None
        if outlines is None or not len(outlines):
            return None
        if len(outlines) > 1:
            self._place = None
            return None
        return self._told(image, outlines[0])

    def _told(self, image: Image, corners: Floats) -> float | None:
        place = self._place
        angle = None if place is None else _turned(place.corners, corners)
        if place is None or angle is None or abs(angle) < _STILL:
            self._place = _Place(corners, _light(image, _beside(corners, 1.0), _side(corners)))
            self._age = 0
            return None
        if abs(angle) < _ON_ITS_WAY:
            return None
        share = _bordered(image, place, corners)
        return None if share is None else float(1 / (1 + np.exp(_TELLS * (_BETWEEN - share))))


def _turned(place: Floats, corners: Floats) -> float | None:
    """By how many degrees, -45 to 45, a face lies otherwise; None where it is another one."""
    side, now = _side(place), _side(corners)
    away = float(np.linalg.norm(corners.mean(axis=0) - place.mean(axis=0)))
    if away > _WANDERS * side or abs(now / side - 1) > _GROWS:
        return None
    a, b = place - place.mean(axis=0), corners - corners.mean(axis=0)
    # Kabsch, in the plane.
    cross = float((a[:, 0] * b[:, 1] - a[:, 1] * b[:, 0]).sum())
    angle = float(np.degrees(np.arctan2(cross, float((a * b).sum()))))
    return (angle + 45.0) % 90.0 - 45.0


def _beside(corners: Floats, way: float) -> Floats:
    """Points just outside of a square's sides, or inside where `way` is -1; (4, n, 2)."""
    along = ((np.arange(_ALONG) + 0.5) / _ALONG)[:, None]
    ends = np.roll(corners, -1, axis=0)
    out = (corners + ends) / 2 - corners.mean(axis=0)
    out = out / np.linalg.norm(out, axis=1, keepdims=True) * _OFF * _side(corners)
    return np.asarray(corners[:, None] + along * (ends - corners)[:, None] + way * out[:, None])


def _bordered(image: Image, place: _Place, corners: Floats) -> float | None:
    """The share of an outline, beside the face that has left it, along which there is a border.

    That of the corner with the smallest: a hand has borders, too. None where no corner is free.
    """
    side = _side(place.corners)
    lay = place.corners + corners.mean(axis=0) - place.corners.mean(axis=0)
    inside, outside = _beside(lay, -1.0), _beside(lay, 1.0)
    grown = corners.mean(axis=0) + (1 + 2 * _CLEAR) * (corners - corners.mean(axis=0))
    around = _light(image, outside, side)
    free = _outside(inside, grown) & _outside(outside, grown)
    free &= np.abs(around - place.around).max(axis=2) < _SAME
    # A place near its outline's corner is that corner's: the first half of a side, and the second.
    corner = (np.arange(4)[:, None] + (np.arange(_ALONG) >= _ALONG // 2)) % 4
    step = np.abs(_light(image, inside, side) - around).max(axis=2) > _STEP
    at = [free & (corner == number) for number in range(4)]
    return min((float(step[one].mean()) for one in at if one.sum() >= _LEAST), default=None)


def _outside(points: Floats, corners: Floats) -> NDArray[np.bool_]:
    """Which points, (..., 2), lie outside of a square whose corners go clockwise."""
    along = np.roll(corners, -1, axis=0) - corners
    off = points[..., None, :] - corners
    cross = along[:, 0] * off[..., 1] - along[:, 1] * off[..., 0]
    return np.asarray((cross < 0).any(axis=-1))


def _light(image: Image, points: Floats, side: float) -> Floats:
    """The logarithms of blue, green and red around some points."""
    wide = max(1, round(side * _OFF / 2)) * 2 + 1
    x0, y0 = np.floor(points.reshape(-1, 2).min(axis=0)).astype(int) - wide
    x1, y1 = np.ceil(points.reshape(-1, 2).max(axis=0)).astype(int) + wide
    x0, y0 = min(max(0, x0), image.shape[1] - 1), min(max(0, y0), image.shape[0] - 1)
    part = cv2.blur(image[y0 : max(y1, y0 + 1), x0 : max(x1, x0 + 1)], (wide, wide))
    local = (points - (x0, y0)).astype(np.float32)
    seen = cv2.remap(
        part, local[..., 0], local[..., 1], cv2.INTER_LINEAR, borderMode=cv2.BORDER_REPLICATE
    )
    return np.asarray(np.log(seen.astype(np.float64) + 8.0))


def _side(corners: Floats) -> float:
    return float(np.linalg.norm(corners - np.roll(corners, 1, axis=0), axis=1).mean())
