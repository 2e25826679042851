"""The flat map as text: a small net of coloured letters for a terminal, and as fields of JSON."""

import re
from collections.abc import Iterator, Sequence
from typing import Any

import click

from companion.editing import place_of
from companion.flatmap import FlatMap
from solver.cube import COLOURS, FACES
from solver.phrase import Phrase, sentence

UNSEEN, DOUBTFUL = ".", "?"

# Red, green and blue behind the letters.
_PAINT = {
    "w": (235, 235, 235),
    "y": (240, 205, 0),
    "r": (190, 20, 30),
    "o": (250, 120, 20),
    "g": (0, 145, 65),
    "b": (10, 80, 190),
}
_CORRECTION = re.compile(rf"([{FACES}]):?([1-9])=([{''.join(COLOURS)}])", re.IGNORECASE)

NET_WORDS = sentence(
    "Letters are colours; '?' is not certain and '.' was not seen. --correct U5=w sets the "
    "fifth sticker of the side U."
)


def letters_of(flat: FlatMap) -> str:
    """The 54 stickers U R F D L B as letters of colours."""
    return "".join(
        UNSEEN if one.colour is None else DOUBTFUL if one.doubtful else one.colour
        for one in flat.stickers
    )


def net_lines(flat: FlatMap) -> Iterator[str]:
    """Nine lines: U above, L F R B side by side, D below."""
    letters = {place_of(index): letter for index, letter in enumerate(letters_of(flat))}
    for row in range(9):
        cells = (_styled(letters.get((column, row))) for column in range(12))
        yield "  " + "".join(cells).rstrip()


def net_fields(flat: FlatMap, stickers: Sequence[float]) -> dict[str, Any]:
    """The map as a field of JSON; `stickers` are certainties, empty where there is no state."""
    known = stickers or [one.certainty for one in flat.stickers]
    return {"colours": letters_of(flat), "certainties": [round(float(p), 4) for p in known]}


def parse_correction(text: str) -> tuple[int, int]:
    """The sticker, 0 to 53, and the colour of a text like U5=w. Raises UsageError."""
    found = _CORRECTION.fullmatch(text.strip())
    if found is None:
        raise click.UsageError(
            Phrase(
                "--correct: expected a side, a number 1 to 9 and a colour like U5=w, got {got!r}",
                got=text,
            )
        )
    side, number, colour = found.groups()
    cell = 9 * FACES.index(side.upper()) + int(number) - 1
    return cell, COLOURS.index(colour.lower())


def _styled(letter: str | None) -> str:
    if letter is None:
        return "  "
    paint = _PAINT.get(letter)
    if paint is None:
        return f"{letter} "
    return click.style(letter + " ", fg=(0, 0, 0) if letter in "wyo" else (255, 255, 255), bg=paint)
