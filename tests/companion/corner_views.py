"""Plain drawings of a cube seen at a corner: three faces in perspective."""

import cv2
import numpy as np

from solver.cube import COLOURS, Cube
from solver.cube.geometry import middles
from solver.cube.scores import view_of
from vision import Image

PAINT = {"w": (235, 235, 235), "y": (0, 205, 235), "r": (30, 20, 185),
         "o": (20, 120, 250), "g": (65, 145, 0), "b": (190, 80, 10)}  # fmt: skip
WIDTH, HEIGHT = 640, 480


def corner_view(cube: Cube, towards: tuple[float, float, float], roll: float = 0.0) -> Image:
    """The cube as it is seen from a direction, x right, y up, z front; `roll` in radians."""
    image = np.full((HEIGHT, WIDTH, 3), (120, 125, 130), np.uint8)
    eye = np.array(towards, dtype=np.float64)
    eye *= 14.0 / np.linalg.norm(eye)
    right, up = _screen(eye, roll)
    colours = view_of(cube)
    for facelet, (cubie, normal) in enumerate(zip(*middles(), strict=True)):
        if (eye - 1.5 * normal) @ normal <= 0:
            continue
        across = np.array([normal[1], normal[2], normal[0]])
        down = np.cross(normal, across)
        centre = cubie + 0.5 * normal
        for half, paint in ((0.5, (15, 15, 15)), (0.43, PAINT[COLOURS[colours[facelet]]])):
            corners = [centre + half * (a * across + b * down)
                       for a, b in ((-1, -1), (1, -1), (1, 1), (-1, 1))]  # fmt: skip
            points = np.array([_pixel(point, eye, right, up) for point in corners])
            cv2.fillConvexPoly(image, points.round().astype(np.int32), paint, cv2.LINE_AA)
    return cv2.GaussianBlur(image, (3, 3), 0)  # type: ignore[return-value]


def _screen(eye: np.ndarray, roll: float) -> tuple[np.ndarray, np.ndarray]:
    """The directions of the picture's right and up."""
    right = np.cross([0.0, 1.0, 0.0], eye)
    right /= np.linalg.norm(right)
    up = np.cross(eye, right) / np.linalg.norm(eye)
    return (
        right * np.cos(roll) + up * np.sin(roll),
        up * np.cos(roll) - right * np.sin(roll),
    )


def _pixel(point: np.ndarray, eye: np.ndarray, right: np.ndarray, up: np.ndarray) -> np.ndarray:
    forth = -eye / np.linalg.norm(eye)
    off = point - eye
    scale = 1050 / (off @ forth)
    return np.array([WIDTH / 2 + scale * (off @ right), HEIGHT / 2 - scale * (off @ up)])
