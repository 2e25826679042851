"""The part of an image that a camera took: others put bars beside it, above it and below it.

A film of a phone that is held upright stands between black bars, and so do pictures of another
shape in programs that want one shape. What a bar cuts off is out of sight as at a picture's border.
"""

import numpy as np
from numpy.typing import NDArray

from vision.frame import Image

Floats = NDArray[np.float64]

# A line of one colour differs by no more than this from its first pixel, and from the first line.
PLAIN = 10
# Where a bar ends, such a share of the next lines' pixels have another colour, by so much; so many
# lines are passed over, which compression has blurred.
ENDS, OTHER, BLURRED = 0.6, 20, 3


def seen_part(image: Image) -> tuple[Floats, Floats]:
    """The first and the last pixel (x, y) of what is no bar. A plain background is none."""
    top, bottom = _bars(image)
    if top + bottom >= len(image):
        top = bottom = 0
    part = image[top : len(image) - bottom]
    left, right = _bars(part.swapaxes(0, 1))
    if left + right >= part.shape[1]:
        left = right = 0
    high, wide = image.shape[:2]
    return np.array([left, top], float), np.array([wide - 1 - right, high - 1 - bottom], float)


def beyond(places: Floats, image: Image) -> bool:
    """Whether any of some places (k, 2), in pixels, is not in what a camera took."""
    first, last = seen_part(image)
    return bool(np.any((places < first) | (places > last)))


def _bars(lines: Image) -> tuple[int, int]:
    """How many lines at the beginning and at the end are bars."""
    return _bar(lines), _bar(lines[::-1])


def _bar(lines: Image) -> int:
    """How many of the first lines are a bar: of one colour, and plainly ending."""
    colour = lines[0, 0].astype(np.int16)
    if _farthest(lines[0], colour).max() > PLAIN:
        return 0
    plain = np.abs(lines - colour).max(axis=(1, 2)) <= PLAIN
    long = len(lines) if plain.all() else int(plain.argmin())
    if not 0 < long < len(lines) - BLURRED:
        return 0
    other = _farthest(lines[long + BLURRED], colour) > OTHER
    return long if float(np.mean(other)) > ENDS else 0


def _farthest(line: Image, colour: NDArray[np.int16]) -> NDArray[np.int16]:
    """How far each pixel of a line is from a colour."""
    return np.asarray(np.abs(line - colour).max(axis=1), dtype=np.int16)
