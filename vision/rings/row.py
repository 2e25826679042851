"""The row of a toy that is being followed: where its feet are, found again in each frame."""

from dataclasses import dataclass, field, replace
from functools import cache

import numpy as np
from numpy.typing import NDArray

from vision.rings.fan import fan_of, slopes_of
from vision.rings.few import polynomial
from vision.rings.net import EYE, FOOT, Floats, Spots
from vision.rings.toy import Toy

# How far the toy may have moved since the frame before, and how near a spot must come to its
# place, in pitches.
REACH, NEAR, CLOSE_BY = 2.2, 0.14, 0.4
# What an eye counts against a foot, and what a pitch's way costs, in feet found.
EYE_WEIGHT, FAR_COST = 0.6, 1.0
LEAST_SCORE = 0.15
# How near to its place, in pitches, a foot counts for half where the row's size and direction are
# told.
SURE_BY = 0.15
# How much larger, or turned (radians), a row may be from one frame to the next.
MOST_GROWN, MOST_TURNED = 0.15, 0.2
# What a new sight counts for the feet's places in the row, where so large a share of them is seen:
# behind a hand, what looks like a foot may be none.
FRESH, WHOLE = 0.25, 0.8
# What a new sight counts for how the rods lean: in a blurred one all may seem to lean by a place.
GENTLY = 0.15
# How far a foot may be from where the others have it, in pitches; how often their curve is fitted.
ASTRAY, ROUNDS = 0.08, 3
# How much shorter and longer than usual a step from foot to foot may be, seen from anywhere.
EVEN = (0.6, 1.4)


@dataclass(frozen=True, slots=True, eq=False)
class Row:
    """A row in a picture, ring 1 first: `feet` (n, 2), `eyes` (n, 2) with NaN; `step`, `up` (2,).

    `step` goes from ring to ring toward the handle; `up` from a foot to the eye of a ring that is
    on the bar, or as far as that is known. `lean` (2,) is how rods lean by all sights so far, NaN
    before: see `fan_of`.
    """

    feet: Floats
    eyes: Floats
    step: Floats
    up: Floats
    lean: Floats = field(default_factory=lambda: np.full(2, np.nan))

    @property
    def pitch(self) -> float:
        """Pixels from ring to ring."""
        return float(np.linalg.norm(self.step))

    @property
    def even(self) -> bool:
        """Whether its feet are about as far apart as those of a toy are."""
        steps = np.linalg.norm(np.diff(self.feet, axis=0), axis=1) / self.pitch
        return bool(EVEN[0] < steps.min() and steps.max() < EVEN[1])

    @property
    def slopes(self) -> Floats:
        """(n,): how far rods usually go along the row for each pitch across it; NaN if unknown.

        Each with its own lean would keep a wrong eye once it got one.
        """
        return slopes_of(self._fan, len(self.feet))

    @property
    def _fan(self) -> Floats:
        """How rods lean (2,): by all sights so far, else by this one alone."""
        if np.isfinite(self.lean).all():
            return self.lean
        return fan_of(self.eyes, self.feet, self.step)

    def moved(self, turn: complex, start: Floats, to: Floats) -> "Row":
        """The row turned and scaled by a complex factor about `start`, which goes to `to`."""
        spin = np.array([[turn.real, -turn.imag], [turn.imag, turn.real]])
        feet, eyes = ((at - start) @ spin.T + to for at in (self.feet, self.eyes))
        return replace(self, feet=feet, eyes=eyes, step=spin @ self.step, up=spin @ self.up)

    def shifted(self, shift: Floats) -> "Row":
        """The row so many pixels (2,) away."""
        return replace(self, feet=self.feet + shift, eyes=self.eyes + shift)

    def evened(self) -> "Row":
        """The row with its feet on a line, equally far apart; where eyes were is forgotten."""
        feet, step = _lined(self.feet, np.ones(len(self.feet), dtype=bool))
        return replace(self, feet=feet, eyes=np.full_like(self.eyes, np.nan), step=step)

    def as_tall_as(self, other: "Row") -> "Row":
        """The row with rods at least as long, in pitches, as another sight of the toy had them.

        Where little more than the plate was seen, rods seem short, and eyes would be looked for in
        vain further up.
        """
        ratio = float(np.linalg.norm(other.up) / other.pitch)
        tall = float(np.linalg.norm(self.up))
        return replace(self, up=self.up * max(1.0, ratio * self.pitch / tall))

    def seen(self, toy: Toy) -> "Row":
        """The row after a new sight of the toy: feet drift to where they, and eyes, were seen."""
        found = np.isfinite(toy.feet).all(axis=1)
        feet = self.feet.copy()
        if found.mean() >= WHOLE:
            feet[found] += FRESH * (toy.feet[found] - feet[found])
        feet = _straightened(feet, self.pitch)
        eyes = np.where(np.isfinite(toy.eyes), toy.eyes, self.eyes)
        row = Row(feet, eyes, (feet[-1] - feet[0]) / (len(feet) - 1), self.up)
        before, now = self._fan, row._fan
        if np.isfinite(before).all():
            now = before + GENTLY * (now - before) if np.isfinite(now).all() else before
        return replace(row, lean=now)


def row_of(toy: Toy) -> Row | None:
    """The row of a toy that was found whole; None where too little of it was."""
    n = toy.rings
    known = np.asarray(np.isfinite(toy.feet).all(axis=1))
    if known.sum() < max(3, 0.6 * n):
        return None
    line, step = _lined(toy.feet, known)
    feet = np.where(known[:, None], toy.feet, line)
    feet = _straightened(feet, float(np.linalg.norm(step)))
    return Row(feet, toy.eyes, step, _up(toy, feet, step))


def _straightened(feet: Floats, pitch: float) -> Floats:
    """Feet (n, 2) with none far from where the others have it.

    The holes of a plate are evenly apart; seen from anywhere, the gaps grow evenly. The curve
    through them is fitted by least squares, time and again with less weight for what is far off.
    """
    terms, fit = _curve(len(feet))
    off = feet - terms @ (fit @ feet)
    far = np.linalg.norm(off, axis=1) / (ASTRAY * pitch)
    if (far <= 1).all():
        return feet
    for _ in range(ROUNDS):
        weight = (1 / np.sqrt(1 + far**2))[:, None]
        found = np.linalg.lstsq(terms * weight, feet * weight, rcond=None)[0]
        off = feet - terms @ found
        far = np.linalg.norm(off, axis=1) / (ASTRAY * pitch)
    return np.asarray(feet - off * np.maximum(0, 1 - 1 / np.maximum(far, 1e-9))[:, None])


@cache
def _curve(n: int) -> tuple[Floats, Floats]:
    """The terms (n, 3) of a curve through n feet, and what fits it (3, n) to them."""
    place = np.linspace(-1, 1, n)
    terms = np.stack([np.ones(n), place, place**2], axis=1)
    return terms, np.asarray(np.linalg.pinv(terms), dtype=np.float64)


def _lined(feet: Floats, known: NDArray[np.bool_]) -> tuple[Floats, Floats]:
    """Feet (n, 2) equally far apart on the line through those that are known, and their step."""
    place = np.arange(len(feet))
    fits = [polynomial(place[known], side[known], 1) for side in feet.T]
    line = np.stack([np.polyval(fit, place) for fit in fits], axis=1)
    return line, np.array([fits[0][0], fits[1][0]])


def _up(toy: Toy, feet: Floats, step: Floats) -> Floats:
    """From the feet's line to the loop's: the longest rod says most, the loop's ends the rest."""
    pitch = float(np.linalg.norm(step))
    across = np.array([-step[1], step[0]]) / pitch
    points = np.concatenate([toy.eyes - feet, toy.ends - feet.mean(axis=0)])
    heights = points @ across
    seen = heights[np.isfinite(heights)]
    side = 1.0 if len(seen) == 0 or np.median(seen) >= 0 else -1.0
    tall = float(np.nanmax(side * seen, initial=0.0))
    return np.asarray(side * max(tall, 4.0 * pitch) * across)


def register(row: Row, spots: Spots) -> Row | None:
    """The row where a new frame's spots show it; None where too little of it can be seen.

    All shifts that bring a spot to its place are tried, and the one on which most others agree
    is refined. What is covered stays where the rest says it is.
    """
    feet = spots.of(FOOT, LEAST_SCORE)
    eyes = spots.of(EYE, LEAST_SCORE)
    pitch = row.pitch
    known = np.isfinite(row.eyes).all(axis=1)
    shifts = np.concatenate(
        [
            (feet.at[:, None] - row.feet).reshape(-1, 2),
            (eyes.at[:, None] - row.eyes[known]).reshape(-1, 2),
        ]
    )
    weights = np.concatenate(
        [np.repeat(feet.score, len(row.feet)), EYE_WEIGHT * np.repeat(eyes.score, known.sum())]
    )
    near = np.linalg.norm(shifts, axis=1) < REACH * pitch
    shifts, weights = shifts[near], weights[near]
    if len(shifts) < 3:
        return None
    far = np.sum(shifts**2, axis=1)
    gaps = far[:, None] + far - 2 * shifts @ shifts.T
    votes = np.exp(gaps * (-0.5 / (NEAR * pitch) ** 2)) @ weights - FAR_COST * far / pitch**2
    best = int(np.argmax(votes))
    if votes[best] < 0.3 * len(row.feet):
        return None
    middle = row.feet.mean(axis=0)
    return _refined(row.moved(1.0 + 0j, middle, middle + shifts[best]), feet)


def _refined(row: Row, feet: Spots) -> Row:
    """The row turned and scaled so that its feet fit best (least squares, complex numbers)."""
    gaps = np.linalg.norm(row.feet[:, None] - feet.at, axis=2)
    if gaps.shape[1] == 0:
        return row
    nearest = gaps.argmin(axis=1)
    own = np.flatnonzero(gaps[np.arange(len(nearest)), nearest] < CLOSE_BY * row.pitch)
    if len(own) < 2:
        return row
    # What looks like a foot behind a hand is mostly beside its place.
    beside = gaps[own, nearest[own]] / (SURE_BY * row.pitch)
    weight = (feet.score[nearest[own]] / (1 + beside**2))[:, None]
    here, there = row.feet[own], feet.at[nearest[own]]
    a, b = ((weight * at).sum(axis=0) / weight.sum() for at in (here, there))
    z = (here - a) @ np.array([1, 1j])
    w = (there - b) @ np.array([1, 1j])
    # A row of which little is seen keeps its size and direction: three feet's worth of doubt.
    doubt = 3.0 * row.pitch**2
    turn = (np.sum(weight[:, 0] * np.conj(z) * w) + doubt) / (
        np.sum(weight[:, 0] * np.abs(z) ** 2) + doubt
    )
    turn = complex(turn)
    if abs(abs(turn) - 1) > MOST_GROWN or abs(np.angle(turn)) > MOST_TURNED:
        turn = 1.0 + 0j
    return row.moved(turn, a, b)
