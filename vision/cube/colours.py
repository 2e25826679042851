"""Colours of stickers, read together: probabilities for white yellow red orange green blue."""

from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray

from vision.cube.face import CELL, FaceView
from vision.cube.mixture import colour_table
from vision.cube.palette import COLOURS, Palette, default_palette, feature
from vision.frame import Floats

# The share of a sticker's pixels, from dark to bright, that is believed: glare is bright.
_DARKEST, _BRIGHTEST = 0.15, 0.70


def read_colours(faces: Sequence[FaceView], palette: Palette | None = None) -> Floats:
    """How likely each colour is for every sticker of some faces, (k, 9, 6).

    The faces are taken to be different ones of one cube, in one scan; six of them are a whole
    cube. The columns are in the order of COLOURS.
    """
    if not faces:
        return np.empty((0, 9, len(COLOURS)))
    features = feature(np.array([sticker_colours(face) for face in faces]))
    return read_features(features, palette or default_palette())


def read_features(features: Floats, palette: Palette) -> Floats:
    """The same from the logarithms of the stickers' colours, (k, 9, 3)."""
    return colour_table(features, palette)


def sticker_colours(face: FaceView) -> Floats:
    """A robust blue, green and red of each sticker of a face, (9, 3), 0 to 255."""
    return np.array([_colour(face, index) for index in range(9)])


def _colour(face: FaceView, index: int) -> Floats:
    pixels = face.cell(index)[_mask(index)]
    order = np.argsort(pixels.max(axis=1), kind="stable")
    middle = order[int(_DARKEST * len(order)) : int(_BRIGHTEST * len(order))]
    return np.asarray(np.median(pixels[middle], axis=0), dtype=np.float64)


def _mask(index: int) -> NDArray[np.bool_]:
    """Which pixels of a cell count: the inner part; a ring at the centre, which may wear a logo."""
    y, x = np.abs(np.mgrid[:CELL, :CELL] - (CELL - 1) / 2)
    if index == 4:
        radius = np.hypot(x, y) / CELL
        return np.asarray((radius > 0.23) & (radius < 0.36))
    return np.asarray(np.maximum(x, y) < 0.3 * CELL)
