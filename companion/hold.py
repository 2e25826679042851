"""A small picture of how to hold the cube: the face in front, and the one beside it."""

import cv2
import numpy as np

from companion.guide import Hint
from companion.marks import INK, SYMBOL_COLOURS, Colour, Points
from vision import Image

_PLASTIC: Colour = (96, 92, 90)
# How far the face beside the front one leans to the right, and how low it looks, in sides.
_LEAN, _DEPTH = 0.35, 0.42


def draw_hold(canvas: Image, at: tuple[int, int], size: int, hint: Hint) -> None:
    """Draws into a square of `size` pixels whose upper left corner is `at`."""
    side = size / (1 + max(_LEAN, _DEPTH))
    top = _DEPTH * side if hint.above else 0.0
    front = np.array([at[0], at[1] + top]), np.array([side, 0.0]), np.array([0.0, side])
    lean = np.array([_LEAN * side, -_DEPTH * side])
    if hint.above:
        beside = front[0] + lean, front[1], -lean
    else:
        lean = lean * [1, -1]
        beside = front[0] + front[2], front[1], lean
    for (corner, right, down), colour in ((beside, hint.beside), (front, hint.show)):
        _face(canvas, corner, right, down, SYMBOL_COLOURS.get(colour, _PLASTIC))


def _face(
    canvas: Image,
    corner: Points,
    right: Points,
    down: Points,
    centre: Colour,
) -> None:
    """Nine stickers of which only the one in the middle has a colour."""
    for number in range(9):
        row, column = divmod(number, 3)
        start = corner + right * column / 3 + down * row / 3
        points = np.array([start, start + right / 3, start + (right + down) / 3, start + down / 3])
        colour = centre if number == 4 else _PLASTIC
        cv2.fillPoly(canvas, [np.rint(points).astype(np.int32)], colour, cv2.LINE_AA)
        cv2.polylines(canvas, [np.rint(points).astype(np.int32)], True, INK, 2, cv2.LINE_AA)
