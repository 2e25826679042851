"""The largest product over all legal arrangements of one kind of piece.

Places are filled one after another; what matters of the places filled so far is which pieces are
used, the sum of the turns modulo 2 (edges) or 3 (corners), and the parity of the permutation. This
is the dynamic programme of Held and Karp (1962) for assignments, with two small laws carried along.
Weights are plain products, not logarithms: give every place a largest weight near 1.
"""

from dataclasses import dataclass
from itertools import pairwise

import numpy as np
from numpy.typing import NDArray

Floats = NDArray[np.float64]
Indices = NDArray[np.intp]


@dataclass(frozen=True, slots=True, eq=False)
class _Layer:
    """How the arrangements of the first places follow from those of one place less.

    All arrays are (sets, ways): a row for every set of used pieces, a column for every piece of it
    that the last place may hold. `before` numbers the set without that piece in the layer before;
    `odd` is whether the piece stands behind an odd number of larger ones.
    """

    before: Indices
    piece: Indices
    odd: Indices

    def rows(self) -> Indices:
        """Rows of the table before, for both parities after: (sets, ways, 2)."""
        return 2 * self.before[:, :, None] + (np.arange(2) ^ self.odd[:, :, None])


class Matching:
    """All arrangements of `count` pieces in as many places, each with one of `turns` turns.

    permanents.py has the sums of what this finds the maxima of.
    """

    def __init__(self, count: int, turns: int) -> None:
        self.count = count
        self.turns = turns
        self.layers = _layers(count)
        self._rows = [layer.rows() for layer in self.layers]

    def best(self, weights: Floats) -> "Best":
        """The largest product over all arrangements; for one (places, pieces, turns) table."""
        tables = [self._empty(1)]
        for place in range(self.count):
            before, chosen = self._terms(tables[-1], place, weights[None])
            table = np.zeros((len(before), 2, self.turns, 1))
            for turn in range(self.turns):
                products = (before * chosen[:, :, turn, None, None]).max(axis=1)
                table = np.maximum(table, np.roll(products, turn, axis=2))
            tables.append(table)
        return Best(self, weights, tuple(table[..., 0] for table in tables))

    def _empty(self, batch: int) -> Floats:
        """The table before the first place: (sets, parity, turns, batch)."""
        table = np.zeros((1, 2, self.turns, batch))
        table[0, 0, 0] = 1.0
        return table

    def _terms(self, table: Floats, place: int, weights: Floats) -> tuple[Floats, Floats]:
        """What was before, (sets, ways, parity, turns, batch), and the weights of the next piece.

        The weights are (sets, ways, turns, batch); parities are those after that piece.
        """
        before = table.reshape(-1, self.turns, table.shape[-1])[self._rows[place]]
        return before, np.moveaxis(weights[:, place], 0, -1)[self.layers[place].piece]


@dataclass(frozen=True, slots=True, eq=False)
class Best:
    """The largest products found, and the arrangements that have them.

    `tables[k]` is (sets, parity, turns): the largest product over the first k places.
    """

    matching: Matching
    weights: Floats
    tables: tuple[Floats, ...]

    def value(self, parity: int) -> float:
        """The largest product with turns that sum to 0 and this parity."""
        return float(self.tables[-1][0, parity, 0])

    def arrangement(self, parity: int) -> tuple[tuple[int, ...], tuple[int, ...]]:
        """The piece and the turn at every place, traced back from the last place."""
        pieces, turns = [], []
        used, total, count = 0, 0, self.matching.turns
        for place in range(self.matching.count - 1, -1, -1):
            layer = self.matching.layers[place]
            before = self.tables[place][layer.before[used], parity ^ layer.odd[used]]
            # Columns: the turn of this piece, and with it the sum of the turns before.
            earlier = before[:, (total - np.arange(count)) % count]
            terms = earlier * self.weights[place, layer.piece[used]]
            way, turn = (int(i) for i in np.unravel_index(np.argmax(terms), terms.shape))
            pieces.append(int(layer.piece[used, way]))
            turns.append(turn)
            parity ^= int(layer.odd[used, way])
            total = (total - turn) % count
            used = int(layer.before[used, way])
        return tuple(reversed(pieces)), tuple(reversed(turns))


def _layers(count: int) -> tuple[_Layer, ...]:
    """The layers for `count` places; sets of pieces are bit masks, sorted by value."""
    by_size: list[list[int]] = [[] for _ in range(count + 1)]
    for mask in range(1 << count):
        by_size[mask.bit_count()].append(mask)
    layers = []
    for before, after in pairwise(by_size):
        number = {mask: i for i, mask in enumerate(before)}
        pieces = [[p for p in range(count) if mask >> p & 1] for mask in after]
        rows = [
            [number[mask ^ 1 << p] for p in row] for mask, row in zip(after, pieces, strict=True)
        ]
        odd = [
            [(mask >> p + 1).bit_count() & 1 for p in row]
            for mask, row in zip(after, pieces, strict=True)
        ]
        layers.append(_Layer(*(np.array(table, dtype=np.intp) for table in (rows, pieces, odd))))
    return tuple(layers)
