"""Rows of evenly spaced places: which of the marked spots make up one row."""

from dataclasses import dataclass
from itertools import pairwise

import numpy as np
from numpy.typing import NDArray

from vision.rings.few import pairs
from vision.rings.net import Floats

# What a missing place in a row costs, in units of a spot's log-odds.
HOLE = 6.0
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


def best_chain(links: Links) -> Chain | None:
    """The row that is worth most (dynamic programming); None where there are no spots."""
    if len(links.x) == 0:
        return None
    total = links.worth.copy()
    before = np.full(len(total), -1)
    for j in range(1, len(total)):
        reached = total[:j] - links.cost[:j, j]
        top = int(np.argmax(reached))
        if reached[top] > 0:
            total[j] += reached[top]
            before[j] = top
    path = [int(np.argmax(total))]
    while before[path[-1]] >= 0:
        path.append(int(before[path[-1]]))
    path.reverse()
    place = np.cumsum([0, *(links.steps[i, j] for i, j in pairwise(path))])
    return Chain(links.order[path], place.astype(np.intp), float(total[path[-1]]))


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
    a, b = (top[i] for i in pairs(len(top)))
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
    way = at[:, None] - at[None]
    close = np.sum(way * way, axis=2) < least**2
    np.fill_diagonal(close, False)
    crowded = np.flatnonzero(close.any(axis=1))
    for k in crowded[np.argsort(-score[crowded])]:
        if keep[k]:
            keep &= ~close[k]
    return keep
