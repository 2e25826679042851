"""The flat map: a cube unfolded, as far as it is known, for the window and for the page.

The sides are numbered U R F D L B, each row by row as it is seen from outside. While faces are
still gathered, each lies where its centre belongs, turned as it was shown; once it is known how
they fit together, they lie as they do on the cube.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from itertools import permutations
from typing import Any

import numpy as np
from numpy.typing import NDArray

from solver import AnyPuzzle
from solver.cube import COLOUR_NAMES, COLOURS
from solver.phrase import Phrase, listed

Floats = NDArray[np.float64]

SIDE = 9
MIDDLE = SIDE // 2
SIDES = (
    Phrase("up face"),
    Phrase("right face"),
    Phrase("front face"),
    Phrase("down face"),
    Phrase("left face"),
    Phrase("back face"),
)
# The column and the row, in sides, at which each side of the unfolded cube lies.
UNFOLDED = ((1, 0), (2, 1), (1, 1), (1, 2), (0, 1), (3, 1))

# A sticker read with a lower probability is marked as doubtful.
_CLEAR = 0.8
# A face whose centre has a side's colour with a lower probability is not laid there.
_PERHAPS = 0.01


@dataclass(frozen=True, slots=True)
class Sticker:
    """One place of the map: `colour` is a symbol of the puzzle, None where nothing was seen.

    `doubtful` asks for a look at it, `fixed` tells that the player has set it, and `rows` are
    the rows of the gathered table that show it.
    """

    colour: str | None = None
    certainty: float = 0.0
    doubtful: bool = False
    fixed: bool = False
    rows: tuple[int, ...] = ()


NOTHING = Sticker()


@dataclass(frozen=True, slots=True)
class FlatMap:
    """The 54 stickers; `centres` the symbol that belongs in the middle of each side.

    `settled` tells that the state is certain, and `note` is a sentence about what is wrong, or
    odd about it.
    """

    stickers: tuple[Sticker, ...]
    centres: tuple[str, ...]
    settled: bool = False
    note: str | None = None

    @property
    def seen(self) -> tuple[bool, ...]:
        """Whether each side is known, told by its middle."""
        return tuple(sticker.colour is not None for sticker in self.stickers[MIDDLE::SIDE])

    @property
    def missing(self) -> tuple[str, ...]:
        """The symbols of the centres of the sides that were not seen."""
        return tuple(c for c, seen in zip(self.centres, self.seen, strict=True) if not seen)

    @property
    def doubtful(self) -> tuple[int, ...]:
        """The stickers that had better be looked at."""
        return tuple(i for i, sticker in enumerate(self.stickers) if sticker.doubtful)

    def words(self) -> str:
        """How far the scan is, and which faces are still missing."""
        missing = [name_of(colour) for colour in self.missing]
        if not missing:
            return Phrase("All 6 faces seen.")
        return Phrase(
            "{seen} of 6 faces. Still to show: {colours}.",
            seen=6 - len(missing),
            colours=listed(missing),
        )

    def label(self, index: int) -> str:
        """One sticker in words: "up face, row 1, column 2: red, sure"."""
        side, cell = divmod(index, SIDE)
        where = {"side": SIDES[side], "row": cell // 3 + 1, "column": cell % 3 + 1}
        sticker = self.stickers[index]
        if sticker.colour is None:
            return Phrase("{side}, row {row}, column {column}: not seen", **where)
        return Phrase(
            "{side}, row {row}, column {column}: {colour}, {state}",
            **where,
            colour=name_of(sticker.colour),
            state=_state(sticker),
        )


def name_of(colour: str) -> str:
    """What a person calls a colour of a sticker."""
    return COLOUR_NAMES[COLOURS.index(colour)] if colour in COLOURS else colour


def _state(sticker: Sticker) -> str:
    """How sure a sticker's colour is."""
    if sticker.fixed:
        return Phrase("set by you")
    return Phrase("not sure") if sticker.doubtful else Phrase("sure")


def centres_of(puzzle: AnyPuzzle) -> tuple[int, ...]:
    """The symbol in the middle of each side, as an index."""
    return puzzle.view(puzzle.goal)[MIDDLE::SIDE]


def gathered_map(
    puzzle: AnyPuzzle,
    tables: Floats,
    fixed: Mapping[int, int],
    told: Mapping[int, Sequence[int]],
    note: str | None = None,
) -> FlatMap:
    """Faces that are not known to fit together yet: (k, 9, symbols), each at its centre's place.

    `fixed` are the corrected rows, `told` the stickers of unseen faces by the symbol in their
    middle, -1 where not told.
    """
    centres = centres_of(puzzle)
    stickers = [NOTHING] * puzzle.cells
    for side, centre in enumerate(centres):
        for cell, symbol in enumerate(told.get(centre, ())):
            if symbol >= 0 and cell != MIDDLE:
                stickers[SIDE * side + cell] = Sticker(puzzle.symbols[symbol], 1.0, fixed=True)
    for group, side in _sides(tables[:, MIDDLE], centres):
        for cell in range(SIDE):
            rows = (SIDE * group + cell,)
            stickers[SIDE * side + cell] = _read(puzzle, tables[group, cell], rows, fixed)
    return FlatMap(tuple(stickers), _letters(puzzle, centres), note=note)


def placed_map(
    puzzle: AnyPuzzle,
    tables: Floats,
    fixed: Mapping[int, int],
    placed: Sequence[int],
    state: Any,
    *,
    settled: bool,
    note: str | None = None,
) -> FlatMap:
    """Faces that lie as `placed` tells, a facelet a row, -1 for none.

    Colours are read, or known where `settled`.

    What is read otherwise than the most probable `state` has it is doubtful.
    """
    view = puzzle.view(state)
    table = tables.reshape(-1, tables.shape[-1])
    rows_of: list[list[int]] = [[] for _ in range(puzzle.cells)]
    for row, facelet in enumerate(placed):
        if facelet >= 0:
            rows_of[facelet].append(row)
    stickers = []
    for facelet, rows in enumerate(rows_of):
        joined = np.exp(np.log(np.maximum(table[rows], 1e-6)).sum(axis=0))
        read = _read(puzzle, joined / joined.sum(), tuple(rows), fixed)
        stickers.append(_against(puzzle, read, joined, view[facelet], settled=settled))
    return FlatMap(tuple(stickers), _letters(puzzle, view[MIDDLE::SIDE]), settled, note)


def believed_map(puzzle: AnyPuzzle, state: Any, certainty: float, *, settled: bool) -> FlatMap:
    """A state that is followed: nothing of it was read just now."""
    view = puzzle.view(state)
    known = (Sticker(puzzle.symbols[i], certainty) for i in view)
    return FlatMap(tuple(known), _letters(puzzle, view[MIDDLE::SIDE]), settled)


def _sides(middles: Floats, centres: Sequence[int]) -> list[tuple[int, int]]:
    """The group and the side of every face that has one: all together as probable as can be.

    `middles` is (k, symbols); of more faces than there are sides the last ones count.
    """
    first = max(0, len(middles) - len(centres))
    shares = middles[first:, list(centres)]
    logs = np.log(np.maximum(shares, 1e-6))
    count = len(logs)
    ways = np.array(list(permutations(range(len(centres)), count)), dtype=np.intp)
    best = ways[logs[np.arange(count), ways].sum(axis=1).argmax()].tolist()
    return [(first + k, side) for k, side in enumerate(best) if shares[k, side] >= _PERHAPS]


def _read(
    puzzle: AnyPuzzle, row: Floats, rows: tuple[int, ...], fixed: Mapping[int, int]
) -> Sticker:
    """A sticker as it was read."""
    set_to = next((fixed[one] for one in rows if one in fixed), None)
    if set_to is not None:
        return Sticker(puzzle.symbols[set_to], 1.0, fixed=True, rows=rows)
    symbol = int(row.argmax())
    certainty = float(row[symbol])
    return Sticker(puzzle.symbols[symbol], certainty, certainty < _CLEAR, rows=rows)


def _against(
    puzzle: AnyPuzzle, read: Sticker, row: Floats, symbol: int, *, settled: bool
) -> Sticker:
    """A sticker as it was read, beside the colour that the most probable state gives it."""
    colour = puzzle.symbols[symbol]
    if settled:
        share = float(row[symbol] / row.sum())
        return Sticker(colour, share, fixed=read.fixed, rows=read.rows)
    doubtful = read.doubtful or (read.colour != colour and not read.fixed)
    return Sticker(read.colour, read.certainty, doubtful, read.fixed, read.rows)


def _letters(puzzle: AnyPuzzle, centres: Sequence[int]) -> tuple[str, ...]:
    return tuple(puzzle.symbols[index] for index in centres)
