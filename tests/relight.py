"""Straightened faces of cubes under other lamps: lamps, exposures, shadows and reflections.

All is done in linear light, and then clipped and rounded like a camera's picture.
"""

from collections.abc import Callable

import cv2
import numpy as np
from numpy.typing import NDArray

from vision import Image
from vision.cube import FaceView
from vision.cube.face import SIDE

Light = NDArray[np.float64]
GAMMA = 2.2

# What a camera that is balanced for daylight sees of a white sheet under each lamp: linear blue,
# green and red. Incandescent and LED light are black bodies of 2700 and 3500 kelvin; the tube is
# greenish, with little blue.
LAMPS = {
    "daylight 6500 K": (1.0, 1.0, 1.0),
    "incandescent 2700 K": (0.24, 1.0, 2.52),
    "fluorescent tube": (0.72, 1.12, 0.95),
    "warm LED 3500 K": (0.45, 1.0, 1.82),
}
# A camera's own white balance takes away so much of a lamp's colour, or none.
BALANCED = 0.5


def linear(picture: Image) -> Light:
    """Light from what a picture shows, 0 to 1."""
    return np.asarray((picture / 255.0) ** GAMMA, dtype=np.float64)


def picture_of(light: Light, rng: np.random.Generator) -> Image:
    """What a camera shows of light: clipped, with a little noise, in whole numbers."""
    shown = np.clip(light, 0.0, 1.0) ** (1 / GAMMA) * 255.0
    return np.asarray((shown + rng.normal(0, 1.5, light.shape)).clip(0, 255).round(), np.uint8)


def lamp(light: Light, rng: np.random.Generator, *, balance: float = 0.0) -> Light:
    """One of four lamps; the camera keeps the exposure, within a third of a stop."""
    gain = np.array(list(LAMPS.values())[rng.integers(len(LAMPS))]) ** (1 - balance)
    gain *= 2.0 ** rng.uniform(-0.33, 0.33) / (gain @ (0.07, 0.72, 0.21))
    return light * gain


def drift(light: Light, rng: np.random.Generator) -> Light:
    """Half a stop more or less at most, and a tenth more or less of red and of blue."""
    gain = 2.0 ** rng.uniform(-0.5, 0.5) * np.ones(3)
    gain[[0, 2]] *= 1 + rng.uniform(-0.1, 0.1, 2)
    return light * gain


def coarse_drift(light: Light, rng: np.random.Generator) -> Light:
    """The same on the numbers of the picture, not on light: twice as many stops."""
    gain = 2.0 ** rng.uniform(-0.5, 0.5) * np.ones(3)
    gain[[0, 2]] *= 1 + rng.uniform(-0.1, 0.1, 2)
    return light * gain**GAMMA


def shadow(light: Light, rng: np.random.Generator) -> Light:
    """A soft edge across the face; beyond it a third to two thirds of the light is left."""
    angle, offset = rng.uniform(0, 2 * np.pi), rng.uniform(-0.3, 0.3) * SIDE
    y, x = np.mgrid[:SIDE, :SIDE] - (SIDE - 1) / 2
    beyond = 1 / (1 + np.exp(-(x * np.cos(angle) + y * np.sin(angle) - offset) / 2.0))
    return light * (1 - rng.uniform(0.33, 0.67) * beyond)[:, :, None]


def glare(light: Light, rng: np.random.Generator) -> Light:
    """A lamp mirrored in one sticker or two: white spots that may cover much of them."""
    for _ in range(rng.integers(1, 3)):
        y, x = np.mgrid[:SIDE, :SIDE] - rng.uniform(0.1, 0.9, (2, 1, 1)) * SIDE
        angle, size = rng.uniform(0, np.pi), rng.uniform(0.15, 0.4, 2) * SIDE / 3
        along, across = x * np.cos(angle) + y * np.sin(angle), y * np.cos(angle) - x * np.sin(angle)
        spot = np.exp(-0.5 * ((along / size[0]) ** 2 + (across / size[1]) ** 2))
        light = light + rng.uniform(0.4, 1.5) * spot[:, :, None]
    return light


def shadow_and_glare(light: Light, rng: np.random.Generator) -> Light:
    return glare(shadow(drift(light, rng), rng), rng)


def balanced_lamp(light: Light, rng: np.random.Generator) -> Light:
    return lamp(light, rng, balance=BALANCED)


RELIGHTINGS: dict[str, Callable[[Light, np.random.Generator], Light]] = {
    "as it is": lambda light, _: light,
    "four lamps": lamp,
    "four lamps, half balanced": balanced_lamp,
    "drift": drift,
    "coarse drift": coarse_drift,
    "shadow": shadow,
    "glare": glare,
    "drift, shadow and glare": shadow_and_glare,
}


def relit(face: FaceView, name: str, rng: np.random.Generator) -> FaceView:
    """The face under another light."""
    if name == "as it is":
        return face
    straight = picture_of(RELIGHTINGS[name](linear(face.straight), rng), rng)
    return FaceView(face.corners, face.centres, straight, face.score)


# Ranges of hue in degrees, saturation and value of the colours of cubes that are sold.
PIGMENTS = {
    "w": ((40, 260), (0.0, 0.06), (0.85, 0.97)),
    "y": ((46, 66), (0.65, 0.98), (0.80, 0.97)),
    "r": ((-12, 7), (0.72, 0.97), (0.50, 0.88)),
    "o": ((14, 30), (0.75, 0.98), (0.82, 0.98)),
    "g": ((95, 160), (0.60, 0.97), (0.42, 0.85)),
    "b": ((205, 232), (0.65, 0.97), (0.45, 0.90)),
}


def pigments(rng: np.random.Generator) -> dict[str, Light]:
    """The colours of one made-up cube, blue, green and red from 0 to 1; red is not orange."""
    hsv = {
        letter: np.array([rng.uniform(*each) for each in ranges])
        for letter, ranges in PIGMENTS.items()
    }
    hsv["o"][0] = max(hsv["o"][0], hsv["r"][0] + 14)
    return {letter: _bgr(*each) for letter, each in hsv.items()}


def made_up_face(colours: str, inks: dict[str, Light], rng: np.random.Generator) -> Image:
    """A face of a made-up cube, seen from the front, (72, 72, 3)."""
    cell, big = SIDE // 3, 4
    plastic = 0.06 * np.ones(3) if rng.random() < 0.6 else None
    face = np.empty((SIDE * big, SIDE * big, 3))
    face[:] = 0.9 if plastic is None else plastic
    gap = int(rng.uniform(0.03, 0.08) * cell * big)
    for index, letter in enumerate(colours):
        y, x = (cell * big * i for i in divmod(index, 3))
        ink = inks[letter] * np.exp(rng.normal(0, 0.02))
        face[y + gap : y + cell * big - gap, x + gap : x + cell * big - gap] = ink
    soft = cv2.GaussianBlur(cv2.resize(face, (SIDE, SIDE), interpolation=cv2.INTER_AREA), (0, 0), 1)
    ramp = 1 + rng.uniform(-0.15, 0.15) * np.linspace(-1, 1, SIDE)
    return picture_of(soft**GAMMA * ramp[:, None, None], rng)


def _bgr(hue: float, saturation: float, value: float) -> Light:
    hsv = np.array([[[hue % 360, saturation, value]]], dtype=np.float32)
    return cv2.cvtColor(hsv, cv2.COLOR_HSV2BGR)[0, 0].astype(np.float64)
