"""The search through all readings of six faces: the best cubes, and the sum over all of them."""

from dataclasses import dataclass, replace

import numpy as np
from numpy.typing import NDArray

from solver.cube.bounds import Guess, bounds_of
from solver.cube.cubies import Cube
from solver.cube.readings import Reading, cube_of_picks, log_sum
from solver.cube.scores import ROTATIONS, Indices, view_of

Floats = NDArray[np.float64]

# Rotations whose bound is lower than the best bound by this many nats are never summed, and no
# more than so many are looked at closely.
_REACH = 25.0
_POOL = 4096

# So many families get a close bound.
_NEAR = 256

# Summing stops when what is left is less than this share for sure, or after so many sums.
_REST = 0.01
_MOST = 128
_BATCH = 8

# States are sought in families with at least this share of the sum, in this many at most.
_SHARE = 0.02
_SOUGHT = 24

# Odd multipliers, to tell rows of small numbers apart by one number.
_MIX = np.cumprod(np.full(20, 0x5851F42D4C957F2D, dtype=np.uint64))


@dataclass(frozen=True, slots=True, eq=False)
class Found:
    """A state, the guess it is from, and its log-probability summed over all readings."""

    state: Cube
    guess: int
    log_p: float


@dataclass(frozen=True, slots=True, eq=False)
class _Families:
    """Rotations in which every place has the same best piece: they share one state, or one fault.

    All arrays have a row a family, the one with the highest `mass` first:
    - `guess`, `rotation` (6), `picks` (20): of the member with the highest bound;
    - `mass`: the log of the sum of all members' bounds, `more` by how much it exceeds the highest.
    """

    guess: Indices
    rotation: Indices
    picks: Indices
    more: Floats
    mass: Floats

    def by_guess(self, rows: Indices) -> list[tuple[int, Indices]]:
        """Each guess that these rows are of, and which of them."""
        guesses = self.guess[rows]
        return [(int(one), np.flatnonzero(guesses == one)) for one in np.unique(guesses)]


class _Readings:
    """The readings of guesses, made when they are wanted."""

    def __init__(self, tables: Floats, guesses: list[Guess]) -> None:
        self._tables = tables
        self._guesses = guesses
        self._made: dict[int, Reading] = {}

    def of(self, guess: int) -> Reading:
        if guess not in self._made:
            one = self._guesses[guess]
            self._made[guess] = Reading.of(one.faces(self._tables), one.weight)
        return self._made[guess]

    def log_p(self, state: Cube, scheme: str) -> float:
        """The log-probability of a state, over all guesses of this scheme."""
        view = view_of(state)
        rows = [row for row, one in enumerate(self._guesses) if one.scheme == scheme]
        return float(log_sum(np.array([self._log_p(self._guesses[row], view) for row in rows])))

    def _log_p(self, guess: Guess, view: Indices) -> float:
        return float(log_sum(guess.fits(self._tables, view)).sum()) + guess.weight


def search(tables: Floats, guesses: list[Guess]) -> tuple[list[Found], float]:
    """The best states, the best one first, and the log of the sum over everything.

    `tables` is (6, 9, 6), probabilities without zeros. Without a guess nothing is found.
    """
    if not guesses:
        return [], -np.inf
    readings = _Readings(tables, guesses)
    families, outside = _families(bounds_of(tables, guesses), readings)
    totals, rest = _totals(families, outside, readings)
    log_total = float(log_sum(np.array([*totals.values(), rest])))
    found = [
        Found(replace(state, scheme=scheme), guess, readings.log_p(state, scheme))
        for (state, scheme), guess in _states(families, totals, readings, guesses).items()
    ]
    found.sort(key=lambda one: -one.log_p)
    return found, log_total


def merged(found: list[Found], more: list[Found], count: int) -> list[Found]:
    """What two searches found, the best first; the first one had `count` guesses."""
    best = {(one.state, one.state.scheme): one for one in found}
    for one in more:
        moved = replace(one, guess=one.guess + count)
        known = best.setdefault((one.state, one.state.scheme), moved)
        if known is not moved:
            top = max(known, moved, key=lambda each: each.log_p)
            log_p = float(np.logaddexp(known.log_p, moved.log_p))
            best[one.state, one.state.scheme] = replace(top, log_p=log_p)
    return sorted(best.values(), key=lambda one: -one.log_p)


def _families(bounds: Floats, readings: _Readings) -> tuple[_Families, float]:
    """The families of the rotations with the highest bounds, and the log-sum of other bounds."""
    flat = bounds.ravel()
    near = np.flatnonzero(flat > flat.max() - _REACH)
    if len(near) > _POOL:
        near = near[np.argpartition(-flat[near], _POOL)[:_POOL]]
    near = near[np.argsort(-flat[near], kind="stable")]
    guess, row = np.divmod(near, bounds.shape[1])
    rotations = ROTATIONS[row]
    picks = np.empty((len(near), 20), dtype=np.intp)
    for one in np.unique(guess):
        picks[guess == one] = readings.of(int(one)).picks(rotations[guess == one])
    rest = np.exp(flat - flat.max())
    rest[near] = 0.0
    outside = float(np.log(max(rest.sum(), 1e-300)) + flat.max())
    return _gathered(guess, rotations, picks, flat[near]), outside


def _gathered(guess: Indices, rotations: Indices, picks: Indices, bounds: Floats) -> _Families:
    """Rotations, those with the highest bounds first, in families of equal picks."""
    keys = (picks.astype(np.uint64) * _MIX).sum(axis=1) + guess.astype(np.uint64)
    _, first, family = np.unique(keys, return_index=True, return_inverse=True)
    sums = np.bincount(family, weights=np.exp(bounds - bounds[0]))
    mass = np.log(sums) + bounds[0]
    order = np.argsort(-mass, kind="stable")
    rows = first[order]
    more = mass[order] - bounds[rows]
    return _Families(guess[rows], rotations[rows], picks[rows], more, mass[order])


def _totals(
    families: _Families, outside: float, readings: _Readings
) -> tuple[dict[int, float], float]:
    """The log-sums of families by their rows, and a bound of that of all others."""
    near = np.arange(min(_NEAR, len(families.mass)))
    close = families.mass[near].copy()
    for guess, rows in families.by_guess(near):
        bounds = readings.of(guess).bounds(families.rotation[rows]) + families.more[rows]
        close[rows] = np.minimum(close[rows], bounds)
    # Those further down are taken to fall short of their first bound like the last ones above.
    short = float(np.mean((families.mass[near] - close)[-_NEAR // 4 :]))
    far = float(log_sum(np.array([*families.mass[len(near) :], outside]))) - short
    order = np.argsort(-close, kind="stable")
    rests = np.logaddexp.accumulate([far, *close[order[::-1]]])[::-1]
    totals: dict[int, float] = {}
    while len(totals) < min(_MOST, len(near)):
        enough = totals and rests[len(totals)] < log_sum(np.array([*totals.values()])) + np.log(
            _REST
        )
        if enough:
            break
        totals |= _sums(families, order[len(totals) : len(totals) + _BATCH], readings)
    return totals, float(rests[len(totals)])


def _sums(families: _Families, rows: Indices, readings: _Readings) -> dict[int, float]:
    """The log-sums of some families: that of its best rotation stands for each of a family."""
    sums: dict[int, float] = {}
    for guess, mine in families.by_guess(rows):
        some = rows[mine]
        totals = readings.of(guess).log_totals(families.rotation[some]) + families.more[some]
        sums |= dict(zip(some.tolist(), totals.tolist(), strict=True))
    return sums


def _states(
    families: _Families, totals: dict[int, float], readings: _Readings, guesses: list[Guess]
) -> dict[tuple[Cube, str], int]:
    """The most probable states and schemes of the heaviest families, and the guesses they fit."""
    heavy = sorted(totals, key=lambda row: -totals[row])
    states: dict[tuple[Cube, str], int] = {}
    for row in heavy[:_SOUGHT]:
        if totals[row] > totals[heavy[0]] + np.log(_SHARE):
            guess = int(families.guess[row])
            state = cube_of_picks(families.picks[row])
            state = state or readings.of(guess).best(families.rotation[row])
            states.setdefault((state, guesses[guess].scheme), guess)
    return states
