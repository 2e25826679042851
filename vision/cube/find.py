"""Faces of a cube anywhere in a picture: a coarse search, and a closer one where it is unsure."""

import cv2
import numpy as np

from vision.cube.context import convinces
from vision.cube.face import FaceView
from vision.cube.places import moved, openness
from vision.cube.search import search
from vision.cube.view import set_closer
from vision.cube.whole import MOST_FACES, PLAIN_SCORE, Cube, good, whole, worth
from vision.frame import Floats, Image

# The longer side of the picture that is searched, in pixels.
WORK_SIDE = 640
# The same for the first search.
COARSE_SIDE = 320
# How fine the surroundings of faces are searched, and how far, in shares of the faces' extent.
CLOSE_SIDE = 480
MOST_ENLARGED = 2.0
REACH, REACH_ALONE = 0.5, 0.9
# A lone face this good needs no finer search where it is more open than the first, unless it is
# smaller than the second, a share of the picture; nor where it is larger than the last.
LEAST_SETTLED = 0.9
SLANTING, SMALL, LARGE = 0.86, 0.12, 0.35
# The least log odds of a cube's best face, seen with what is around it.
LEAST_CONVINCING = 1.0


def find_faces(image: Image) -> list[FaceView]:
    """The faces of a cube in a picture, at most three, the surest first.

    A coarse picture is searched first. What that leaves unsure is searched from closer: the
    surroundings of what was found, or else the whole picture.
    """
    small, scale = _scaled_to(image, min(WORK_SIDE, max(image.shape[:2])))
    cube = _coarse(small)
    if not cube.faces:
        cube = search(small)
        cube = cube if cube.sure else whole(small, cube.faces)
    faces = [moved(face, scale, np.zeros(2)) for face in cube.faces[:MOST_FACES]]
    if faces and not cube.sure and not _settled(image, faces):
        faces = max(_closer(image, faces), faces, key=worth)
    corners = [face.corners / scale for face in faces]
    return faces if convinces(small, corners, LEAST_CONVINCING) else []


def _closer(image: Image, faces: list[FaceView]) -> list[FaceView]:
    """A second search, of the surroundings of the faces that were found, as fine as useful."""
    x, y, width, height = _extent(faces)
    reach = (REACH_ALONE if len(faces) == 1 else REACH) * max(width, height)
    left, top = max(0, int(x - reach)), max(0, int(y - reach))
    box = (left, top, int(x + width + reach), int(y + height + reach))
    side = max(min(box[2], image.shape[1]) - left, min(box[3], image.shape[0]) - top)
    return faces_in_part(image, box, min(CLOSE_SIDE, MOST_ENLARGED * side))


def _extent(faces: list[FaceView]) -> Floats:
    """The upright box around all corners: x, y, width, height."""
    corners = np.concatenate([face.corners for face in faces])
    low = corners.min(axis=0)
    return np.concatenate([low, corners.max(axis=0) - low])


def _coarse(small: Image) -> Cube:
    """The faces that are found in half as fine a picture, set closer in the fine one."""
    coarse, factor = _scaled_to(small, min(COARSE_SIDE, max(small.shape[:2])))
    cube = search(coarse, faint=False)
    faces = cube.faces
    if factor > 1.0:
        finer = [set_closer(small, moved(face, factor, np.zeros(2))) for face in faces]
        faces = [face for face in finer if face is not None]
    if cube.sure and (factor == 1.0 or (len(faces) == 1 and good(faces, PLAIN_SCORE))):
        return Cube(faces, True)
    return whole(small, faces, 1 if cube.sure else MOST_FACES)


def faces_in_part(image: Image, box: tuple[int, int, int, int], side: float) -> list[FaceView]:
    """The faces in a part of a picture: its left, top, right and bottom, in pixels.

    The part is scaled so that its longer side has so many pixels. The cube is set into the whole
    picture, whose middle is the camera's.
    """
    left, top, right, bottom = box
    small, scale = _scaled_to(image[top:bottom, left:right], side)
    cube = search(small)
    place = np.array([left, top], dtype=np.float64)
    faces = [moved(face, scale, place) for face in cube.faces]
    return whole(image, faces, 1 if cube.sure else MOST_FACES).faces[:MOST_FACES]


def _scaled_to(image: Image, side: float) -> tuple[Image, float]:
    """The picture with a longer side of so many pixels, and the factor that leads back."""
    scale = max(image.shape[:2]) / side
    if abs(scale - 1.0) < 0.01:
        return image, 1.0
    # A strip may be so long that nothing is left of its width.
    size = max(1, round(image.shape[1] / scale)), max(1, round(image.shape[0] / scale))
    how = cv2.INTER_AREA if scale > 1.0 else cv2.INTER_LINEAR
    return np.asarray(cv2.resize(image, size, interpolation=how), np.uint8), scale


def _settled(image: Image, faces: list[FaceView]) -> bool:
    """Whether a finer search would not show more.

    The others of the cube are too slanting, or these are as large as a finer search needs them.
    """
    share = float(_extent(faces)[2:].max()) / max(image.shape[:2])
    slanting = openness(faces[0].corners) > SLANTING and share > SMALL
    return len(faces) == 1 and good(faces, LEAST_SETTLED) and (slanting or share > LARGE)
