"""Rows of evenly spaced places: which of the marked spots make up one row."""

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from vision.rings.net import Floats

# What a missing place in a row costs, in units of a spot's log-odds.
HOLE = 10.71
MOST_HOLES = 3
# A step that costs more is not looked at.
WORST = 12.0


@dataclass(frozen=True, slots=True, eq=False)
class Chain:
    """A row of places: `picked` are indices into the spots, `place` counts along with holes.

    `worth` is the sum of what the spots are worth less what bad spacing and holes cost.
    """

    picked: NDArray[np.intp]
    place: NDArray[np.intp]
    worth: float

    @property
    def length(self) -> int:
        """The number of places, holes included."""
        return int(self.place[-1]) + 1 if len(self.place) else 0


def best_chains(
    x: Floats,
    gain: Floats,
    between: Floats,
    pitch: float,
    tolerance: float,
    *,
    least: float,
    most: int,
) -> list[Chain]:
    """For every number of places the row that is worth most (dynamic programming).

    - `x`: (k,) where each spot lies along the row; `gain`: (k,) what it is worth.
    - `between`: (k, k) what it costs, besides a bad step, that one follows another.

    Steps are about one `pitch`, may stray by `tolerance` pitches (sigma), and none is below
    `least` pitches. No row has more than `most` places.
    """
    order = np.argsort(x)
    xs, worth = x[order] / pitch, gain[order]
    cost, steps = _costs(xs, tolerance, least)
    cost += between[np.ix_(order, order)]
    total = np.full((len(xs), most + 1), -np.inf)
    before = np.full((len(xs), most + 1), -1)
    total[:, 1:2] = worth[:, None]
    for j in range(len(xs)):
        for step in range(1, MOST_HOLES + 2):
            from_ = np.flatnonzero((steps[:, j] == step) & np.isfinite(cost[:, j]))
            if len(from_):
                reached = total[from_, 1:-step] + (worth[j] - cost[from_, j, None])
                top = np.argmax(reached, axis=0)
                reach = reached[top, np.arange(reached.shape[1])]
                better = reach > total[j, 1 + step :]
                total[j, 1 + step :][better] = reach[better]
                before[j, 1 + step :][better] = from_[top[better]]
    best = [(length, int(np.argmax(total[:, length]))) for length in range(1, most + 1) if len(xs)]
    return [
        _traced(order, xs, before, end, length, float(total[end, length]))
        for length, end in best
        if np.isfinite(total[end, length])
    ]


def _traced(
    order: NDArray[np.intp],
    xs: Floats,
    before: NDArray[np.intp],
    end: int,
    length: int,
    worth: float,
) -> Chain:
    """The row that ends with spot `end` and has `length` places."""
    path, place = [end], [length - 1]
    while (earlier := int(before[path[-1], place[-1] + 1])) >= 0:
        place.append(place[-1] - max(1, round(float(xs[path[-1]] - xs[earlier]))))
        path.append(earlier)
    return Chain(order[path[::-1]], np.asarray(place[::-1], dtype=np.intp), worth)


def _costs(xs: Floats, tolerance: float, least: float) -> tuple[Floats, NDArray[np.intp]]:
    """What a step from each spot to each later one costs, and how many places it is: (k, k)."""
    gap = xs - xs[:, None]
    steps = np.maximum(1, np.round(gap)).astype(np.intp)
    cost = 0.5 * ((gap - steps) / tolerance) ** 2 + HOLE * (steps - 1)
    cost[(gap < least) | (steps > 1 + MOST_HOLES) | (cost > WORST)] = np.inf
    return cost, steps


def on_one_line(at: Floats, score: Floats, reach: float) -> NDArray[np.bool_]:
    """Which points (k, 2) lie within `reach` of the line that has the highest scores along it.

    Every pair of the best points is tried (RANSAC with all samples; Fischler and Bolles 1981).
    """
    if len(at) < 3:
        return np.ones(len(at), dtype=bool)
    top = np.argsort(-score)[:14]
    a, b = (top[i] for i in np.triu_indices(len(top), 1))
    way = at[b] - at[a]
    length = np.linalg.norm(way, axis=1)
    far = length > 3 * reach
    if not far.any():
        return np.ones(len(at), dtype=bool)
    way, a = way[far] / length[far, None], a[far]
    off = at[None] - at[a][:, None]
    near = np.abs(off[..., 0] * way[:, None, 1] - off[..., 1] * way[:, None, 0]) <= reach
    kept: NDArray[np.bool_] = near[int(np.argmax(near @ score))]
    return kept


def apart(at: Floats, score: Floats, least: float) -> NDArray[np.bool_]:
    """Which points stay when those closer than `least` to a better one are dropped."""
    keep = np.ones(len(at), dtype=bool)
    gaps = np.linalg.norm(at[:, None] - at[None], axis=2)
    for k in np.argsort(-score):
        if keep[k]:
            keep &= (gaps[k] >= least) | (np.arange(len(at)) == k)
    return keep
