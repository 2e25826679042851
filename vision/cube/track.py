"""Faces near the places where the last picture showed them."""

import numpy as np

from vision.cube.borders import sticker_middles
from vision.cube.face import FaceView, map_of, straighten
from vision.cube.find import WORK_SIDE, faces_in_part
from vision.cube.plane import PLACES, fit_map
from vision.cube.view import look_at
from vision.frame import Floats, Image

# Around the last place, in shares of its size: what a hand moves between two frames.
_REACH = 0.4
# A worse face than this is not trusted to be all there is.
_LEAST = 0.8
# The same for a face that is followed by its borders alone; so many of them must be clear.
_LEAST_FOLLOWED, _CLEAR = 0.9, 5
_ROUNDS = 2
# A face whose stickers all lie so near to their places, in pitches, needs no second round.
_NEAR = 0.08


def follow(image: Image, corners: Floats) -> list[FaceView]:
    """Those of the last faces, (k, 4, 2) corners, that are still seen well, where they are now.

    Quick: by their borders. Faces that came into sight are not found.
    """
    found = [_followed(image, map_of(last)) for last in corners]
    return [face for face in found if face is not None]


def _followed(image: Image, homography: Floats) -> FaceView | None:
    for _ in range(_ROUNDS):
        middles, clear = sticker_middles(straighten(image, homography))
        if clear.sum() < _CLEAR:
            return None
        step = fit_map(middles, clear)
        if step is None:
            return None
        homography = homography @ step
        if np.abs(middles - PLACES)[clear].max() < _NEAR:
            break
    return look_at(image, homography, _LEAST_FOLLOWED, least_odds=-np.inf)


def find_near(image: Image, corners: Floats) -> list[FaceView]:
    """The faces around the last ones, (k, 4, 2) corners; none unless all are found well.

    The part is searched at the scale at which the whole picture would be.
    """
    low, high = corners.min(axis=(0, 1)), corners.max(axis=(0, 1))
    reach = _REACH * float((high - low).max())
    left, top = np.maximum(low - reach, 0).astype(int).tolist()
    right, bottom = (high + reach).astype(int).tolist()
    wide, high_ = min(right, image.shape[1]) - left, min(bottom, image.shape[0]) - top
    if min(wide, high_) < 2 * reach:
        return []
    shrink = max(1.0, max(image.shape[:2]) / WORK_SIDE)
    faces = faces_in_part(image, (left, top, right, bottom), max(wide, high_) / shrink)
    good = len(faces) >= len(corners) and all(face.score >= _LEAST for face in faces)
    return faces if good else []
