"""Random towers in front of random cameras: the geometry, without a picture.

Units are the distance between neighbouring pegs. x runs along the pegs from left to right, y away
from the camera, z up; the pegs stand on z = 0.
"""

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

Floats = NDArray[np.float64]
MOST_DISCS = 8
# The share of toys whose pegs stand on round feet.
ROUND_FEET = 0.25
# Units that a whole pile is high at most.
TALLEST = 1.7


@dataclass(frozen=True, slots=True, eq=False)
class View:
    """A pinhole camera: `matrix` (3, 4) takes world points to pixels."""

    matrix: Floats
    position: Floats
    focal: float
    width: int
    height: int

    def project(self, points: Floats) -> Floats:
        """Pixels, (..., 2), of world points, (..., 3)."""
        homogeneous = points @ self.matrix[:, :3].T + self.matrix[:, 3]
        depth = np.maximum(homogeneous[..., 2:], 0.05)
        return np.asarray(homogeneous[..., :2] / depth, dtype=np.float64)

    def scale(self, point: Floats) -> float:
        """Pixels a unit across the line of sight at a world point."""
        depth = float(self.matrix[2, :3] @ point + self.matrix[2, 3])
        return self.focal / max(0.05, depth)


@dataclass(frozen=True, slots=True, eq=False)
class Tower:
    """A toy and how its discs lie: `stacks` lists each peg's discs from below (0: smallest).

    `length` is that of the longest peg, `lengths` of each where they differ; `paints` tells which
    of a few colours each disc has, where it matters.
    """

    pegs: int
    radii: Floats
    thick: Floats
    rod: float
    length: float
    stacks: tuple[tuple[int, ...], ...]
    lengths: tuple[float, ...] = ()
    paints: tuple[int, ...] = ()
    balls: bool = False

    def foot(self, peg: int) -> Floats:
        """Where a peg stands."""
        return np.array([peg - (self.pegs - 1) / 2, 0.0, 0.0], dtype=np.float64)

    def tip(self, peg: int) -> Floats:
        """The top of a peg."""
        return np.asarray(self.foot(peg) + np.array([0.0, 0.0, self.tall(peg)]), dtype=np.float64)

    def tall(self, peg: int) -> float:
        """The length of a peg."""
        return self.lengths[peg] if self.lengths else self.length


def ends_of(tower: Tower, view: View) -> tuple[Floats, Floats]:
    """The pixels of a tower's feet and tips, (pegs, 2) each."""
    pegs = range(tower.pegs)
    feet, tips = (view.project(np.array([end(p) for p in pegs])) for end in (tower.foot, tower.tip))
    return feet, tips


def random_tower(rng: np.random.Generator) -> Tower:
    """A toy with one to eight discs; the larger numbers are likelier."""
    pegs = 3 if rng.random() < 0.9 else 4
    count = int(rng.choice(np.arange(1, 9), p=[0.03, 0.05, 0.2, 0.16, 0.16, 0.14, 0.13, 0.13]))
    rod = float(rng.uniform(0.035, 0.095))
    largest = float(rng.uniform(0.26, 0.49))
    least = rod + 0.04
    smallest = float(rng.uniform(least, max(least + 0.01, largest - 0.025 * count)))
    radii = np.linspace(smallest, largest, count)
    if count > 2:
        radii[1:-1] += rng.normal(0, 0.1, count - 2) * (largest - smallest) / count
    thick = np.full(count, rng.uniform(0.04, 0.2) if rng.random() < 0.8 else rng.uniform(0.15, 0.3))
    if rng.random() < 0.2:
        thick *= rng.uniform(0.7, 1.3, count)
    full = float(thick.sum())
    if full > TALLEST:
        thick *= TALLEST / full
        full = TALLEST
    length = full + float(rng.uniform(0.03, 0.4 if rng.random() < 0.5 else 1.0))
    length = min(max(length, 0.45), 1.25 * TALLEST)
    return Tower(pegs, np.sort(radii), thick, rod, length, random_stacks(rng, count, pegs))


def random_variant(rng: np.random.Generator) -> Tower:
    """A toy with equal pieces: discs of two or three colours (Antwerp), or balls (London)."""
    return _balls(rng) if rng.random() < 0.35 else _coloured(rng)


def _coloured(rng: np.random.Generator) -> Tower:
    """Two or three discs of each size, each of its own colour; equal ones may lie on each other."""
    colours, sizes = int(rng.integers(2, 4)), int(rng.integers(1, 4))
    rod = float(rng.uniform(0.035, 0.08))
    widths = np.linspace(rng.uniform(rod + 0.06, 0.28), rng.uniform(0.3, 0.48), sizes)
    radii = np.repeat(widths, colours)
    count = len(radii)
    thick = np.full(count, min(rng.uniform(0.07, 0.22), TALLEST / count))
    length = float(thick.sum()) * float(rng.uniform(0.6, 1.2)) + 0.15
    paints = np.concatenate([rng.permutation(colours) for _ in range(sizes)])
    home = np.tile(rng.permutation(3)[:colours], sizes)
    stray = rng.random(count) < rng.choice([0.0, 0.4, 1.0])
    peg_of = np.where(stray, rng.integers(3, size=count), home)
    room = min(MOST_DISCS, int((length - 0.02) / thick[0]))
    piles = [[d for d in reversed(range(count)) if peg_of[d] == p] for p in range(3)]
    while max(map(len, piles)) > room:
        high, low = max(piles, key=len), min(piles, key=len)
        low.append(high.pop())
        low.sort(reverse=True)
    stacks = tuple(map(tuple, piles))
    return Tower(3, radii, thick, rod, length, stacks, paints=tuple(int(p) for p in paints))


def _balls(rng: np.random.Generator) -> Tower:
    """Three or four balls on pegs that hold one fewer each."""
    count = int(rng.integers(3, 5))
    radius, rod = float(rng.uniform(0.16, 0.36)), float(rng.uniform(0.03, 0.07))
    thick = np.full(count, 2 * radius * float(rng.uniform(0.85, 1.0)))
    if thick.sum() > TALLEST:
        thick *= TALLEST / thick.sum()
        radius = float(thick[0]) / 2
    holds = [count, count - 1, count - 2][:: int(rng.choice([-1, 1]))]
    over = float(rng.uniform(0.02, 0.2))
    lengths = tuple(float(n * thick[0] + over) for n in holds)
    piles: list[list[int]] = [[], [], []]
    for ball in rng.permutation(count):
        free = [p for p in range(3) if len(piles[p]) < holds[p]]
        piles[int(rng.choice(free))].append(int(ball))
    radii, stacks = np.full(count, radius), tuple(map(tuple, piles))
    paints = tuple(range(count))
    return Tower(3, radii, thick, rod, max(lengths), stacks, lengths, paints, balls=True)


def random_stacks(rng: np.random.Generator, count: int, pegs: int) -> tuple[tuple[int, ...], ...]:
    """Legal stacks: all discs on one peg, most on one, or each anywhere."""
    kind = rng.random()
    home = int(rng.integers(pegs))
    stray = 0.0 if kind < 0.25 else 0.35 if kind < 0.6 else 1.0
    peg_of = [int(rng.integers(pegs)) if rng.random() < stray else home for _ in range(count)]
    return tuple(tuple(d for d in reversed(range(count)) if peg_of[d] == p) for p in range(pegs))


def random_view(rng: np.random.Generator, tower: Tower) -> View:
    """A camera that has the toy in its picture, from the front to straight above."""
    width = int(rng.choice([352, 480, 560, 640, 720, 860]))
    height = int(width * rng.choice([0.5, 0.6, 0.66, 0.75]))
    above = rng.random() < 0.5
    # From beyond 90 degrees a webcam on an arm looks down and slightly back.
    elevation = np.deg2rad(rng.uniform(45, 104) if above else rng.uniform(3, 45))
    azimuth = np.deg2rad(rng.normal(0, 16) if rng.random() < 0.8 else rng.uniform(-50, 50))
    distance = float(rng.uniform(1.7, 4.0) if rng.random() < 0.6 else rng.uniform(3.0, 9.0))
    distance += tower.length * float(np.sin(elevation))
    middle = np.array([0, 0, tower.length * rng.uniform(0.1, 0.5)])
    roll = float(np.deg2rad(rng.normal(0, 8.0 if above else 3.5)))
    turns = float(elevation), float(azimuth), roll
    return aimed_view(rng, tower, middle, distance, turns, (width, height))


def aimed_view(
    rng: np.random.Generator,
    tower: Tower,
    middle: Floats,
    distance: float,
    turns: tuple[float, float, float],
    size: tuple[int, int],
) -> View:
    """A camera so far from a point, the toy somewhere in its picture; it may be cut off a little.

    `turns` are how high above the table the camera stands, how far aside, and how far it is rolled,
    in radians; `size` are the picture's pixels.
    """
    elevation, azimuth, roll = turns
    ray = np.array(
        [
            np.sin(azimuth) * np.cos(elevation),
            -np.cos(azimuth) * np.cos(elevation),
            np.sin(elevation),
        ]
    )
    right = np.array([np.cos(azimuth), np.sin(azimuth), 0.0])
    rotation = _look(ray, right, roll)
    return _framed(rng, tower, rotation, middle + ray * distance, *size)


def _look(ray: Floats, right: Floats, roll: float) -> Floats:
    """The rotation of a camera that looks along -ray, (3, 3): rows right, down, forward."""
    forward = -ray
    down = np.cross(forward, right)
    turn = np.array([[np.cos(roll), -np.sin(roll), 0], [np.sin(roll), np.cos(roll), 0], [0, 0, 1]])
    return np.asarray(turn @ np.stack([right, down, forward]), dtype=np.float64)


def _framed(
    rng: np.random.Generator,
    tower: Tower,
    rotation: Floats,
    position: Floats,
    width: int,
    height: int,
) -> View:
    """Focal length and principal point that put the toy into the picture, tips perhaps cut off."""
    ends = [tower.foot(p) for p in range(tower.pegs)] + [tower.tip(p) for p in range(tower.pegs)]
    corners = np.array(
        [e + np.array([x, y, 0]) for e in ends for x in (-0.45, 0.45) for y in (-0.4, 0.4)]
    )
    seen = (corners - position) @ rotation.T
    plane = seen[:, :2] / seen[:, 2:]
    low, high = plane.min(axis=0), plane.max(axis=0)
    fill = rng.uniform(0.5, 0.98) if rng.random() < 0.8 else rng.uniform(0.98, 1.12)
    focal = float(fill * min(width / (high - low)[0], height / (high - low)[1]))
    room = np.array([width, height]) - focal * (high - low)
    corner = room * rng.uniform(0.1, 0.9, 2)
    principal = corner - focal * low
    inner = np.array([[focal, 0, principal[0]], [0, focal, principal[1]], [0, 0, 1]])
    matrix = inner @ np.column_stack([rotation, -rotation @ position])
    return View(matrix, position, focal, width, height)
