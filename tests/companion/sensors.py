"""Made-up colour sensors: what they measure on a cube that a robot holds."""

import numpy as np
from numpy.typing import NDArray

from solver.cube import COLOURS, Cube

Floats = NDArray[np.float64]

# The share of red, green and blue light that stickers and coloured plastic send back.
PIGMENTS = {
    "stickers": {
        "w": (0.80, 0.82, 0.80), "y": (0.78, 0.62, 0.06), "r": (0.52, 0.03, 0.05),
        "o": (0.85, 0.24, 0.03), "g": (0.03, 0.38, 0.12), "b": (0.02, 0.10, 0.42),
    },
    "plastic": {
        "w": (0.72, 0.73, 0.70), "y": (0.82, 0.78, 0.10), "r": (0.60, 0.05, 0.08),
        "o": (0.90, 0.36, 0.08), "g": (0.10, 0.55, 0.16), "b": (0.05, 0.20, 0.60),
    },
}  # fmt: skip

# The light of a lamp, and what each channel of a sensor makes of it.
LAMPS = {
    "even": (1.0, 1.0, 1.0),
    "incandescent": (1.5, 0.8, 0.35),
    "bluish LED": (0.7, 0.95, 1.3),
    "greenish": (0.8, 1.25, 0.8),
}

# How a sensor counts: a factor, and whether it gives whole numbers or encodes for a screen.
SCALES = {"shares": 1.0, "bytes": 230.0, "ten bits": 900.0, "counts": 40000.0, "screen": 255.0}

# The faces in the order of the file.
FILE_ORDER = "ULFRBD"


def letters_of(cube: Cube) -> str:
    """The colours of the 54 stickers, U R F D L B, for the cube's scheme."""
    names = dict(zip("URFDLB", cube.scheme, strict=True))
    return "".join(names[letter] for letter in cube.facelets())


def measured(
    cube: Cube, rng: np.random.Generator, *, pigments: str, lamp: str, scale: str, noise: float
) -> dict[str, list[float]]:
    """54 measures as in the file of `companion solve cube --rgb`.

    `noise` is the spread of the distance of the sensor, as a share; a third of it that of colours.
    """
    letters = letters_of(cube)
    order = [9 * "URFDLB".index(face) + cell for face in FILE_ORDER for cell in range(9)]
    stickers = np.array([PIGMENTS[pigments][letters[i]] for i in order])
    light = stickers * np.array(LAMPS[lamp]) + 0.01
    light *= np.exp(noise * rng.standard_normal((54, 1)) + noise / 3 * rng.standard_normal((54, 3)))
    if scale == "screen":
        light = np.clip(light, 0, 1) ** (1 / 2.2)
    values = light * SCALES[scale]
    if scale in ("bytes", "screen"):
        values = np.minimum(values, 255)
    if scale != "shares":
        values = values.round()
    return {str(i + 1): row for i, row in enumerate(values.tolist())}


assert all(set(pigments) == set(COLOURS) for pigments in PIGMENTS.values())
