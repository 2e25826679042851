"""Towers as they are sold, in front of cameras as people hold them: nothing careless or extreme.

The scenes that the networks learn from are as different as can be: colours, blur and toys that
nobody has are among them. These are drawn more narrowly.
"""

from dataclasses import replace

import numpy as np

from samples.hanoi_eye.scene import Floats, Tower, View, aimed_view, random_stacks

# The size of a webcam's picture, and pixels that feet and tips keep from its border.
SIZE, BORDER = (640, 480), 5
# In distances of pegs: how much wider than the rod the smallest disc is at least, its least half
# width, and the widest step from disc to disc. Steps take such a share of the room that there is.
LEDGE, LEAST, WIDEST, SHARE = 0.05, 0.13, 0.1, (0.6, 1.0)
# Shares of views from the front and from above; the others are oblique.
FRONT, ABOVE = 0.35, 0.2


def ordinary_tower(rng: np.random.Generator) -> Tower:
    """A toy of three to eight equally thick discs that grow in equal steps, some moves played."""
    pegs = 3 if rng.random() < 0.92 else 4
    count = int(rng.integers(3, 9))
    largest, rod = float(rng.uniform(0.36, 0.48)), float(rng.uniform(0.04, 0.075))
    room = (largest - max(rod + LEDGE, LEAST)) / (count - 1)
    step = float(rng.uniform(*SHARE)) * min(room, WIDEST)
    radii: Floats = largest - step * np.arange(count, dtype=np.float64)[::-1]
    thick = np.full(count, rng.uniform(0.07, 0.16))
    length = max(0.45, float(thick.sum() + rng.uniform(0.05, 0.3)))
    return Tower(pegs, radii, thick, rod, length, random_stacks(rng, count, pegs))


def ordinary_view(rng: np.random.Generator, tower: Tower) -> View:
    """A camera that has all pegs in its picture, up to 22 degrees aside, hardly rolled."""
    kind = rng.random()
    above = (3, 25) if kind < FRONT else (25, 60) if kind < 1 - ABOVE else (70, 90)
    height = float(np.deg2rad(rng.uniform(*above)))
    aside = float(np.deg2rad(rng.uniform(-22, 22)))
    away = float(rng.uniform(3, 7)) + tower.length * float(np.sin(height))
    roll = float(np.deg2rad(rng.normal(0, 3)))
    middle = np.array([0, 0, 0.4 * tower.length])
    pegs = range(tower.pegs)
    ends: Floats = np.array([end(p) for end in (tower.foot, tower.tip) for p in pegs])
    while True:
        view = aimed_view(rng, tower, middle, away, (height, aside, roll), SIZE)
        seen = view.project(ends)
        if (seen > BORDER).all() and (seen < np.array(SIZE) - BORDER).all():
            return view


def thin_tower(rng: np.random.Generator) -> Tower:
    """An ordinary toy whose discs are thinner, up to half as thick."""
    tower = ordinary_tower(rng)
    return replace(tower, thick=tower.thick * rng.uniform(0.5, 1.0))


def stacking_tower(rng: np.random.Generator) -> Tower:
    """A toddler's stacking rings, few and thick, on thick pegs, as many as ordinary toys have."""
    tower = ordinary_tower(rng)
    count = int(rng.integers(3, 7))
    rod, largest = float(rng.uniform(0.06, 0.13)), float(rng.uniform(0.34, 0.48))
    radii = np.linspace(max(rod + 0.07, 0.55 * largest), largest, count) - rng.uniform(0, 0.02)
    thick = np.full(count, rng.uniform(0.1, 0.26))
    length = max(0.6, float(thick.sum() + rng.uniform(0.05, 0.5)))
    stacks = random_stacks(rng, count, tower.pegs)
    return Tower(tower.pegs, radii, thick, rod, length, stacks)


def near_view(rng: np.random.Generator, tower: Tower) -> View:
    """A camera on an arm right above a toy, so near that the pegs seem to lean outwards."""
    height = float(np.deg2rad(rng.uniform(60, 104)))
    aside = float(np.deg2rad(rng.normal(0, 8)))
    away = float(rng.uniform(1.6, 3.5)) + tower.length * float(np.sin(height))
    roll = float(np.deg2rad(rng.normal(0, 4)))
    width = int(rng.choice([480, 560, 640]))
    size = (width, int(width * rng.choice([0.6, 0.66, 0.75])))
    middle = np.array([0, 0, tower.length * rng.uniform(0.1, 0.5)])
    return aimed_view(rng, tower, middle, away, (height, aside, roll), size)
