"""Marks on a canvas: polygons with soft edges, and circles and quadrilaterals of the world."""

import cv2
import numpy as np
from numpy.typing import NDArray

from samples.hanoi_eye.scene import Floats

Image = NDArray[np.uint8]
# Bits of a pixel that OpenCV draws with, and straight pieces that a circle is drawn of.
SHIFT = 3
FACETS = 32


def point(p: Floats) -> tuple[int, int]:
    """A point as whole pixels, not far outside."""
    x, y = np.clip(p, -3000, 3000)
    return int(x), int(y)


def circle(centre: Floats, radius: float) -> Floats:
    """Corners of a level circle, (FACETS, 3)."""
    angles = np.linspace(0, 2 * np.pi, FACETS, endpoint=False)
    ring = np.stack([np.cos(angles), np.sin(angles), np.zeros(FACETS)], axis=1)
    return np.asarray(centre + radius * ring, dtype=np.float64)


def quad(x0: float, x1: float, y0: float, y1: float, z: float) -> Floats:
    """Corners of a level rectangle, (4, 3)."""
    return np.array([[x0, y0, z], [x1, y0, z], [x1, y1, z], [x0, y1, z]])


def hull(points: Floats) -> Floats:
    """The convex hull of pixels, (k, 2)."""
    hull = cv2.convexHull(points.astype(np.float32).reshape(-1, 1, 2))
    return np.asarray(hull, dtype=np.float64).reshape(-1, 2)


def fixed(points: Floats) -> NDArray[np.int32]:
    """Pixels as the whole numbers that OpenCV draws at."""
    return np.round(np.clip(points, -4000, 4000) * (1 << SHIFT)).astype(np.int32)


def fill(canvas: Image, points: Floats, colour: tuple[float, float, float] | float) -> None:
    """Fills a convex polygon of pixels."""
    ink = colour if isinstance(colour, tuple) else (float(colour),)
    cv2.fillConvexPoly(canvas, fixed(points), ink, cv2.LINE_AA, SHIFT)


def line(canvas: Image, points: Floats, colour: tuple[float, float, float]) -> None:
    """Draws a closed line through pixels."""
    cv2.polylines(canvas, [fixed(points)], True, colour, 1, cv2.LINE_AA, SHIFT)


def part_of(canvas: Image, points: Floats) -> tuple[Image, Floats]:
    """The part of a canvas around some pixels, at least one pixel, and its left top corner."""
    limit = np.array([canvas.shape[1], canvas.shape[0]])
    low = np.clip(np.floor(points.min(axis=0)) - 4, 0, limit - 1).astype(int)
    high = np.clip(np.ceil(points.max(axis=0)) + 5, low + 1, limit).astype(int)
    return canvas[low[1] : high[1], low[0] : high[0]], low.astype(np.float64)
