"""Pictures of wood, cloth and walls, and the light of a room; made of noise, from a seed."""

from functools import lru_cache

import cv2
import numpy as np

from samples.render.mesh import Floats
from samples.render.scene import Bytes, Rgb


def noise(seed: int, shape: tuple[int, int], cells: tuple[int, int]) -> Floats:
    """Smooth noise from -1 to 1 that wraps around at the edges; `cells` waves down and across."""
    small = np.random.default_rng(seed).uniform(-1, 1, cells)
    smooth: Floats = _spread(cells[0], shape[0]) @ small @ _spread(cells[1], shape[1]).T
    return smooth


@lru_cache(maxsize=32)
def _spread(cells: int, size: int) -> Floats:
    """The matrix (size, cells) that interpolates a row of cells by cubics, around the end."""
    at = (np.arange(size) + 0.5) * cells / size - 0.5
    first = np.floor(at).astype(int)
    t = at - first
    near, far = 1.25 * t**3 - 2.25 * t**2 + 1, -0.75 * (t**3 - 2 * t**2 + t)
    u = 1 - t
    near2, far2 = 1.25 * u**3 - 2.25 * u**2 + 1, -0.75 * (u**3 - 2 * u**2 + u)
    weights = np.zeros((size, cells))
    for step, share in ((-1, far), (0, near), (1, near2), (2, far2)):
        np.add.at(weights, (np.arange(size), (first + step) % cells), share)
    return weights


def clouds(seed: int, shape: tuple[int, int], cells: tuple[int, int], octaves: int = 4) -> Floats:
    """Noise of several sizes added up (fractal noise), about -1 to 1."""
    total = np.zeros(shape)
    for k in range(octaves):
        if cells[0] << k < shape[0] and cells[1] << k < shape[1]:
            total += 0.55**k * noise(seed + k, shape, (cells[0] << k, cells[1] << k))
    return total / 1.4


def wood(seed: int, light: Rgb, dark: Rgb, *, rings: float = 9.0, size: int = 768) -> Bytes:
    """Wood with the grain across the picture: growth rings, fibres and pores."""
    shape = (size, size)
    down = np.arange(size)[:, None] / size
    bent = 0.12 * clouds(seed, shape, (3, 1), 3) + 0.015 * noise(seed + 9, shape, (24, 3))
    ring = 0.5 + 0.5 * np.sin(2 * np.pi * rings * (down + bent))
    fibres = noise(seed + 20, shape, (size // 3, 12)) * 0.5 + noise(seed + 21, shape, (90, 5)) * 0.5
    mix = np.clip(0.15 + 0.55 * ring**2 + 0.22 * fibres, 0, 1)
    pores = np.clip(noise(seed + 30, shape, (size // 3, 40)) - 0.62, 0, 1) * 1.2
    mix = np.clip(mix + pores, 0, 1)[..., None]
    return _bytes(np.asarray(light) * (1 - mix) + np.asarray(dark) * mix)


def planks(seed: int, light: Rgb, dark: Rgb, *, boards: int = 4, size: int = 1024) -> Bytes:
    """A table top of boards side by side, each of its own tone, with thin joints."""
    rng = np.random.default_rng(seed)
    high = size // boards
    strips = []
    for k in range(boards):
        strip = wood(seed + 50 * k, light, dark, rings=7, size=size)
        start = int(rng.integers(0, size - high))
        tone = rng.uniform(0.86, 1.08)
        piece = strip[start : start + high].astype(np.float64) * tone
        piece[:2] *= 0.45
        strips.append(piece)
    return _bytes(np.concatenate(strips))


def cloth(seed: int, colour: Rgb, *, threads: int = 160, size: int = 768) -> Bytes:
    """Woven cloth: threads crossing over and under, uneven, with soft stains of tone."""
    at = np.arange(size) / size * threads
    over = np.sin(np.pi * at)[:, None] ** 2
    under = np.sin(np.pi * at)[None, :] ** 2
    check = (np.floor(at)[:, None] + np.floor(at)[None, :]) % 2
    weave = np.where(check > 0, over, under)
    shape = (size, size)
    uneven = 0.5 * noise(seed, shape, (threads, 12)) + 0.5 * noise(seed + 1, shape, (12, threads))
    tone = 0.78 + 0.24 * weave + 0.09 * uneven + 0.07 * clouds(seed + 2, shape, (3, 3))
    return _bytes(np.asarray(colour) * tone[..., None])


def plaster(seed: int, colour: Rgb, *, depth: float = 0.05, size: int = 512) -> Bytes:
    """A painted wall, or stone where `depth` is larger."""
    tone = 1 + depth * clouds(seed, (size, size), (4, 4), 6)
    return _bytes(np.asarray(colour) * tone[..., None])


def room_light(seed: int, *, warm: float = 0.0, strength: float = 1.0) -> Floats:
    """The light (128, 256, 3) that reaches a toy from all around: walls, windows, lamps, people.

    `warm` from -1, daylight, to 1, bulbs. The first column is straight behind the camera's back
    (-y), a quarter on is its right. Chrome mirrors every bit of this.
    """
    rng = np.random.default_rng(seed)
    high, wide = 128, 256
    up = np.cos(np.linspace(0, np.pi, high))[:, None, None]
    tint = np.array([1 + 0.18 * warm, 1.0, 1 - 0.22 * warm])
    walls = np.where(up > 0, 0.34 + 0.14 * up, 0.30 + 0.2 * up) * np.ones((1, wide, 1))
    sky = walls * tint * (1 + 0.25 * clouds(seed, (high, wide), (3, 6), 4)[..., None])
    for _ in range(9):  # furniture and people, dark and coloured
        x, w, y = (int(rng.integers(a, b)) for a, b in ((0, wide), (6, 26), (52, 76)))
        colour = rng.uniform(0.03, 0.3, 3) * rng.uniform(0.4, 1)
        _stamp(sky, x, w, y, 40, colour)
    for _ in range(2):  # windows
        x, w = int(rng.integers(0, wide)), int(rng.integers(14, 26))
        light = rng.uniform(3.0, 6.0) * np.array([0.93, 1.0, 1.1])
        _stamp(sky, x, w, 34, 26, light)
        _stamp(sky, x + w // 2, 2, 34, 26, np.full(3, 0.2))
    _stamp(sky, int(rng.integers(0, wide)), 40, 6, 10, 9.0 * tint)
    blurred: Floats = np.asarray(cv2.GaussianBlur(sky, (0, 0), 0.8), dtype=np.float64)
    return strength * blurred


def _stamp(sky: Floats, x: int, w: int, y: int, h: int, light: Floats) -> None:
    """Sets a rectangle of a panorama, around its seam where need be."""
    sky[y : y + h, np.arange(x, x + w) % sky.shape[1]] = light


def _bytes(picture: Floats) -> Bytes:
    return np.clip(picture, 0, 255).astype(np.uint8)
