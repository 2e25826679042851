"""How a cube and two hands move: tracks of what is where when, and the moment between.

Everything is a function of time, so that a film may look at a moment, and a camera with an open
shutter at several.
"""

from bisect import bisect_right
from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Generic, TypeVar

import numpy as np

from samples.render.cube_model import between
from samples.render.mesh import Floats, turn_about

T = TypeVar("T")
QUARTER = {1: 90.0, 2: 180.0, 3: -90.0}


@dataclass(frozen=True, slots=True, eq=False)
class Grasp:
    """Where a hand is: see raster_hand.Hand."""

    at: Floats
    axes: Floats
    grip: float


@dataclass(frozen=True, slots=True)
class TurnMade:
    """A layer turned from `start` to `end` seconds; `before` and `after` are 54 letters."""

    start: float
    end: float
    face: str
    quarters: int
    before: str
    after: str


@dataclass(frozen=True, slots=True, eq=False)
class Moment:
    """What is where: letters, rotation and middle of the cube, a turning layer, hands."""

    facelets: str
    spin: Floats
    at: Floats
    turning: tuple[str, float] | None
    hands: tuple[Grasp | None, Grasp | None]


class Track(Generic[T]):
    """Values at times, and smoothly between them; before the first and after the last, those."""

    def __init__(self, value: T, mix: Callable[[T, T, float], T]) -> None:
        self._times = [0.0]
        self._values = [value]
        self._mix = mix

    @property
    def last(self) -> T:
        """The value that stays."""
        return self._values[-1]

    def stay(self, until: float) -> None:
        """The last value holds until a time."""
        self.go(until, self.last)

    def go(self, at: float, value: T) -> None:
        """A value is reached at a time, which is not before the last one."""
        if at < self._times[-1] - 1e-9:
            raise ValueError(f"track: expected a time from {self._times[-1]}, got {at}")
        self._times.append(at)
        self._values.append(value)

    def at(self, when: float) -> T:
        """The value at a time."""
        index = bisect_right(self._times, when)
        if index == 0 or index == len(self._times):
            return self._values[min(index, len(self._times)) - 1 if index else 0]
        begun, end = self._times[index - 1], self._times[index]
        share = (when - begun) / max(end - begun, 1e-9)
        return self._mix(self._values[index - 1], self._values[index], share)


def eased(share: float) -> float:
    """Slow, fast, slow."""
    share = min(1.0, max(0.0, share))
    return share * share * (3 - 2 * share)


def mixed_spin(one: Floats, other: Floats, share: float) -> Floats:
    """A rotation between two."""
    return between(one, other, eased(share))


def mixed_place(one: Floats, other: Floats, share: float) -> Floats:
    """A place between two."""
    way: Floats = one + (other - one) * eased(share)
    return way


def mixed_grasp(one: Grasp | None, other: Grasp | None, share: float) -> Grasp | None:
    """A grasp between two; a hand that is away comes at once."""
    if one is None or other is None:
        return one if share < 0.5 else other
    if one is other:
        return one
    share = eased(share)
    return Grasp(
        one.at + (other.at - one.at) * share,
        _turned(one.axes, other.axes, share),
        one.grip + (other.grip - one.grip) * share,
    )


def _turned(one: Floats, other: Floats, share: float) -> Floats:
    """Axes as rows; a left hand's are mirrored, which a rotation between two does not mind."""
    step = other.T @ one
    # Half a turn can go either way; a hair less has only one.
    halfway = np.trace(step) < -0.99
    end = turn_about((0.3, 0.2, 1), 8) @ other.T if halfway and share < 0.9 else other.T
    return between(one.T, end, share).T


@dataclass(slots=True, eq=False)
class Wobble:
    """The unrest of hands: a few waves of place, in mm, and of angle, in degrees."""

    rng: np.random.Generator
    far: float
    turn: float
    _waves: Floats = field(init=False)

    def __post_init__(self) -> None:
        self._waves = self.rng.uniform(0, 2 * np.pi, (6, 3))

    def place(self, at: float) -> Floats:
        """How far off the middle is (3,)."""
        return self.far * self._sum(self._waves[:3], at)

    def spin(self, at: float) -> Floats:
        """The small rotation (3, 3) on top."""
        lean = self.turn * self._sum(self._waves[3:], at)
        angle = float(np.linalg.norm(lean))
        return turn_about(tuple(lean), angle) if angle > 1e-9 else np.eye(3)

    def _sum(self, waves: Floats, at: float) -> Floats:
        parts = [
            share * np.sin(2 * np.pi * pace * at + wave)
            for share, pace, wave in zip((0.7, 0.35, 0.12), (0.23, 0.9, 4.7), waves, strict=True)
        ]
        total: Floats = np.sum(parts, axis=0)
        return total


class Motion:
    """The tracks of one film: the cube's rotation and place, its turns, and two hands."""

    def __init__(self, facelets: str, spin: Floats, at: Floats, wobble: Wobble) -> None:
        self.first = facelets
        self.spin = Track(spin, mixed_spin)
        self.place = Track(at, mixed_place)
        self.hands: tuple[Track[Grasp | None], Track[Grasp | None]] = (
            Track(None, mixed_grasp),
            Track(None, mixed_grasp),
        )
        self.turns: list[TurnMade] = []
        self._wobble = wobble

    @property
    def facelets(self) -> str:
        """The letters after all turns that were begun."""
        return self.turns[-1].after if self.turns else self.first

    def at(self, when: float) -> Moment:
        """What is where at a time."""
        lean, shift = self._wobble.spin(when), self._wobble.place(when)
        spin, place = lean @ self.spin.at(when), self.place.at(when) + shift
        hands = [track.at(when) for track in self.hands]
        moved = [g and Grasp(g.at + shift, g.axes, g.grip) for g in hands]
        facelets, turning = self._layer(when)
        return Moment(facelets, spin, place, turning, (moved[0], moved[1]))

    def state(self, when: float) -> str | None:
        """The letters at a time, None while a layer turns."""
        facelets, _ = self._layer(when)
        busy = any(turn.start < when < turn.end for turn in self.turns)
        return None if busy else facelets

    def _layer(self, when: float) -> tuple[str, tuple[str, float] | None]:
        """The letters and the layer that is turning, or lies a little askew since it did."""
        index = bisect_right([turn.start for turn in self.turns], when) - 1
        if index < 0:
            return self.first, None
        turn = self.turns[index]
        full = QUARTER[turn.quarters]
        askew = ((17 * index) % 7 - 3) * 0.4
        if when >= turn.end:
            return turn.after, (turn.face, askew)
        share = eased((when - turn.start) / (turn.end - turn.start))
        return turn.before, (turn.face, share * (full + askew))
