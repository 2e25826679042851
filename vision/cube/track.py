"""Faces near the places where the last picture showed them."""

import numpy as np

from vision.cube.face import FaceView
from vision.cube.find import WORK_SIDE, faces_in_part
from vision.frame import Floats, Image

# Around the last place, in shares of its size: what a hand moves between two frames.
_REACH = 0.4
# A worse face than this is not trusted to be all there is.
_LEAST = 0.8


def find_near(image: Image, corners: Floats) -> list[FaceView]:
    """The faces around the last ones, (k, 4, 2) corners; none unless all are found well.

    The part is searched at the scale at which the whole picture would be.
    """
    low, high = corners.min(axis=(0, 1)), corners.max(axis=(0, 1))
    reach = _REACH * float((high - low).max())
    left, top = np.maximum(low - reach, 0).astype(int).tolist()
    right, bottom = (high + reach).astype(int).tolist()
    part = image[top:bottom, left:right]
    if min(part.shape[:2]) < 2 * reach:
        return []
    shrink = max(1.0, max(image.shape[:2]) / WORK_SIDE)
    faces = faces_in_part(part, (left, top), max(part.shape[:2]) / shrink)
    good = len(faces) >= len(corners) and all(face.score >= _LEAST for face in faces)
    return faces if good else []
