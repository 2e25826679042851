"""How much nearer some pegs are than others, and their tips than their feet.

The pegs of a row stand upright in one plane, at equal distances and of one length: feet and tips
are a lattice of two lines, and a picture of a plane is a projective map of it. A point at place x
of the row (0: its middle) and height z (1: the tips) has the depth 1 + c x + g z, and looks as much
larger as that is smaller.
"""

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from vision.hanoi.lengths import gaps, lengths, mean_gap

Floats = NDArray[np.float64]

# How often the map is fitted: each time by the errors in the picture that the last one tells of.
ROUNDS = 4
# Pegs are not of one length where the lattice misses their ends by so much, in distances of pegs.
MISSED = 0.05
# An end that is so far from its place in the lattice counts half; how strongly depths are held to
# growing not at all; and how far off half of the feet or tips are where there is no lattice.
STRAY, HELD, NO_LATTICE = 0.03, 0.15, 0.06
# The error of an end that counts once, and the least that any is believed to have.
USUAL, LEAST = 0.03, 0.01
# What keeps equations solvable that tell too little.
TINY = 1e-9
# The steepest that depths grow: from peg to peg, and from foot to tip.
STEEPEST, TOWARDS, AWAY = 0.3, 0.6, 0.12


@dataclass(frozen=True, slots=True)
class Depths:
    """How depths grow from one peg to the next (`aside`), and from the feet to the tips (`up`)."""

    aside: float
    up: float

    def nearness(self, pegs: int) -> Floats:
        """How much larger things look at each foot than in the row's middle, (pegs,)."""
        return np.asarray(1 / (1 + self.aside * places_of(pegs)), dtype=np.float64)

    def growth(self, pegs: int) -> Floats:
        """How much larger things look at each tip than at its foot, (pegs,)."""
        foot = 1 + self.aside * places_of(pegs)
        return np.asarray(foot / (foot + self.up), dtype=np.float64)


def places_of(pegs: int) -> Floats:
    """Where the pegs of a row stand in it, (pegs,)."""
    return np.asarray(np.arange(pegs) - (pegs - 1) / 2, dtype=np.float64)


def seen_share(share: Floats, growth: float) -> tuple[Floats, Floats]:
    """Where points of a peg are seen, as shares of its length, and how much larger things look.

    `share` is how far up they are in space. Depths grow evenly along the peg.
    """
    depth = (1 - share) * growth + share
    return share / depth, growth / depth


def true_share(seen: Floats, growth: Floats) -> Floats:
    """How far up points of pegs are in space that are seen at these shares, (pegs,)."""
    return np.asarray(seen * growth / (1 - seen + seen * growth), dtype=np.float64)


def depths_of(feet: Floats, tips: Floats) -> Depths:
    """The depths of a row of pegs, from where it is seen: `feet` and `tips` (pegs, 2) pixels.

    Pegs that are not of one length tell by their feet alone how they recede.
    """
    found = _lattice(feet, tips)
    return found.depths if found.missed < MISSED else _by_feet(feet, tips)


def evened(feet: Floats, tips: Floats, *, errors: Floats | None = None) -> tuple[Floats, Floats]:
    """Ends of pegs, (pegs, 2) pixels each, moved to where the lattice has them that fits most.

    `errors` (2 pegs, 2) tells how far off they may be along x and y, feet first, in pixels. One
    that is far from where the others say it should be counts little (iteratively reweighted least
    squares with Cauchy's weights; Holland and Welsch, 1977). Where most feet or most tips are off,
    there is no lattice, and all stay as they are.
    """
    found = _lattice(feet, tips, stray=STRAY, held=HELD, errors=errors)
    if np.median(found.far.reshape(2, -1), axis=1).max() > NO_LATTICE:
        return feet, tips
    return found.ends[: len(feet)], found.ends[len(feet) :]


def unevenness(feet: Floats, tips: Floats) -> float:
    """How far the ends of pegs, (pegs, 2) pixels each, are from a lattice, in distances of pegs.

    The median: that is much only where they are no row of one toy.
    """
    return float(np.median(_lattice(feet, tips, stray=STRAY, held=HELD).far))


@dataclass(frozen=True, slots=True, eq=False)
class _Lattice:
    """A lattice fitted to ends of pegs, feet first.

    `ends` (2 pegs, 2) are pixels of its points, `far` (2 pegs,) how far from them what was seen is,
    and `missed` the root of the mean square of that along x and y, in distances of pegs.
    """

    depths: Depths
    ends: Floats
    far: Floats
    missed: float


def _lattice(
    feet: Floats,
    tips: Floats,
    *,
    stray: float | None = None,
    held: float = 0.0,
    errors: Floats | None = None,
) -> _Lattice:
    """The lattice of a row. What is `stray` distances of pegs away counts half; None: as much.

    `held` is how strongly depths are held to growing not at all; ends count by their `errors`, as
    `evened` has them, all alike without.
    """
    pegs = len(feet)
    unit = max(mean_gap(feet), 1e-6)
    x, z = np.tile(places_of(pegs), 2), np.repeat([0.0, 1.0], pegs)
    ends = np.concatenate([feet, tips])
    middle = ends.mean(axis=0)
    ends = (ends - middle) / unit
    # Where depth w is known, an end (u, v) says w u = a + b x + d z, and so for v: these are linear
    # in all that is sought.
    point = np.stack([np.ones_like(x), x, z], axis=1)
    system, told = np.zeros((2, 2 * pegs, 8)), ends.T
    for k in (0, 1):
        system[k, :, 3 * k : 3 * k + 3] = point
        system[k, :, 6:] = -told[k][:, None] * point[:, 1:]
    hold = np.diag([TINY] * 6 + [TINY + held**2] * 2)
    trust = np.ones((2, 2 * pegs))
    if errors is not None:
        trust = (USUAL / np.maximum(errors.T / unit, LEAST)) ** 2
    care = trust
    depths, depth = Depths(0.0, 0.0), np.ones(2 * pegs)
    for _ in range(ROUNDS if stray is None else 2 * ROUNDS):
        weight = np.sqrt(care) / depth
        lines = (system * weight[..., None]).reshape(-1, 8)
        right = (told * weight).ravel()
        found = np.linalg.solve(lines.T @ lines + hold, lines.T @ right)
        aside, up = float(found[6]), float(found[7])
        depths = Depths(min(max(aside, -STEEPEST), STEEPEST), min(max(up, -TOWARDS), AWAY))
        depth = 1 + depths.aside * x + depths.up * z
        fitted = point @ found[:6].reshape(2, 3).T / depth[:, None]
        far = lengths(fitted - ends)
        if stray is not None:
            care = trust / (1 + (far / stray) ** 2)
    missed = float(np.sqrt(np.mean((lines @ found - right) ** 2)))
    return _Lattice(depths, fitted * unit + middle, far, missed)


def _by_feet(feet: Floats, tips: Floats) -> Depths:
    """The depths as the distances of neighbours tell them.

    A projective map of a line gives neighbours at s and t the distance g / (w(s) w(t)).
    """
    low, high = (gaps(ends) for ends in (feet, tips))
    aside = (low[0] - low[-1]) / (low[0] + low[-1]) / (len(feet) - 2)
    up = low.mean() / max(float(high.mean()), 1e-6) - 1
    return Depths(float(np.clip(aside, -STEEPEST, STEEPEST)), float(np.clip(up, -TOWARDS, AWAY)))
