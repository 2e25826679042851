"""Colours of stickers, read together: probabilities for white yellow red orange green blue.

A network looks at each face by itself, and a model of pigments and lamps at all faces together;
their probabilities are multiplied (a logarithmic opinion pool; Genest and Zidek 1986).
"""

from collections.abc import Sequence

import numpy as np

from vision.cube.face import FaceView
from vision.cube.mixture import colour_table
from vision.cube.palette import COLOURS, Palette, default_palette, feature
from vision.cube.stickers import Stickers, stickers_of
from vision.frame import Floats

# Two ways to look at the same pixels are not independent: together their weights are this at most,
# for one face and for several, of which the others bear witness.
_ALONE, _TOGETHER = 1.0, 1.2
# How often each of them is quite wrong, and how often a sticker for no reason that can be seen: of
# six faces that is for whoever knows the rules.
_WRONG, _UNSEEN = 1e-4, 0.007


def read_colours(faces: Sequence[FaceView], palette: Palette | None = None) -> Floats:
    """How likely each colour is for every sticker of some faces, (k, 9, 6).

    The faces are taken to be different ones of one cube, in one scan; six of them are a whole
    cube. The columns are in the order of COLOURS.
    """
    return read_stickers(stickers_of(faces), palette or default_palette())


def read_stickers(faces: Sequence[Stickers], palette: Palette) -> Floats:
    """The same from the stickers' measured colours."""
    if not faces:
        return np.empty((0, 9, len(COLOURS)))
    features = feature(np.array([face.colours for face in faces]))
    hint = np.array([face.hint for face in faces])
    doubts = np.array([face.doubts for face in faces])[:, :, None]
    hidden = np.array([face.hidden for face in faces])[:, :, None]
    # The network's guess is where to begin; of colours that it does not know it is none.
    table = colour_table(features, palette, hint if palette.network else None, 1 - hidden[..., 0])
    table = (1 - doubts) * table + doubts / len(COLOURS)
    total = _ALONE if len(faces) == 1 else _TOGETHER
    mixture = min(1.0, total * (1 - palette.network))
    by_network = (np.exp(hint) + _WRONG) ** (total * palette.network)
    pooled = by_network * (table + _WRONG) ** mixture
    pooled /= pooled.sum(axis=2, keepdims=True)
    pooled = (1 - hidden) * pooled + hidden / len(COLOURS)
    unseen = _UNSEEN if len(faces) < len(COLOURS) else 0.0
    return np.asarray((1 - unseen) * pooled + unseen / len(COLOURS))
