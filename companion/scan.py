"""The scan: the faces gathered so far, the player's corrections, and what they were taken for."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field, replace
from typing import Any

import numpy as np

from companion.corrections import MIDDLE, SIDE, Corrections, grouped
from companion.cue import SURE
from companion.flatmap import FlatMap, believed_map, centres_of, gathered_map, placed_map
from companion.guide import Guide, Hint
from companion.opposite import Opposite
from solver import AnyPuzzle, Estimate, Scene
from solver.belief import Floats
from solver.cube import Decoded, Joins
from solver.phrase import sentence
from vision import Observation

# What a table of all that was gathered, (rows, symbols), is taken for.
Decode = Callable[[Floats, Scene], Estimate[Any]]

IMPOSSIBLE = sentence(
    "No cube has these stickers: take your last correction back, or correct another one as well."
)
MOVED = sentence("The cube was turned since it was scanned: start over to scan it again.")
NOT_SEEN = sentence("Show this face first: its centre tells which one it is.")


@dataclass(frozen=True, slots=True, eq=False)
class Decoding:
    """What one gathered table was taken for: `tables` (k, 9, symbols) with corrections in.

    `contradicted` tells that the most probable state does not have what the player set.
    """

    tables: Floats
    fixed: dict[int, int]
    estimate: Estimate[Any]
    contradicted: bool = False


@dataclass(slots=True)
class Scan:
    """Holds the scan of one toy with sides, from its first face until it is scanned again.

    With a `guide` the faces are shown in order, each upright.
    """

    puzzle: AnyPuzzle
    guide: Guide | None = None
    corrections: Corrections = field(default_factory=Corrections)
    decoding: Decoding | None = None
    _raw: Floats | None = None
    _opposite: Opposite = field(default_factory=Opposite)
    _joins: Joins = ()
    _before: list[Corrections] = field(default_factory=list)
    _drawn: tuple[object, object, FlatMap] | None = None

    def read(self, gathered: Floats, decode: Decode) -> Estimate[Any]:
        """Takes all that was gathered, (rows, symbols), for what `decode` makes of it."""
        self._raw = grouped(gathered)
        tables, fixed = self.corrections.applied(self._raw)
        last = self.decoding
        if last and last.contradicted and np.array_equal(last.tables, tables):
            return last.estimate
        estimate = decode(tables.reshape(-1, tables.shape[-1]), Scene(joins=self._joins))
        if self.hint is not None:
            estimate = Estimate(None, 0.0, problem=self.hint.words)
        wrong = contradicts(self.puzzle, estimate, fixed)
        if wrong:
            estimate = replace(estimate, certainty=0.0, problem=IMPOSSIBLE)
        if not (last and last.estimate == estimate and np.array_equal(last.tables, tables)):
            self.decoding = Decoding(tables, fixed, estimate, wrong)
        return estimate

    def corrected(self, cells: Floats) -> Floats:
        """The rows of one picture, with the corrections of faces that it shows."""
        if not self.corrections.faces:
            return cells
        told = Corrections(tuple(face for face in self.corrections.faces if not face.told))
        return told.applied(grouped(cells))[0].reshape(cells.shape)

    def correct(self, cell: int, symbol: int) -> str | None:
        """Sets a sticker of the flat map; a sentence where it cannot be set, else None."""
        changed = self._with(cell, symbol)
        if changed is None:
            return NOT_SEEN
        self._before.append(self.corrections)
        self._change(changed)
        return None

    def undo(self) -> bool:
        """Takes the last correction back; False where there is none."""
        if not self._before:
            return False
        self._change(self._before.pop())
        return True

    def _with(self, cell: int, symbol: int) -> Corrections | None:
        """The corrections and one more; None for the middle of a face that was not seen."""
        rows = self.flat(None).stickers[cell].rows
        tables = grouped(self.raw)
        changed = self.corrections
        if rows and max(rows) < SIDE * len(tables):
            for row in rows:
                changed = changed.with_row(tables, row, symbol)
            return changed
        side, place = divmod(cell, SIDE)
        centre = centres_of(self.puzzle)[side]
        if rows and self.decoding is not None:
            # A face that was told whole lies turned by now.
            group, place = divmod(rows[0], SIDE)
            centre = int(self.decoding.tables[group, MIDDLE].argmax())
        if place == MIDDLE:
            return None
        return changed.with_told(centre, place, symbol, len(self.puzzle.symbols))

    def _change(self, corrections: Corrections) -> None:
        self.corrections = corrections
        self._drawn = None

    def gathered(self, seen: Observation) -> Floats:
        """Everything seen so far, as the guide took it where there is one; (rows, symbols).

        Where two looks at opposite corners show it all, the faces are as they were in those.
        """
        if self.guide is not None:
            return self.guide.take(seen)
        rows = seen.cells if seen.gathered is None else seen.gathered
        self._opposite.take(seen)
        arranged, self._joins = self._opposite.arranged(grouped(rows))
        return arranged.reshape(rows.shape)

    @property
    def hint(self) -> Hint | None:
        """How to hold the toy now, in a guided scan."""
        return self.guide.hint if self.guide else None

    def new_guide(self) -> Guide:
        """A guide for this toy: the colours of its faces are those of the best state so far."""
        best = self.decoding.estimate.state if self.decoding else None
        view = self.puzzle.view(self.puzzle.goal if best is None else best)
        return Guide(self.puzzle.symbols, view[MIDDLE::SIDE])

    @property
    def contradicted(self) -> bool:
        """Whether no cube has the stickers that the player set."""
        return self.decoding is not None and self.decoding.contradicted

    @property
    def raw(self) -> Floats:
        """What was gathered last, (rows, symbols), as it was read."""
        count = len(self.puzzle.symbols)
        return np.empty((0, count)) if self._raw is None else self._raw.reshape(-1, count)

    def moved_from(self, estimate: Estimate[Any]) -> bool:
        """Whether a state that is followed is no longer the one that was scanned."""
        return self.decoding is None or estimate.state != self.decoding.estimate.state

    def moved(self) -> None:
        """The cube was turned: corrections belong to what it was."""
        self._change(Corrections())
        self._before.clear()

    def flat(self, followed: Estimate[Any] | None) -> FlatMap:
        """The flat map; `followed` is what is believed after the scan, None while scanning."""
        subject = followed and (followed.state, followed.certainty >= SURE)
        if self._drawn and self._drawn[0] is self.decoding and self._drawn[1] == subject:
            return self._drawn[2]
        flat = self._flat(followed)
        self._drawn = self.decoding, subject, flat
        return flat

    def _flat(self, followed: Estimate[Any] | None) -> FlatMap:
        puzzle, decoding = self.puzzle, self.decoding
        sure = followed is not None and followed.certainty >= SURE
        if followed is not None and self.moved_from(followed):
            return believed_map(puzzle, followed.state, followed.certainty, settled=sure)
        told = self.corrections.told()
        if decoding is None:
            return gathered_map(puzzle, grouped(self.raw), {}, told)
        best = decoding.estimate
        if best.state is None or not best.placed:
            return gathered_map(puzzle, decoding.tables, decoding.fixed, told, _note(decoding))
        settled = sure or best.certainty >= SURE
        note = None if settled else best.problem
        known = puzzle, decoding.tables, decoding.fixed, best.placed, best.state
        return placed_map(*known, settled=settled, note=note)


def _note(decoding: Decoding) -> str | None:
    """Why six faces make no cube; of fewer it is told which are missing."""
    return decoding.estimate.problem if len(decoding.tables) >= 6 else None


def contradicts(puzzle: AnyPuzzle, best: Estimate[Any] | Decoded, fixed: Mapping[int, int]) -> bool:
    """Whether the most probable state has other colours than the player has set, by rows."""
    if best.state is None or not best.placed:
        return False
    view = puzzle.view(best.state)
    return any(view[best.placed[row]] != symbol for row, symbol in fixed.items())
