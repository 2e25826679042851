"""Faces of a cube anywhere in a picture: sticker blobs, lattices of them, and a second look."""

import cv2
import numpy as np

from vision.cube.blobs import find_blobs
from vision.cube.face import MARGIN, FaceView, centres_of, corners_of, straighten, turned
from vision.cube.lattice import Lattice, find_lattices
from vision.cube.look import likeness
from vision.frame import Floats, Image

# The longer side of the picture that is searched, in pixels.
WORK_SIDE = 640
MOST_FACES = 3
LEAST_SCORE = 0.67
# More blobs than this around a face carry its pattern on: a board, a keyboard, a carpet.
MOST_OUTSIDE = 5


def find_faces(image: Image) -> list[FaceView]:
    """The faces in a picture, at most three, the surest first; corners in the picture's pixels."""
    small, scale = _shrunk(image)
    found: list[FaceView] = []
    for lattice in find_lattices(find_blobs(small)):
        face = _look(small, lattice)
        if face is not None:
            found.append(face)
    return [_scaled(face, scale) for face in _best(found)]


def _shrunk(image: Image) -> tuple[Image, float]:
    """The picture at working size, and the factor that leads back."""
    scale = max(image.shape[:2]) / WORK_SIDE
    if scale <= 1.0:
        return image, 1.0
    size = (round(image.shape[1] / scale), round(image.shape[0] / scale))
    return np.asarray(cv2.resize(image, size, interpolation=cv2.INTER_AREA), np.uint8), scale


def _look(image: Image, lattice: Lattice) -> FaceView | None:
    if lattice.outside > MOST_OUTSIDE:
        return None
    homography = turned(lattice.homography)
    wide = straighten(image, homography)
    score = likeness(wide) * (0.5 + lattice.count / 18)
    if score < LEAST_SCORE:
        return None
    straight = wide[MARGIN:-MARGIN, MARGIN:-MARGIN]
    return FaceView(corners_of(homography), centres_of(homography), straight, score)


def _best(found: list[FaceView]) -> list[FaceView]:
    """The best-scored faces that do not lie on one another."""
    kept: list[FaceView] = []
    for face in sorted(found, key=lambda face: -face.score):
        if not any(_overlap(face.corners, other.corners) for other in kept):
            kept.append(face)
    return kept[:MOST_FACES]


def _overlap(one: Floats, other: Floats) -> bool:
    """Whether two faces share more than a tenth of the smaller."""
    a, b = one.astype(np.float32), other.astype(np.float32)
    shared, _ = cv2.intersectConvexConvex(a, b)
    return shared > 0.1 * min(cv2.contourArea(a), cv2.contourArea(b))


def _scaled(face: FaceView, scale: float) -> FaceView:
    return FaceView(face.corners * scale, face.centres * scale, face.straight, min(face.score, 1.0))
