"""The keys and how the session stands, drawn over the window's picture."""

from collections.abc import Sequence

import numpy as np

from companion.controls import HELP, HINT, Controls
from companion.languages import ENGLISH, Language
from companion.marks import INK, PAPER, Colour
from companion.text import put, width_of, wrap
from vision import Image

AMBER: Colour = (75, 184, 242)

# A key, if any, what it does, and the colour of that.
Line = tuple[str, str, Colour]


def draw_keys(
    picture: Image, controls: Controls, note: str | None = None, language: Language = ENGLISH
) -> None:
    """Draws into a picture, (height, width, 3) uint8: a corner names the key for help.

    A `note`, and that the session is paused or silent, stand below each other; the list of keys
    where it was asked for.
    """
    size = max(14, round(min(picture.shape[0] * 0.036, picture.shape[1] * 0.027)))
    notes = [language.say(text) for text in (controls.note, note) if text]
    wide = picture.shape[1] - 4 * size
    lines: list[Line] = [("", part, AMBER) for text in notes for part in wrap(text, size, wide)]
    if controls.helping:
        lines += [(key, language.say(what), PAPER) for key, what in HELP]
    else:
        lines.append(("", language.say(HINT), PAPER))
    _box(picture, lines, size)


def _box(picture: Image, lines: Sequence[Line], size: int) -> None:
    """Lines of text in the upper left corner, on a darkened ground."""
    step, pad = round(size * 1.45), round(size * 0.7)
    column = round(size * 1.6)
    wide = max(width_of(text, size) + column * bool(key) for key, text, _ in lines) + 2 * pad
    high = step * len(lines) + pad
    ground = picture[:high, :wide]
    ground[:] = np.rint(ground * 0.25 + np.array(INK) * 0.75).astype(np.uint8)
    for number, (key, text, colour) in enumerate(lines, start=1):
        if key:
            put(picture, key, (pad, step * number), size, AMBER, 600)
        put(picture, text, (pad + column * bool(key), step * number), size, colour)
