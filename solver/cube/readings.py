"""All readings of six faces of which the rotations are not known, and what they add up to.

There are 4^6 rotations, and for each 4.3e19 legal cubes. For one rotation, `Matching` sums or
maximises over all cubes at once. The sums are bounded from above by a product over places, which
is quick for all rotations, and for the better ones by one that knows that each piece is used once,
so that only the few that matter are summed.
"""

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from solver.cube.cubies import Cube, parity
from solver.cube.matching import Matching
from solver.cube.scores import CORNERS, EDGES, ROTATIONS, Indices

Floats = NDArray[np.float64]

EDGE_MATCHING = Matching(12, 2)
CORNER_MATCHING = Matching(8, 3)

# Rotations whose bound is lower than the best bound by this many nats are never summed.
_REACH = 25.0

_SCALINGS = 3

# Odd multipliers, to tell rows of small numbers apart by one number.
_MIX = np.cumprod(np.full(20, 0x5851F42D4C957F2D, dtype=np.uint64))


@dataclass(frozen=True, slots=True, eq=False)
class Family:
    """Rotations in which every place has the same best piece: they share one state, or one fault.

    `bound` is the log-bound of the rotation that stands for all of them, `mass` that of all.
    """

    rotation: Indices
    picks: Indices
    bound: float
    mass: float


@dataclass(frozen=True, slots=True, eq=False)
class Reading:
    """Six faces with known names: `faces` is (6, 4, 9, 6), log-likelihoods by rotation.

    `edges` and `corners` are the scores of pieces, see scores.py; `weight` is the log-probability
    of the naming.
    """

    faces: Floats
    edges: Floats
    corners: Floats
    weight: float

    @classmethod
    def of(cls, faces: Floats, weight: float) -> "Reading":
        """The reading of six faces."""
        return cls(faces, EDGES.scores(faces), CORNERS.scores(faces), weight)

    def families(self) -> list[Family]:
        """All rotations worth summing, gathered into families."""
        edges, corners = _by_piece(self.edges, 2), _by_piece(self.corners, 2)
        bounds = self.weight + (
            EDGES.at(log_sum(edges), ROTATIONS).sum(axis=1)
            + CORNERS.at(log_sum(corners), ROTATIONS).sum(axis=1)
        )
        near = np.flatnonzero(bounds > bounds.max() - _REACH)
        rotations, bounds = ROTATIONS[near], bounds[near]
        picks = np.concatenate(
            [
                EDGES.at(edges.argmax(axis=-1), rotations),
                CORNERS.at(corners.argmax(axis=-1), rotations),
            ],
            axis=1,
        )
        return _gather(rotations, picks, bounds)

    def bounds(self, rotations: Indices) -> Floats:
        """Closer upper bounds of the log-totals, for some rotations, (batch, 6)."""
        edges, corners = EDGES.at(self.edges, rotations), CORNERS.at(self.corners, rotations)
        return np.asarray(_scaled(edges) + _scaled(corners) + self.weight, dtype=np.float64)

    def log_totals(self, rotations: Indices) -> Floats:
        """The log of the sum over all legal cubes, for some rotations, (batch, 6)."""
        edges, corners = EDGES.at(self.edges, rotations), CORNERS.at(self.corners, rotations)
        edge_tops, corner_tops = edges.max(axis=(2, 3)), corners.max(axis=(2, 3))
        by_edges = EDGE_MATCHING.total(np.exp(edges - edge_tops[:, :, None, None]))
        by_corners = CORNER_MATCHING.total(np.exp(corners - corner_tops[:, :, None, None]))
        # Turns sum to nothing, and both permutations are even or both are odd.
        legal = (by_edges[:, 0] * by_corners[:, 0]).sum(axis=1)
        tops = edge_tops.sum(axis=1) + corner_tops.sum(axis=1)
        return np.asarray(np.log(np.maximum(legal, 1e-300)) + tops + self.weight, dtype=np.float64)

    def best(self, rotation: Indices) -> Cube:
        """The most probable legal cube for one rotation."""
        edges = EDGES.at(self.edges, rotation[None])[0]
        corners = CORNERS.at(self.corners, rotation[None])[0]
        by_edges = EDGE_MATCHING.best(np.exp(edges - edges.max(axis=(1, 2), keepdims=True)))
        by_corners = CORNER_MATCHING.best(np.exp(corners - corners.max(axis=(1, 2), keepdims=True)))
        odd = max((0, 1), key=lambda p: by_edges.value(p) * by_corners.value(p))
        return Cube(*by_corners.arrangement(odd), *by_edges.arrangement(odd))

    def log_likelihood(self, view: Indices) -> float:
        """The log-probability of the faces for one state, over all rotations; `view` is (54,)."""
        return float(log_sum(self.by_rotation(view)).sum()) + self.weight

    def by_rotation(self, view: Indices) -> Floats:
        """The log-probability of every face in every rotation for one state: (6, 4)."""
        shown = view.reshape(6, 9)
        picked = self.faces[np.arange(6)[:, None], :, np.arange(9), shown]
        return np.asarray(picked.sum(axis=1), dtype=np.float64)


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
    parts = [tuple(part.tolist()) for part in (corners, twists, edges, flips)]
    legal = twists.sum() % 3 == 0 and flips.sum() % 2 == 0 and parity(parts[0]) == parity(parts[2])
    return Cube(*parts) if legal else None


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


def _gather(rotations: Indices, picks: Indices, bounds: Floats) -> list[Family]:
    """The rotations in families of equal picks."""
    order = np.argsort(-bounds, kind="stable")
    keys = (picks[order].astype(np.uint64) * _MIX).sum(axis=1)
    _, first, family = np.unique(keys, return_index=True, return_inverse=True)
    masses = np.bincount(family, weights=np.exp(bounds[order] - bounds[order[0]]))
    return [
        Family(
            rotations[order[i]],
            picks[order[i]],
            float(bounds[order[i]]),
            float(np.log(mass) + bounds[order[0]]),
        )
        for i, mass in zip(first, masses, strict=True)
    ]
