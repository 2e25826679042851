"""What six faces can be at most, for all 4^6 ways to turn them at once.

A place of a cube is worth at most the sum over all pieces that it may hold. For one place that
depends on two or three stickers only, so that a small table over pairs and triples of stickers
serves every naming of the faces, and a scheme of colours is no more than another order of columns.
"""

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from solver.cube.colours import COLOURS, SCHEME
from solver.cube.geometry import FACES
from solver.cube.scores import CORNERS, EDGES, TURNED, Indices, Pieces

Floats = NDArray[np.float64]
Flags = NDArray[np.bool_]

# What a rotation that is ruled out costs, in nats.
NEVER = -1e6

# The cells of a face that belong to edges and to corners, and the number of each among its kind.
_CELLS = {2: (1, 3, 5, 7), 3: (0, 2, 6, 8)}


@dataclass(frozen=True, slots=True, eq=False)
class Guess:
    """What six tables may be.

    - `scheme`: the colours of the faces U R F D L B;
    - `order`: (6,), the table that shows each of these faces;
    - `weight`: the log-probability of the guess, as far as the centres and habit tell;
    - `allowed`: (6, 4), the rotations that each face may have.
    """

    scheme: str
    order: Indices
    weight: float
    allowed: Flags

    def faces(self, tables: Floats) -> Floats:
        """The log-likelihoods of the six faces by rotation, (6, 4, 9, 6).

        Columns are as if the scheme were the default one; the centres are counted in the weight.
        """
        columns = in_default(self.scheme)
        logs = np.log(tables[self.order][:, :, columns])[:, TURNED]
        logs[:, :, 4] = 0.0
        return np.asarray(logs, dtype=np.float64)

    def fits(self, tables: Floats, view: Indices) -> Floats:
        """The log-probability of every face in every rotation, (6, 4).

        `view` is (54,), the colours of a state as if the scheme were the default one.
        """
        shown = view.reshape(6, 9)
        picked = self.faces(tables)[np.arange(6)[:, None], :, np.arange(9), shown]
        return np.asarray(picked.sum(axis=1) + np.where(self.allowed, 0.0, NEVER))


def in_default(scheme: str) -> list[int]:
    """The column of each colour's part: that of the default scheme is played by another colour."""
    played = {SCHEME[face]: COLOURS.index(c) for face, c in zip(FACES, scheme, strict=True)}
    return [played[colour] for colour in range(len(COLOURS))]


def bounds_of(tables: Floats, guesses: list[Guess]) -> Floats:
    """Upper bounds of the log-sums over all cubes: (guesses, 4096), as the rows of ROTATIONS.

    `tables` is (6, 9, 6) without zeros.
    """
    found = np.empty((len(guesses), 4**6))
    by_scheme: dict[str, list[int]] = {}
    for row, guess in enumerate(guesses):
        by_scheme.setdefault(guess.scheme, []).append(row)
    for scheme, rows in by_scheme.items():
        some = [guesses[row] for row in rows]
        total = _summed(tables[:, :, in_default(scheme)], np.array([one.order for one in some]))
        for row, guess, bounds in zip(rows, some, total, strict=True):
            found[row] = (bounds + guess.weight + _barred(guess.allowed)).ravel()
    return found


def _summed(tables: Floats, orders: Indices) -> Floats:
    """The bounds for some orders of the tables: (n, 4, 4, 4, 4, 4, 4)."""
    total = np.zeros((len(orders), *(1,) * 6))
    firsts = 4 * orders.T.reshape(6, len(orders), *(1,) * 6)
    for places, logs in ((_EDGE_ROWS, _pairs(tables)), (_CORNER_ROWS, _triples(tables))):
        for place in places:
            total = total + logs[tuple(firsts[face] + rows for face, rows in place)]
    return np.asarray(total, dtype=np.float64)


def _rows(pieces: Pieces) -> list[list[tuple[int, Indices]]]:
    """For the sides of each place, the face and the sticker of its kind by rotation.

    The stickers are (1, .. 4 .., 1), with an axis for every face.
    """
    kind = _CELLS[pieces.facelets.shape[1]]
    places = []
    for facelets in pieces.facelets.tolist():
        sides = []
        for face, cell in (divmod(facelet, 9) for facelet in facelets):
            turned = [kind.index(TURNED[quarters, cell]) for quarters in range(4)]
            shape = [4 if axis == face else 1 for axis in range(6)]
            sides.append((face, np.array(turned).reshape(1, *shape)))
        places.append(sides)
    return places


def _stickers(tables: Floats, sides: int) -> Floats:
    """The stickers of all edges or all corners, (24, 6)."""
    return tables[:, _CELLS[sides]].reshape(24, 6)


def _pairs(tables: Floats) -> Floats:
    """For two stickers, the log-sum over the edges that they may be: (24, 24)."""
    rows = _stickers(tables, 2)
    return np.asarray(np.log(rows @ _EDGE_COLOURS @ rows.T), dtype=np.float64)


def _triples(tables: Floats) -> Floats:
    """For three stickers clockwise, the log-sum over the corners they may be: (24, 24, 24)."""
    rows = _stickers(tables, 3)
    first = np.tensordot(rows, _CORNER_COLOURS, (1, 0))
    second = np.tensordot(first, rows, (1, 1))
    return np.asarray(np.log(np.tensordot(second, rows, (1, 1))), dtype=np.float64)


def _barred(allowed: Flags) -> Floats:
    """0 for allowed rotations, very little for others: (4, 4, 4, 4, 4, 4)."""
    costs = np.where(allowed, 0.0, NEVER)
    total = np.zeros((1,) * 6)
    for face in range(6):
        total = total + costs[face].reshape([4 if axis == face else 1 for axis in range(6)])
    return np.asarray(total, dtype=np.float64)


def _colours(pieces: Pieces) -> Floats:
    """1 for the colours that some piece shows on the sides of a place, 0 for others."""
    sides = pieces.colours.shape[-1]
    shown = np.zeros((len(COLOURS),) * sides)
    shown[tuple(pieces.colours.reshape(-1, sides).T)] = 1.0
    return shown


_EDGE_COLOURS, _CORNER_COLOURS = _colours(EDGES), _colours(CORNERS)
_EDGE_ROWS, _CORNER_ROWS = _rows(EDGES), _rows(CORNERS)
