"""Correcting the flat map with mouse and keys: what a click or a key means, without any window."""

from typing import Protocol

from companion.flatmap import MIDDLE, SIDE, UNFOLDED, FlatMap
from solver.phrase import sentence

# What OpenCV calls these keys on Linux (GTK and Qt), Windows and macOS.
_NAMES = {
    "left": (65361, 2424832, 63234),
    "up": (65362, 2490368, 63232),
    "right": (65363, 2555904, 63235),
    "down": (65364, 2621440, 63233),
    "tab": (9, 65289, 65056),
    "undo": (8, 65288, 127),
    "anew": (ord("n"), ord("N")),
    "guide": (ord("s"), ord("S")),
}
_KEYS = {code: name for name, codes in _NAMES.items() for code in codes}
_STEPS = {"left": (-1, 0), "right": (1, 0), "up": (0, -1), "down": (0, 1)}

NOTHING_TO_UNDO = sentence("There is no correction to take back.")
KEYS = sentence(
    "Click a sticker to change its colour. Keys: arrows or Tab choose one, "
    "w y r o g b set it, Backspace takes it back, n scans anew, s does so step by step, q ends."
)


def plain(code: int) -> int:
    """A key without the modifiers that some systems add to it: Shift, Caps Lock, Num Lock."""
    return code if code in _KEYS else code & 0xFFFF


class Sheet(Protocol):
    """What holds a scan that can be corrected."""

    def correct(self, cell: int, symbol: int) -> str | None:
        """Sets a sticker; a sentence where it cannot be set."""

    def undo(self) -> bool:
        """Takes the last correction back; False where there is none."""


class Guided(Sheet, Protocol):
    """A sheet whose faces can be shown in order, each upright."""

    def guide(self) -> str | None:
        """Begins to; a sentence where that is not possible."""


class Desk(Guided, Protocol):
    """A sheet that can be begun anew; a `companion.follow.Follower` is one."""

    def restart(self) -> None:
        """Forgets the toy."""


def place_of(index: int) -> tuple[int, int]:
    """The column, 0 to 11, and the row, 0 to 8, of a sticker in the unfolded cube."""
    side, cell = divmod(index, SIDE)
    column, row = UNFOLDED[side]
    return 3 * column + cell % 3, 3 * row + cell // 3


_AT = {place_of(index): index for index in range(SIDE * len(UNFOLDED))}


class Editor:
    """What mouse and keys do; keys are as cv2.waitKeyEx has them.

    `cursor` is the sticker that was chosen last, if any, and `message` what the last deed led to.
    """

    def __init__(self, desk: Desk, symbols: tuple[str, ...]) -> None:
        self._desk = desk
        self._symbols = symbols
        self.cursor: int | None = None
        self.message: str | None = None

    def click(self, index: int, flat: FlatMap) -> None:
        """The next colour for a sticker; the first one where none was seen."""
        colour = flat.stickers[index].colour
        after = 0 if colour is None else self._symbols.index(colour) + 1
        self.cursor = index
        self.message = self._desk.correct(index, after % len(self._symbols))

    def key(self, code: int, flat: FlatMap | None) -> None:
        """Does what a key is for; other keys do nothing."""
        name = _KEYS.get(plain(code))
        if name == "anew":
            self._desk.restart()
            self.cursor = self.message = None
        elif flat is None:
            return
        elif name == "undo":
            self.message = None if self._desk.undo() else NOTHING_TO_UNDO
        elif name == "guide":
            self.message, self.cursor = self._desk.guide(), None
        elif name == "tab":
            last = -1 if self.cursor is None else self.cursor
            self.cursor = (last + 1) % len(flat.stickers)
        elif name in _STEPS:
            self.cursor = _next(self.cursor, _STEPS[name])
        else:
            self._set(code)

    def takes(self, code: int) -> bool:
        """Whether a key is one of the colours' letters."""
        return 0 < code < 128 and chr(code).lower() in self._symbols

    def _set(self, code: int) -> None:
        letter = chr(plain(code)).lower()
        if letter in self._symbols and self.cursor is not None:
            self.message = self._desk.correct(self.cursor, self._symbols.index(letter))


def _next(cursor: int | None, step: tuple[int, int]) -> int:
    """The next sticker in a direction, over gaps; the same one at the edge."""
    if cursor is None:
        return SIDE * 2 + MIDDLE
    column, row = place_of(cursor)
    for _ in range(12):
        column, row = column + step[0], row + step[1]
        if (column, row) in _AT:
            return _AT[column, row]
    return cursor
