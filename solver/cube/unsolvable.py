"""Faults of real cubes: a piece that was put in turned, two stickers that were exchanged.

No turns lead to such a cube. The nearest legal one differs from it in two or three stickers, and a
decoder that knew of legal cubes only would take these for misread.
"""

from dataclasses import dataclass
from itertools import combinations

import numpy as np
from numpy.typing import NDArray

from solver.cube.geometry import CORNER_FACELETS, EDGE_FACELETS

Floats = NDArray[np.float64]
Indices = NDArray[np.intp]

# The shares of cubes shown that have a piece turned, and two stickers exchanged: people who ask for
# help have often tried in vain. Each way to be at fault has an equal part of them.
_TURNED, _EXCHANGED = 0.05, 0.05

_CORNERS, _EDGES = np.array(CORNER_FACELETS), np.array(EDGE_FACELETS)
# The facelets of the pieces, and how far they may be turned.
_PIECES = ((_EDGES, 1), (_CORNERS, 1), (_CORNERS, 2))
_WAYS = sum(len(pieces) for pieces, _ in _PIECES)
# Every two stickers that may come off: centres stay.
_PAIRS = np.array(
    [pair for pair in combinations(range(54), 2) if 4 not in (pair[0] % 9, pair[1] % 9)]
)


@dataclass(frozen=True, slots=True)
class Fault:
    """How probable all faults together are, beside the cube without any, and the likeliest one.

    - `log_odds`: the log of their sum over the probability of the state itself;
    - `facelets`: those that have each other's colours.
    """

    log_odds: float
    facelets: tuple[int, ...]

    @property
    def piece(self) -> str | None:
        """The piece that is turned, "corner" or "edge"; None for two stickers of two pieces."""
        if len(self.facelets) == 3:
            return "corner"
        return "edge" if sorted(self.facelets) in np.sort(_EDGES, axis=1).tolist() else None


def fault_of(logs: Floats, view: Indices) -> Fault:
    """The faults that a state may have, from the log-probabilities of its stickers.

    `logs` is (54, 6), a row a facelet; `view` is (54,), the colours that the state has.
    """
    # What another colour is worth on a facelet, beside that of the state.
    gain = logs - logs[np.arange(54), view][:, None]
    pairs = _PAIRS[view[_PAIRS[:, 0]] != view[_PAIRS[:, 1]]]
    kinds = [(pairs, 1, _EXCHANGED / len(pairs))]
    kinds += [(pieces, turn, _TURNED / _WAYS) for pieces, turn in _PIECES]
    odds = [_moved(gain, view, cells, turn) + np.log(share) for cells, turn, share in kinds]
    every = np.concatenate(odds)
    cells = [tuple(row) for some, _, _ in kinds for row in some.tolist()]
    return Fault(float(np.logaddexp.reduce(every)), cells[int(every.argmax())])


def _moved(gain: Floats, view: Indices, facelets: Indices, turn: int) -> Floats:
    """The log-odds that some facelets, (n, k), have each other's colours: (n,)."""
    return np.asarray(gain[facelets, np.roll(view[facelets], turn, axis=1)].sum(axis=1))
