"""How much nearer some pegs are than others, and their tips than their feet.

The pegs of a row stand upright in one plane, at equal distances and of one length: feet and tips
are a lattice of two lines, and a picture of a plane is a projective map of it. A point at place x
of the row (0: its middle) and height z (1: the tips) has the depth 1 + c x + g z, and looks as much
larger as that is smaller.
"""

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

Floats = NDArray[np.float64]

# How often the map is fitted: each time by the errors in the picture that the last one tells of.
ROUNDS = 4
# Pegs are not of one length where the lattice misses their ends by so much, in distances of pegs.
MISSED = 0.05
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
    pegs = len(feet)
    unit = float(np.mean(np.linalg.norm(np.diff(feet, axis=0), axis=1)))
    x, z = np.tile(places_of(pegs), 2), np.repeat([0.0, 1.0], pegs)
    ends = np.concatenate([feet, tips])
    ends = (ends - ends.mean(axis=0)) / max(unit, 1e-6)
    # Where depth w is known, an end (u, v) says w u = a + b x + d z, and so for v: these are linear
    # in all that is sought.
    system, told = np.zeros((2, 2 * pegs, 8)), ends.T
    for k in (0, 1):
        system[k, :, 3 * k : 3 * k + 3] = np.stack([np.ones_like(x), x, z], axis=1)
        system[k, :, 6:] = -told[k][:, None] * np.stack([x, z], axis=1)
    depths = Depths(0.0, 0.0)
    for _ in range(ROUNDS):
        weight = 1 / (1 + depths.aside * x + depths.up * z)
        lines = (system * weight[:, None]).reshape(-1, 8)
        right = (told * weight).ravel()
        found = np.linalg.lstsq(lines, right, rcond=None)[0]
        depths = Depths(
            float(np.clip(found[6], -STEEPEST, STEEPEST)), float(np.clip(found[7], -TOWARDS, AWAY))
        )
    missed = float(np.sqrt(np.mean((lines @ found - right) ** 2)))
    return depths if missed < MISSED else _by_feet(feet, tips)


def _by_feet(feet: Floats, tips: Floats) -> Depths:
    """The depths as the distances of neighbours tell them.

    A projective map of a line gives neighbours at s and t the distance g / (w(s) w(t)).
    """
    low, high = (np.linalg.norm(np.diff(ends, axis=0), axis=1) for ends in (feet, tips))
    aside = (low[0] - low[-1]) / (low[0] + low[-1]) / (len(feet) - 2)
    up = low.mean() / max(float(high.mean()), 1e-6) - 1
    return Depths(float(np.clip(aside, -STEEPEST, STEEPEST)), float(np.clip(up, -TOWARDS, AWAY)))
