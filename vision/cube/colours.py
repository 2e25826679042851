"""Colours of stickers, read together: probabilities for white yellow red orange green blue."""

from collections.abc import Sequence

import numpy as np

from vision.cube.face import FaceView
from vision.frame import Floats

COLOURS = ("w", "y", "r", "o", "g", "b")

_TYPICAL = np.array(
    [
        [200, 205, 205],
        [40, 200, 210],
        [45, 35, 180],
        [40, 110, 235],
        [70, 150, 40],
        [150, 70, 20],
    ],
    dtype=np.float64,
)
_SPREAD = 0.35


def read_colours(faces: Sequence[FaceView]) -> Floats:
    """How likely each colour is for every sticker of some faces, (k, 9, 6).

    The faces are taken to be of one cube, in one scan; the columns are in the order of COLOURS.
    """
    if not faces:
        return np.empty((0, 9, len(COLOURS)))
    samples = np.array([[_sample(face, index) for index in range(9)] for face in faces])
    off = np.log(samples + 12)[:, :, None] - np.log(_TYPICAL + 12)
    off -= 0.7 * off.mean(axis=3, keepdims=True)
    score = -0.5 * np.sum((off / _SPREAD) ** 2, axis=3)
    table = np.exp(score - score.max(axis=2, keepdims=True)) + 1e-3
    return np.asarray(table / table.sum(axis=2, keepdims=True))


def _sample(face: FaceView, index: int) -> Floats:
    cell = face.cell(index)[6:-6, 6:-6].reshape(-1, 3)
    return np.asarray(np.median(cell, axis=0), dtype=np.float64)
