"""Faces of a cube anywhere in a picture: sticker blobs, lattices of them, and a second look."""

import cv2
import numpy as np

from vision.cube.blobs import find_blobs
from vision.cube.corner import third_faces, together
from vision.cube.face import MARGIN, UNIT, FaceView, centres_of, corners_of, straighten, turned
from vision.cube.lattice import Lattice, find_windows, fit_window
from vision.cube.look import likeness
from vision.frame import Floats, Image

# The longer side of the picture that is searched, in pixels.
WORK_SIDE = 640
MOST_FACES = 3
MOST_TRIED = 40
LEAST_SCORE = 0.67
# A face this good needs no rival: nothing more is sought in its place.
PLAIN_SCORE = 0.9
# More blobs than this around a face carry its pattern on: a board, a keyboard, a carpet.
MOST_OUTSIDE = 5
# Area against the square of the longest side: below it a face is seen too much from the side.
LEAST_OPEN = 0.2


def find_faces(image: Image) -> list[FaceView]:
    """The faces of a cube in a picture, at most three, the surest first."""
    small, scale = _shrunk(image)
    faces = _one_cube(_searched(small))
    if len(faces) == 2:
        faces += _third(small, faces)
    return [_scaled(face, scale) for face in faces[:MOST_FACES]]


def _shrunk(image: Image) -> tuple[Image, float]:
    """The picture at working size, and the factor that leads back."""
    scale = max(image.shape[:2]) / WORK_SIDE
    if scale <= 1.0:
        return image, 1.0
    size = (round(image.shape[1] / scale), round(image.shape[0] / scale))
    return np.asarray(cv2.resize(image, size, interpolation=cv2.INTER_AREA), np.uint8), scale


def _searched(image: Image) -> list[FaceView]:
    """Every likely face; many may lie on one another."""
    blobs = find_blobs(image)
    found: list[FaceView] = []
    tried = 0
    for window in find_windows(blobs):
        if any(face.score > PLAIN_SCORE and _holds(face, window.middle) for face in found):
            continue
        tried += 1
        if tried > MOST_TRIED:
            break
        lattice = fit_window(blobs, window)
        face = None if lattice is None else _look(image, lattice)
        if face is not None:
            found.append(face)
    return found


def _look(image: Image, lattice: Lattice) -> FaceView | None:
    """The face that a lattice tells of, if it looks like one."""
    if lattice.outside > MOST_OUTSIDE:
        return None
    return _seen(image, turned(lattice.homography), 0.5 + lattice.count / 18)


def _seen(image: Image, homography: Floats, trust: float) -> FaceView | None:
    corners = corners_of(homography)
    longest = np.linalg.norm(corners - np.roll(corners, 1, axis=0), axis=1).max()
    if cv2.contourArea(corners.astype(np.float32)) < LEAST_OPEN * longest**2:
        return None
    wide = straighten(image, homography)
    score = min(1.0, trust * likeness(wide))
    if score < LEAST_SCORE:
        return None
    straight = wide[MARGIN:-MARGIN, MARGIN:-MARGIN]
    return FaceView(corners, centres_of(homography), straight, score)


def _one_cube(found: list[FaceView]) -> list[FaceView]:
    """The best-scored faces that do not lie on one another, and belong together."""
    kept: list[FaceView] = []
    for face in sorted(found, key=lambda face: -face.score):
        if not any(_overlap(face.corners, other.corners) for other in kept):
            kept.append(face)
    order = together([face.corners for face in kept], [face.score for face in kept])
    return [kept[k] for k in order]


def _third(image: Image, faces: list[FaceView]) -> list[FaceView]:
    """The third face of a corner view, sought where two others say that it must be."""
    found = []
    for corners in third_faces(faces[0].corners, faces[1].corners):
        if not cv2.isContourConvex(corners.astype(np.float32)):
            continue
        matrix = cv2.getPerspectiveTransform(UNIT, corners.astype(np.float32))
        face = _seen(image, turned(np.asarray(matrix, dtype=np.float64)), 1.0)
        if face is not None and not any(_overlap(face.corners, f.corners) for f in faces):
            found.append(face)
    return sorted(found, key=lambda face: -face.score)[:1]


def _holds(face: FaceView, point: Floats) -> bool:
    x, y = float(point[0]), float(point[1])
    return cv2.pointPolygonTest(face.corners.astype(np.float32), (x, y), False) >= 0


def _overlap(one: Floats, other: Floats) -> bool:
    """Whether two faces share more than a tenth of the smaller."""
    a, b = one.astype(np.float32), other.astype(np.float32)
    shared, _ = cv2.intersectConvexConvex(a, b)
    return shared > 0.1 * min(cv2.contourArea(a), cv2.contourArea(b))


def _scaled(face: FaceView, scale: float) -> FaceView:
    return FaceView(face.corners * scale, face.centres * scale, face.straight, face.score)
