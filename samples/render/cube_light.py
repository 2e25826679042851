"""Lamps and what they make of a surface, for the fast renderer of cubes: linear RGB light."""

from dataclasses import dataclass

import numpy as np

from samples.render.cube_skin import Singles
from samples.render.mesh import Floats


@dataclass(frozen=True, slots=True, eq=False)
class Lighting:
    """A lamp, a window that only glossy things show, and light from all around.

    - `lamp` (3,): mm; `power` (3,): linear RGB light on a white thing at the origin that faces it.
    - `sky`, `floor` (3,): light from above and below.
    - `window` (3,): a direction; `glare`: how bright it is; `wide`: its radius in radians.
    """

    lamp: Floats
    power: Floats
    sky: Floats
    floor: Floats
    window: Floats
    glare: float = 4.0
    wide: float = 0.25


def lit(
    light: Lighting, places: Singles, normals: Singles, eye: Floats, dull: float
) -> tuple[Singles, Singles]:
    """What a white surface scatters, and what a clear coat on it mirrors, both (..., 3).

    `places`, `normals` (..., 3); `dull` spreads the lamp's mirror image, in radians. The lamp is
    round, the coat mirrors by Schlick's formula (1994).
    """
    to_lamp, far = _towards(light.lamp, places)
    near = np.float32(np.linalg.norm(light.lamp)) / far
    one = np.ones(far.shape, np.float32)
    facing = np.maximum(_dot(to_lamp, normals), 0) * near * near
    height = 0.5 + 0.5 * normals[..., 2]
    sky, floor = light.sky - light.floor, light.floor
    scattered = _coloured((facing, light.power), (height, sky), (one, floor))
    to_eye, _ = _towards(eye, places)
    cosine = _dot(to_eye, normals)
    mirrored = (2 * cosine)[..., None] * normals - to_eye
    coat = 0.04 + 0.5 * (1 - np.clip(cosine, 0, 1)) ** 5
    wide = dull + 0.12
    lobe = coat * np.exp((_dot(mirrored, to_lamp) - 1) * np.float32(2 / wide**2))
    window = coat * np.exp(
        (mirrored @ np.asarray(light.window, np.float32) - 1)
        * np.float32(2 / (dull + light.wide) ** 2)
    )
    upward = coat * (0.5 + 0.5 * np.tanh(3 * mirrored[..., 2]))
    shine = _coloured(
        (lobe, light.power * 0.9 / wide**2),
        (window, light.glare * light.sky),
        (upward, sky),
        (coat, floor),
    )
    return scattered, shine


def _coloured(*parts: tuple[Singles, Floats]) -> Singles:
    """The sum of brightnesses (...) times colours (3,): (..., 3)."""
    shares = np.stack([share for share, _ in parts], axis=-1)
    colours = np.stack([colour for _, colour in parts]).astype(np.float32)
    return np.asarray(shares @ colours, np.float32)


def _towards(target: Floats, places: Singles) -> tuple[Singles, Singles]:
    way = np.asarray(target, np.float32) - places
    far = np.sqrt(_dot(way, way))
    return np.asarray(way / far[..., None], np.float32), far


def _dot(a: Singles, b: Singles) -> Singles:
    return np.asarray(np.einsum("...i,...i->...", a, b), np.float32)
