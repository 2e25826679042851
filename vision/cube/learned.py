"""A cube's own colours, from a scan whose stickers are known."""

from collections.abc import Sequence

import numpy as np

from vision.cube.face import FaceView
from vision.cube.palette import COLOURS, LIFT, feature
from vision.cube.stickers import stickers_of
from vision.frame import Floats

_ROUNDS = 10
# A face's light is taken for the scan's until so many stickers say otherwise.
_TRUST = 3.0
# Stickers with more doubt than this have no say.
_DOUBTED = 0.25


def learned_colours(
    faces: Sequence[FaceView], letters: str
) -> dict[str, tuple[float, float, float]]:
    """The red, green and blue, 0 to 255, of each colour of a cube, under the lamp of its scan.

    `letters` names every sticker of the faces, nine letters of w y r o g b a face, in the order in
    which the faces show them. Each face may be lit differently: the colours are those in the
    scan's average light. A colour of which no sticker is clear is left out. Raises ValueError
    where the letters do not fit.
    """
    if len(letters) != 9 * len(faces) or not set(letters) <= set(COLOURS):
        wanted = f"{9 * len(faces)} letters of {' '.join(COLOURS)}"
        raise ValueError(f"cube: expected {wanted}, got {letters!r}")
    seen = stickers_of(faces)
    features = feature(np.array([one.colours for one in seen]).reshape(-1, 9, 3))
    named = np.array([COLOURS.index(letter) for letter in letters]).reshape(-1, 9)
    doubts = np.array([np.maximum(one.doubts, one.hidden) for one in seen])
    clear = doubts.reshape(-1, 9) < _DOUBTED
    means = _means(features, np.where(clear, named, -1))
    light = np.clip(np.exp(means) * (255.0 + LIFT) - LIFT, 0.0, 255.0)
    return {
        letter: (float(light[c, 2]), float(light[c, 1]), float(light[c, 0]))
        for c, letter in enumerate(COLOURS)
        if (clear & (named == c)).any()
    }


def _means(features: Floats, named: Floats) -> Floats:
    """The median feature of each colour, (6, 3), and with it each face's light, taken in turn."""
    light = np.zeros((len(features), 1, 3))
    means = np.zeros((len(COLOURS), 3))
    for _ in range(_ROUNDS):
        even = features - light
        for c in range(len(COLOURS)):
            if (named == c).any():
                means[c] = np.median(even[named == c], axis=0)
        light = np.array(
            [_light(f - means[n], n >= 0) for f, n in zip(features, named, strict=True)]
        )
        light -= light.mean(axis=0)
    return means


def _light(off: Floats, clear: Floats) -> Floats:
    """A face's light, (1, 3), from its stickers' distances from their colours, (9, 3)."""
    if not clear.any():
        return np.zeros((1, 3))
    count = float(clear.sum())
    return np.asarray(np.median(off[clear], axis=0)[None] * count / (count + _TRUST))
