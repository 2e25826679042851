"""What six tables of stickers may be: which faces, in which scheme of colours."""

from dataclasses import replace
from functools import cache
from itertools import permutations

import numpy as np
from numpy.typing import NDArray

from solver.cube.bounds import Guess, bounds_of
from solver.cube.colours import COLOURS, DEFAULT_SCHEME, schemes, share_of
from solver.cube.readings import log_sum
from solver.cube.sightings import Joins, Sightings

Floats = NDArray[np.float64]

# Centres that are less probable than the best by this many nats are not thought of; for schemes
# that are rare, it is less.
_REACH, _RARE_REACH = 9.0, 4.0

# Guesses that add less than this share to what is known are dropped.
_LEAST = np.log(1e-3)

# The log-probability that faces which seem to touch in a picture do not: once in a thousand, and
# then the 4^6 rotations are as good as each other.
_NOT_JOINED = float(np.log(1e-3 / 4**6))

# The share of cubes with known places that are held with white up and green in front.
_HELD = 0.8

_UPRIGHT = np.arange(4) == np.zeros((6, 1))


def unknown_places(seen: Sightings, joins: Joins, *, upright: bool) -> list[Guess]:
    """The guesses for faces in any order, for the scheme that nearly all cubes have."""
    return _namings(seen, DEFAULT_SCHEME, joins, _REACH, upright=upright)


def other_schemes(seen: Sightings, joins: Joins, least: float, *, upright: bool) -> list[Guess]:
    """The same for all other schemes, and for joins that are none; those that may matter.

    `least` is the log-sum over what is known already.
    """
    guesses = [
        guess
        for scheme in schemes()[1:]
        for guess in _namings(seen, scheme, joins, _RARE_REACH, upright=upright)
    ]
    if joins:
        loose = _namings(seen, DEFAULT_SCHEME, (), _REACH, upright=upright)
        guesses += [replace(one, weight=one.weight + _NOT_JOINED) for one in loose]
    if not guesses:
        return []
    bounds = log_sum(bounds_of(seen.tables, guesses))
    enough = max(least, float(bounds.max()) - _REACH) + _LEAST
    return [guess for guess, bound in zip(guesses, bounds, strict=True) if bound > enough]


def known_places(tables: Floats) -> list[Guess]:
    """The guesses for the faces U R F D L B of a cube that may be held in any way.

    `tables` is (6, 9, 6).
    """
    every = _arrangements()
    colours = np.array([one for one, _ in every])
    weights = np.log(tables[:, 4])[np.arange(6), colours].sum(axis=1)
    weights += np.array([habit for _, habit in every])
    return [
        Guess(
            "".join(COLOURS[c] for c in colours[row]), np.arange(6), float(weights[row]), _UPRIGHT
        )
        for row in np.flatnonzero(weights > weights.max() - _REACH)
    ]


def _namings(
    seen: Sightings, scheme: str, joins: Joins, reach: float, *, upright: bool
) -> list[Guess]:
    """The guesses of one scheme."""
    habit = float(np.log(share_of(scheme)))
    guesses = []
    for order, weight in seen.namings(scheme, reach):
        allowed = seen.rotations(order, joins)
        if upright:
            allowed &= _UPRIGHT
        if allowed.any(axis=1).all():
            guesses.append(Guess(scheme, order, weight + habit, allowed))
    return guesses


@cache
def _arrangements() -> tuple[tuple[tuple[int, ...], float], ...]:
    """All ways to have six colours on U R F D L B, and the log-probability of each."""
    found = []
    for colours in permutations(range(6)):
        scheme = "".join(COLOURS[c] for c in colours)
        ways = _HELD if scheme == DEFAULT_SCHEME else (1 - _HELD) / 23
        found.append((colours, float(np.log(share_of(scheme) * ways))))
    return tuple(found)
