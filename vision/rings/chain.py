"""Rows of evenly spaced places: which of the marked spots make up one row of rods."""

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from vision.rings.net import Floats

# What a missing place in a row costs, in units of a spot's log-odds.
HOLE = 2.5
MOST_HOLES = 3


@dataclass(frozen=True, slots=True, eq=False)
class Chain:
    """A row of places: `picked` are indices into the spots, `place` counts along with holes.

    `worth` is the sum of the spots' log-odds less what bad spacing and holes cost.
    """

    picked: NDArray[np.intp]
    place: NDArray[np.intp]
    worth: float

    @property
    def length(self) -> int:
        """The number of places, holes included."""
        return int(self.place[-1]) + 1 if len(self.place) else 0


def best_chain(x: Floats, score: Floats, pitch: float, tolerance: float, *, least: float) -> Chain:
    """The row of spots that are about one `pitch` apart and score best (dynamic programming).

    `x` (k,) and `score` (k,) of the spots; steps may stray by `tolerance` pitches (sigma), and
    none is below `least` pitches.
    """
    order = np.argsort(x)
    gain = np.clip(np.log(score[order] / (1 - score[order] + 1e-6)) + 1.2, -3, 3.5)
    xs = x[order]
    total, before = gain.copy(), np.full(len(xs), -1)
    jump = np.zeros(len(xs), dtype=np.intp)
    for j in range(len(xs)):
        for i in range(j):
            cost, steps = _cost((xs[j] - xs[i]) / pitch, tolerance, least)
            if total[i] + gain[j] - cost > total[j]:
                total[j], before[j], jump[j] = total[i] + gain[j] - cost, i, steps
    if len(xs) == 0:
        return Chain(np.empty(0, np.intp), np.empty(0, np.intp), 0.0)
    path, at = [int(np.argmax(total))], int(np.argmax(total))
    while before[at] >= 0:
        at = int(before[at])
        path.append(at)
    path.reverse()
    place = np.cumsum([0, *(jump[k] for k in path[1:])])
    return Chain(order[path], np.asarray(place, dtype=np.intp), float(total.max()))


def _cost(gap: float, tolerance: float, least: float) -> tuple[float, int]:
    """What a step of `gap` pitches costs, and how many places it is."""
    steps = max(1, round(gap))
    if gap < least or steps > 1 + MOST_HOLES:
        return np.inf, 1
    return 0.5 * ((gap - steps) / tolerance) ** 2 + HOLE * (steps - 1), steps


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
