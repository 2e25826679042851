"""What stands about in a household behind and beside a tower: lamps, plants, books, bottles.

Each thing is made of simple pieces, which the painter and the path tracer draw in their own ways.
Units are the distance between neighbouring pegs; z = 0 is what the thing stands on.
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace

import numpy as np

from samples.hanoi_eye.scene import Floats, Tower

# How many things there are, and how much larger than usual they may be, as a logarithm.
FEWEST, MOST, LARGER = 2, 8, 0.45
# How far away they are: behind the toy, and in front of it, in units; and what is left free aside.
BEHIND, BEFORE, ASIDE = (0.9, 6.0), (1.2, 3.0), 0.9


@dataclass(frozen=True, slots=True, eq=False)
class Turned:
    """A turned piece: radii and heights (k, 2) of its convex section, from its lower face up."""

    profile: Floats
    colour: Floats


@dataclass(frozen=True, slots=True, eq=False)
class Box:
    """A box of `size` (3,) around `middle` (3,), turned about z by so many degrees."""

    size: Floats
    middle: Floats
    turn: float
    colour: Floats


@dataclass(frozen=True, slots=True, eq=False)
class Leaf:
    """A leaf, or a pen: a bar along `path` (k, 3) that is `wide` where it begins."""

    path: Floats
    wide: float
    colour: Floats


Piece = Turned | Box | Leaf
Thing = tuple[Piece, ...]


def household(rng: np.random.Generator, tower: Tower) -> list[tuple[Thing, Floats]]:
    """Some things and where they stand, (2,), the furthest first; none at the tower's place."""
    wide, found = (tower.pegs - 1) / 2 + ASIDE, []
    for _ in range(int(rng.integers(FEWEST, MOST + 1))):
        kind = rng.random()
        if kind < 0.65:
            at = np.array([rng.uniform(-1.6, 1.6) * wide, rng.uniform(*BEHIND)])
        elif kind < 0.85:
            at = np.array([rng.choice([-1.0, 1.0]) * rng.uniform(1.2, 2.5) * wide, rng.normal()])
        else:
            at = np.array([rng.uniform(-1.5, 1.5) * wide, -rng.uniform(*BEFORE)])
        found.append((any_thing(rng), at))
    return sorted(found, key=lambda pair: -pair[1][1])


def any_thing(rng: np.random.Generator) -> Thing:
    """A thing of any kind and size."""
    make = MAKERS[int(rng.integers(len(MAKERS)))]
    factor = float(np.exp(LARGER * rng.normal()))
    return tuple(_sized(piece, factor) for piece in make(rng))


def _sized(piece: Piece, factor: float) -> Piece:
    if isinstance(piece, Turned):
        return replace(piece, profile=factor * piece.profile)
    if isinstance(piece, Box):
        return replace(piece, size=factor * piece.size, middle=factor * piece.middle)
    return replace(piece, path=factor * piece.path, wide=factor * piece.wide)


def _tint(rng: np.random.Generator) -> Floats:
    """A colour (3,): any, or a grey one."""
    if rng.random() < 0.6:
        return np.asarray(rng.uniform(10, 245, 3), dtype=np.float64)
    return np.asarray(rng.uniform(15, 245) + rng.normal(0, 8, 3), dtype=np.float64)


def _turned(colour: Floats, *ends: tuple[float, float]) -> Turned:
    return Turned(np.array(ends, dtype=np.float64), colour)


def _lamp(rng: np.random.Generator) -> list[Piece]:
    """A foot, a pole and a shade."""
    foot, pole = rng.uniform(0.25, 0.6), rng.uniform(0.02, 0.08)
    high, shade = rng.uniform(1.0, 3.0), rng.uniform(0.35, 0.9)
    metal, cloth = _tint(rng), _tint(rng)
    low = high - shade * rng.uniform(0.3, 0.9)
    return [
        _turned(metal, (foot, 0.0), (0.8 * foot, rng.uniform(0.03, 0.15))),
        _turned(metal, (pole, 0.0), (pole, low)),
        _turned(cloth, (shade, low), (shade * rng.uniform(0.3, 0.95), low + shade)),
    ]


def _plant(rng: np.random.Generator) -> list[Piece]:
    """A pot, and leaves that rise from it."""
    pot, high = rng.uniform(0.25, 0.6), rng.uniform(0.4, 1.0)
    clay = _tint(rng)
    made: list[Piece] = [_turned(clay, (rng.uniform(0.6, 1) * pot, 0.0), (pot, high))]
    green = np.array([rng.uniform(20, 90), rng.uniform(70, 170), rng.uniform(20, 110)])
    long, open_ = rng.uniform(0.5, 1.6), rng.uniform(0.2, 1.2)
    wide, bend = rng.uniform(0.04, 0.2), rng.uniform(0, 1.2)
    for _ in range(int(rng.integers(5, 16))):
        about = rng.uniform(0, 2 * np.pi)
        reach = open_ * rng.uniform(0.2, 1)
        rise = np.array([reach * np.cos(about), reach * np.sin(about), 1.0])
        t = np.linspace(0, 1, 5) * long * rng.uniform(0.6, 1)
        path = np.outer(t, rise)
        path[:, 2] += 0.95 * high - t**2 * bend * rng.uniform(0.2, 1) / 2
        made.append(Leaf(path, wide, green * rng.uniform(0.7, 1.3)))
    return made


def _books(rng: np.random.Generator) -> list[Piece]:
    """Books on each other, their pages in sight."""
    made: list[Piece] = []
    z, turn = 0.0, rng.uniform(0, 180)
    for _ in range(int(rng.integers(1, 7))):
        size = np.array([rng.uniform(1.0, 2.4), rng.uniform(0.8, 1.6), rng.uniform(0.1, 0.4)])
        cover, askew = _tint(rng), turn + rng.normal(0, 8)
        paper, thin = np.full(3, rng.uniform(180, 250)), 0.12 * size[2]
        inner = size * [0.97, 0.97, 1] - [0, 0, 2 * thin]
        lids = [np.array([0, 0, z + thin / 2]), np.array([0, 0, z + size[2] - thin / 2])]
        lid = size * [1, 1, 0] + [0, 0, thin]
        made.append(Box(lid, lids[0], askew, cover))
        made.append(Box(inner, np.array([0, 0, z + size[2] / 2]), askew, paper))
        made.append(Box(lid, lids[1], askew, cover))
        z += float(size[2])
    return made


def _bottle(rng: np.random.Generator) -> list[Piece]:
    """A bottle or a vase, with a label and a lid perhaps."""
    r, h, neck = rng.uniform(0.15, 0.5), rng.uniform(0.7, 2.8), rng.uniform(0.2, 0.6)
    glass, low, top = _tint(rng), rng.uniform(0.4, 0.7), rng.uniform(0.7, 0.85)
    made: list[Piece] = [
        _turned(glass, (0.95 * r, 0.0), (r, 0.05 * h), (r, low * h)),
        _turned(glass, (r, low * h), (neck * r, top * h)),
        _turned(glass, (neck * r, top * h), (neck * r, h)),
    ]
    if rng.random() < 0.5:
        made.insert(1, _turned(_tint(rng), (1.01 * r, 0.15 * h), (1.01 * r, 0.8 * low * h)))
    if rng.random() < 0.5:
        made.append(_turned(_tint(rng), (1.1 * neck * r, 0.97 * h), (1.1 * neck * r, 1.05 * h)))
    return made


def _goblet(rng: np.random.Generator) -> list[Piece]:
    """A glass on a stem, or a mushroom, or a tree of wood."""
    foot, stem = rng.uniform(0.2, 0.45), rng.uniform(0.02, 0.06)
    high, bowl = rng.uniform(0.3, 1.2), rng.uniform(0.25, 0.6)
    one, other = _tint(rng), _tint(rng)
    return [
        _turned(one, (foot, 0.0), (0.3 * foot, 0.06)),
        _turned(one, (stem, 0.0), (stem, high)),
        _turned(other, (0.4 * bowl, high), (bowl, high + 0.4 * bowl), (0.8 * bowl, high + bowl)),
    ]


def _mug(rng: np.random.Generator) -> list[Piece]:
    """A mug with its handle, or a tin, or a candle."""
    r, h = rng.uniform(0.25, 0.55), rng.uniform(0.3, 1.1)
    colour, inside = _tint(rng), _tint(rng)
    made: list[Piece] = [
        _turned(colour, (0.9 * r, 0.0), (r, 0.08), (r, h)),
        _turned(inside, (0.88 * r, 0.98 * h), (0.88 * r, 1.001 * h)),
    ]
    if rng.random() < 0.7:
        about, t = rng.uniform(0, 2 * np.pi), np.linspace(0, np.pi, 9)
        out = np.array([np.cos(about), np.sin(about), 0.0])
        bow = (r + 0.35 * h * np.sin(t))[:, None] * out
        made.append(Leaf(bow + np.outer(h * (0.5 - 0.32 * np.cos(t)), [0, 0, 1]), 0.1 * h, colour))
    return made


def _balls(rng: np.random.Generator) -> list[Piece]:
    """One ball, an apple, or a figure of two or three."""
    made: list[Piece] = []
    r, z, colour = rng.uniform(0.2, 0.6), 0.0, _tint(rng)
    t = np.linspace(-1.45, 1.45, 9)
    for _ in range(int(rng.choice([1, 1, 2, 3]))):
        ring = np.stack([r * np.cos(t), z + r * (1 + np.sin(t))], axis=1)
        made.append(Turned(ring, colour))
        z, r = z + 1.8 * r, r * rng.uniform(0.5, 0.9)
        colour = colour if rng.random() < 0.4 else _tint(rng)
    return made


def _blocks(rng: np.random.Generator) -> list[Piece]:
    """A box, or building blocks on each other."""
    made: list[Piece] = []
    z, side = 0.0, rng.uniform(0.3, 1.3)
    for _ in range(int(rng.choice([1, 1, 2, 3, 4]))):
        size = side * rng.uniform(0.4, 1.3, 3)
        middle = np.append(rng.normal(0, 0.08, 2), z + size[2] / 2)
        made.append(Box(size, middle, rng.uniform(0, 90), _tint(rng)))
        z += float(size[2])
    return made


def _pens(rng: np.random.Generator) -> list[Piece]:
    """Pens that lie about."""
    made: list[Piece] = []
    for _ in range(int(rng.integers(1, 4))):
        about, wide = rng.uniform(0, 2 * np.pi), rng.uniform(0.03, 0.07)
        way = np.array([np.cos(about), np.sin(about), 0.0]) * rng.uniform(0.5, 1.0)
        middle = np.append(rng.normal(0, 0.3, 2), wide)
        made.append(Leaf(middle + np.linspace(-1, 1, 3)[:, None] * way, wide, _tint(rng)))
    return made


Maker = Callable[[np.random.Generator], Sequence[Piece]]
MAKERS: tuple[Maker, ...] = (
    _lamp,
    _plant,
    _books,
    _bottle,
    _goblet,
    _mug,
    _balls,
    _blocks,
    _pens,
)
