"""Where faces lie in a picture: how open they are, and which are the same or lie on one another."""

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.cube.face import FaceView
from vision.frame import Floats

Flags = NDArray[np.bool_]

# Lattices whose corners lie within this share of their sides are one.
SAME = 0.2
# How far the middle of a neighbouring face may be, in half diagonals.
NEIGHBOUR = 2.2
# The shares of a square that lie on a cube's known faces together, and on one of them, beyond which
# and up to which it is bent over an edge.
LYING_ON, MOSTLY_ON_ONE = 0.7, 0.8


def openness(corners: Floats) -> float:
    """The area of a face against the square of its longest side: 1 for one seen from the front."""
    return float(openness_of(corners[None])[0])


def openness_of(corners: Floats) -> Floats:
    """The same of several faces, (k, 4, 2), as (k,)."""
    sides = np.roll(corners, -1, axis=1) - corners
    across, down = corners[:, 2] - corners[:, 0], corners[:, 3] - corners[:, 1]
    area = np.abs(across[:, 0] * down[:, 1] - across[:, 1] * down[:, 0]) / 2
    return np.asarray(area / (sides**2).sum(axis=2).max(axis=1))


def upright(corners: Floats) -> Floats:
    """The corners of faces, (k, 4, 2), clockwise on the screen from the top left.

    That is the one with the least x + y.
    """
    across, down = corners[:, 2] - corners[:, 0], corners[:, 3] - corners[:, 1]
    mirrored = across[:, 0] * down[:, 1] < across[:, 1] * down[:, 0]
    first = corners.sum(axis=2).argmin(axis=1)
    steps = np.where(mirrored, -1, 1)[:, None] * np.arange(4)
    return np.asarray(corners[np.arange(len(corners))[:, None], (first[:, None] + steps) % 4])


def distinct(corners: Floats) -> Flags:
    """Which of some faces, (k, 4, 2), do not lie at about the same place as an earlier one."""
    sides = np.linalg.norm(corners - np.roll(corners, 1, axis=1), axis=2).min(axis=1)
    middles = corners.mean(axis=1)
    apart = ((middles[:, None] - middles) ** 2).sum(axis=2)
    one, other = np.nonzero(np.tril(apart < ((SAME * sides) ** 2)[:, None], -1))
    gaps = np.linalg.norm(corners[one, :, None] - corners[other, None], axis=3)
    same = gaps.min(axis=2).max(axis=1) < SAME * sides[one]
    first = np.ones(len(corners), np.bool_)
    first[one[same]] = False
    return first


def holds(face: FaceView, point: Floats) -> bool:
    """Whether a point lies in a face."""
    x, y = float(point[0]), float(point[1])
    return cv2.pointPolygonTest(face.corners.astype(np.float32), (x, y), False) >= 0


def far(face: FaceView, point: Floats) -> bool:
    """Whether a point is too far from a face to be the middle of its neighbour."""
    middle = face.centres[4]
    radius = np.linalg.norm(face.corners - middle, axis=1).max()
    return bool(np.linalg.norm(point - middle) > NEIGHBOUR * radius)


def overlap(one: Floats, other: Floats) -> bool:
    """Whether two faces share more than a tenth of the smaller."""
    a, b = one.astype(np.float32), other.astype(np.float32)
    shared, _ = cv2.intersectConvexConvex(a, b)
    return shared > 0.1 * min(cv2.contourArea(a), cv2.contourArea(b))


def bent(corners: Floats, known: Floats) -> bool:
    """Whether a square, (4, 2), lies over an edge between known faces, (k, 4, 2), of a cube.

    Rows of two faces that meet at an edge may look like three rows of one.
    """
    area = cv2.contourArea(corners.astype(np.float32))
    shares = [cv2.intersectConvexConvex(_f32(corners), _f32(one))[0] / area for one in known]
    return sum(shares) > LYING_ON and max(shares) < MOSTLY_ON_ONE


def _f32(corners: Floats) -> NDArray[np.float32]:
    return corners.astype(np.float32)


def moved(face: FaceView, scale: float, offset: Floats) -> FaceView:
    """The face in the pixels of a larger picture, of which it was searched in a part."""
    corners, centres = face.corners * scale + offset, face.centres * scale + offset
    return FaceView(corners, centres, face.straight, face.score)
