"""What the balls at the rods' lower ends tell: rods do not stretch, so an eye is as far down.

Where an eye is behind other rings, or crosses its neighbour's rod, its ball is mostly in plain
sight. Balls of rings that are on hang alike, right below the plate; one that hangs lower is that of
a ring that dropped. One that does not says little by itself: on a table friction holds rods, and
those of sets on a base rest on it. How low is low shows in all balls together, even where no eye
is plain: they hang at two heights.
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
# How far the balls of rings that are on hang below the plate, in pitches: the median, how far its
# logarithm strays, and what is tried. They hang alike but for so many pitches (sigma).
# Of 480 drawn toys that go astray nine of ten hang within 0.1 of the others that are on, of 134 by
# another renderer two of three.
HANG, LEVELS, ALIKE = (0.5, 0.55), np.arange(0.1, 2.2, 0.1), 0.18
# How much lower the ball of a ring that dropped is: median, stray of the logarithm. Rings that are
# off and hang as if they were on: shares that are tried, and how likely these are. Threading lets
# rings drop, friction holds some up (of those drawn one in ten, of the others one in a hundred),
# and on a base all balls rest.
DROP = (0.85, 0.6)
HELD, HELD_LIKELY = np.array([0.02, 0.1, 0.25, 0.95]), np.array([0.4, 0.35, 0.15, 0.1])
# What is taken for a ball and is none, as a share; what counts of what the eyes tell, in log-odds,
# and the most that this is.
ODD, EYES, EYES_MOST = 0.05, 0.7, 6.0
# How clearly a ring counts as seen of which only the ball tells; and from which log-odds on.
AS_SEEN, TELLS = 0.25, 3.0


@dataclass(frozen=True, slots=True, eq=False)
class Balls:
    """The ball of each rod: `drops` (n,) below the hole in pitches, NaN where none is seen.

    `trust` (n,), 0 to 1: how clearly it is one; `eyes` (n, 2): where the rod's other end is if it
    is as long as the others.
    """

    drops: Floats
    trust: Floats
    eyes: Floats


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
        return Balls(drops, trust, at)
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
    return Balls(drops, trust, feet - (usually - drops)[:, None] * way)


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
    """(n,): what the balls add to the log-odds of on, `on` (n,) by the eyes.

    How far balls of rings that are on hang down is not known, nor how many rings that are off hang
    as far: both are tried, and are as likely as all other rings make them, by their eyes and balls.
    """
    found = np.isfinite(balls.drops)
    odds = np.zeros(len(on))
    if np.count_nonzero(found) < 2:
        return odds
    lower = balls.drops[found, None] - LEVELS
    shown = np.clip(EYES * on[found], -EYES_MOST, EYES_MOST)
    like_on, like_off = _like_on(lower)[..., None], _like_off(lower)
    likely = 1 / (1 + np.exp(-shown))[:, None, None]
    each = likely * like_on + (1 - likely) * like_off
    others = _LIKELY * each.prod(axis=0) / each
    told = [np.sum(others * like, axis=(1, 2)) for like in (like_on, like_off)]
    odds[found] = np.log(told[0] / told[1]) * balls.trust[found]
    return odds


def _like_on(lower: Floats) -> Floats:
    """How likely balls that hang so much `lower` than those of rings that are on are of one."""
    return np.asarray((1 - ODD) * _bell(lower / ALIKE) / ALIKE + ODD / RANGE[1])


def _like_off(lower: Floats) -> Floats:
    """(..., shares): likewise of one that is off, for each share in HELD."""
    drop = np.maximum(lower, np.finfo(float).tiny)
    dropped = np.where(lower > 0, _bell(np.log(drop / DROP[0]) / DROP[1]) / (DROP[1] * drop), 0.0)
    alike = _bell(lower / ALIKE) / ALIKE
    like = HELD * alike[..., None] + (1 - HELD) * dropped[..., None]
    return np.asarray((1 - ODD) * like + ODD / RANGE[1])


def _bell(x: Floats) -> Floats:
    """The density of the normal distribution."""
    return np.asarray(np.exp(-0.5 * x**2) / np.sqrt(2 * np.pi))


# How likely each level is together with each share, (levels, shares).
_LIKELY = (_bell(np.log(LEVELS / HANG[0]) / HANG[1]) / LEVELS)[:, None] * HELD_LIKELY


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
