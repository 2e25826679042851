"""Where the row of a toy begins whose number of rings is known.

A row of so many places may be laid one place off, where a shadow looks like a rod, and it may be
taken for its mirror image. What is seen at the places beyond its ends tells, and so does the state
that the toy was last known to be in: read one place off, the rings hardly ever show that state, or
one that is a move away.
"""

from dataclasses import replace

import numpy as np

from vision.rings.columns import columns_of
from vision.rings.net import Floats, Spots
from vision.rings.places import CLOSE_LOOK, Patch, Runs, features
from vision.rings.rods import Rods, rods_of
from vision.rings.rulers import LEAST_FEET, Ruler, laid_out
from vision.rings.toy import Toy, eyes_on, told_by

# So many places off a row may be.
OFF = 2
# How likely the toy is in the state that is remembered, or one ring away from it, and the share of
# rings that are read wrong for no reason that is known.
THERE, BESIDE, MISREAD = 0.7, 0.2, 0.1
# The most that may speak for a sense of the row, as a probability, and where it was told.
MOST_HEADED, TOLD = 0.995, 1 - 1e-9

State = tuple[int, ...]


def settled(spots: Spots, toy: Toy, patch: Patch | None, known: State | None = None) -> Toy:
    """The toy with its row where it fits best; `counted` and `headed` tell how sure that is.

    Everything is in the pixels of `patch`. `known` is the state, off 0 and on 1, ring 1 first, that
    the toy was in when it was seen last.
    """
    there = np.flatnonzero(np.isfinite(toy.feet).all(axis=1))
    rods = rods_of(spots, toy.step, lined=False)
    if len(there) < LEAST_FEET or len(rods.gain) == 0:
        return toy
    ruler = laid_out(toy.feet[there], there, toy.step, rings=toy.rings, beyond=OFF)
    feet, back = ruler.feet, Ruler(ruler.feet[::-1], ruler.core[::-1], -ruler.step)
    odds, turned_odds = (
        _odds(one, toy.rings, features(one, spots, rods, tip, patch))
        for one, tip in ((ruler, toy.ends[0]), (back, toy.ends[1]))
    )
    toys = [_laid(rods, toy, feet[k : k + toy.rings]) for k in range(2 * OFF + 1)]
    toys[OFF] = toy
    headed = min(toy.headed, MOST_HEADED) if toy.headed < 1 else TOLD
    total = np.stack(
        [
            odds + np.log(headed) + [fit(one.on, known) for one in toys],
            turned_odds[::-1] + np.log(1 - headed) + [fit(one.on[::-1], known) for one in toys],
        ]
    )
    chance = np.exp(total - np.logaddexp.reduce(total, axis=None))
    turned, k = divmod(int(np.argmax(chance)), len(toys))
    sense = float(chance[turned].sum())
    best = replace(toys[k], counted=float(chance[turned, k] / sense), headed=sense)
    return reversed_toy(best) if turned else best


def fit(on: Floats, known: State | None) -> float:
    """How much likelier log-odds of on (n,) are for a toy of a known state, in log-odds."""
    if known is None or len(known) != len(on):
        return 0.0
    chance = MISREAD / 2 + (1 - MISREAD) / (1 + np.exp(-on))
    each = 2 * np.where(np.array(known) == 1, chance, 1 - chance)
    same = float(np.prod(each))
    # One ring was moved meanwhile.
    beside = same * float(np.mean((2 - each) / each))
    return float(np.log(THERE * same + BESIDE * beside + 1 - THERE - BESIDE))


def _odds(ruler: Ruler, rings: int, found: Floats) -> Floats:
    """(places - rings + 1,): what rows of so many places are worth, by where they begin."""
    runs = Runs.of([ruler], [found])
    return np.asarray(runs.told[runs.lengths == rings] @ CLOSE_LOOK.weights)


def reversed_toy(toy: Toy) -> Toy:
    """The toy with its handle at the other end."""
    eyes, feet, on, seen, ends = (a[::-1] for a in (toy.eyes, toy.feet, toy.on, toy.seen, toy.ends))
    return replace(toy, eyes=eyes, feet=feet, on=on, seen=seen, ends=ends, step=-toy.step)


def _laid(rods: Rods, toy: Toy, feet: Floats) -> Toy:
    """The toy with its row at other feet (n, 2)."""
    columns = columns_of(rods, feet, toy.step)
    eyes, feet, seen = told_by(rods, columns)
    return replace(toy, eyes=eyes, feet=feet, seen=seen, on=eyes_on(rods, columns.share))
