"""Rulers: evenly spaced places on which the rods of a row may stand.

One comes from the best row of rods. Where that row took a stray spot for a rod its steps are wrong;
so others come from the feet alone, as the spacings under which most of them are in step (the
periodogram of their places; Schuster 1898).
"""

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from vision.rings.chain import Chain, on_one_line
from vision.rings.few import polynomial
from vision.rings.net import FOOT, Floats, Spots
from vision.rings.rods import LEAST_SCORE, Rods

# So many places are looked at beyond either end of what was found.
BEYOND = 3
# Spacings that are tried, as shares of the one that the network tells: least, most, and how many.
SPACINGS = np.geomspace(0.68, 1.6, 29)
# So many spacings are followed up; how much of the feet must be in step; how far a foot may be
# from its place, and from the line of feet, in pitches; how far rulers differ that are two.
TEETH, IN_STEP, OFF, BESIDE, APART = 3, 0.35, 0.28, 0.5, 0.25
LEAST_FEET, MOST_PLACES, BENDS = 3, 14, 6


@dataclass(frozen=True, slots=True, eq=False)
class Ruler:
    """Places of a row, the free end first: `feet` (m, 2) pixels, `core` (m,) those of the row.

    `step` (2,) goes from place to place.
    """

    feet: Floats
    core: NDArray[np.bool_]
    step: Floats

    @property
    def count(self) -> int:
        """The number of places."""
        return len(self.feet)

    def covers(self, other: "Ruler") -> bool:
        """Whether the places of the other's row are places here, too, and none is left out."""
        theirs = other.feet[other.core]
        gaps = np.linalg.norm(theirs[:, None] - self.feet, axis=2)
        nearest = gaps.argmin(axis=1)
        close = gaps.min(axis=1) < APART * float(np.linalg.norm(self.step))
        return bool(close.all() and np.all(np.diff(nearest) == 1))


def rulers_of(spots: Spots, rods: Rods, chain: Chain, step: Floats) -> list[Ruler]:
    """The ruler of a row of rods, then others, if any, by which the feet are in step."""
    found = [laid_out(rods.anchors[chain.picked], chain.place, step)]
    for other in _combs(spots, step):
        if not any(one.covers(other) for one in found):
            found.append(other)
    return found


def spacings(spots: Spots, step: Floats) -> list[tuple[float, float]]:
    """The pitches, in pixels, and phases, in radians, under which most feet are in step.

    `step` (2,) is a guess: it tells the direction, and about how far apart rods are.
    """
    feet, way = _on_line(spots, step)
    return _periods(feet, way, float(np.linalg.norm(step)))


def _periods(feet: Spots, way: Floats, guess: float) -> list[tuple[float, float]]:
    """The same for feet that are known to be on one line along `way` (2,)."""
    if len(feet.at) < LEAST_FEET:
        return []
    pitches = guess * SPACINGS
    waves = np.exp(2j * np.pi * (feet.at @ way)[:, None] / pitches)
    turns = feet.score @ waves / feet.score.sum()
    strong = np.abs(turns)
    peak = (strong >= np.roll(strong, 1)) & (strong >= np.roll(strong, -1)) & (strong > IN_STEP)
    top = np.flatnonzero(peak)
    top = top[np.argsort(-strong[top])][:TEETH]
    return [(float(pitches[k]), float(np.angle(turns[k]))) for k in top]


def _on_line(spots: Spots, step: Floats) -> tuple[Spots, Floats]:
    """The feet on the line of most feet, and the unit vector (2,) along the row."""
    size = float(np.linalg.norm(step))
    feet = spots.of(FOOT, LEAST_SCORE)
    return feet.where(on_one_line(feet.at, feet.score, BESIDE * size)), step / size


def _combs(spots: Spots, step: Floats) -> list[Ruler]:
    """Rulers under which the feet of the best line are in step."""
    feet, way = _on_line(spots, step)
    periods = _periods(feet, way, float(np.linalg.norm(step)))
    made = (_comb(feet.at, way, *period) for period in periods)
    return [one for one in made if one is not None]


def _comb(feet: Floats, way: Floats, pitch: float, angle: float) -> Ruler | None:
    """The ruler of a pitch and phase (radians), fitted to the feet that are in step."""
    place = feet @ way / pitch - angle / (2 * np.pi)
    whole = np.round(place)
    near = np.abs(place - whole) < OFF
    own = whole[near].astype(np.intp)
    if len(np.unique(own)) < LEAST_FEET or np.ptp(own) >= MOST_PLACES:
        return None
    return laid_out(feet[near], own - own.min(), pitch * way)


def laid_out(
    at: Floats,
    place: NDArray[np.intp],
    step: Floats,
    *,
    rings: int | None = None,
    beyond: int = BEYOND,
) -> Ruler:
    """Even places through feet (k, 2); their distance may grow along them, for they may recede.

    `place` (k,) are the feet's places; the row has `rings` of them, or ends with the last foot.
    """
    pitch = float(np.linalg.norm(step))
    x = step / pitch
    y = np.array([-x[1], x[0]])
    bend = 2 if len(np.unique(place)) >= BENDS else 1
    along, across = polynomial(place, at @ x, bend), polynomial(place, at @ y, 1)
    # Once more with less weight for what strays.
    stray = (np.polyval(along, place) - at @ x) / (0.15 * pitch)
    beside = (np.polyval(across, place) - at @ y) / (0.2 * pitch)
    weight = 1 / (1 + stray**2) / (1 + beside**2)
    along = polynomial(place, at @ x, bend, weight)
    across = polynomial(place, at @ y, 1, weight)
    last = int(place.max()) if rings is None else rings - 1
    every = np.arange(-beyond, last + 1 + beyond)
    feet = np.polyval(along, every)[:, None] * x + np.polyval(across, every)[:, None] * y
    core = (every >= 0) & (every <= last)
    ends = feet[core][[0, -1]]
    return Ruler(feet, core, (ends[1] - ends[0]) / max(1, last))
