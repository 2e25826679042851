"""Paints marks into a picture with OpenCV, with smooth edges."""

from collections.abc import Iterable

import cv2
import numpy as np
from numpy.typing import NDArray

from companion.marks import Area, Disc, Label, Line, Mark, Points
from companion.text import put, width_of
from vision import Image

SHIFT = 4  # fractional bits of OpenCV's drawing coordinates


def paint(canvas: Image, marks: Iterable[Mark]) -> None:
    """Paints the marks into the canvas, one after the other."""
    for mark in marks:
        _paint(canvas, mark)


def _paint(canvas: Image, mark: Mark) -> None:
    match mark:
        case Disc(at, radius, colour, width):
            centre = round(float(at[0]) * (1 << SHIFT)), round(float(at[1]) * (1 << SHIFT))
            thick = cv2.FILLED if width is None else width
            size = round(radius * (1 << SHIFT))
            cv2.circle(canvas, centre, size, colour, thick, cv2.LINE_AA, SHIFT)
        case Line(points, wide, colour, closed):
            cv2.polylines(canvas, [_fixed(points)], closed, colour, wide, cv2.LINE_AA, SHIFT)
        case Area(points, colour):
            cv2.fillPoly(canvas, [_fixed(points)], colour, cv2.LINE_AA, SHIFT)
        case Label(text, at, size, colour):
            left = round(float(at[0]) - width_of(text, size, 600) / 2)
            put(canvas, text, (left, round(float(at[1]) + size * 0.36)), size, colour, 600)


def _fixed(points: Points) -> NDArray[np.int32]:
    return np.rint(points * (1 << SHIFT)).astype(np.int32).reshape(-1, 1, 2)
