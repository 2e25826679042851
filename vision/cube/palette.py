"""What is known of stickers before a picture is seen: colours, and how lamps shift them."""

from collections.abc import Mapping
from dataclasses import dataclass

import numpy as np

from vision.frame import Floats

COLOURS = ("w", "y", "r", "o", "g", "b")
# Added to a channel before the logarithm: keeps the noise of dark channels small.
LIFT = 12.0

# Shares of white light that a shiny sticker may throw back over its own colour.
GLARES = np.array([0.0, 0.03, 0.08, 0.17, 0.35, 0.65])
_GAMMA = 2.2


@dataclass(frozen=True, slots=True, eq=False)
class Palette:
    """Means and covariances of log blue, green, red of stickers w y r o g b.

    - `mean`: (6, 3) of each colour, over all cubes and lamps.
    - `pigment`: (6, 3, 3) how the colour of one cube differs from that.
    - `lamp`: (3, 3) how the light of one scan differs from usual.
    - `face`: (3, 3) how the light on one face differs from the scan's.
    - `noise`: (6, 3, 3) how stickers of one colour on one face differ.
    - `glare`: (6,) how often each of GLARES lies on a sticker.
    - `network`: how much the network's word counts beside this, 0 to 1: it knows the usual cubes.
    """

    mean: Floats
    pigment: Floats
    lamp: Floats
    face: Floats
    noise: Floats
    glare: Floats
    network: float = 0.5

    def precision(self, faces: int) -> Floats:
        """The inverse covariance of six pigments and the lights of some faces.

        What all lights share is the lamp's and a face's; their differences are the faces' only.
        """
        count = 6 + faces
        full = np.zeros((count, 3, count, 3))
        own = np.linalg.inv(self.face)
        shared = np.linalg.inv(self.face + faces * self.lamp)
        full[6:, :, 6:] = ((shared - own) / faces)[:, None]
        colours, lights = np.arange(6), np.arange(6, count)
        full[colours, :, colours] = np.linalg.inv(self.pigment)
        full[lights, :, lights] += own
        return full.reshape(3 * count, 3 * count)


def default_palette(colours: Mapping[str, tuple[float, float, float]] | None = None) -> Palette:
    """The usual palette, or that of a cube whose own RGB colours are known, letter by letter.

    The figures are means and covariances of some 2,000 stickers of about twenty cubes in
    photographs, fitted by expectation maximisation with known colours; the light's were widened
    for lamps that were not among them.
    """
    mean, pigment = _MEAN.copy(), _PIGMENT.copy()
    lamp, face = _LIGHT + np.eye(3) * np.array([0.004, 0.0016])[:, None, None]
    network = _NETWORK if not colours else _NETWORK_BESIDE
    for index, letter in enumerate(COLOURS):
        if colours and letter in colours:
            mean[index] = feature(np.array(colours[letter][::-1], dtype=np.float64))
            off = mean[index] - _MEAN[index]
            if off @ np.linalg.solve(pigment[index] + _LAMPS * lamp, off) > _UNUSUAL:
                network = 0.0
            pigment[index] *= _KNOWN
    return Palette(mean, pigment, _LAMPS * lamp, face, _WIDER * _NOISE, _GLARE, network)


def _symmetric(upper: list[list[float]]) -> Floats:
    """Symmetric matrices from their upper triangles, row by row."""
    return np.array(upper, dtype=np.float64)[:, [0, 1, 2, 1, 3, 4, 2, 4, 5]].reshape(-1, 3, 3)


# Rows w y r o g b, columns log blue, green, red.
_MEAN = np.array(
    [
        [-0.2401, -0.2379, -0.2672],
        [-1.7017, -0.267, -0.2691],
        [-1.9137, -2.27, -0.3881],
        [-1.8563, -0.8892, -0.1928],
        [-1.3703, -0.6342, -2.105],
        [-0.5476, -1.2872, -2.341],
    ]
)
# Upper triangles of covariances: blue blue, blue green, blue red, green green, ...
_PIGMENT = _symmetric(
    [
        [0.0434, 0.0233, 0.014, 0.0252, 0.0155, 0.0195],
        [0.4245, 0.0011, -0.0021, 0.0119, 0.0043, 0.0119],
        [0.2374, 0.1435, 0.0103, 0.4016, 0.0129, 0.022],
        [0.4568, 0.0527, -0.0032, 0.0327, 0.0041, 0.009],
        [0.219, -0.0024, -0.0188, 0.0239, 0.0043, 0.1913],
        [0.0518, 0.0125, -0.0387, 0.0697, 0.0405, 0.2397],
    ]
)
_NOISE = _symmetric(
    [
        [0.0037, 0.0023, 0.0018, 0.0025, 0.0022, 0.003],
        [0.0188, 0.0031, 0.0028, 0.0022, 0.0019, 0.0024],
        [0.0138, 0.0074, 0.0025, 0.0093, 0.0024, 0.0029],
        [0.0229, 0.0055, 0.0016, 0.0051, 0.0019, 0.0019],
        [0.0087, 0.0036, 0.0031, 0.0029, 0.0016, 0.0113],
        [0.0042, 0.0037, 0.0012, 0.0062, 0.0052, 0.0176],
    ]
)
# Of a scan, and of a face in it.
_LIGHT = _symmetric(
    [
        [0.0409, 0.0348, 0.0247, 0.0336, 0.0255, 0.0207],
        [0.0099, 0.0094, 0.0079, 0.0098, 0.0088, 0.0084],
    ]
)
# Glare more often, lamps and noise wider, than where the figures come from.
_GLARE = np.array([0.50, 0.20, 0.12, 0.10, 0.05, 0.03])
_LAMPS, _WIDER = 2.0, 2.0
# What is left of the doubt about a pigment once the cube's own colours were measured.
_KNOWN = 0.1
# The weight of the network beside the usual palette, and beside one that was measured.
_NETWORK, _NETWORK_BESIDE = 0.5, 0.25
# The squared distance, in standard deviations, at which a colour is none that was ever seen.
_UNUSUAL = 9.0


def feature(colour: Floats) -> Floats:
    """The logarithms of blue, green and red, (..., 3) from 0 to 255, lifted."""
    return np.asarray(np.log((colour + LIFT) / (255.0 + LIFT)))


def glare(features: Floats) -> Floats:
    """Features of colours under each of GLARES: (..., 3) -> (..., 6, 3); light adds linearly."""
    value = np.clip(np.exp(features) * (255.0 + LIFT) - LIFT, 0.0, 255.0) / 255.0
    light = (value**_GAMMA)[..., None, :]
    share = GLARES[:, None]
    mixed = (light * (1 - share) + share) ** (1 / _GAMMA) * 255.0
    # Without glare the feature stays as it was, also where it was clipped.
    return features[..., None, :] + feature(mixed) - feature(light ** (1 / _GAMMA) * 255.0)
