"""A painted hand or gripper in front of a tower."""

import cv2
import numpy as np

from samples.hanoi_eye.ink import Image, point
from samples.hanoi_eye.scene import Floats


def draw_limb(rng: np.random.Generator, canvas: Image, at: Floats, scale: float) -> None:
    """Thick strokes from the picture's edge to a point: an arm and its fingers."""
    h, w = canvas.shape[:2]
    colour = rng.uniform(5, 60, 3) if rng.random() < 0.5 else np.array([110, 150, 210.0])
    colour = np.clip(colour * rng.uniform(0.5, 1.2) + rng.normal(0, 8, 3), 0, 255)
    away = rng.uniform(0, 2 * np.pi)
    far = at + np.array([np.cos(away), np.sin(away)]) * (w + h)
    wrist = at + (far - at) / np.linalg.norm(far - at) * scale * rng.uniform(0.4, 0.9)
    wide = max(4, int(scale * rng.uniform(0.25, 0.6)))
    ink = tuple(float(v) for v in colour)
    cv2.line(canvas, point(wrist), point(wrist + (far - at)), ink, wide, cv2.LINE_AA)
    for _ in range(int(rng.integers(2, 5))):
        end = at + rng.normal(0, 0.2, 2) * scale
        knee = (wrist + end) / 2 + rng.normal(0, 0.12, 2) * scale
        shade = tuple(float(v) for v in np.clip(colour * rng.uniform(0.8, 1.2), 0, 255))
        thin = max(3, int(wide * rng.uniform(0.25, 0.45)))
        cv2.line(canvas, point(wrist), point(knee), shade, thin, cv2.LINE_AA)
        cv2.line(canvas, point(knee), point(end), shade, thin, cv2.LINE_AA)
