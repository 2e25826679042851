"""Rods from marked spots: which eye and which foot belong together, and which rods make up a row.

A rod is a foot and an eye that point at each other, or one of the two alone. The row is found by
dynamic programming over the rods' feet, which are evenly spaced; `places` tells how sure the count
is.
"""

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from vision.rings.balls import below
from vision.rings.chain import Links, apart, link, on_one_line
from vision.rings.few import median
from vision.rings.net import BALL, EYE, FOOT, Floats, Spots

Indices = NDArray[np.intp]

# How far feet stray from even spacing, from one line, and eye and foot from where the other
# points, along the row and across, in pitches (sigma); how close two spots of a kind may be.
STRAY, OFF_LINE, MISS = 0.14, 0.44, (0.5, 0.7)
LEAST_APART, LEAST_STEP = 0.35, 0.6
# What a rod is worth beyond the log-odds of its spots, and what a missing eye or foot costs.
BONUS, NO_EYE, NO_FOOT = 2.36, 2.43, 2.64
LEAST_SCORE = 0.15
# How far eye and foot may be apart along the row, in pitches; what pointing elsewhere costs at
# most; and how far a rod may lean otherwise than its neighbour (sigma).
MOST_LEAN, MOST_MISS, TURN = 2.5, 5.93, 0.44
# Rods shorter than this, in pitches, hardly have a direction.
SHORT = 1.0
# How far a ball may be beside its rod's line, in pitches, and what it is worth.
BALL_BESIDE, BALL_WORTH = 0.27, 3.02
# A ring has dropped far whose rod is so much of the usual one; and what counts of its ball then.
DROPPED, MISSED = 0.7, 0.5
# The extremes of a spot's log-odds: no single spot decides alone.
LOW, HIGH = -4.57, 1.52


@dataclass(frozen=True, slots=True, eq=False)
class Rods:
    """Rods that may or may not be there: NaN or 0 where an end of one was not seen.

    - `eyes`, `feet`: (m, 2) pixels, and `ends`: (m, 2), each rod's eye and foot as numbers, -1
      where there is none; `tops`, `anchors`: (m, 2), the same or where they should be.
    - `on`, `seen`, `gain`: (m,), the eye's log-odds of on, its score, and all that speaks for
      the rod in log-odds.
    """

    eyes: Floats
    feet: Floats
    ends: Indices
    tops: Floats
    anchors: Floats
    on: Floats
    seen: Floats
    gain: Floats


def rods_of(spots: Spots, step: Floats, *, lined: bool = True, cut_off: bool = False) -> Rods:
    """All rods that the spots may make up, with what speaks for each.

    `step` (2,) goes from ring to ring; where the feet's line is not known it is looked for
    (`lined`). What is looked at may be `cut_off` a little below the feet.
    """
    pitch = float(np.linalg.norm(step))
    eyes, feet = (_sifted(spots.of(kind, LEAST_SCORE), pitch) for kind in (EYE, FOOT))
    ends = _pairs(eyes, feet, step, MOST_LEAN)
    e, f = ends.T
    eye_at, foot_at = _picked(eyes.at, e, np.nan), _picked(feet.at, f, np.nan)
    tops = np.where(e[:, None] >= 0, eye_at, _picked(feet.at + feet.rod, f, np.nan))
    anchors = np.where(f[:, None] >= 0, foot_at, _picked(eyes.at + eyes.rod, e, np.nan))
    gain = _picked(_gain(eyes.score), e, -NO_EYE) + _picked(_gain(feet.score), f, -NO_FOOT)
    miss = np.minimum(_miss(eyes, feet, step), MOST_MISS)
    both = (e >= 0) & (f >= 0)
    gain[both] -= miss[e[both], f[both]]
    gain = np.clip(gain + BONUS, -6, 6)
    if lined:
        gain -= _off_line(anchors, feet, pitch)
    gain += _balls(spots.of(BALL, LEAST_SCORE), tops, anchors, gain, pitch, cut_off=cut_off)
    on, seen = _picked(eyes.on, e, 0.0), _picked(eyes.score, e, 0.0)
    return Rods(eye_at, foot_at, ends, tops, anchors, on, seen, gain)


def linked(rods: Rods, way: Floats, pitch: float) -> Links:
    """The rods joined to rows along `way` (2,).

    Rods are nearly parallel: it costs if one leans otherwise than the one before it.
    """
    e, f = rods.ends.T
    shared = (e[:, None] == e) & (e >= 0) | (f[:, None] == f) & (f >= 0)
    lean, tall = leaning(rods, pitch * way)
    askew = beside(lean[:, None], tall[:, None], lean, tall)
    turns = np.minimum(0.5 * (askew / TURN) ** 2, 8.0)
    between = np.where(shared, np.inf, turns)
    x = rods.anchors @ way
    return link(x, rods.gain, between, pitch, STRAY, LEAST_STEP)


def leaning(rods: Rods, step: Floats) -> tuple[Floats, Floats]:
    """(m,) twice: how far rods go from foot to top, along the row and across it, in pitches."""
    size = float(step @ step)
    rod = rods.tops - rods.anchors
    return rod @ step / size, rod @ np.array([-step[1], step[0]]) / size


def beside(lean: Floats, tall: Floats, other: Floats, other_tall: Floats) -> Floats:
    """How far apart the tops of rods are that would be as long as the longer one, in pitches.

    Rods are parallel, not alike: of a ring that dropped to the plate there is hardly any rod.
    """
    longer = np.maximum(np.maximum(np.abs(tall), np.abs(other_tall)), SHORT)
    return np.asarray((lean * other_tall - other * tall) / longer)


def _pairs(eyes: Spots, feet: Spots, step: Floats, lean: float) -> Indices:
    """Eyes and feet at most `lean` steps apart along the row, then feet alone, then eyes alone."""
    beside = np.abs((eyes.at[:, None] - feet.at) @ step) / (step @ step)
    feet_alone = np.stack([np.full(len(feet.at), -1), np.arange(len(feet.at))], axis=1)
    eyes_alone = np.stack([np.arange(len(eyes.at)), np.full(len(eyes.at), -1)], axis=1)
    return np.concatenate([np.argwhere(beside < lean), feet_alone, eyes_alone]).astype(np.intp)


def _balls(
    balls: Spots, tops: Floats, anchors: Floats, gain: Floats, pitch: float, *, cut_off: bool
) -> Floats:
    """What it is worth that a ball hangs on a rod, or that none does where the others have one.

    Of a ring that dropped far the ball hangs as far below the others: where what is looked at is
    `cut_off` there, it is missed less.
    """
    down = anchors - tops
    length = np.linalg.norm(down, axis=1)
    down = down / (length[:, None] + 1e-6)
    along, aside = below(balls.at, anchors, down)
    hangs = (along > 0) & (aside < BALL_BESIDE * pitch)
    there = np.max(np.where(hangs, balls.score, 0.0), axis=1, initial=0.0)
    clear = gain > 3.0
    if np.count_nonzero(clear) <= 2:
        return np.zeros(len(gain))
    usual = float(median(there[clear]))
    dropped = length < DROPPED * float(median(length[clear]))
    least = np.where(dropped & cut_off, -MISSED, -1.0)
    return np.asarray(BALL_WORTH * usual * np.clip(2 * there / (usual + 1e-6) - 1, least, 1))


def _miss(eyes: Spots, feet: Spots, step: Floats) -> Floats:
    """(eyes, feet): what it costs that the two are beside where the other points."""
    x = step / (step @ step)
    axes = np.array([x / MISS[0], np.array([-x[1], x[0]]) / MISS[1]])
    down = (eyes.at[:, None] + eyes.rod[:, None] - feet.at) @ axes.T
    up = (eyes.at[:, None] - feet.at - feet.rod) @ axes.T
    out: Floats = (np.sum(down**2, axis=2) + np.sum(up**2, axis=2)) / 4
    return out


def _off_line(anchors: Floats, feet: Spots, pitch: float) -> Floats:
    """What it costs to be beside the line of the feet: feet are in one plate."""
    on_line = feet.at[on_one_line(feet.at, feet.score, 1.5 * OFF_LINE * pitch)]
    if len(on_line) < 3:
        return np.zeros(len(anchors))
    middle = on_line.mean(axis=0)
    x, y = np.linalg.svd(on_line - middle)[2][0]
    beside = (anchors - middle) @ np.array([-y, x])
    return np.asarray(np.minimum(0.5 * (beside / (OFF_LINE * pitch)) ** 2, 6.0))


def _gain(score: Floats) -> Floats:
    """Log-odds with their extremes cut: no single spot decides alone."""
    return np.asarray(np.clip(np.log(score / (1 - score + 1e-6)), LOW, HIGH))


def _picked(values: Floats, which: Indices, missing: float) -> Floats:
    """Rows of `values`, and `missing` where the index is -1."""
    gap = np.full((1, *values.shape[1:]), missing)
    return np.concatenate([values, gap])[which]


def _sifted(spots: Spots, pitch: float) -> Spots:
    """Of spots that crowd together only the best."""
    return spots.where(apart(spots.at, spots.score, LEAST_APART * pitch))
