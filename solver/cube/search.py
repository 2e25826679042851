"""The search through all readings of six faces: the best cubes, and the sum over all of them."""

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from solver.cube.cubies import Cube
from solver.cube.readings import Family, Reading, cube_of_picks, log_sum
from solver.cube.scores import view_of

Floats = NDArray[np.float64]

# A family of rotations, and the number of its reading.
_Entry = tuple[Family, int]

# Summing stops when what is left is less than this share for sure, or after so many sums.
_REST = 0.01
_MOST = 96
_BATCH = 4

# So many families get a close bound, so many at a time.
_NEAR = 512
_ROUND = 64

# States are sought in families with at least this share of the sum, in this many at most.
_SHARE = 0.02
_SOUGHT = 24


@dataclass(frozen=True, slots=True, eq=False)
class Found:
    """A state, the reading it is from, and its log-probability summed over all readings."""

    state: Cube
    reading: int
    log_p: float


def search(readings: list[Reading]) -> tuple[list[Found], float]:
    """The best states, the best one first, and the log of the sum over everything."""
    pool, bounds = _pool(readings)
    totals, rest = _totals(pool, bounds, readings)
    log_total = float(log_sum(np.array([*totals, rest])))
    found = [
        Found(state, i, float(log_sum(np.array([r.log_likelihood(view) for r in readings]))))
        for state, i in _states(pool, totals, readings).items()
        for view in (view_of(state),)
    ]
    found.sort(key=lambda one: -one.log_p)
    return found, log_total


def _pool(readings: list[Reading]) -> tuple[list[_Entry], Floats]:
    """The families of all readings, and bounds of their log-sums, the highest first."""
    pool = [(family, i) for i, reading in enumerate(readings) for family in reading.families()]
    pool.sort(key=lambda entry: -entry[0].mass)
    masses = np.array([family.mass for family, _ in pool])
    near = np.concatenate(
        [_close_bounds(pool[i : i + _ROUND], readings) for i in range(0, _NEAR, _ROUND)]
    )
    near = np.minimum(near, masses[: len(near)])
    # Those further down are taken to fall short of their first bound like the last ones above.
    short = float(np.mean((masses[: len(near)] - near)[-_ROUND:]))
    bounds = np.concatenate([near, masses[len(near) :] - short])
    order = np.argsort(-bounds, kind="stable")
    return [pool[row] for row in order], bounds[order]


def _close_bounds(entries: list[_Entry], readings: list[Reading]) -> Floats:
    """The close bounds of some families."""
    bounds = np.empty(len(entries))
    for rows, reading in _by_reading(entries, readings):
        families = [entries[row][0] for row in rows]
        others = np.array([family.mass - family.bound for family in families])
        bounds[rows] = reading.bounds(np.array([one.rotation for one in families])) + others
    return bounds


def _by_reading(entries: list[_Entry], readings: list[Reading]) -> list[tuple[list[int], Reading]]:
    """The rows of each reading that has any."""
    rows: list[list[int]] = [[] for _ in readings]
    for row, (_, i) in enumerate(entries):
        rows[i].append(row)
    return [(found, reading) for found, reading in zip(rows, readings, strict=True) if found]


def _totals(
    pool: list[_Entry], bounds: Floats, readings: list[Reading]
) -> tuple[list[float], float]:
    """The log-sums of the first families of the pool, and a bound of that of the others."""
    totals: list[float] = []
    rests = np.logaddexp.accumulate(bounds[::-1])[::-1]
    while len(totals) < len(pool):
        enough = totals and rests[len(totals)] < log_sum(np.array(totals)) + np.log(_REST)
        if enough or len(totals) >= _MOST:
            return totals, float(rests[len(totals)])
        totals += _sums(pool[len(totals) : len(totals) + _BATCH], readings)
    return totals, -np.inf


def _sums(entries: list[_Entry], readings: list[Reading]) -> list[float]:
    """The log-sums of some families: that of its first rotation stands for each of a family."""
    sums = np.empty(len(entries))
    for rows, reading in _by_reading(entries, readings):
        families = [entries[row][0] for row in rows]
        others = np.array([family.mass - family.bound for family in families])
        sums[rows] = reading.log_totals(np.array([one.rotation for one in families])) + others
    return [float(total) for total in sums]


def _states(pool: list[_Entry], totals: list[float], readings: list[Reading]) -> dict[Cube, int]:
    """The most probable states of the heaviest families, and the readings they come from."""
    order = np.argsort(-np.array(totals), kind="stable")
    states: dict[Cube, int] = {}
    for row in order[:_SOUGHT]:
        if totals[row] > totals[order[0]] + np.log(_SHARE):
            family, i = pool[row]
            state = cube_of_picks(family.picks) or readings[i].best(family.rotation)
            states.setdefault(state, i)
    return states
