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
    facing = np.maximum(_dot(to_lamp, normals), 0) * near * near
    height = 0.5 + 0.5 * normals[..., 2]
    sky, floor, power = (
        np.asarray(colour, np.float32) for colour in (light.sky, light.floor, light.power)
    )
    scattered = facing[..., None] * power + height[..., None] * (sky - floor) + floor
    to_eye, _ = _towards(eye, places)
    cosine = _dot(to_eye, normals)
    mirrored = 2 * cosine[..., None] * normals - to_eye
    wide = np.float32(dull + 0.12)
    lobe = np.exp((_dot(mirrored, to_lamp) - 1) * (2 / wide**2)) * np.float32(0.9 / wide**2)
    window = np.exp((mirrored @ np.asarray(light.window, np.float32) - 1) * (
        2 / np.float32(dull + light.wide) ** 2
    ))
    upward = 0.5 + 0.5 * np.tanh(3 * mirrored[..., 2])
    seen = lobe[..., None] * power + (upward[..., None] * (sky - floor) + floor)
    seen = seen + (np.float32(light.glare) * window)[..., None] * sky
    edge = (1 - np.clip(cosine, 0, 1)) ** 5
    return scattered, np.asarray(seen * (0.04 + 0.5 * edge)[..., None], np.float32)


def _towards(target: Floats, places: Singles) -> tuple[Singles, Singles]:
    way = np.asarray(target, np.float32) - places
    far = np.sqrt(_dot(way, way))
    return way / far[..., None], far


def _dot(a: Singles, b: Singles) -> Singles:
    return np.asarray(np.einsum("...i,...i->...", a, b), np.float32)
