"""What lies behind a painted tower, the grain of its wood, and what a cheap camera does to it."""

import cv2
import numpy as np
from numpy.typing import NDArray

Image = NDArray[np.uint8]


def backdrop(rng: np.random.Generator, width: int, height: int) -> Image:
    """A white studio, a table and a wall, tiles, or a cluttered room."""
    kind = rng.random()
    canvas = np.empty((height, width, 3), np.uint8)
    canvas[:] = rng.uniform(225, 255) if kind < 0.2 else rng.uniform(0, 255, 3)
    if kind < 0.2:
        if rng.random() < 0.5:
            _slope(rng, canvas, 30)
        return canvas
    if rng.random() < 0.6:
        edge = int(rng.uniform(0.05, 0.7) * height)
        canvas[:edge] = np.clip(canvas[0, 0] * rng.uniform(0.5, 1.5) + rng.normal(0, 30, 3), 0, 255)
    if kind > 0.75:
        _tiles(rng, canvas)
    if kind > 0.45:
        _clutter(rng, canvas)
    _slope(rng, canvas, 60)
    if rng.random() < 0.4:
        canvas[:] = cv2.GaussianBlur(canvas, (0, 0), float(rng.uniform(0.5, 6)))
    return grain(rng, canvas)


def grain(rng: np.random.Generator, picture: Image) -> Image:
    """Multiplies a picture with stretched noise, as wood or cloth has it."""
    h, w = picture.shape[:2]
    cell = rng.uniform(2, 40, 2)
    small = rng.normal(0, 1, (max(2, int(h / cell[0])), max(2, int(w / cell[1])))).astype(
        np.float32
    )
    noise = cv2.resize(small, (w, h), interpolation=cv2.INTER_LINEAR)
    gain = 1 + noise * np.float32(rng.choice([0.0, 0.03, 0.06, 0.12]))
    return np.clip(picture * gain[..., None], 0, 255).astype(np.uint8)


def spoil(rng: np.random.Generator, picture: Image) -> Image:
    """Lamp colour, exposure, blur, noise and JPEG, each perhaps; half of the cameras are good."""
    h, w = picture.shape[:2]
    bad = 1.0 if rng.random() < 0.5 else 0.35
    out = picture.astype(np.float32)
    if rng.random() < 0.6:
        out *= rng.uniform(0.8, 1.2, 3).astype(np.float32)
    if rng.random() < 0.5:
        out = 255 * np.power(np.clip(out / 255, 0, 1), np.float32(rng.uniform(0.6, 1.6)))
    if rng.random() < 0.6:
        out[:] = cv2.GaussianBlur(out, (0, 0), float(rng.uniform(0.3, 0.3 + 1.1 * bad)))
    if rng.random() < 0.15 * bad:
        small = cv2.resize(out, None, fx=0.5, fy=0.5, interpolation=cv2.INTER_AREA)
        out[:] = cv2.resize(small, (w, h), interpolation=cv2.INTER_LINEAR)
    if rng.random() < 0.6:
        noise = rng.standard_normal((h, w, 1), np.float32) * np.float32(rng.uniform(1, 1 + 8 * bad))
        out += noise
    done = np.clip(out, 0, 255).astype(np.uint8)
    if rng.random() < 0.5:
        quality = [cv2.IMWRITE_JPEG_QUALITY, int(rng.integers(30 if bad == 1 else 70, 96))]
        coded = cv2.imencode(".jpg", done, quality)[1]
        done = np.asarray(cv2.imdecode(coded, cv2.IMREAD_COLOR), dtype=np.uint8)
    return done


def _slope(rng: np.random.Generator, canvas: Image, strength: float) -> None:
    """A brightness that changes across the picture."""
    h, w = canvas.shape[:2]
    gx, gy = rng.uniform(-strength, strength, 2)
    ramp = np.linspace(-gx, gx, w)[None, :] + np.linspace(-gy, gy, h)[:, None]
    canvas[:] = np.clip(canvas + ramp[..., None], 0, 255).astype(np.uint8)


def _tiles(rng: np.random.Generator, canvas: Image) -> None:
    """A checked or striped cloth."""
    h, w = canvas.shape[:2]
    a, b = rng.uniform(-0.6, 0.6, 2)
    u, v = np.meshgrid(np.arange(w) + a * 50, np.arange(h) + b * 50)
    step = rng.uniform(4, 40)
    mask = ((u + a * v) // step + (v + b * u) // (step * rng.uniform(0.5, 2))).astype(int) % 2 == 0
    canvas[mask] = np.clip(canvas[mask] * rng.uniform(0.7, 1.3), 0, 255).astype(np.uint8)


def _clutter(rng: np.random.Generator, canvas: Image) -> None:
    """Boxes, bars, balls and words that are no tower."""
    h, w = canvas.shape[:2]
    for _ in range(int(rng.integers(1, 12))):
        colour = tuple(float(v) for v in rng.uniform(0, 255, 3))
        x, y = int(rng.integers(w)), int(rng.integers(h))
        a, b = (max(2, int(v * w)) for v in rng.uniform(0.01, 0.2, 2))
        kind = rng.random()
        turn = float(rng.uniform(0, 180))
        if kind < 0.4:
            box = cv2.boxPoints(((x, y), (a, b), turn)).astype(np.int32)
            cv2.fillConvexPoly(canvas, box, colour, cv2.LINE_AA)
        elif kind < 0.65:
            cv2.ellipse(canvas, (x, y), (a, b), turn, 0, 360, colour, -1, cv2.LINE_AA)
        elif kind < 0.9:
            end = (int(rng.integers(w)), int(rng.integers(h)))
            cv2.line(canvas, (x, y), end, colour, int(rng.integers(1, 12)), cv2.LINE_AA)
        else:
            cv2.putText(canvas, "HANOI 64", (x, y), 0, float(rng.uniform(0.4, 2)), colour, 2)
