"""Words on a picture: any language that OpenCV's built-in font knows, wrapped to a width."""

from functools import lru_cache

import cv2

from companion.marks import Colour
from vision import Image


@lru_cache(maxsize=1)
def _font() -> cv2.FontFace:
    """The built-in sans-serif font; it takes a while to unpack."""
    return cv2.FontFace("sans")


def width_of(text: str, size: int, weight: int = 400) -> int:
    """The width of a line of text in pixels."""
    box = cv2.getTextSize((1, 1), text, (0, 0), _font(), size, weight)
    return int(box[2])


def wrap(text: str, size: int, width: int, weight: int = 400) -> list[str]:
    """Breaks a text at spaces into lines that fit; a word longer than a line stands alone."""
    lines = [""]
    for word in text.split():
        longer = f"{lines[-1]} {word}".strip()
        if lines[-1] and width_of(longer, size, weight) > width:
            lines.append(word)
        else:
            lines[-1] = longer
    return lines


def put(
    canvas: Image, text: str, at: tuple[int, int], size: int, colour: Colour, weight: int = 400
) -> None:
    """Writes one line of text with its baseline starting at a pixel."""
    cv2.putText(canvas, text, at, colour, _font(), size, weight)
