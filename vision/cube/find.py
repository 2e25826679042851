"""Faces of a cube anywhere in a picture: sticker blobs, lattices of them, and a second look."""

import cv2
import numpy as np

from vision.cube.blobs import find_blobs
from vision.cube.corner import together
from vision.cube.face import MARGIN, FaceView, centres_of, corners_of, map_of, straighten, turned
from vision.cube.lattice import Lattice, find_windows, fit_window
from vision.cube.look import likeness
from vision.cube.solid import faces_of_solid
from vision.frame import Floats, Image

# The longer side of the picture that is searched, in pixels.
WORK_SIDE = 640
# Faces smaller than this share of the picture are looked at again from closer.
SMALL = 0.14
CLOSE_SIDE = 480
MOST_ENLARGED = 2.0
MOST_FACES = 3
MOST_TRIED = 30
LEAST_SCORE = 0.78
# The same for a face whose place follows from two others that were found by themselves.
LEAST_THIRD = 0.55
# A face this good needs no rival: nothing more is sought in its place.
PLAIN_SCORE = 0.95
# A corner view whose worst face is this good needs no second look.
SURE_SCORE = 0.88
# How far the middle of a neighbouring face may be, in half diagonals.
NEIGHBOUR = 2.2
# More blobs than this around a face carry its pattern on: a board, a keyboard, a carpet.
MOST_OUTSIDE = 5
# So many blobs amid four others are a pattern that is seen askew.
MOST_BETWEEN = 1
# How many faces are tried as the first of a set, and what one more face must be worth.
MOST_FIRST = 8
LEAST_WORTH = 0.5
# Area against the square of the longest side: below it a face is seen too much from the side.
LEAST_OPEN = 0.2
# A plain face above it is seen from the front: its solid tells enough of the others.
FRONTAL = 0.92


def find_faces(image: Image) -> list[FaceView]:
    """The faces of a cube in a picture, at most three, the surest first."""
    faces = _faces_at(image, min(WORK_SIDE, max(image.shape[:2])))
    small = SMALL * max(image.shape[:2])
    unsure = len(faces) == 2 or (len(faces) == 3 and faces[-1].score < SURE_SCORE)
    if unsure or any(_extent([face])[2:].max() < small for face in faces):
        closer = _closer(image, faces)
        if sum(face.score for face in closer) >= sum(face.score for face in faces):
            faces = closer
    return faces


def _faces_at(image: Image, side: float) -> list[FaceView]:
    """The faces of one cube, sought in a picture scaled to a side of so many pixels."""
    small, scale = _scaled_to(image, side)
    faces = _whole(small, _one_cube(_searched(small)))
    return [_moved(face, scale, np.zeros(2)) for face in faces[:MOST_FACES]]


def _closer(image: Image, faces: list[FaceView]) -> list[FaceView]:
    """A second search, of the surroundings of the faces that were found, enlarged."""
    x, y, width, height = _extent(faces)
    reach = 0.5 * max(width, height)
    left, top = max(0, int(x - reach)), max(0, int(y - reach))
    part = image[top : int(y + height + reach), left : int(x + width + reach)]
    side = min(CLOSE_SIDE, MOST_ENLARGED * max(part.shape[:2]))
    return faces_in_part(part, (left, top), side)


def faces_in_part(part: Image, place: tuple[int, int], side: float) -> list[FaceView]:
    """The faces in a part of a picture that lies at a place x, y of it, in its pixels.

    The part is scaled so that its longer side has so many pixels.
    """
    offset = np.array(place, dtype=np.float64)
    return [_moved(face, 1.0, offset) for face in _faces_at(part, side)]


def _extent(faces: list[FaceView]) -> Floats:
    """The upright box around all corners: x, y, width, height."""
    corners = np.concatenate([face.corners for face in faces])
    low = corners.min(axis=0)
    return np.concatenate([low, corners.max(axis=0) - low])


def _scaled_to(image: Image, side: float) -> tuple[Image, float]:
    """The picture with a longer side of so many pixels, and the factor that leads back."""
    scale = max(image.shape[:2]) / side
    if abs(scale - 1.0) < 0.01:
        return image, 1.0
    size = (round(image.shape[1] / scale), round(image.shape[0] / scale))
    how = cv2.INTER_AREA if scale > 1.0 else cv2.INTER_LINEAR
    return np.asarray(cv2.resize(image, size, interpolation=how), np.uint8), scale


def _searched(image: Image) -> list[FaceView]:
    """Every likely face; many may lie on one another."""
    blobs = find_blobs(image)
    found: list[FaceView] = []
    tried = 0
    for window in find_windows(blobs):
        plain = [face for face in found if face.score > PLAIN_SCORE]
        if any(_openness(face.corners) > FRONTAL for face in plain):
            break
        if any(_holds(face, window.middle) or _far(face, window.middle) for face in plain):
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
    if lattice.board or lattice.outside > MOST_OUTSIDE or lattice.between > MOST_BETWEEN:
        return None
    trust = 0.5 + lattice.count / 18 - 0.02 * lattice.outside - lattice.off
    return _seen(image, turned(lattice.homography), trust, LEAST_SCORE)


def look_at(image: Image, homography: Floats, least: float) -> FaceView | None:
    """The face at a place, a map from lattice units to pixels, if it looks at least so good."""
    return _seen(image, turned(homography), 1.0, least)


def _seen(image: Image, homography: Floats, trust: float, least: float) -> FaceView | None:
    corners = corners_of(homography)
    if _openness(corners) < LEAST_OPEN:
        return None
    wide = straighten(image, homography)
    score = min(1.0, trust * likeness(wide))
    if score < least:
        return None
    straight = wide[MARGIN:-MARGIN, MARGIN:-MARGIN]
    return FaceView(corners, centres_of(homography), straight, score)


def _one_cube(found: list[FaceView]) -> list[FaceView]:
    """The faces that do not lie on one another and belong together, where they sum up best.

    A square across the edge of two faces may look as good as either, but not as good as both.
    """
    ranked = sorted(found, key=lambda face: -face.score)
    sets = [_set_around(first, ranked) for first in ranked[:MOST_FIRST]]
    return max(sets, key=_worth, default=[])


def _set_around(first: FaceView, ranked: list[FaceView]) -> list[FaceView]:
    kept = [first]
    for face in ranked:
        if not any(_overlap(face.corners, other.corners) for other in kept):
            kept.append(face)
    order = together([face.corners for face in kept], [face.score for face in kept])
    return [kept[k] for k in order]


def _whole(image: Image, faces: list[FaceView]) -> list[FaceView]:
    """The faces, with those of the cube behind the best of them that look like faces too."""
    best = faces
    least = LEAST_THIRD if len(faces) > 1 else LEAST_SCORE
    for first in faces:
        seen = [look_at(image, map_of(c), least)
                for c in faces_of_solid(image, first.corners)]  # fmt: skip
        solid = [face for face in seen if face is not None]
        if len(solid) > 1 and _worth(solid) > _worth(best):
            best = solid
    return sorted(best, key=lambda face: -face.score)


def _worth(faces: list[FaceView]) -> float:
    """How much a set of faces explains: more faces, and better ones."""
    return sum(face.score - LEAST_WORTH for face in faces)


def _openness(corners: Floats) -> float:
    """The area of a face against the square of its longest side: 1 for one seen from the front."""
    longest = np.linalg.norm(corners - np.roll(corners, 1, axis=0), axis=1).max()
    return float(cv2.contourArea(corners.astype(np.float32)) / longest**2)


def _holds(face: FaceView, point: Floats) -> bool:
    x, y = float(point[0]), float(point[1])
    return cv2.pointPolygonTest(face.corners.astype(np.float32), (x, y), False) >= 0


def _far(face: FaceView, point: Floats) -> bool:
    """Whether a point is too far from a face to be the middle of its neighbour."""
    middle = face.centres[4]
    radius = np.linalg.norm(face.corners - middle, axis=1).max()
    return bool(np.linalg.norm(point - middle) > NEIGHBOUR * radius)


def _overlap(one: Floats, other: Floats) -> bool:
    """Whether two faces share more than a tenth of the smaller."""
    a, b = one.astype(np.float32), other.astype(np.float32)
    shared, _ = cv2.intersectConvexConvex(a, b)
    return shared > 0.1 * min(cv2.contourArea(a), cv2.contourArea(b))


def _moved(face: FaceView, scale: float, offset: Floats) -> FaceView:
    """The face in the pixels of a larger picture, of which it was searched in a part."""
    corners, centres = face.corners * scale + offset, face.centres * scale + offset
    return FaceView(corners, centres, face.straight, face.score)
