"""54 colours from a sensor instead of a picture: probabilities for each of the six colours."""

import numpy as np

from vision.cube.mixture import explained
from vision.cube.palette import COLOURS, Palette, default_palette, feature
from vision.frame import Floats, PictureError
from vision.sentence import sentence

# A sensor's numbers may be proportional to light, like a robot's, or to what a screen shows, like
# a camera's: all of these powers of the numbers are tried.
_POWERS = (1.0, 0.7, 0.45)
# Where each channel's white lies after scaling: that of photographs; it is at this rank from above
# of 54, past the odd reflection, for a cube has nine white stickers.
_WHITE, _RANK = 205.0, 4
# The sensor's distance varies from sticker to sticker: a covariance of logarithms of light, the
# same for all channels.
_DISTANCE = 0.08

DARK = sentence("cube: expected colours with some light, got {white} for white")


def read_measured(rgb: Floats) -> Floats:
    """How likely each colour is for every sticker of a whole cube, (6, 9, 6), w y r o g b.

    `rgb` is (54, 3): red, green and blue of nine stickers a face, face by face in any order, as a
    colour sensor gives them: in any unit, its white need not be white. Raises ValueError for
    another shape and for numbers below zero or not finite, and PictureError, which is one too,
    where a channel is always zero.
    """
    if rgb.shape != (54, 3):
        raise ValueError(f"cube: expected 54 x 3 measured colours, got {rgb.shape}")
    if not np.isfinite(rgb).all() or rgb.min() < 0:
        raise ValueError("cube: expected measured colours from 0, got others")
    white = np.sort(rgb, axis=0)[-_RANK]
    if white.min() <= 0:
        raise PictureError(DARK, white=white.tolist())
    share = np.minimum(rgb[:, ::-1] / white[::-1], 255.0 / _WHITE).reshape(6, 9, 3)
    readings = [_read(share**power, power) for power in _POWERS]
    evidence = np.array([one for _, one in readings])
    weight = np.exp(evidence - evidence.max())
    tables = np.array([table for table, _ in readings])
    return np.asarray(np.tensordot(weight / weight.sum(), tables, axes=1))


def _read(share: Floats, power: float) -> tuple[Floats, float]:
    """The table of colours (6, 9, 3) given as shares of white, and how well it explains them, log.

    The explanations of all powers are densities of the same numbers: the logarithms of those.
    """
    colour = np.minimum(_WHITE * share, 255.0)
    features = feature(colour)
    table, evidence = explained(features, _palette())
    steps = power * colour / (np.exp(features) * 255.0)
    return table, evidence + float(np.log(np.maximum(steps, 0.01)).sum())


def _palette() -> Palette:
    usual = default_palette()
    noise = usual.noise + _DISTANCE * np.ones((len(COLOURS), 3, 3))
    return Palette(usual.mean, usual.pigment, usual.lamp, usual.face, noise, usual.glare)
