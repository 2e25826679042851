"""All readings of six faces of which the rotations are not known, and what they add up to.

There are 4^6 rotations, and for each 4.3e19 legal cubes. For one rotation, `Permanents` sums over
all cubes at once, and `Matching` finds the best one. Upper bounds of the sums tell which few
rotations matter: bounds.py has quick ones for all, and a `Reading` closer ones for the better ones.
"""

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from solver.cube.cubies import Cube, parity
from solver.cube.matching import Matching
from solver.cube.permanents import Permanents
from solver.cube.scores import CORNERS, EDGES, Indices

Floats = NDArray[np.float64]

EDGE_MATCHING = Matching(12, 2)
CORNER_MATCHING = Matching(8, 3)
EDGE_SUMS, CORNER_SUMS = Permanents(12, 2), Permanents(8, 3)

_SCALINGS = 3


@dataclass(frozen=True, slots=True, eq=False)
class Reading:
    """Six faces with known names.

    `edges` and `corners` are the scores of pieces, see scores.py; `weight` is the log-probability
    of the naming.
    """

    edges: Floats
    corners: Floats
    weight: float

    @classmethod
    def of(cls, faces: Floats, weight: float) -> "Reading":
        """The reading of six faces, (6, 4, 9, 6) log-likelihoods by rotation."""
        return cls(EDGES.scores(faces), CORNERS.scores(faces), weight)

    def picks(self, rotations: Indices) -> Indices:
        """The best piece and turn at every place, by itself, for some rotations: (batch, 20)."""
        edges, corners = _by_piece(self.edges, 2), _by_piece(self.corners, 2)
        picked = [
            EDGES.at(edges.argmax(axis=-1), rotations),
            CORNERS.at(corners.argmax(axis=-1), rotations),
        ]
        return np.concatenate(picked, axis=1)

    def bounds(self, rotations: Indices) -> Floats:
        """Close upper bounds of the log-totals, for some rotations, (batch, 6).

        The corners are summed, which is quick, and the edges are bounded.
        """
        edges, (corners, tops) = EDGES.at(self.edges, rotations), self._corners(rotations)
        by_corners = CORNER_SUMS.total(corners)[:, 0].sum(axis=1)
        return np.asarray(_scaled(edges) + _log(by_corners) + tops + self.weight)

    def log_totals(self, rotations: Indices) -> Floats:
        """The log of the sum over all legal cubes, for some rotations, (batch, 6)."""
        edges, edge_tops = _weights(EDGES.at(self.edges, rotations))
        corners, corner_tops = self._corners(rotations)
        by_edges, by_corners = EDGE_SUMS.total(edges), CORNER_SUMS.total(corners)
        # Turns sum to nothing, and both permutations are even or both are odd.
        legal = (by_edges[:, 0] * by_corners[:, 0]).sum(axis=1)
        return np.asarray(_log(legal) + edge_tops + corner_tops + self.weight)

    def _corners(self, rotations: Indices) -> tuple[Floats, Floats]:
        return _weights(CORNERS.at(self.corners, rotations))

    def best(self, rotation: Indices) -> Cube:
        """The most probable legal cube for one rotation."""
        edges = EDGES.at(self.edges, rotation[None])[0]
        corners = CORNERS.at(self.corners, rotation[None])[0]
        by_edges = EDGE_MATCHING.best(np.exp(edges - edges.max(axis=(1, 2), keepdims=True)))
        by_corners = CORNER_MATCHING.best(np.exp(corners - corners.max(axis=(1, 2), keepdims=True)))
        odd = max((0, 1), key=lambda p: by_edges.value(p) * by_corners.value(p))
        return Cube(*by_corners.arrangement(odd), *by_edges.arrangement(odd))


def log_sum(logs: Floats) -> Floats:
    """The log of the sum of exponentials along the last axis."""
    top = logs.max(axis=-1, keepdims=True)
    total = np.log(np.exp(logs - top).sum(axis=-1))
    return np.asarray(total + top[..., 0], dtype=np.float64)


def cube_of_picks(picks: Indices) -> Cube | None:
    """The cube in which every place has its own best piece, if that is a legal one."""
    edges, flips = np.divmod(picks[:12], 2)
    corners, twists = np.divmod(picks[12:], 3)
    if len(set(edges.tolist())) < 12 or len(set(corners.tolist())) < 8:
        return None
    parts: list[tuple[int, ...]] = [
        tuple(part.tolist()) for part in (corners, twists, edges, flips)
    ]
    legal = twists.sum() % 3 == 0 and flips.sum() % 2 == 0 and parity(parts[0]) == parity(parts[2])
    return Cube(parts[0], parts[1], parts[2], parts[3]) if legal else None


def _weights(scores: Floats) -> tuple[Floats, Floats]:
    """Scores, (batch, places, pieces, turns), as weights up to 1, and the logs taken out."""
    tops = scores.max(axis=(2, 3), keepdims=True)
    return np.exp(scores - tops), np.asarray(tops.sum(axis=(1, 2, 3)), dtype=np.float64)


def _log(sums: Floats) -> Floats:
    return np.asarray(np.log(np.maximum(sums, 1e-300)), dtype=np.float64)


def _scaled(scores: Floats) -> Floats:
    """Upper bounds of the log-sum over all arrangements of one kind of piece.

    `scores` is (batch, places, pieces, turns). Each piece is used once, so that dividing its
    weights by a price and multiplying the bound by it is fair; alternating the two scalings
    (Sinkhorn 1967) finds good prices.
    """
    tops = scores.max(axis=(2, 3))
    weights = np.exp(scores - tops[:, :, None, None]).sum(axis=3)
    prices = np.ones((len(weights), 1, weights.shape[2]))
    best = np.full(len(weights), np.inf)
    for _ in range(_SCALINGS):
        priced = weights / prices
        rows = priced.sum(axis=2)
        best = np.minimum(best, np.log(rows).sum(axis=1) + np.log(prices).sum(axis=(1, 2)))
        wanted = (priced / rows[:, :, None]).sum(axis=1)
        prices = prices * np.maximum(wanted, 1e-9)[:, None]
    return np.asarray(best + tops.sum(axis=1), dtype=np.float64)


def _by_piece(scores: Floats, last: int) -> Floats:
    """Pieces and turns on one axis."""
    return scores.reshape(*scores.shape[:-last], -1)
