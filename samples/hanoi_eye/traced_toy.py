"""Towers as meshes with their woods, paints and prints, for the path tracer. Millimetres."""

from dataclasses import dataclass

import numpy as np

from samples.hanoi_eye.scene import ROUND_FEET, Floats, Tower
from samples.render.hanoi_model import RAINBOW
from samples.render.mesh import Mesh, lathe, merged, rounded_box
from samples.render.scene import Part, Rgb, Surface
from samples.render.traced_look import draw_ground_surface, draw_stripes, draw_wood

LOOKS = ("plain", "alternating", "coloured", "printed")
# How the rims of discs are cut; those of stacking rings are wholly round, and so are their holes.
EDGES = ("square", "bevelled", "round")
RING = "ring"
_LIKELY = (0.45, 0.15, 0.32, 0.08)
# How far the faces of discs that lie on each other are apart, in mm: they are never quite flat.
_GAP = 0.15
_SIDES = 56


@dataclass(frozen=True, slots=True, eq=False)
class Toy:
    """A tower as it is made: `pitch` mm lie between pegs; `hole` is a hole's radius.

    `aside` (discs, 2) is how far each disc lies off its peg's middle, in pitches; `discs` and
    `pegs` are what they look like; `floor` is the height of what the toy stands on, in pitches.
    """

    tower: Tower
    pitch: float
    look: str
    edge: str
    bevel: float
    hole: float
    aside: Floats
    discs: tuple[Surface, ...]
    tips: str
    pegs: Surface
    board: tuple[Part, ...]
    floor: float


def draw_toy(
    rng: np.random.Generator,
    tower: Tower,
    look: str | None = None,
    edge: str | None = None,
    feet: float = ROUND_FEET,
) -> Toy:
    """What a tower is made of, by chance where `look` and `edge` do not tell.

    `feet` is the share of toys whose pegs stand on round feet.
    """
    pitch = float(rng.uniform(55, 110))
    look = str(rng.choice(LOOKS, p=_LIKELY)) if look is None else look
    tones = _tones(rng)
    dull = float(np.exp(rng.uniform(np.log(0.05), np.log(0.45))))
    count = len(tower.radii)
    rim = float(tower.radii[0]) - 0.02
    hole = min(tower.rod * float(rng.uniform(1.03, 1.5)), max(1.02 * tower.rod, rim))
    slack = (hole - tower.rod) * np.sqrt(rng.uniform(0, 1, count))
    turn = rng.uniform(0, 2 * np.pi, count)
    board_surface = draw_wood(rng, *_shaded(rng, tones), dull)
    if rng.random() < 0.3:
        board_surface = _paint(rng) if rng.random() < 0.6 else draw_wood(rng, *_tones(rng), dull)
    same = rng.random() < 0.4
    pegs = board_surface if same else draw_wood(rng, *_shaded(rng, tones), dull)
    board, floor = _board(rng, tower, pitch, board_surface, feet)
    return Toy(
        tower=tower,
        pitch=pitch,
        look=look,
        edge=str(rng.choice(EDGES)) if edge is None else edge,
        bevel=float(rng.uniform(0.01, 0.1)),
        hole=hole,
        aside=np.stack([slack * np.cos(turn), slack * np.sin(turn)], axis=1),
        discs=_painted(rng, tower) or _disc_surfaces(rng, look, count, tones, dull),
        tips=str(rng.choice(["flat", "round", "round", "knob"], p=[0.35, 0.3, 0.25, 0.1])),
        pegs=_paint(rng) if rng.random() < 0.15 else pegs,
        board=board,
        floor=floor,
    )


def toy_parts(rng: np.random.Generator, toy: Toy) -> tuple[Part, ...]:
    """Board, pegs and all discs where they lie."""
    tower, pitch = toy.tower, toy.pitch
    rods = [_peg(toy, tower.tall(p)).moved(pitch * tower.foot(p)) for p in range(tower.pegs)]
    parts = [*toy.board, Part(merged(rods), toy.pegs)]
    for p, stack in enumerate(tower.stacks):
        low = 0.0
        for disc in stack:
            x, y = toy.aside[disc]
            parts.append(disc_part(rng, toy, disc, tower.foot(p) + np.array([x, y, low])))
            low += float(tower.thick[disc])
    return tuple(parts)


def disc_part(rng: np.random.Generator, toy: Toy, disc: int, at: Floats) -> Part:
    """A disc whose lower face has its middle at a point, in pitches."""
    turned = lathe(outline(toy, disc), sides=_SIDES, closed=not toy.tower.balls)
    surface = toy.discs[disc]
    uvs = _grain(rng, turned.vertices) if toy.look != "printed" else turned.uvs
    mesh = Mesh(turned.vertices, turned.faces, turned.normals, uvs)
    return Part(mesh.moved(at * toy.pitch), surface)


def outline(toy: Toy, disc: int) -> Floats:
    """Radii and heights (k, 2) round a disc's section in mm, from its lower face."""
    radius, thick = float(toy.tower.radii[disc]), float(toy.tower.thick[disc])
    if toy.tower.balls:
        return _bow(radius * toy.pitch, thick * toy.pitch)
    if toy.edge == RING:
        return _ring(*(toy.pitch * one for one in (radius, toy.hole, thick)))
    edge = min(toy.bevel, thick / 2, radius / 4) * toy.pitch
    return _profile(radius * toy.pitch, toy.hole * toy.pitch, thick * toy.pitch, toy.edge, edge)


def _profile(radius: float, hole: float, thick: float, edge: str, size: float) -> Floats:
    """Radii and heights round a disc's section (k, 2), from the outer rim's foot upwards."""
    low, high, small = _GAP, thick - _GAP, min(0.6, thick / 6)
    steps = {"square": 2, "bevelled": 2, "round": 7}[edge]
    size = min(0.4, thick / 6) if edge == "square" else min(size, (high - low) / 2 - 0.01)
    angle = np.linspace(0, np.pi / 2, steps)
    cos, sin = np.cos(angle), np.sin(angle)
    corners = [
        np.stack([radius - size + size * sin, low + size - size * cos], 1),
        np.stack([radius - size + size * cos, high - size + size * sin], 1),
        np.array([[hole + small, high], [hole, high - small]]),
        np.array([[hole, low + small], [hole + small, low]]),
    ]
    # Doubled points keep an edge sharp; those of a round rim flow into each other.
    sharp = [np.repeat(corner, 2, axis=0) for corner in corners]
    return np.concatenate([*(corners if edge == "round" else sharp)[:2], *sharp[2:]])


def _ring(radius: float, hole: float, thick: float) -> Floats:
    """Radii and heights (k, 2) round the section of a ring: two half circles, or nearly."""
    middle, high = (radius + hole) / 2, thick / 2 - _GAP
    wide = (radius - hole) / 2
    bend = min(high, 0.6 * wide)
    angle = np.linspace(-np.pi / 2, np.pi / 2, 9)
    out = np.stack([middle + wide - bend + bend * np.cos(angle), high * np.sin(angle)], 1)
    back = np.stack([2 * middle - out[::-1, 0], out[::-1, 1]], 1)
    section: Floats = np.concatenate([out, back]) + np.array([0.0, thick / 2])
    return section


def _bow(radius: float, thick: float) -> Floats:
    """Radii and heights (k, 2) of a ball with flattened poles, as the painter has it."""
    angle = np.linspace(-1.25, 1.25, 14)
    side = np.stack([radius * np.cos(angle), thick / 2 * (1 + np.sin(angle))], 1)
    return np.concatenate([[[0, side[0, 1]]], side, [[0, side[-1, 1]]]])


def _grain(rng: np.random.Generator, vertices: Floats) -> Floats:
    """Texture places (n, 2) as if each disc were cut out of a block with the grain along u."""
    turn, tilt = rng.uniform(0, 2 * np.pi), rng.uniform(0.4, 1.2)
    along = np.array([np.cos(turn), np.sin(turn), 0.0])
    across = np.array([-along[1], along[0], tilt])
    places: Floats = vertices @ np.stack([along, across], axis=1) / 100 + rng.uniform(0, 9, 2)
    return places


def _peg(toy: Toy, length: float) -> Mesh:
    """A peg from a little below the board's face to its tip, around the origin."""
    r, top = toy.tower.rod * toy.pitch, length * toy.pitch
    foot = np.array([[r, -0.5]])
    if toy.tips == "flat":
        ends = np.array([[r, top - 0.4], [r - 0.4, top], [0, top]])
        profile = np.concatenate([foot, np.repeat(ends, 2, axis=0)])
    elif toy.tips == "round":
        angle = np.linspace(0, np.pi / 2, 8)
        profile = np.stack([r * np.cos(angle), top - r + r * np.sin(angle)], 1)
        profile = np.concatenate([foot, [[r, top - r - 0.5]], profile])
    else:
        angle = np.linspace(-0.9, np.pi / 2, 12)
        ball = np.stack([1.2 * r * np.cos(angle), top - 1.2 * r + 1.2 * r * np.sin(angle)], 1)
        profile = np.concatenate([foot, [[r, top - 2.4 * r], [0.7 * r, top - 2.3 * r]], ball])
    return lathe(profile, sides=28)


def _board(
    rng: np.random.Generator, tower: Tower, pitch: float, surface: Surface, feet: float
) -> tuple[tuple[Part, ...], float]:
    """The board, a round foot for each peg, or neither; and how high its lower side is."""
    kind = rng.random()
    if kind < 0.06:
        return (), 0.0
    if kind < 0.06 + feet:
        return _round_feet(rng, tower, pitch, surface)
    half = np.array([(tower.pegs - 1) / 2 + rng.uniform(0.4, 0.8), rng.uniform(0.3, 0.75)])
    high = float(rng.uniform(0.04, 0.15) if rng.random() < 0.6 else rng.uniform(0.1, 0.45))
    size = (2 * pitch * half[0], 2 * pitch * half[1], pitch * high)
    edge = min(float(rng.choice([0.5, 1.5, 4.0])), 0.4 * pitch * high)
    box = rounded_box(size, edge).moved((0, pitch * rng.uniform(-0.1, 0.1), -pitch * high / 2))
    return (Part(box, surface),), -high


def _round_feet(
    rng: np.random.Generator, tower: Tower, pitch: float, surface: Surface
) -> tuple[tuple[Part, ...], float]:
    """A round foot for each peg, as wide as the largest disc or so, perhaps joined by a bar.

    They look like one disc more on each peg, but that they are alike.
    """
    largest = float(tower.radii.max())
    radius = pitch * float(rng.uniform(max(0.3, 0.85 * largest), 0.52))
    high = pitch * float(rng.uniform(0.04, 0.14))
    cut = min(float(rng.choice([0.8, 2.0, 0.45 * high])), 0.45 * high)
    angle = np.linspace(0, np.pi / 2, 2 if rng.random() < 0.4 else 7)
    rim = np.stack([radius - cut + cut * np.cos(angle), cut * np.sin(angle) - cut], 1)
    side = np.concatenate([[[radius, -high]], rim, [[0.0, 0.0]]])
    foot = lathe(np.repeat(side, 2, axis=0) if len(angle) == 2 else side, sides=_SIDES)
    feet = [foot.moved(pitch * tower.foot(p)) for p in range(tower.pegs)]
    parts = [Part(merged(feet), surface)]
    if rng.random() < 0.5:
        deep = high * float(rng.uniform(0.4, 0.95))
        size = (pitch * (tower.pegs - 1), pitch * float(rng.uniform(0.12, 0.5)), deep)
        bar = rounded_box(size, 0.2 * deep).moved((0.0, 0.0, deep / 2 - high))
        parts.append(Part(bar, surface))
    return tuple(parts), -high / pitch


def _disc_surfaces(
    rng: np.random.Generator, look: str, count: int, tones: tuple[Floats, Floats], dull: float
) -> tuple[Surface, ...]:
    """What each disc looks like, the smallest first."""
    if look == "plain":
        own = _shaded(rng, tones) if rng.random() < 0.5 else tones
        return tuple(draw_wood(rng, *_shaded(rng, own, 0.04), dull) for _ in range(count))
    if look == "alternating":
        pair = (tones, _tones(rng) if rng.random() < 0.5 else _shaded(rng, tones, 0.8))
        return tuple(draw_wood(rng, *_shaded(rng, pair[d % 2], 0.03), dull) for d in range(count))
    if look == "printed":
        return tuple(_print(rng, dull) for _ in range(count))
    finish = "matte" if rng.random() < 0.2 else "paint"
    rough = float(np.exp(rng.uniform(np.log(0.03), np.log(0.4))))
    if rng.random() < 0.5:
        colours = [np.asarray(RAINBOW[k]) for k in range(count)]
        colours = colours[::-1] if rng.random() < 0.5 else colours
        tone = np.exp(rng.normal(0, 0.15)) * rng.normal(1, 0.06, (count, 3))
        return tuple(
            Surface(finish, _rgb(c * t), rough) for c, t in zip(colours, tone, strict=True)
        )
    one = _any(rng) if rng.random() < 0.15 else None
    return tuple(
        Surface(finish, _rgb(_any(rng) if one is None else one * rng.normal(1, 0.02, 3)), rough)
        for _ in range(count)
    )


def _painted(rng: np.random.Generator, tower: Tower) -> tuple[Surface, ...]:
    """The discs of a toy whose colours matter; none for any other."""
    paints = [_paint(rng) for _ in set(tower.paints)]
    return tuple(paints[k] for k in tower.paints)


def _print(rng: np.random.Generator, dull: float) -> Surface:
    """Bands or patterns round a disc."""
    if rng.random() < 0.6:
        return draw_stripes(rng, _any(rng), _any(rng), dull)
    return draw_ground_surface(rng)


def _tones(rng: np.random.Generator) -> tuple[Floats, Floats]:
    """The light and the dark of a wood, from birch to black walnut."""
    bright = float(np.exp(rng.uniform(np.log(55), np.log(235))))
    red = np.array([1.0, rng.uniform(0.62, 0.88), rng.uniform(0.3, 0.72)])
    light = bright * red / red.max()
    dark = light * rng.uniform(0.45, 0.95) * np.array([1.0, 0.95, 0.88])
    return light, dark


def _shaded(
    rng: np.random.Generator, tones: tuple[Floats, Floats], spread: float = 0.12
) -> tuple[Floats, Floats]:
    """The tones of another piece of the same wood."""
    factor = float(np.exp(rng.normal(0, spread)))
    return tones[0] * factor, tones[1] * factor


def _paint(rng: np.random.Generator) -> Surface:
    return Surface("paint", _rgb(_any(rng)), float(rng.uniform(0.04, 0.4)))


def _any(rng: np.random.Generator) -> Floats:
    """Any colour: mostly a strong one, now and then grey."""
    if rng.random() < 0.15:
        return rng.uniform(10, 240) * np.ones(3)
    colour = rng.uniform(0, 1, 3)
    colour = (colour - colour.min()) / (np.ptp(colour) + 1e-6)
    return np.asarray(rng.uniform(60, 245) * (1 - rng.uniform(0.3, 1) * (1 - colour)))


def _rgb(colour: Floats) -> Rgb:
    r, g, b = np.clip(colour, 4, 250)
    return float(r), float(g), float(b)
