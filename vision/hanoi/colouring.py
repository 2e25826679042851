"""What colours tell of the order of discs: on many toys two take turns, or the rainbow's follow.

Which disc is the larger of two on different pegs is hard to see where they differ by little. On a
toy with two colours in turn neighbours in size never look alike, so that discs which change places
break the turns; on one in the colours of the rainbow they break its order. Arrangements are
compared by Bayes factors (Kass and Raftery, "Bayes factors", 1995): how much likelier the colours
are if they tell something of the order, beside all the ways in which they tell nothing.
"""

from functools import lru_cache
from math import lgamma, log, pi

import numpy as np
from numpy.typing import NDArray

from vision.hanoi.pieces import flat_colours, pieces_of
from vision.hanoi.places import Arrangements, logistic_normal
from vision.hanoi.sight import Sight

Floats = NDArray[np.float64]

# How often toys have two colours in turn and the rainbow's in order; and, telling nothing, one
# colour, two in any order, and each disc its own.
IN_TURN, RAINBOW, ONE, TWO, OWN = 0.15, 0.1, 0.4, 0.15, 0.2
# How far discs of one colour seem to differ, in steps of CIE Lab (sigma), one as often as another;
# the share that pixels' own scatter has in it; and the room that colours are in, steps cubed.
SPREADS, SCATTER, ROOM = (1.2, 3.5), 0.5, 2e5
# How well a hue is known in degrees (sigma), and how far one may seem to go back, degrees.
HUE, BACK = 8.0, 40.0
# With fewer discs colours tell nothing.
FEWEST = 3
# Arrangements so much less likely than the likeliest are not looked at, nor counts of pegs that are
# so unlikely together.
UNLIKELY, RARE = 1e-5, 1e-3


def colour_factors(arrangements: Arrangements, sight: Sight, weights: Floats) -> Floats:
    """How much likelier colours make each arrangement, (arrangements,).

    `weights` are their probabilities by all else; those that are hopeless stay as they are.
    """
    factors = np.ones(len(weights))
    some = np.flatnonzero(weights > UNLIKELY * weights.max())
    if arrangements.discs < FEWEST:
        return factors
    found, which = np.unique(arrangements.counts[some], axis=0, return_inverse=True)
    for number, counts in enumerate(found):
        own = some[which.ravel() == number]
        if weights[own].sum() < RARE:
            continue
        pieces = pieces_of(sight, counts)
        first = np.cumsum(counts) - counts
        at = first[arrangements.peg_of[own]] + arrangements.height_of[own]
        factors[own] = order_factors(flat_colours(pieces.colours)[at], pieces.scatters[at])
    return factors


def order_factors(colours: Floats, scatters: Floats) -> Floats:
    """How much likelier the colours of the same discs are in some orders, (k,), than in any.

    `colours` (k, discs, 3) are in steps that count alike, `scatters` (k, discs) how much pixels
    differ; the smallest disc first.
    """
    discs = colours.shape[1]
    odd = np.arange(discs) % 2 == 1
    turns, free = [], []
    for spread in SPREADS:
        trust = 1 / (spread**2 + (SCATTER * scatters) ** 2)
        turns.append(_parted(colours, trust, odd[None]) + log(IN_TURN / len(SPREADS)))
        one = _alike(colours[0], trust[0])
        two = _parted(colours[0], trust[0], _partings(discs))
        free += [
            log(ONE / len(SPREADS)) + one,
            log(TWO / len(SPREADS)) + np.logaddexp.reduce(two) - log(len(two)),
        ]
    each = -discs * log(ROOM)
    nothing = np.logaddexp.reduce([*free, log(OWN) + each])
    rainbow = log(RAINBOW) + each + _rainbow(colours)
    told = np.logaddexp.reduce([*turns, rainbow], axis=0)
    return np.asarray(1 + np.exp(np.minimum(told - nothing, 30.0)), dtype=np.float64)


def _parted(colours: Floats, trust: Floats, first: NDArray[np.bool_]) -> Floats:
    """The log of how likely colours are if some discs, `first` (k, discs), have one of two."""
    return _alike(colours, trust * first) + _alike(colours, trust * ~first)


def _alike(colours: Floats, trust: Floats) -> Floats:
    """The log of how likely readings of one colour are, (...), whichever it is.

    Of `colours` (..., discs, 3) those count whose `trust` (..., discs), one over their variance, is
    not nought. The colour itself, as likely anywhere in ROOM, is integrated over.
    """
    total = trust.sum(axis=-1)
    mean = (trust[..., None] * colours).sum(axis=-2) / total[..., None]
    left = (trust * ((colours - mean[..., None, :]) ** 2).sum(axis=-1)).sum(axis=-1)
    normal = np.log(np.where(trust > 0, trust / (2 * pi), 1.0)).sum(axis=-1)
    return np.asarray(1.5 * (normal + np.log(2 * pi / total)) - 0.5 * left - log(ROOM))


@lru_cache(maxsize=8)
def _partings(discs: int) -> NDArray[np.bool_]:
    """All ways to part discs in two, (ways, discs)."""
    ways = np.asarray((np.arange(1, 2 ** (discs - 1))[:, None] >> np.arange(discs)) % 2 == 1)
    ways.setflags(write=False)
    return ways


def _rainbow(colours: Floats) -> Floats:
    """The log of how much likelier an order (k,) is than any other if hues follow the rainbow.

    They go round the circle of hues once at most, this way or that, from anywhere.
    """
    discs = colours.shape[1]
    hue = np.degrees(np.arctan2(colours[..., 2], colours[..., 1]))
    chroma = np.hypot(colours[..., 1], colours[..., 2])
    error = np.hypot(HUE, np.degrees(np.arctan2(SPREADS[-1], chroma)))
    doubt = np.hypot(error, np.roll(error, -1, axis=1))
    logs = []
    for way in (1, -1):
        steps = (way * (np.roll(hue, -1, axis=1) - hue) + BACK) % 360 - BACK
        # What is left of the circle after the last disc.
        steps[:, -1] = 360 - steps[:, :-1].sum(axis=1)
        logs.append(np.log(np.maximum(logistic_normal(steps / doubt), 1e-9)).sum(axis=1))
    return np.asarray(np.logaddexp(*logs) + lgamma(discs + 1) - log(2 * discs))
