"""Stickers that the player has corrected: they count as certain however often they are read again.

A correction belongs to a face as it was read, not to a place in a table: the reader may show the
face again in another rotation, or as another group. Once the face itself has changed, because the
cube was turned, its corrections do not apply any more.
"""

from dataclasses import dataclass, replace

import numpy as np
from numpy.typing import NDArray

Floats = NDArray[np.float64]

SIDE = 9
MIDDLE = SIDE // 2

# A group is the corrected face when that is more probable than any colours by so many nats: seven
# stickers that are the same and two that are not are enough.
_AGREEING = 6.0
# The least agreement of the two centres, in nats, and of any other two stickers.
_ONE_CENTRE, _LEAST = -1.0, -2.0

# TURNED[q]: the cells of a face that is turned q quarters, in the order of the face. (4, 9)
_TURNED = np.array([np.rot90(np.arange(SIDE).reshape(3, 3), q).ravel() for q in range(4)])


@dataclass(frozen=True, slots=True, eq=False)
class Face:
    """A face as it was read, `table` (9, symbols), and its true symbols; -1: the reading stands.

    A face that is `told` was never read: its stickers were filled in one by one.
    """

    table: Floats
    symbols: tuple[int, ...]
    told: bool = False

    def like(self, group: Floats) -> tuple[float, int]:
        """How much a group (9, symbols) agrees with this face, in nats, and its rotation."""
        known = self.table.copy()
        for cell, symbol in enumerate(self.symbols):
            if symbol >= 0:
                known[cell] = (known[cell] + np.eye(len(known[cell]))[symbol]) / 2
        turned = group[_TURNED]
        both = (turned * known).sum(axis=-1) * known.shape[1]
        agreement = np.maximum(np.log(np.maximum(both, 1e-9)), _LEAST)
        quarters = int(agreement.sum(axis=1).argmax())
        one_centre = agreement[quarters, MIDDLE] > _ONE_CENTRE
        return float(agreement[quarters].sum()) if one_centre else -np.inf, quarters

    def among(self, groups: Floats, least: float = _AGREEING) -> tuple[int, Floats] | None:
        """Which of some groups (k, 9, symbols) is this face, and its rows in this face's order.

        None where none agrees by so many nats.
        """
        fits = [self.like(group) for group in groups]
        best = max(range(len(fits)), key=lambda number: fits[number][0], default=-1)
        if best < 0 or fits[best][0] < least:
            return None
        return best, groups[best][_TURNED[fits[best][1]]]

    def with_symbol(self, cell: int, symbol: int) -> "Face":
        symbols = (*self.symbols[:cell], symbol, *self.symbols[cell + 1 :])
        return replace(self, symbols=symbols)


@dataclass(frozen=True, slots=True, eq=False)
class Corrections:
    """What the player has said of single stickers; each change gives a new value."""

    faces: tuple[Face, ...] = ()

    def with_row(self, tables: Floats, row: int, symbol: int) -> "Corrections":
        """One more: row `row` of the groups (k, 9, symbols) as they were read shows `symbol`."""
        group, cell = divmod(row, SIDE)
        found = self._of(tables, group)
        if found is None:
            face = Face(tables[group].copy(), (-1,) * SIDE).with_symbol(cell, symbol)
            return Corrections((*self.faces, face))
        number, quarters = found
        place = int(np.flatnonzero(_TURNED[quarters] == cell)[0])
        return self._with_face(number, self.faces[number].with_symbol(place, symbol))

    def with_told(self, centre: int, cell: int, symbol: int, symbols: int) -> "Corrections":
        """One more sticker of a face that was not seen, known by the symbol of its centre."""
        for number, face in enumerate(self.faces):
            if face.told and face.symbols[MIDDLE] == centre:
                return self._with_face(number, face.with_symbol(cell, symbol))
        unread = np.full((SIDE, symbols), 1.0 / symbols)
        face = Face(unread, (-1,) * SIDE, told=True).with_symbol(MIDDLE, centre)
        return Corrections((*self.faces, face.with_symbol(cell, symbol)))

    def applied(self, tables: Floats) -> tuple[Floats, dict[int, int]]:
        """Groups (k, 9, symbols) with corrected rows made certain, and the symbols of those rows.

        A face that was told whole, and is not among the groups, is added to them.
        """
        fixed: dict[int, int] = {}
        for number, face in enumerate(self.faces):
            if face.told:
                continue
            for group in range(len(tables)):
                found = self._of(tables, group)
                if found is not None and found[0] == number:
                    rows = SIDE * group + _TURNED[found[1]]
                    known = zip(rows.tolist(), face.symbols, strict=True)
                    fixed |= {row: symbol for row, symbol in known if symbol >= 0}
        tables = _certain(tables, fixed)
        for face in self._told_whole(tables):
            rows = range(SIDE * len(tables), SIDE * (len(tables) + 1))
            fixed |= dict(zip(rows, face.symbols, strict=True))
            whole = np.eye(tables.shape[-1])[list(face.symbols)]
            tables = np.concatenate([tables, whole[None]])
        return tables, fixed

    def told(self) -> dict[int, tuple[int, ...]]:
        """The stickers of the faces that were told, by the symbols of their centres."""
        return {face.symbols[MIDDLE]: face.symbols for face in self.faces if face.told}

    def _told_whole(self, tables: Floats) -> list[Face]:
        centres = set(tables[:, MIDDLE].argmax(axis=-1).tolist())
        told = [face for face in self.faces if face.told and min(face.symbols) >= 0]
        return [face for face in told if face.symbols[MIDDLE] not in centres]

    def _of(self, tables: Floats, group: int) -> tuple[int, int] | None:
        """The corrected face that a group shows, and its rotation."""
        best, found = _AGREEING, None
        for number, face in enumerate(self.faces):
            if face.told:
                continue
            agreement, quarters = face.like(tables[group])
            if agreement > best and agreement >= self._most(face, tables):
                best, found = agreement, (number, quarters)
        return found

    def _most(self, face: Face, tables: Floats) -> float:
        """The agreement of the group that shows a face best: only that one is it."""
        return max(face.like(group)[0] for group in tables)

    def _with_face(self, number: int, face: Face) -> "Corrections":
        return Corrections((*self.faces[:number], face, *self.faces[number + 1 :]))


def grouped(rows: Floats) -> Floats:
    """A table (9 k, symbols) as groups of nine, (k, 9, symbols)."""
    return rows.reshape(len(rows) // SIDE, SIDE, rows.shape[1])


def _certain(tables: Floats, fixed: dict[int, int]) -> Floats:
    if not fixed:
        return tables
    table = tables.reshape(-1, tables.shape[-1]).copy()
    table[list(fixed)] = np.eye(tables.shape[-1])[list(fixed.values())]
    return table.reshape(tables.shape)
