"""The most probable legal cube, from the colours of six faces in any order and any rotation.

No sticker is named by itself: the probability of a whole cube is the product over its stickers,
and only legal cubes count. The certainty is the true posterior of the best one: its probability
over that of all legal cubes, all rotations of the faces, all namings of the centres and all
schemes of colours together.
"""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Any, Protocol

import numpy as np
from numpy.typing import NDArray

from solver.belief import TINY, soften
from solver.cube.asking import MIRRORED, NO_CUBE, TOO_MANY, Look
from solver.cube.bounds import Guess
from solver.cube.colours import is_mirrored
from solver.cube.cubies import Cube
from solver.cube.faults import fault_of
from solver.cube.guesses import known_places, other_schemes, unknown_places
from solver.cube.scores import TURNED, Indices, view_of
from solver.cube.search import Found, merged, search
from solver.cube.sightings import Joins, Sightings, sight
from solver.cube.surplus import sixes

Floats = NDArray[np.float64]

# A reading at least this certain needs no further look.
SURE = 0.9

# Two readings are about equally probable when neither is this many times the other.
_EQUAL = 4.0

# Stickers that disagree by so many nats with the best cube may be those of another scheme. A cube
# in a wrong scheme has at least two edges that cannot be, and mostly many more.
_STRANGE = 14.0

# Six faces may be no cube at all: one was turned between two looks, or is another cube's. Then any
# stickers are as probable, and each face is one of very many; two stickers that are surely read
# otherwise than a cube could have them are about as rare.
ASTRAY = 13.0

# The share of mirrored pictures among those that look as if two opposite colours were exchanged:
# webcams and phones often show their owners a mirror, and hardly anybody sells such cubes.
_FROM_MIRRORS = 0.9

_DOUBT = 0.02


class Face(Protocol):
    """Nine stickers as somebody saw them."""

    @property
    def table(self) -> Floats:
        """How likely each colour is, (9, 6), in the order w y r o g b, row by row."""

    def touching(self, other: Any, /) -> tuple[int, int] | None:
        """The cells, 0 to 8, of this and of another such face that touch at an edge, if any."""


@dataclass(frozen=True, slots=True)
class Decoded:
    """The most probable cube, or None where faces are missing.

    - `certainty`: the probability that it is the true one;
    - `placed`: for every row of the table of groups, the facelet it shows, -1 where it seems to
      show none of this cube; None without a state;
    - `ways`: how many legal cubes show just these colours, and are about equally probable;
    - `problem`: a sentence for the user where the reading is not certain;
    - `others`: the next best cubes found, with their probabilities;
    - `stickers`: the certainty of each of the 54 facelets; empty without a state.

    The colours of its faces are `state.scheme`.
    """

    state: Cube | None
    certainty: float
    placed: tuple[int, ...] | None
    ways: int
    problem: str | None
    others: tuple[tuple[Cube, float], ...] = ()
    stickers: tuple[float, ...] = ()


def decode(
    observations: Floats | Sequence[Face],
    *,
    joins: Joins = (),
    upright: bool = False,
    unmirrored: bool = False,
    doubt: float = _DOUBT,
) -> Decoded:
    """The most probable legal cube of some groups of nine stickers.

    `observations` are faces as they were read, or tables (k, 9, 6): groups in any order, each row
    by row in one of four rotations; colours w y r o g b. Groups may show the same face. `joins`
    are pairs of rows, 9 group + cell, that are known to be the two stickers of one edge, as where
    a picture shows two faces that touch; faces know theirs. With `upright` every group is held as
    asking.UPRIGHT says, which tells patterned cubes apart. A cube with two opposite colours
    exchanged looks like a usual one in a mirror, and is certain only where the pictures are known
    to be `unmirrored`. `doubt` is the share of stickers that are read wrongly for no reason the
    reader could know of. Raises ValueError for another shape.
    """
    if not isinstance(observations, np.ndarray):
        joins = [*joins, *_joins(observations)]
        observations = np.array([face.table for face in observations]).reshape(-1, 9, 6)
    if observations.ndim != 3 or observations.shape[1:] != (9, 6):
        raise ValueError(f"cube: expected tables of k x 9 x 6, got {observations.shape}")
    soft = _soft(observations.reshape(-1, 6), doubt)
    seen = sight(soft, upright=upright)
    choices = sixes(seen)
    if choices:
        found = _best([_read(one, joins, soft, upright=upright) for one in choices])
    elif (problem := seen.problem()) is not None:
        found = Decoded(None, 0.0, None, 0, problem)
    else:
        found = _read(seen, joins, soft, upright=upright)
    return found if unmirrored else _doubting_mirrors(found)


def _doubting_mirrors(found: Decoded) -> Decoded:
    """The same, but not certain where a usual cube in a mirror would look alike."""
    if found.state is None or not is_mirrored(found.state.scheme):
        return found
    left = 1.0 - _FROM_MIRRORS
    return replace(
        found,
        certainty=left * found.certainty,
        problem=found.problem or MIRRORED,
        others=tuple((state, left * p) for state, p in found.others),
    )


def _read(seen: Sightings, joins: Joins, soft: Floats, *, upright: bool) -> Decoded:
    """Reads six faces; `soft` is the table of the groups, (k, 9, 6)."""
    guesses = unknown_places(seen, joins, upright=upright)
    found, log_total = search(seen.tables, guesses)
    if not found or found[0].log_p < _ceiling(guesses, seen.tables) - _STRANGE:
        others = other_schemes(seen, joins, log_total, upright=upright)
        more, log_more = search(seen.tables, others)
        found = merged(found, more, len(guesses))
        guesses, log_total = guesses + others, float(np.logaddexp(log_total, log_more))
    if not found:
        return Decoded(None, 0.0, None, 0, NO_CUBE)
    return _decoded(found, log_total, guesses, seen, soft)


def _best(choices: list[Decoded]) -> Decoded:
    """The most certain of several readings; others that are certain of another state count."""
    best = max(choices, key=lambda one: one.certainty)
    rivals = [one.certainty for one in choices if one.state != best.state]
    if not rivals or best.certainty / (best.certainty + max(rivals)) >= SURE:
        return best
    share = best.certainty / (best.certainty + max(rivals)) * best.certainty
    return replace(best, certainty=share, problem=best.problem or TOO_MANY)


def decode_table(cells: Floats, *, doubt: float = _DOUBT) -> Decoded:
    """The most probable legal cube of 54 stickers in known places, U R F D L B.

    `cells` is (54, 6). The cube may be held in any way: the colours of the centres tell which, and
    `state.scheme` says it. Raises ValueError for another shape.
    """
    if cells.shape != (54, 6):
        raise ValueError(f"cube: expected a table of 54 x 6, got {cells.shape}")
    soft = _soft(cells, doubt)
    guesses = known_places(soft)
    found, log_total = search(soft, guesses)
    seen = Sightings(soft, tuple((face, 0) for face in range(6)))
    return _decoded(found, log_total, guesses, seen, soft)


def _soft(cells: Floats, doubt: float) -> Floats:
    """The rows of a table with some doubt, and without zeros, as groups of nine."""
    return np.maximum(soften(cells, doubt), TINY).reshape(-1, 9, 6)


def _joins(faces: Sequence[Face]) -> list[tuple[int, int]]:
    """The rows of the stickers that touch, of every two faces."""
    found = []
    for i, one in enumerate(faces):
        for j, other in enumerate(faces[i + 1 :], start=i + 1):
            cells = one.touching(other)
            if cells is not None:
                found.append((9 * i + cells[0], 9 * j + cells[1]))
    return found


def _ceiling(guesses: list[Guess], tables: Floats) -> float:
    """The log-probability of the stickers, (6, 9, 6), if any colours were a cube."""
    beside = [cell for cell in range(9) if cell != 4]
    best = float(np.log(tables[:, beside].max(axis=2)).sum())
    return best + max(guess.weight for guess in guesses)


def _on_cube(guess: Guess, seen: Sightings, state: Cube) -> tuple[Floats, Indices]:
    """The log-probabilities of the 54 stickers, (54, 6), and the colours that a state has there.

    Columns and colours are as if the scheme were the default one.
    """
    view = view_of(_plain(state))
    quarters = guess.fits(seen.tables, view).argmax(axis=1)
    return guess.faces(seen.tables)[np.arange(6), quarters].reshape(54, 6), view


def _placed(guess: Guess, seen: Sightings, state: Cube) -> tuple[int, ...]:
    """The facelet that every row of the groups shows."""
    quarters = guess.fits(seen.tables, view_of(_plain(state))).argmax(axis=1)
    face_of = {int(table): face for face, table in enumerate(guess.order)}
    placed = []
    for table, turned in seen.members:
        if table < 0:
            placed += [-1] * 9
            continue
        face = face_of[table]
        facelets = np.empty(9, dtype=np.intp)
        facelets[TURNED[turned][TURNED[quarters[face]]]] = 9 * face + np.arange(9)
        placed += facelets.tolist()
    return tuple(placed)


def _plain(state: Cube) -> Cube:
    """The state in the default colours."""
    return Cube(state.corners, state.twists, state.edges, state.flips)


def _decoded(
    found: list[Found], log_total: float, guesses: list[Guess], seen: Sightings, tables: Floats
) -> Decoded:
    """The answer, with a sentence where it is not certain; `tables` is (k, 9, 6)."""
    best = found[0]
    no_cube = _ceiling(guesses, seen.tables) - ASTRAY
    fault = fault_of(*_on_cube(guesses[best.guess], seen, best.state))
    faulty = best.log_p + fault.log_odds
    log_total = float(np.logaddexp.reduce([log_total, no_cube, faulty]))
    shares = [min(1.0, float(np.exp(one.log_p - log_total))) for one in found]
    near = [one for one in found if one.log_p > best.log_p - np.log(_EQUAL)]
    ways = _ways([_shown(guesses[one.guess], seen, one.state) for one in near])
    placed = _placed(guesses[best.guess], seen, best.state)
    stickers = _stickers([one.state for one in found], np.array(shares), placed, tables)
    stickers[list(fault.facelets)] *= 1.0 - np.exp(faulty - log_total)
    problem = None
    if shares[0] < SURE:
        look = Look(best.state, stickers, placed, tables)
        if np.exp(faulty - log_total) > (1.0 - shares[0]) / 2:
            problem = look.at_fault(fault)
        elif np.exp(no_cube - log_total) > 0.5:
            problem = look.no_cube()
        else:
            problem = look.again() if ways == 1 else look.in_order(ways)
    others = tuple((one.state, share) for one, share in zip(found[1:], shares[1:], strict=True))
    return Decoded(best.state, shares[0], placed, ways, problem, others, tuple(stickers.tolist()))


def _shown(guess: Guess, seen: Sightings, state: Cube) -> tuple[Cube, tuple[int, ...]]:
    """A state, and the colours that the groups show if it is the true one."""
    return state, tuple(view_of(state)[list(_placed(guess, seen, state))].tolist())


def _ways(shown: list[tuple[Cube, tuple[int, ...]]]) -> int:
    """How many states show the groups with the very same colours as the first one."""
    return len({state for state, colours in shown if colours == shown[0][1]})


def _stickers(
    states: list[Cube], shares: Floats, placed: tuple[int, ...], tables: Floats
) -> Floats:
    """How certain the best state's 54 stickers are: (54,).

    What is left over of the probability is shared out as the sticker itself was read.
    """
    views = np.array([view_of(state) for state in states])
    agreeing = (views == views[0]) * shares[:, None]
    own = np.ones(54)
    facelets: Indices = np.array(placed)
    rows = tables.reshape(-1, 6)[facelets >= 0]
    facelets = facelets[facelets >= 0]
    # Of a face that was seen twice, the clearer sight counts.
    fits = rows[np.arange(len(rows)), views[0][facelets]]
    order = np.argsort(fits, kind="stable")
    own[facelets[order]] = fits[order]
    return np.asarray(agreeing.sum(axis=0) + max(0.0, 1.0 - shares.sum()) * own)
