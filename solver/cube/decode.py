"""The most probable legal cube, from the colours of six faces in any order and any rotation.

No sticker is named by itself: the probability of a whole cube is the product over its stickers,
and only legal cubes count. The certainty is the true posterior of the best one: its probability
over that of all legal cubes, all rotations of the faces and all namings of the centres together.
"""

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from solver.belief import soften
from solver.cube.colours import COLOUR_NAMES, SCHEME
from solver.cube.cubies import Cube
from solver.cube.geometry import FACES
from solver.cube.readings import Family, Reading, cube_of_picks, log_sum
from solver.cube.scores import TURNED, Indices
from solver.cube.sightings import Sightings, sight

Floats = NDArray[np.float64]

# A family of rotations, and the number of its reading.
_Entry = tuple[Family, int]

# A reading at least this certain needs no further look.
SURE = 0.9

# Summing stops when what is left is less than this share for sure, or after so many sums.
_REST = 0.01
_MOST = 96
_BATCH = 4

# So many families get a close bound.
_BOUNDED = 512

# States are sought in families with at least this share of the sum, in this many at most.
_SHARE = 0.02
_SOUGHT = 24

# Two readings are about equally probable when neither is this many times the other.
_EQUAL = 4.0


@dataclass(frozen=True, slots=True)
class Decoded:
    """The most probable cube, or None where faces are missing.

    - `certainty`: the probability that it is the true one;
    - `placed`: for every row of the table of groups, the facelet it shows; None without a state;
    - `ways`: how many legal cubes are about equally probable;
    - `problem`: a sentence for the user where the reading is not certain;
    - `others`: the next best cubes found, with their probabilities.
    """

    state: Cube | None
    certainty: float
    placed: tuple[int, ...] | None
    ways: int
    problem: str | None
    others: tuple[tuple[Cube, float], ...] = ()


@dataclass(frozen=True, slots=True, eq=False)
class _Found:
    """A state, the reading it is from, and its log-probability summed over all readings."""

    state: Cube
    reading: int
    log_p: float


def decode(tables: Floats, *, doubt: float = 0.02) -> Decoded:
    """The most probable legal cube of some groups of nine stickers.

    `tables` is (k, 9, 6): groups in any order, each row by row in one of four rotations; colours
    w y r o g b. Groups may show the same face. `doubt` is the share of stickers that are read
    wrongly for no reason the reader could know of. Raises ValueError for another shape.
    """
    if tables.ndim != 3 or tables.shape[1:] != (9, 6):
        raise ValueError(f"cube: expected tables of k x 9 x 6, got {tables.shape}")
    seen = sight(soften(tables.reshape(-1, 6), doubt).reshape(-1, 9, 6))
    problem = seen.problem()
    if problem is not None:
        return Decoded(None, 0.0, None, 0, problem)
    namings = seen.namings()
    readings = [Reading.of(_turned(seen.tables[order]), weight) for order, weight in namings]
    found, log_total = _search(readings)
    best = found[0]
    placed = _placed(readings[best.reading], namings[best.reading][0], seen, best.state)
    return _decoded(found, log_total, placed, tables)


def decode_table(cells: Floats, *, doubt: float = 0.02) -> Decoded:
    """The most probable legal cube of 54 stickers in known places, U R F D L B.

    `cells` is (54, 6). Raises ValueError for another shape.
    """
    if cells.shape != (54, 6):
        raise ValueError(f"cube: expected a table of 54 x 6, got {cells.shape}")
    logs = np.log(soften(cells, doubt)).reshape(6, 1, 9, 6)
    logs[:, :, 4] = 0.0
    reading = Reading.of(np.repeat(logs, 4, axis=1), 0.0)
    upright = np.zeros(6, dtype=np.intp)
    log_total = float(reading.log_totals(upright[None])[0])
    state = reading.best(upright)
    log_p = float(reading.by_rotation(view_of(state))[:, 0].sum())
    found = [_Found(state, 0, log_p)]
    return _decoded(found, log_total, tuple(range(54)), cells.reshape(6, 9, 6))


def view_of(state: Cube) -> Indices:
    """The colour of each of the 54 stickers."""
    return np.array([SCHEME[letter] for letter in state.facelets()], dtype=np.intp)


def _turned(tables: Floats) -> Floats:
    """Log-likelihoods of six faces by rotation, (6, 4, 9, 6); the centres are counted apart."""
    logs = np.log(tables)[:, TURNED]
    logs[:, :, 4] = 0.0
    return np.asarray(logs, dtype=np.float64)


def _search(readings: list[Reading]) -> tuple[list[_Found], float]:
    """The best states, the best one first, and the log of the sum over everything."""
    pool, bounds = _pool(readings)
    totals, rest = _totals(pool, bounds, readings)
    log_total = float(log_sum(np.array([*totals, rest])))
    found = [
        _Found(state, i, float(log_sum(np.array([r.log_likelihood(view) for r in readings]))))
        for state, i in _states(pool, totals, readings).items()
        for view in (view_of(state),)
    ]
    found.sort(key=lambda one: -one.log_p)
    return found, log_total


def _pool(readings: list[Reading]) -> tuple[list[_Entry], Floats]:
    """The families of all readings, and bounds of their log-sums, the highest first."""
    pool = [(family, i) for i, reading in enumerate(readings) for family in reading.families()]
    pool.sort(key=lambda entry: -entry[0].mass)
    bounds = np.array([family.mass for family, _ in pool])
    near = pool[:_BOUNDED]
    for i, reading in enumerate(readings):
        rows = [row for row, entry in enumerate(near) if entry[1] == i]
        if rows:
            rotations = np.array([pool[row][0].rotation for row in rows])
            spare = np.array([pool[row][0].mass - pool[row][0].bound for row in rows])
            bounds[rows] = np.minimum(bounds[rows], reading.bounds(rotations) + spare)
    # Those further down fall short of their first bound at least like the last ones above.
    bounds[_BOUNDED:] += (
        np.mean(
            bounds[_BOUNDED - 64 : _BOUNDED]
            - [family.mass for family, _ in pool[_BOUNDED - 64 : _BOUNDED]]
        )
        if len(pool) > _BOUNDED
        else 0.0
    )
    order = np.argsort(-bounds, kind="stable")
    return [pool[row] for row in order], bounds[order]


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
        totals += _sum_batch(pool[len(totals) : len(totals) + _BATCH], readings)
    return totals, -np.inf


def _sum_batch(batch: list[_Entry], readings: list[Reading]) -> list[float]:
    """The log-sums of some families: that of its first rotation stands for each of a family."""
    sums = np.empty(len(batch))
    for i in {i for _, i in batch}:
        rows = [row for row, entry in enumerate(batch) if entry[1] == i]
        sums[rows] = readings[i].log_totals(np.array([batch[row][0].rotation for row in rows]))
    return [
        float(total + family.mass - family.bound)
        for total, (family, _) in zip(sums, batch, strict=True)
    ]


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


def _placed(reading: Reading, order: Indices, seen: Sightings, state: Cube) -> tuple[int, ...]:
    """The facelet that every row of the groups shows."""
    quarters = reading.by_rotation(view_of(state)).argmax(axis=1)
    face_of = {int(table): face for face, table in enumerate(order)}
    placed = []
    for table, turned in seen.members:
        face = face_of[table]
        facelets = np.empty(9, dtype=np.intp)
        facelets[TURNED[turned][TURNED[quarters[face]]]] = 9 * face + np.arange(9)
        placed += facelets.tolist()
    return tuple(placed)


def _decoded(
    found: list[_Found], log_total: float, placed: tuple[int, ...], tables: Floats
) -> Decoded:
    """The answer, with a sentence where it is not certain."""
    best = found[0]
    certainty = min(1.0, float(np.exp(best.log_p - log_total)))
    ways = sum(one.log_p > best.log_p - np.log(_EQUAL) for one in found)
    problem = None
    if certainty < SURE and ways > 1:
        problem = f"This cube can be read in {ways} ways: make a few turns and show it again."
    elif certainty < SURE:
        worst = _least_certain(best.state, placed, tables)
        problem = f"The face with the {worst} centre is hard to read: show it again."
    others = tuple((one.state, float(np.exp(one.log_p - log_total))) for one in found[1:])
    return Decoded(best.state, certainty, placed, ways, problem, others)


def _least_certain(state: Cube, placed: tuple[int, ...], tables: Floats) -> str:
    """The colour of the centre of the face whose stickers fit the state least."""
    facelets = np.array(placed)
    fit = tables.reshape(-1, 6)[np.arange(len(facelets)), view_of(state)[facelets]]
    by_face = np.bincount(facelets // 9, weights=fit, minlength=6)
    counts = np.bincount(facelets // 9, minlength=6)
    return COLOUR_NAMES[SCHEME[FACES[int(np.argmin(by_face / counts))]]]
