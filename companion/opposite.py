"""Looks at two opposite corners of a cube: six faces of which it is known where they touch.

How the faces of a pattern fit together does not follow from their stickers alone, but mostly does
where three of them were seen at one corner, and the other three at the opposite one.
"""

from dataclasses import dataclass

import numpy as np

from companion.corrections import MIDDLE, SIDE, Face, grouped
from solver.belief import Floats
from solver.cube import Joins
from vision import Observation
from vision.cube import touching_cells

# A corner has so many faces.
CORNER = 3


@dataclass(frozen=True, slots=True, eq=False)
class _Look:
    """The three faces of a corner in one picture, and the pairs of rows that touch there."""

    faces: tuple[Face, ...]
    joins: Joins


class Opposite:
    """Remembers looks at corners, as long as their faces are like those of the scan."""

    def __init__(self) -> None:
        # By the colours of the three centres.
        self._looks: dict[frozenset[int], _Look] = {}

    def take(self, seen: Observation) -> None:
        """Takes one look; a corner that is known already is kept as it was seen first."""
        if seen.outline is None or len(seen.outline) != CORNER:
            return
        tables = grouped(seen.cells)
        centres = frozenset(tables[:, MIDDLE].argmax(axis=1).tolist())
        joins = _joins(seen.outline)
        if len(centres) == len(joins) == CORNER and centres not in self._looks:
            faces = tuple(Face(table.copy(), (-1,) * SIDE) for table in tables)
            self._looks[centres] = _Look(faces, joins)

    def arranged(self, gathered: Floats) -> tuple[Floats, Joins]:
        """The faces of a scan, (6, 9, symbols), as two corners showed them, and what touches.

        As they were, and nothing, where no two corners show all six.
        """
        fits = {}
        for centres, look in list(self._looks.items()):
            found = _turned(look, gathered)
            if found is None:
                # The cube was turned, or this was none of its corners.
                del self._looks[centres]
                continue
            fits[centres] = found
        for centres, one in fits.items():
            for others, other in fits.items():
                if not centres & others:
                    first, second = self._looks[centres].joins, self._looks[others].joins
                    further = tuple((a + CORNER * SIDE, b + CORNER * SIDE) for a, b in second)
                    return np.concatenate([one, other]), (*first, *further)
        return gathered, ()


def _joins(outline: Floats) -> Joins:
    """The rows of the stickers that touch, of every two faces of one picture."""
    found = []
    for one in range(len(outline)):
        for other in range(one + 1, len(outline)):
            cells = touching_cells(outline[one], outline[other])
            if cells is not None:
                found.append((SIDE * one + cells[0], SIDE * other + cells[1]))
    return tuple(found)


def _turned(look: _Look, gathered: Floats) -> Floats | None:
    """The gathered faces as this look held them, (3, 9, symbols); None where one is not there."""
    found = [face.among(gathered) for face in look.faces]
    rows = dict(one for one in found if one is not None)
    return np.array(list(rows.values())) if len(rows) == CORNER else None
