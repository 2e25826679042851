"""Rows of evenly spaced places: which of the marked spots make up one row."""

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from vision.rings.net import Floats

# What a missing place in a row costs, in units of a spot's log-odds.
HOLE = 6.0
MOST_HOLES = 3
STEPS = range(1, MOST_HOLES + 2)
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


@dataclass(frozen=True, slots=True, eq=False)
class Links:
    """Spots in the order in which they lie along the row, and what joins them.

    - `order`: (k,) indices into the spots; `x`, `worth`: (k,) places in pitches, and what each is
      worth; `cost`, `steps`: (k, k) from each spot to each later one, and how many places it is.
    """

    order: NDArray[np.intp]
    x: Floats
    worth: Floats
    cost: Floats
    steps: NDArray[np.intp]

    def before(self, j: int, step: int) -> NDArray[np.intp]:
        """The spots from which `j` is `step` places away."""
        return np.flatnonzero((self.steps[:, j] == step) & np.isfinite(self.cost[:, j]))


def link(
    x: Floats, gain: Floats, between: Floats, pitch: float, tolerance: float, least: float
) -> Links:
    """Joins spots that lie at `x` (k,) along the row and are worth `gain` (k,).

    `between` (k, k) is what it costs, besides a bad step, that one follows another. Steps are
    about one `pitch`, may stray by `tolerance` pitches (sigma), and none is below `least`.
    """
    order = np.argsort(x)
    cost, steps = _costs(x[order] / pitch, tolerance, least)
    return Links(order, x[order] / pitch, gain[order], cost + between[np.ix_(order, order)], steps)


def best_chains(links: Links, most: int) -> list[Chain]:
    """For every number of places up to `most` the row that is worth most (dynamic programming)."""
    total = np.full((len(links.x), most + 1), -np.inf)
    before = np.full((len(links.x), most + 1), -1)
    total[:, 1:2] = links.worth[:, None]
    for j in range(len(links.x)):
        for step in STEPS:
            from_ = links.before(j, step)
            if len(from_):
                reached = total[from_, 1:-step] + (links.worth[j] - links.cost[from_, j, None])
                top = np.argmax(reached, axis=0)
                reach = reached[top, np.arange(reached.shape[1])]
                better = reach > total[j, 1 + step :]
                total[j, 1 + step :][better] = reach[better]
                before[j, 1 + step :][better] = from_[top[better]]
    lengths = range(1, most + 1) if len(links.x) else ()
    best = [(length, int(np.argmax(total[:, length]))) for length in lengths]
    return [
        _traced(links, before, end, length, float(total[end, length]))
        for length, end in best
        if np.isfinite(total[end, length])
    ]


def _traced(links: Links, before: NDArray[np.intp], end: int, length: int, worth: float) -> Chain:
    """The row that ends with spot `end` and has `length` places."""
    path, place = [end], [length - 1]
    while (earlier := int(before[path[-1], place[-1] + 1])) >= 0:
        place.append(place[-1] - int(links.steps[earlier, path[-1]]))
        path.append(earlier)
    return Chain(links.order[path[::-1]], np.asarray(place[::-1], dtype=np.intp), worth)


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
