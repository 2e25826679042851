"""The board beside the window's picture: the flat map, what is missing, and the keys."""

from collections.abc import Iterable
from dataclasses import dataclass

import cv2
import numpy as np

from companion.editing import KEYS, place_of
from companion.flatmap import MIDDLE, SIDE, FlatMap, Sticker, name_of
from companion.guide import Hint
from companion.hold import draw_hold
from companion.languages import ENGLISH, Language
from companion.marks import INK, PAPER, SYMBOL_COLOURS, Colour
from companion.text import put, width_of, wrap
from solver.phrase import Phrase, joined, sentence
from vision import Image

GREY: Colour = (150, 150, 150)
FAINT: Colour = (80, 78, 76)
AMBER: Colour = (60, 180, 250)

OFFER = sentence("Press s to show the faces in order.")

# The board's width as a share of the picture's height, and its least one in pixels.
_SHARE, _LEAST = 0.62, 300
# The gap between two sides, in stickers.
_GAP = 0.3

Box = tuple[int, int, int, int]


@dataclass(frozen=True, slots=True)
class Board:
    """Where everything lies on a board of `width` x `height` pixels."""

    width: int
    height: int

    @classmethod
    def beside(cls, picture: Image) -> "Board":
        """The board for a picture."""
        return cls(max(_LEAST, round(picture.shape[0] * _SHARE)), picture.shape[0])

    @property
    def pad(self) -> int:
        """The margin, in pixels."""
        return max(8, self.width // 24)

    @property
    def sticker(self) -> int:
        """A sticker's side, in pixels."""
        return max(1, int((self.width - 2 * self.pad) / (12 + 3 * _GAP)))

    @property
    def floor(self) -> int:
        """Where the map ends and the words begin."""
        return round(self.pad + self.sticker * (9 + 2 * _GAP))

    def box(self, index: int) -> Box:
        """The left, top, right and bottom of a sticker, in pixels of the board."""
        column, row = place_of(index)
        gap = round(self.sticker * _GAP)
        left = self.pad + self.sticker * column + gap * (column // 3)
        top = self.pad + self.sticker * row + gap * (row // 3)
        # One pixel more would touch the next one.
        inner = self.sticker - 2
        return left, top, left + inner, top + inner

    def at(self, x: int, y: int) -> int | None:
        """The sticker at a pixel of the board, or None."""
        for index in range(54):
            left, top, right, bottom = self.box(index)
            if left <= x <= right and top <= y <= bottom:
                return index
        return None


def draw_board(
    board: Board,
    flat: FlatMap | None,
    cursor: int | None = None,
    message: str | None = None,
    hint: Hint | None = None,
    language: Language = ENGLISH,
) -> Image:
    """A new picture of the board, (height, width, 3) uint8 in blue, green, red.

    It is empty as long as there is no map.
    """
    canvas = np.full((board.height, board.width, 3), INK, dtype=np.uint8)
    if flat is None:
        return canvas
    for index, sticker in enumerate(flat.stickers):
        _sticker(canvas, board.box(index), sticker)
    for side, seen in enumerate(flat.seen):
        if not seen:
            _missing(canvas, board, side, flat.centres[side], language)
    if cursor is not None:
        left, top, right, bottom = board.box(cursor)
        for grown, colour, thick in ((2, INK, 5), (2, PAPER, 2)):
            corners = (left - grown, top - grown), (right + grown, bottom + grown)
            cv2.rectangle(canvas, *corners, colour, thick, cv2.LINE_AA)
    chosen = None if cursor is None else Phrase("{sticker}.", sticker=flat.label(cursor)).capital
    told = None if hint is None else joined(Phrase("Face {n} of 6.", n=hint.step), hint.words)
    texts = (
        (flat.words() if hint is None else None, PAPER),
        (told, PAPER),
        (flat.note, AMBER),
        (OFFER if flat.note and not flat.settled and not flat.missing else None, PAPER),
        (chosen, GREY),
        (message, AMBER),
    )
    line = _words(canvas, board, [(language.say(text), c) for text, c in texts if text])
    if hint is not None:
        size = min(board.width // 3, board.height - line - 2 * board.pad)
        if size > 40:
            draw_hold(canvas, (board.pad, line + board.pad), size, hint)
            return canvas
    _keys(canvas, board, line, language.say(KEYS))
    return canvas


def _sticker(canvas: Image, box: Box, sticker: Sticker) -> None:
    left, top, right, bottom = box
    if sticker.colour is None:
        cv2.rectangle(canvas, (left, top), (right, bottom), FAINT, 1, cv2.LINE_AA)
        return
    colour = SYMBOL_COLOURS.get(sticker.colour, GREY)
    if sticker.doubtful:
        _hatch(canvas[top : bottom + 1, left : right + 1], colour)
        _letter(canvas, box, "?", 0.8, PAPER)
        return
    cv2.rectangle(canvas, (left, top), (right, bottom), colour, cv2.FILLED)
    if sticker.fixed:
        # A pin: the player has put it there.
        middle = (left + right) // 2, (top + bottom) // 2
        cv2.circle(canvas, middle, max(3, (right - left) // 6), INK, cv2.FILLED, cv2.LINE_AA)


def _hatch(patch: Image, colour: Colour) -> None:
    """Stripes of a colour, and a frame of it."""
    rows, columns = np.indices(patch.shape[:2])
    stripe = max(3, len(patch) // 5)
    patch[(rows + columns) // stripe % 2 == 0] = colour
    cv2.rectangle(patch, (0, 0), (patch.shape[1] - 1, len(patch) - 1), colour, 2)


def _letter(canvas: Image, box: Box, text: str, share: float, colour: Colour) -> None:
    left, top, right, bottom = box
    size = max(9, round((bottom - top) * share))
    x = (left + right - width_of(text, size, 700)) // 2
    y = round((top + bottom) / 2 + size * 0.36)
    for dx, dy in ((-1, 0), (1, 0), (0, -1), (0, 1)):
        put(canvas, text, (x + dx, y + dy), size, INK, 700)
    put(canvas, text, (x, y), size, colour, 700)


def _missing(canvas: Image, board: Board, side: int, centre: str, language: Language) -> None:
    """The side's outline in the colour of its centre, and that colour's name."""
    left, top, _, _ = board.box(SIDE * side)
    _, _, right, bottom = board.box(SIDE * side + SIDE - 1)
    colour = SYMBOL_COLOURS.get(centre, GREY)
    cv2.rectangle(canvas, (left, top), (right, bottom), colour, 2, cv2.LINE_AA)
    middle = board.box(SIDE * side + MIDDLE)
    size = max(10, round((right - left) * 0.2))
    text = language.say(name_of(centre))
    while size > 8 and width_of(text, size, 600) > right - left - 6:
        size -= 1
    x = (left + right - width_of(text, size, 600)) // 2
    canvas[middle[1] : middle[3] + 1, left + 3 : right - 2] = INK
    put(canvas, text, (x, round((top + bottom) / 2 + size * 0.36)), size, PAPER, 600)


def _words(canvas: Image, board: Board, texts: Iterable[tuple[str, Colour]]) -> int:
    """How far the scan is, what is wrong, what is chosen; returns where the words end."""
    size = max(12, round(board.width / 21))
    line = board.floor + round(size * 0.6)
    for text, colour in texts:
        for part in wrap(text, size, board.width - 2 * board.pad):
            line += round(size * 1.35)
            put(canvas, part, (board.pad, line), size, colour)
    return line


def _keys(canvas: Image, board: Board, line: int, text: str) -> None:
    """The keys at the bottom, as far as they fit below a line."""
    small = max(10, round(board.width / 27))
    keys = wrap(text, small, board.width - 2 * board.pad)
    first = board.height - round(small * 1.3 * len(keys))
    if first > line + small:
        for number, part in enumerate(keys):
            put(canvas, part, (board.pad, first + round(small * 1.3 * number)), small, GREY)
