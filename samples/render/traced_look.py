"""Surfaces drawn by chance for the path tracer: tables and walls, and what toys are made of."""

from functools import lru_cache

import numpy as np

from samples.render.mesh import Floats
from samples.render.raster_ground import draw_ground
from samples.render.raster_harsh import lined
from samples.render.scene import Bytes, Rgb, Surface
from samples.render.texture import cloth, plaster, wood

# Tints and roughness, of metals and of what is painted or polished.
METALS: dict[str, tuple[Rgb, tuple[float, float]]] = {
    "nickel": ((222.0, 214.0, 200.0), (0.03, 0.2)),
    "steel": ((206.0, 206.0, 208.0), (0.04, 0.3)),
    "chrome": ((234.0, 235.0, 236.0), (0.015, 0.08)),
    "silver": ((186.0, 180.0, 168.0), (0.08, 0.35)),
    "brass": ((226.0, 186.0, 104.0), (0.04, 0.28)),
}
PAINTS: dict[str, Rgb] = {
    "black": (30.0, 30.0, 32.0),
    "brown": (104.0, 58.0, 36.0),
    "red": (168.0, 28.0, 30.0),
    "lacquer": (110.0, 22.0, 22.0),
    "jade": (158.0, 182.0, 156.0),
    "wood": (176.0, 124.0, 78.0),
}
GROUNDS = ("wood", "planks", "cloth", "stone", "plain", "stripes", "tartan", "tiles", "picture")
_SIZE = 512
_KEPT = 10  # patterns of each kind; their colours are drawn anew every time


def draw_surfaces(rng: np.random.Generator, names: tuple[str, ...]) -> dict[str, Surface]:
    """What each material of a toy looks like this time; now and then a part is made otherwise."""
    odd = rng.random() < 0.15
    found = {}
    for name in names:
        known = (*METALS, *PAINTS, "paint")
        made_of = str(rng.choice(known)) if odd and rng.random() < 0.5 else name
        found[name] = _toy_surface(rng, made_of)
    return found


def _toy_surface(rng: np.random.Generator, material: str) -> Surface:
    if material in METALS:
        tint, rough = METALS[material]
        tone = rng.uniform(0.8, 1.08) * rng.normal(1, 0.02, 3)
        return Surface("metal", _rgb(np.asarray(tint) * tone), _between(rng, *rough))
    dull = _between(rng, 0.03, 0.35)
    if material == "wood" and rng.random() < 0.7:
        texture = _tinted(rng, _pattern("wood", int(rng.integers(_KEPT))), *_woods(rng))
        return Surface("paint", rough=dull, texture=texture, texture_span=rng.uniform(0.5, 2))
    colour = rng.uniform(8, 245, 3) if material == "paint" else np.asarray(PAINTS[material])
    tone = np.exp(rng.normal(0, 0.2)) * rng.normal(1, 0.07, 3)
    return Surface("paint", _rgb(colour * tone), dull)


def draw_ground_surface(rng: np.random.Generator) -> Surface:
    """A table, a cloth or a wall: plain, of wood or stone, woven, striped, tiled, printed."""
    kind = str(rng.choice(GROUNDS))
    rough = _between(rng, 0.06, 0.5)
    finish = "matte" if kind in ("cloth", "tartan") or rng.random() < 0.35 else "paint"
    if kind == "plain":
        colour = rng.uniform(10, 245) * np.exp(rng.normal(0, 0.12, 3))
        return Surface(finish, _rgb(colour), rough)
    span = float(np.exp(rng.uniform(np.log(0.9), np.log(7.0))))
    if kind == "picture":
        texture = draw_ground(rng, (_SIZE, _SIZE))
        texture = lined(rng, texture) if rng.random() < 0.5 else texture
        return Surface(finish, rough=rough, texture=texture, texture_span=2 * span)
    ends = _woods(rng) if kind in ("wood", "planks") else _two_tones(rng)
    texture = _tinted(rng, _pattern(kind, int(rng.integers(_KEPT))), *ends)
    span *= {"cloth": 0.4, "planks": 1.6}.get(kind, 1.0)
    return Surface(finish, rough=rough, texture=texture, texture_span=span)


def draw_thing_surface(rng: np.random.Generator) -> Surface:
    """Anything that stands about."""
    if rng.random() < 0.2:
        return _toy_surface(rng, str(rng.choice(list(METALS))))
    if rng.random() < 0.15:
        return draw_ground_surface(rng)
    colour = rng.uniform(10, 240, 3) if rng.random() < 0.6 else rng.uniform(10, 240) * np.ones(3)
    return Surface("paint", _rgb(colour), _between(rng, 0.04, 0.5))


def draw_wood(rng: np.random.Generator, light: Floats, dark: Floats, rough: float) -> Surface:
    """Wood of given tones with the grain along u; some other piece every time."""
    board = _pattern("wood", int(rng.integers(_KEPT)))
    texture = _toned(rng, board[:: int(rng.choice([-1, 1]))], light, dark)
    return Surface("paint", rough=rough, texture=texture, texture_span=rng.uniform(0.5, 1.6))


def draw_stripes(rng: np.random.Generator, light: Floats, dark: Floats, rough: float) -> Surface:
    """Bands of two tones, across u or across v."""
    texture = _tinted(rng, _pattern("stripes", int(rng.integers(_KEPT))), light, dark)
    return Surface("paint", rough=rough, texture=texture, texture_span=rng.uniform(0.6, 3))


@lru_cache(maxsize=len(GROUNDS) * _KEPT)
def _pattern(kind: str, number: int) -> Bytes:
    """A pattern (512, 512) from dark to light, without its colours."""
    rng = np.random.default_rng([number, GROUNDS.index(kind)])
    if kind == "cloth":
        made = cloth(number, (200, 200, 200), threads=int(rng.integers(50, 200)), size=_SIZE)
    elif kind == "stone":
        made = plaster(number, (140, 140, 140), depth=rng.uniform(0.05, 0.6), size=_SIZE)
    elif kind in ("wood", "planks"):
        made = wood(number, (235, 235, 235), (20, 20, 20), rings=rng.uniform(3, 14), size=_SIZE)
        if kind == "planks":
            made = _jointed(made, rng)
    else:
        return {"stripes": _stripes, "tartan": _tartan, "tiles": _tiles}[kind](rng)
    return np.ascontiguousarray(made[..., 0])


def _jointed(board: Bytes, rng: np.random.Generator) -> Bytes:
    """Boards side by side, each from another place of the wood, with dark joints."""
    count = int(rng.integers(3, 9))
    high = _SIZE // count
    rows = [np.roll(board, int(rng.integers(_SIZE)), (0, 1))[:high] for _ in range(count)]
    tones = rng.uniform(0.65, 1.0, count)
    made = np.concatenate([r * t for r, t in zip(rows, tones, strict=True)])
    made = np.concatenate([made, made[: _SIZE - len(made)]])
    made[np.arange(_SIZE) % high < rng.integers(1, 5)] *= 0.3
    return np.asarray(made, dtype=np.uint8)


def _stripes(rng: np.random.Generator) -> Bytes:
    """Bands of a few widths, with a slight weave."""
    count = int(rng.integers(4, 40))
    tones = rng.uniform(0, 255, count)
    if rng.random() < 0.5:
        tones = tones[np.arange(count) % 2]
    at = np.arange(_SIZE)
    band = at * count // _SIZE
    if rng.random() < 0.5:
        band = np.searchsorted(np.sort(rng.integers(0, _SIZE, count - 1)), at)
    row = tones[band] + rng.normal(0, 3, _SIZE)
    return np.clip(np.tile(row, (_SIZE, 1)), 0, 255).astype(np.uint8)


def _tartan(rng: np.random.Generator) -> Bytes:
    """Bands across bands."""
    one, other = _stripes(rng).astype(float), _stripes(rng).astype(float).T
    twill = np.add.outer(np.arange(_SIZE), np.arange(_SIZE)) // 3 % 2
    return np.asarray(np.where(twill > 0, one, other) * 0.6 + 0.2 * (one + other), dtype=np.uint8)


def _tiles(rng: np.random.Generator) -> Bytes:
    """Tiles of uneven tones with joints, or a board of squares in two tones."""
    count, joint = int(rng.integers(2, 9)), rng.uniform(0.01, 0.08)
    at = np.arange(_SIZE) * count / _SIZE
    cell = at.astype(int)
    if rng.random() < 0.5:
        tones = np.add.outer(np.arange(count), np.arange(count)) % 2 * 190.0 + 30
    else:
        tones = rng.uniform(150, 230, (count, count))
    made = tones[np.ix_(cell, cell)]
    gap = (at % 1 < joint)[:, None] | (at % 1 < joint)[None]
    return np.asarray(np.where(gap, rng.uniform(0, 120), made), dtype=np.uint8)


def _tinted(rng: np.random.Generator, pattern: Bytes, light: Floats, dark: Floats) -> Bytes:
    """The pattern from one colour to another, turned and mirrored by chance: (512, 512, 3)."""
    return _toned(rng, np.rot90(pattern, int(rng.integers(4))), light, dark)


def _toned(rng: np.random.Generator, pattern: Bytes, light: Floats, dark: Floats) -> Bytes:
    """The pattern from one colour to another: (512, 512, 3)."""
    steps = np.linspace(0, 1, 256)[:, None] ** rng.uniform(0.6, 1.6)
    table = np.clip(dark + steps * (light - dark), 0, 255).astype(np.uint8)
    return np.ascontiguousarray(table[pattern])


def _woods(rng: np.random.Generator) -> tuple[Floats, Floats]:
    light = np.array([205.0, 158, 108]) * rng.uniform(0.35, 1.2) * rng.normal(1, 0.06, 3)
    return light, light * rng.uniform(0.35, 0.85) * np.array([1.0, 0.93, 0.85])


def _two_tones(rng: np.random.Generator) -> tuple[Floats, Floats]:
    light = rng.uniform(20, 250) * np.exp(rng.normal(0, 0.25, 3))
    if rng.random() < 0.5:
        return light, light * rng.uniform(0.3, 0.95)
    return light, rng.uniform(5, 230) * np.exp(rng.normal(0, 0.25, 3))


def _rgb(colour: Floats) -> Rgb:
    r, g, b = np.clip(colour, 4, 250)
    return float(r), float(g), float(b)


def _between(rng: np.random.Generator, low: float, high: float) -> float:
    """A number between two, evenly spread over its logarithm."""
    return float(np.exp(rng.uniform(np.log(low), np.log(high))))
