"""From groups of nine stickers to the faces of a cube: which groups show the same face, and which.

A face is known by its centre. Two groups are taken for one face where their nine stickers agree in
one of the four rotations and their centres may have one colour; their tables are multiplied.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import permutations

import numpy as np
from numpy.typing import NDArray

from solver.cube.asking import TOO_MANY, ask_for
from solver.cube.colours import COLOURS, DEFAULT_SCHEME, SCHEME
from solver.cube.geometry import EDGE_FACELETS, FACES
from solver.cube.naming import CENTRES
from solver.cube.scores import TURNED
from solver.phrase import sentence

Floats = NDArray[np.float64]
Flags = NDArray[np.bool_]

# Two rows of a table of groups that are the two stickers of one edge.
Joins = Sequence[tuple[int, int]]

# Two groups show one face when that is more probable than two by so many nats, and is not much less
# probable for the centres.
_AGREEING = 3.0
_ONE_CENTRE = -1.5

# Six centres are six colours when that is at least so probable, in nats.
_PLAUSIBLE = -4.0

# The colour of each face's centre, in the order U R F D L B.
_CENTRES = np.array([SCHEME[face] for face in FACES])

# For two faces that touch, the cells of the first and of the second that touch.
_TOUCHING = {
    (a // 9, b // 9): (a % 9, b % 9)
    for facelets in EDGE_FACELETS
    for a, b in (facelets, facelets[::-1])
}

# All ways to give six tables to the faces U R F D L B. (720, 6)
_ORDERS = np.array(list(permutations(range(6))))


@dataclass(frozen=True, slots=True, eq=False)
class Sightings:
    """The different faces seen.

    - `tables`: (m, 9, 6), colours of the cells of each face as one of its groups shows it;
    - `members`: for every group, the face and the rotation that its cells have towards it.
    """

    tables: Floats
    members: tuple[tuple[int, int], ...]

    def problem(self) -> str | None:
        """Why these are not the six faces of a cube, as a sentence, or None."""
        if len(self.tables) == 0:
            return sentence("Show all six faces of the cube.")
        if len(self.tables) < 6:
            return ask_for(self._missing())
        if len(self.tables) > 6:
            return TOO_MANY
        return None

    def _missing(self) -> list[str]:
        """The colours of the centres that are left over when each face seen has one of its own."""
        seen = len(self.tables)
        logs = np.log(self.tables[:, 4])[np.arange(seen), _CENTRES[_ORDERS[:, :seen]]]
        best = _ORDERS[int(np.argmax(logs.sum(axis=1)))]
        return [CENTRES[_CENTRES[face]] for face in sorted(best[seen:])]

    @property
    def complete(self) -> bool:
        """Whether these are six faces whose centres may well have six colours."""
        return len(self.tables) == 6 and self.namings(DEFAULT_SCHEME, 1.0)[0][1] > _PLAUSIBLE

    def namings(self, scheme: str, reach: float) -> list[tuple[NDArray[np.intp], float]]:
        """Which table each of the faces U R F D L B has, and the log-probability of its centres.

        Only for six tables; the namings within `reach` nats of the best one, best first.
        """
        centres = np.array([COLOURS.index(colour) for colour in scheme])
        logs = np.log(self.tables[:, 4])[_ORDERS, centres].sum(axis=1)
        order = np.argsort(-logs, kind="stable")
        return [(_ORDERS[i], float(logs[i])) for i in order if logs[i] > logs[order[0]] - reach]

    def rotations(self, order: NDArray[np.intp], joins: Joins) -> Flags:
        """Which rotations the faces may have, for one naming: (6, 4).

        Stickers that are joined fix the rotations of their faces, or rule the naming out.
        """
        allowed = np.ones((6, 4), dtype=np.bool_)
        face_of = {int(table): face for face, table in enumerate(order)}
        for pair in joins:
            tables = [self.members[row // 9] for row in pair]
            if min(table for table, _ in tables) < 0:
                continue
            faces = face_of[tables[0][0]], face_of[tables[1][0]]
            if faces not in _TOUCHING:
                return np.zeros((6, 4), dtype=np.bool_)
            for row, face, (_, turned), cell in zip(
                pair, faces, tables, _TOUCHING[faces], strict=True
            ):
                # The cell of the group that each rotation of its table puts on the edge.
                allowed[face] &= TURNED[turned][TURNED[:, cell]] == row % 9
        return allowed


def sight(tables: Floats, *, upright: bool = False) -> Sightings:
    """Joins the groups that show the same face. `tables` is (k, 9, 6) without zeros.

    The pairs that agree best are joined first, until six faces with six centres are left, or no
    pair agrees any more. With `upright` all groups are rotated alike.
    """
    seen = Sightings(tables, tuple((i, 0) for i in range(len(tables))))
    while not seen.complete and (pair := _same_face(seen.tables, 1 if upright else 4)) is not None:
        seen = _join(seen, *pair)
    return seen


def _same_face(tables: Floats, ways: int) -> tuple[int, int, int] | None:
    """The two tables that agree best, and the rotation of the second towards the first."""
    turned = tables[:, TURNED[:ways]]
    # Log of: probability under one face, over that under two faces of any colours.
    agreement = np.log(6 * np.einsum("acx,bqcx->abqc", tables, turned))
    together = agreement.sum(axis=-1)
    together[agreement[..., 4] <= _ONE_CENTRE] = -np.inf
    together[np.tril_indices(len(tables))] = -np.inf
    if not together.size or together.max() <= _AGREEING:
        return None
    first, second, quarters = np.unravel_index(int(together.argmax()), together.shape)
    return int(first), int(second), int(quarters)


def _join(seen: Sightings, first: int, second: int, quarters: int) -> Sightings:
    """The sightings with two faces taken for one."""
    joined = seen.tables[first] * seen.tables[second][TURNED[quarters]]
    tables = seen.tables.copy()
    tables[first] = joined / joined.sum(axis=1, keepdims=True)
    members = []
    for face, turned in seen.members:
        if face == second:
            face, turned = first, (turned + quarters) % 4
        members.append((face - (face > second), turned))
    return Sightings(np.delete(tables, second, axis=0), tuple(members))
