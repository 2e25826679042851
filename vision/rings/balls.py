"""What the balls at the rods' lower ends tell: rods do not stretch, so an eye is as far down.

Where an eye is behind other rings, or crosses its neighbour's rod, its ball is mostly in plain
sight. Balls of rings that are on hang alike, right below the plate; one that hangs lower is that of
a ring that dropped. One that does not says little by itself: on a table friction holds rods, and
those of sets on a base rest on it.
"""

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from vision.rings.few import median
from vision.rings.net import BALL, Floats, Spots

# Below the first score a spot is no ball, from the second on it is one.
LEAST_SCORE, CLEAR_SCORE = 0.15, 0.25
# How far a ball may be beside its rod's line, in pitches, and as a share of how far it is below its
# hole; the share where the rod's direction is not known. Rods shorter than SHORT have none.
BESIDE, TILT, ANY_TILT, SHORT = 0.22, 0.06, 0.3, 1.2
# The range that balls are looked for in, in pitches below the holes. Worse than so many sigmas
# beside its line a ball is another rod's; what each pitch further down counts as, in sigmas.
RANGE, MOST_ASIDE, FURTHER = (0.15, 5.0), 2.2, 0.3
# Rods are as long as the others, but for so many pitches: else the eye or the ball is another's.
# A ball that makes its rod that much longer or shorter counts as so many sigmas farther aside.
UNEQUAL, UNLIKELY = 0.7, 1.5
# Log-odds of on, or off, from which on a ring shows how its like hang.
SHOWS = 4.0
# From the first drop on, in pitches beyond those of rings that are on, a ball speaks for off, from
# the second on with these log-odds. Of 1,379 balls that hung 0.4 lower 24 were of rings that were
# on, of 951 that hung 0.8 lower four (drawn pictures, balls given to rods less carefully than
# here). One that does not hang lower speaks so much for on as others that are off do drop: where
# all these did 795 such balls were of rings that were on, 24 not.
DROPPED, OFF, ON = (0.2, 0.7), -4.5, 2.5
# How clearly a ring counts as seen of which only the ball tells; and from which log-odds on.
AS_SEEN, TELLS = 0.25, 3.0


@dataclass(frozen=True, slots=True, eq=False)
class Balls:
    """The ball of each rod: `drops` (n,) below the hole in pitches, NaN where none is seen.

    `trust` (n,), 0 to 1: how clearly it is one; `eyes` (n, 2): where the rod's other end is if it
    is as long as the others; `fits` (n,): whether it is that of the eye that was taken for its.
    """

    drops: Floats
    trust: Floats
    eyes: Floats
    fits: NDArray[np.bool_]


def balls_of(spots: Spots, eyes: Floats, feet: Floats, step: Floats) -> Balls:
    """The balls of rods with these `eyes` (n, 2), NaN where hidden, and `feet` (n, 2).

    `step` (2,) is from rod to rod. No ball is given to two rods: the nearest to its line first.
    They are given twice, the second time with a say for how long the first made rods mostly.
    """
    pitch, balls = float(np.linalg.norm(step)), spots.of(BALL, LEAST_SCORE)
    n = len(feet)
    at, drops, trust = np.full((n, 2), np.nan), np.full(n, np.nan), np.zeros(n)
    rods = feet - eyes
    length = np.linalg.norm(rods, axis=1) / pitch
    known = np.isfinite(length) & (length > SHORT)
    if not len(balls.at) or not known.any():
        return Balls(drops, trust, at, known)
    down = rods / pitch / np.where(known, length, 1.0)[:, None]
    usual = median(down[known])
    down[~known] = usual / np.linalg.norm(usual)
    along, aside = (way / pitch for way in below(balls.at, feet, down))
    tilt = np.where(known, TILT, ANY_TILT)[:, None]
    cost = aside / (BESIDE + tilt * np.maximum(along, 0.0))
    cost[(along < RANGE[0]) | (along > RANGE[1]) | (cost > MOST_ASIDE)] = np.inf
    cost += FURTHER * along
    rod, ball = _given(cost)
    whole = length[:, None] + along
    seen = known[rod]
    if seen.any():
        usually = float(median(whole[rod[seen], ball[seen]]))
        unlike = np.clip(np.abs(whole - usually) / UNEQUAL, 0, 1)
        rod, ball = _given(cost + UNLIKELY * np.where(known[:, None], unlike, 0.0))
    at[rod], drops[rod] = balls.at[ball], along[rod, ball]
    trust[rod] = np.minimum(1.0, balls.score[ball] / CLEAR_SCORE)
    whole = length + drops
    usually = float(median(whole[np.isfinite(whole)])) if np.isfinite(whole).any() else np.nan
    way = (at - feet) / np.maximum(drops, RANGE[0])[:, None]
    fits = np.abs(whole - usually) < UNEQUAL
    return Balls(drops, trust, feet - (usually - drops)[:, None] * way, fits)


def _given(cost: Floats) -> tuple[NDArray[np.intp], NDArray[np.intp]]:
    """Pairs of a rod and a ball, the cheapest first; `cost` (rods, balls), none at infinity."""
    left = cost.copy()
    pairs: list[tuple[int, int]] = []
    while np.isfinite(left).any():
        rod, ball = divmod(int(np.argmin(left)), left.shape[1])
        pairs.append((rod, ball))
        left[rod], left[:, ball] = np.inf, np.inf
    rods, balls = np.array(pairs, dtype=np.intp).reshape(-1, 2).T
    return rods, balls


def below(points: Floats, holes: Floats, down: Floats) -> tuple[Floats, Floats]:
    """(n, k) twice: how far points (k, 2) are below holes (n, 2), and beside the rods' lines.

    `down` (n, 2) are unit vectors along the rods.
    """
    off = points - holes[:, None]
    along = np.sum(off * down[:, None], axis=2)
    beside = np.abs(off[..., 0] * down[:, None, 1] - off[..., 1] * down[:, None, 0])
    return along, beside


def ball_odds(balls: Balls, on: Floats) -> Floats:
    """(n,): what the balls add to the log-odds of on, `on` (n,) by the eyes."""
    found = np.isfinite(balls.drops)
    odds = np.zeros(len(on))
    for k in np.flatnonzero(found):
        others = found & balls.fits & (np.arange(len(on)) != k)
        hang = others & (on > SHOWS)
        if not hang.any():
            continue
        lower = balls.drops - float(median(balls.drops[hang]))
        dropped = np.clip((lower - DROPPED[0]) / (DROPPED[1] - DROPPED[0]), 0, 1)
        off = others & (on < -SHOWS)
        held = float(dropped[off].mean()) if off.any() else 0.0
        own = float(dropped[k])
        odds[k] = balls.trust[k] * (OFF * own if own > 0 else ON * held * balls.fits[k])
    return odds


def with_balls(
    balls: Balls, eyes: Floats, on: Floats, seen: Floats
) -> tuple[Floats, Floats, Floats]:
    """`eyes` (n, 2), log-odds `on` (n,) and how clearly eyes are `seen` (n,), with the balls' say.

    Of a ring that only its ball tells of, the eye is put where its rod has it. One that its ball
    contradicts is no clearer than that.
    """
    odds = ball_odds(balls, on)
    tells = np.abs(odds) >= TELLS
    hidden = tells & ~np.isfinite(eyes[:, 0])
    eyes = np.where(hidden[:, None], balls.eyes, eyes)
    agrees = np.where(odds * on < 0, np.minimum(seen, AS_SEEN), np.maximum(seen, AS_SEEN))
    return eyes, on + odds, np.where(tells, agrees, seen)
