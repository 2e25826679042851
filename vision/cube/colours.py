"""Colours of stickers, read together: probabilities for white yellow red orange green blue."""

from collections.abc import Sequence

import numpy as np

from vision.cube.face import FaceView
from vision.cube.mixture import colour_table
from vision.cube.palette import COLOURS, Palette, default_palette, feature
from vision.cube.stickers import Stickers, stickers_of
from vision.frame import Floats


def read_colours(faces: Sequence[FaceView], palette: Palette | None = None) -> Floats:
    """How likely each colour is for every sticker of some faces, (k, 9, 6).

    The faces are taken to be different ones of one cube, in one scan; six of them are a whole
    cube. The columns are in the order of COLOURS.
    """
    return read_stickers([stickers_of(face) for face in faces], palette or default_palette())


def read_stickers(faces: Sequence[Stickers], palette: Palette) -> Floats:
    """The same from the stickers' measured colours."""
    if not faces:
        return np.empty((0, 9, len(COLOURS)))
    table = colour_table(feature(np.array([face.colours for face in faces])), palette)
    doubts = np.array([face.doubts for face in faces])[:, :, None]
    return np.asarray((1 - doubts) * table + doubts / len(COLOURS))
