"""Painted faces of a cube, laid into painted pictures in any perspective."""

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.frame import Image

INKS = {
    "w": (215, 215, 215),
    "y": (40, 205, 215),
    "r": (35, 30, 175),
    "o": (30, 105, 225),
    "g": (70, 145, 20),
    "b": (160, 75, 20),
}
PIECE = 60
_UNIT = np.array([[0, 0], [3, 0], [3, 3], [0, 3]], dtype=np.float32) * PIECE
SCRAMBLED = ("wrgoybwrg", "bbgogybry", "oywrbgwoy", "gwbrroyyw", "rgoywbrog", "obryowgbw")


def paint_face(
    colours: str, *, gap: int = 7, plastic: tuple[int, int, int] = (18, 18, 18)
) -> Image:
    """A face seen from the front, (180, 180, 3): stickers with gaps of plastic around them."""
    face = np.full((3 * PIECE, 3 * PIECE, 3), plastic, dtype=np.uint8)
    for index, letter in enumerate(colours):
        y, x = divmod(index, 3)
        low = (x * PIECE + gap, y * PIECE + gap)
        high = ((x + 1) * PIECE - gap, (y + 1) * PIECE - gap)
        cv2.rectangle(face, low, high, INKS[letter], cv2.FILLED)
    return face


def quad(
    middle: tuple[float, float], size: float, *, turn: float = 0.0, tilt: float = 0.0
) -> NDArray[np.float32]:
    """Corners of a square of so many pixels, turned in the picture and tilted away from it.

    Angles are in degrees; the camera is four square sides away.
    """
    turn, tilt = np.radians(turn), np.radians(tilt)
    corners = []
    for x, y in ((-0.5, -0.5), (0.5, -0.5), (0.5, 0.5), (-0.5, 0.5)):
        x, y = x * np.cos(turn) - y * np.sin(turn), x * np.sin(turn) + y * np.cos(turn)
        depth = 4.0 + x * np.sin(tilt)
        corners.append(
            (middle[0] + size * 4 * x * np.cos(tilt) / depth, middle[1] + size * 4 * y / depth)
        )
    return np.array(corners, dtype=np.float32)


def lay(picture: Image, face: Image, corners: NDArray[np.float32]) -> None:
    """Lays a face into a picture, in place."""
    matrix = cv2.getPerspectiveTransform(_UNIT, corners)
    size = (picture.shape[1], picture.shape[0])
    warped = cv2.warpPerspective(face, matrix, size, flags=cv2.INTER_AREA)
    inside = cv2.warpPerspective(np.full(face.shape[:2], 255, np.uint8), matrix, size)
    picture[inside > 127] = warped[inside > 127]


def table_top(*, seed: int = 0, width: int = 640, height: int = 480) -> Image:
    """An empty table: a grey-brown gradient."""
    ramp = np.linspace(0.7, 1.1, width)[None, :, None] * np.ones((height, 1, 1))
    return grain((ramp * np.array([120, 150, 170])).clip(0, 255).astype(np.uint8), seed)


def grain(picture: Image, seed: int, *, spread: float = 4.0) -> Image:
    """The picture with a camera's blur and noise."""
    soft = cv2.GaussianBlur(picture, (3, 3), 0).astype(np.float64)
    noisy = soft + np.random.default_rng(seed).normal(0, spread, picture.shape)
    return np.asarray(noisy.clip(0, 255), dtype=np.uint8)


def photograph(colours: str, *, seed: int = 0, **place: float) -> tuple[Image, NDArray[np.float32]]:
    """A picture of 640 x 480 of one face on a table, and the face's corners in it."""
    corners = quad((330, 240), place.pop("size", 220), **place)
    picture = table_top(seed=seed)
    lay(picture, paint_face(colours), corners)
    return grain(picture, seed), corners


def lamp(picture: Image, *, stops: float, warm: float) -> Image:
    """The picture under another exposure and a warmer (or with warm < 0 cooler) lamp."""
    gain = 2.0**stops * np.array([np.exp(-warm), 1.0, np.exp(warm)])
    light = (picture / 255.0) ** 2.2 * gain
    return np.asarray((light.clip(0, 1) ** (1 / 2.2) * 255).round(), dtype=np.uint8)


def corner_view() -> tuple[Image, list[NDArray[np.float32]]]:
    """Three faces of a cube around one corner, and their corners."""
    near, radius = np.array([320.0, 250.0]), 150.0
    angles = np.radians([-150, -90, -30, 30, 90, 150])
    rim = [near + radius * np.array([np.cos(a), np.sin(a)]) for a in angles]
    places = [
        np.array([rim[0], rim[1], rim[2], near], dtype=np.float32),
        np.array([near, rim[2], rim[3], rim[4]], dtype=np.float32),
        np.array([rim[0], near, rim[4], rim[5]], dtype=np.float32),
    ]
    picture = table_top()
    for colours, corners in zip(SCRAMBLED, places, strict=False):
        lay(picture, paint_face(colours), corners)
    return grain(picture, 1), places
