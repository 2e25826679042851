"""What a search through all cubes amounts to: the best one, how certain it is, what to ask for.

Beside the legal cubes stand those that no turns lead to, see unsolvable.py, and faces of no cube.
"""

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from solver.cube.asking import Look
from solver.cube.bounds import Guess
from solver.cube.cubies import Cube
from solver.cube.scores import TURNED, Indices, view_of
from solver.cube.search import Found
from solver.cube.sightings import Sightings
from solver.cube.unsolvable import Fault, fault_of

Floats = NDArray[np.float64]

# A reading at least this certain needs no further look.
SURE = 0.9

# Two readings are about equally probable when neither is this many times the other.
_EQUAL = 4.0

# Six faces may be no cube at all: one was turned between two looks, or is another cube's. Then any
# stickers are as probable, and each face is one of very many: about as rare as two stickers that
# are surely misread.
ASTRAY = 13.0


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


def answer(
    found: list[Found], log_total: float, guesses: list[Guess], seen: Sightings, tables: Floats
) -> Decoded:
    """What was found, the best first, beside cubes at fault and faces of none.

    `log_total` is the log of the sum over all legal cubes; `tables` are the groups, (k, 9, 6).
    """
    best = found[0]
    guess = guesses[best.guess]
    fault = fault_of(*_on_cube(guess, seen, best.state))
    beside = np.array([best.log_p + fault.log_odds, ceiling(guesses, seen.tables) - ASTRAY])
    log_total = float(np.logaddexp.reduce([log_total, *beside]))
    shares = [min(1.0, float(np.exp(one.log_p - log_total))) for one in found]
    faulty, no_cube = np.exp(beside - log_total).tolist()
    ways = _ways(found, guesses, seen)
    placed = _placed(guess, seen, best.state)
    stickers = _stickers([one.state for one in found], np.array(shares), placed, tables)
    stickers[list(fault.facelets)] *= 1.0 - faulty
    problem = None
    if shares[0] < SURE:
        look = Look(best.state, stickers, placed, tables)
        likely = fault if faulty > (1.0 - shares[0]) / 2 else None
        problem = _problem(look, ways, likely, no_cube)
    others = tuple((one.state, share) for one, share in zip(found[1:], shares[1:], strict=True))
    return Decoded(best.state, shares[0], placed, ways, problem, others, tuple(stickers.tolist()))


def ceiling(guesses: list[Guess], tables: Floats) -> float:
    """The log-probability of the stickers, (6, 9, 6), if any colours were a cube."""
    beside = [cell for cell in range(9) if cell != 4]
    best = float(np.log(tables[:, beside].max(axis=2)).sum())
    return best + max(guess.weight for guess in guesses)


def _problem(look: Look, ways: int, fault: Fault | None, no_cube: float) -> str:
    """What to ask for: `fault` is a likely one, `no_cube` the probability of faces of none."""
    if fault is not None:
        return look.at_fault(fault)
    if no_cube > 0.5:
        return look.no_cube()
    return look.again() if ways == 1 else look.in_order(ways)


def _ways(found: list[Found], guesses: list[Guess], seen: Sightings) -> int:
    """How many states show the groups with the very same colours as the best one."""
    near = [one for one in found if one.log_p > found[0].log_p - np.log(_EQUAL)]
    shown = [_shown(guesses[one.guess], seen, one.state) for one in near]
    return len({state for state, colours in shown if colours == shown[0][1]})


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


def _shown(guess: Guess, seen: Sightings, state: Cube) -> tuple[Cube, tuple[int, ...]]:
    """A state, and the colours that the groups show if it is the true one."""
    return state, tuple(view_of(state)[list(_placed(guess, seen, state))].tolist())


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
