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
from solver.cube.readings import Reading
from solver.cube.scores import TURNED, Indices, view_of
from solver.cube.search import Found, search
from solver.cube.sightings import Flags, Joins, Sightings, sight

Floats = NDArray[np.float64]

# A reading at least this certain needs no further look.
SURE = 0.9

# What a rotation that is ruled out costs on every sticker, in nats.
_NEVER = -25.0

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


def decode(tables: Floats, *, joins: Joins = (), doubt: float = 0.02) -> Decoded:
    """The most probable legal cube of some groups of nine stickers.

    `tables` is (k, 9, 6): groups in any order, each row by row in one of four rotations; colours
    w y r o g b. Groups may show the same face. `joins` are pairs of rows, 9 group + cell, that
    are known to be the two stickers of one edge, as where a picture shows two faces that touch.
    `doubt` is the share of stickers that are read wrongly for no reason the reader could know of.
    Raises ValueError for another shape.
    """
    if tables.ndim != 3 or tables.shape[1:] != (9, 6):
        raise ValueError(f"cube: expected tables of k x 9 x 6, got {tables.shape}")
    seen = sight(soften(tables.reshape(-1, 6), doubt).reshape(-1, 9, 6))
    problem = seen.problem()
    if problem is not None:
        return Decoded(None, 0.0, None, 0, problem)
    orders, readings = [], []
    for order, weight in seen.namings():
        allowed = seen.rotations(order, joins)
        if allowed.any(axis=1).all():
            orders.append(order)
            readings.append(Reading.of(_turned(seen.tables[order], allowed), weight))
    if not readings:
        return Decoded(None, 0.0, None, 0, "These faces do not fit together: show them again.")
    found, log_total = search(readings)
    best = found[0]
    placed = _placed(readings[best.reading], orders[best.reading], seen, best.state)
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
    found = [Found(state, 0, log_p)]
    return _decoded(found, log_total, tuple(range(54)), cells.reshape(6, 9, 6))


def _turned(tables: Floats, allowed: Flags) -> Floats:
    """Log-likelihoods of six faces by rotation, (6, 4, 9, 6); the centres are counted apart."""
    logs = np.log(tables)[:, TURNED] + np.where(allowed, 0.0, _NEVER)[:, :, None, None]
    logs[:, :, 4] = 0.0
    return np.asarray(logs, dtype=np.float64)


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
    found: list[Found], log_total: float, placed: tuple[int, ...], tables: Floats
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
