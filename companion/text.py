"""Words on a picture: any language that OpenCV's built-in font knows, wrapped to a width."""

import re
from functools import lru_cache

import cv2

from companion.marks import Colour
from vision import Image

# Chinese characters and marks; no line begins with a mark that closes, or ends with one that opens.
_CHINESE = "\u2e80-\u9fff\uf900-\ufaff\uff00-\uffef"
_CLOSES, _OPENS = "，。、；：！？）》」』】”", "（《「『【“"
_PIECE = re.compile(
    rf"(?P<gap>\s*)(?=\S)"
    rf"(?P<piece>[{_OPENS}]*(?:[^\s{_CHINESE}]+|[^{_CLOSES}{_OPENS}])?[{_CLOSES}]*)"
)


@lru_cache(maxsize=1)
def _font() -> cv2.FontFace:
    """The built-in sans-serif font; it takes a while to unpack."""
    return cv2.FontFace("sans")


def width_of(text: str, size: int, weight: int = 400) -> int:
    """The width of a line of text in pixels."""
    box = cv2.getTextSize((1, 1), text, (0, 0), _font(), size, weight)
    return int(box[2])


def wrap(text: str, size: int, width: int, weight: int = 400) -> list[str]:
    """Breaks a text into lines that fit; a word longer than a line stands alone.

    Lines break at spaces, and between Chinese characters, but no line begins with a closing mark.
    """
    lines = [""]
    for found in _PIECE.finditer(text.strip()):
        gap, piece = " " if found["gap"] else "", found["piece"]
        longer = f"{lines[-1]}{gap}{piece}"
        if lines[-1] and width_of(longer, size, weight) > width:
            lines.append(piece)
        else:
            lines[-1] = longer
    return lines


def put(
    canvas: Image, text: str, at: tuple[int, int], size: int, colour: Colour, weight: int = 400
) -> None:
    """Writes one line of text with its baseline starting at a pixel."""
    cv2.putText(canvas, text, at, colour, _font(), size, weight)
