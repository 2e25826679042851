"""The light of a random room for the path tracer: everything that lights a toy, or that it mirrors.

All lamps are part of the panorama: one emitter, whose bright spots the tracer seeks out by itself.
"""

from functools import lru_cache

import cv2
import numpy as np

from samples.render.mesh import Floats

_HIGH, _WIDE = 128, 256


def draw_sky(rng: np.random.Generator, up: Floats, towards: Floats) -> Floats:
    """A panorama (128, 256, 3) of linear light, as `Scene.sky`.

    Floor and ceiling lie along `up`; a lamp or a window is on the side of `towards`, where the
    viewer is.
    """
    ways = _directions()
    height = ways @ up
    low, high = rng.uniform(0.03, 0.5, 3), rng.uniform(0.1, 0.7) * _tint(rng, 0.12)
    low = low.mean() + 0.4 * (low - low.mean())
    share = 0.5 + 0.5 * np.tanh(rng.uniform(1, 8) * height)[..., None]
    sky: Floats = low * (1 - share) + high * share
    sky = sky * (1 + rng.uniform(0, 0.5) * _blotches(rng))
    for _ in range(int(rng.integers(0, 16))):  # furniture, doors, people: dark and coloured
        tone = rng.uniform(0.01, 0.5) * _tint(rng, 0.35)
        _board(sky, rng, _any_way(rng), rng.uniform(0.05, 0.7, 2), tone)
    if rng.random() < 0.3:
        _shelves(sky, rng, height)
    for _ in range(int(rng.integers(0, 4))):
        _window(sky, rng, _any_way(rng) + 0.3 * up, rng.uniform(0.6, 4.0))
    _key(sky, rng, up, towards)
    for _ in range(int(rng.integers(0, 3))):
        _lamp(sky, rng, _any_way(rng) + 0.5 * up, rng.uniform(0.05, 0.8))
    soft: Floats = np.asarray(cv2.GaussianBlur(sky, (0, 0), 0.6), dtype=np.float64)
    return np.clip(soft, 0.004, None)


@lru_cache(maxsize=1)
def _directions() -> Floats:
    """The direction (128, 256, 3) of every place of a panorama: its first column lies along -y."""
    polar = np.pi * (np.arange(_HIGH) + 0.5)[:, None] / _HIGH
    round_ = 2 * np.pi * (np.arange(_WIDE) + 0.5)[None] / _WIDE
    flat = np.sin(polar)
    return np.stack([flat * np.sin(round_), -flat * np.cos(round_), np.cos(polar) + 0 * round_], -1)


def _key(sky: Floats, rng: np.random.Generator, up: Floats, towards: Floats) -> None:
    """The strongest light: a lamp or a window on the viewer's side, above rather than below."""
    way = _any_way(rng) + rng.uniform(0.3, 1.1) * towards + rng.uniform(0.2, 1.2) * up
    ratio = float(np.exp(rng.uniform(np.log(0.6), np.log(10.0))))
    if rng.random() < 0.6:
        _lamp(sky, rng, way, ratio)
    else:
        _window(sky, rng, way, 5 * ratio)


def _lamp(sky: Floats, rng: np.random.Generator, way: Floats, ratio: float) -> None:
    """A disc that gives `ratio` times as much light as all the rest of the room does."""
    radius = float(np.exp(rng.uniform(np.log(0.045), np.log(0.4))))
    angle = _directions() @ (way / np.linalg.norm(way))
    light = ratio * float(sky.mean()) * np.pi / (2 * np.pi * (1 - np.cos(radius)))
    inside = np.clip(0.5 + (angle - np.cos(radius)) / (radius * 0.02), 0, 1)[..., None]
    sky += inside * min(light, 900.0) * _tint(rng, 0.15)


def _window(sky: Floats, rng: np.random.Generator, way: Floats, light: float) -> None:
    """A bright board with bars across."""
    size = rng.uniform(0.08, 0.5, 2)
    u, v = _board(sky, rng, way, size, light * _tint(rng, 0.15))
    bars = rng.integers(0, 4, 2)
    for place, half, count in ((u, size[0], bars[0]), (v, size[1], bars[1])):
        within = (np.abs(u) < size[0]) & (np.abs(v) < size[1])
        for k in range(int(count)):
            at = half * (2 * (k + 1) / (count + 1) - 1)
            sky[within & (np.abs(place - at) < 0.02)] = rng.uniform(0.02, 0.3)


def _board(
    sky: Floats, rng: np.random.Generator, way: Floats, size: Floats, light: Floats
) -> tuple[Floats, Floats]:
    """Paints a rectangle around `way`; returns the places (128, 256) in its own axes."""
    ahead = way / np.linalg.norm(way)
    upright = np.array([0.0, 0, 1]) if abs(ahead[2]) < 0.95 else np.array([0.0, 1, 0])
    upright = upright + rng.normal(0, 0.05, 3)
    right = np.cross(ahead, upright)
    right /= np.linalg.norm(right)
    depth = _directions() @ ahead
    near = np.maximum(depth, 1e-3)
    u = np.where(depth > 0, _directions() @ right / near, 9.0)
    v = np.where(depth > 0, _directions() @ np.cross(right, ahead) / near, 9.0)
    sky[(np.abs(u) < size[0]) & (np.abs(v) < size[1])] = light
    return u, v


def _shelves(sky: Floats, rng: np.random.Generator, height: Floats) -> None:
    """Dark and light stripes, level or upright, round a part of the room."""
    across = height if rng.random() < 0.5 else _directions() @ _unit(rng.normal(0, 1, 3))
    stripes = np.sin(across * rng.uniform(8, 50)) > rng.uniform(-0.5, 0.7)
    part = _directions() @ _unit(rng.normal(0, 1, 3)) > rng.uniform(-0.3, 0.8)
    sky[stripes & part] *= rng.uniform(0.1, 0.6)


def _blotches(rng: np.random.Generator) -> Floats:
    small = rng.normal(0, 1, (6, 12, 1)).astype(np.float32)
    large = cv2.resize(small, (_WIDE, _HIGH), interpolation=cv2.INTER_CUBIC)
    return np.clip(np.asarray(large, dtype=np.float64), -1.5, 1.5)[..., None]


def _tint(rng: np.random.Generator, strength: float) -> Floats:
    """A factor (3,) for red, green and blue."""
    return np.exp(rng.normal(0, strength, 3))


def _any_way(rng: np.random.Generator) -> Floats:
    return _unit(rng.normal(0, 1, 3))


def _unit(vector: Floats) -> Floats:
    scaled: Floats = vector / np.linalg.norm(vector)
    return scaled
