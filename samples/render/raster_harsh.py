"""What makes pictures of wires hard: parallel lines behind them, a background in their own colours,
bright windows and dark rooms mirrored in chrome, hard shadows.
"""

from dataclasses import replace

import cv2
import numpy as np

from samples.render.mesh import Floats
from samples.render.raster_ground import wood
from samples.render.raster_light import Light
from samples.render.scene import Bytes

# How soft (pixels) and how dark shadows are: ranges, in mild light and in harsh.
Shades = tuple[tuple[float, float], tuple[float, float]]
MILD: Shades
HARSH: Shades
MILD, HARSH = ((0.8, 5.0), (0.15, 0.65)), ((0.25, 2.0), (0.3, 0.9))


def lined(rng: np.random.Generator, picture: Bytes) -> Bytes:
    """The background with boards, blinds or ruled lines all over it, or with bars side by side."""
    high, wide = picture.shape[:2]
    spacing = float(np.exp(rng.uniform(np.log(5), np.log(45))))
    angle = rng.normal(np.pi / 2 * rng.integers(2), 0.25)
    way, across = (
        np.array([np.cos(angle), np.sin(angle)]),
        np.array([-np.sin(angle), np.cos(angle)]),
    )
    width = max(1, round(spacing * rng.uniform(0.06, 0.55)))
    tone = np.clip(picture.mean(axis=(0, 1)) + rng.normal(0, 70, 3), 0, 255)
    lit = np.clip(tone + rng.uniform(20, 90), 0, 255).tolist()
    out = picture.copy()
    few = rng.random() < 0.4
    count, reach = (int(rng.integers(3, 13)), rng.uniform(20, 120)) if few else (90, 400.0)
    middle = rng.uniform((0, 0), (wide, high))
    for k in range(count):
        at = middle + (k - count / 2) * spacing * across + rng.normal(0, 0.04 * spacing, 2)
        _bar(out, at, reach * way, width, tone.tolist())
        if width > 3:
            _bar(out, at - 0.3 * width * across, reach * way, max(1, width // 4), lit)
    return out


def _bar(canvas: Bytes, middle: Floats, arm: Floats, width: int, colour: list[float]) -> None:
    (x0, y0), (x1, y1) = np.round(np.stack([middle - arm, middle + arm])).astype(int).tolist()
    cv2.line(canvas, (x0, y0), (x1, y1), colour, width, cv2.LINE_AA)


def grained(rng: np.random.Generator, picture: Bytes, angle: float) -> Bytes:
    """The background with the grain of wood along a direction, in radians from the right."""
    high, wide = picture.shape[:2]
    side = int(np.ceil(np.hypot(wide, high)))
    grain = wood(rng, (side, side), (int(rng.integers(2, 6)), int(rng.integers(30, 140))))
    spin = cv2.getRotationMatrix2D((side / 2, side / 2), -float(np.degrees(angle)), 1.0)
    way = np.asarray(spin, dtype=np.float64)
    way[:, 2] += np.array([wide - side, high - side]) / 2
    turned = cv2.warpAffine(grain, way, (wide, high), borderMode=cv2.BORDER_REFLECT)
    out = picture.astype(np.float32) + rng.uniform(8, 40) * np.asarray(turned)[..., None]
    return np.asarray(np.clip(out, 0, 255), dtype=np.uint8)


def alike(rng: np.random.Generator, picture: Bytes, tones: Floats) -> Bytes:
    """The background in the colours of a toy: its tones (m, 3) have about their mean and spread.

    What is drawn there stays as it is, but a wire is told from it by its shape alone.
    """
    ground = picture.astype(np.float32)
    middle = tones.mean(axis=0) + rng.normal(0, 0.25, 1) * tones.std(axis=0)
    swing = float(tones.mean(axis=1).std()) * rng.uniform(0.3, 1.2)
    steps = ground - ground.mean(axis=(0, 1))
    bent = steps * np.float32(swing / (float(steps.mean(axis=2).std()) + 2.0))
    return np.asarray(np.clip(middle + bent, 0, 255), dtype=np.uint8)


def mirrored_room(rng: np.random.Generator, light: Light) -> Light:
    """The same room with sharp-edged windows and dark things in it, for chrome to mirror."""
    count = int(rng.integers(1, 7))
    panels = rng.normal(0, 1, (count, 3))
    panels /= np.linalg.norm(panels, axis=1, keepdims=True)
    power = rng.uniform(0.3, 1.8, count) * np.where(rng.random(count) < 0.35, -0.7, 1)
    size = np.cos(np.radians(rng.uniform(8, 45, count)))
    return replace(light, panels=np.column_stack([panels, size, power]))
