"""Backgrounds, hands and a cheap camera for the fast renderer."""

import cv2
import numpy as np
from numpy.typing import NDArray

from samples.render.mesh import Floats
from samples.render.scene import Bytes

Singles = NDArray[np.float32]


def draw_ground(rng: np.random.Generator, size: tuple[int, int]) -> Bytes:
    """A table or a wall (h, w, 3): plain, cloth, wood, blotches, with or without clutter."""
    wide, high = size
    base = rng.uniform(20, 255, 3) if rng.random() < 0.5 else rng.uniform(20, 255) * np.ones(3)
    picture = np.broadcast_to(base.astype(np.float32), (high, wide, 3)).copy()
    picture += _slope(rng, size)[..., None] * np.float32(rng.uniform(0, 60))
    kind = rng.choice(["plain", "blotches", "cloth", "wood", "checks"], p=[0.3, 0.2, 0.2, 0.2, 0.1])
    if kind == "blotches":
        picture += _blotches(rng, size) * np.float32(rng.uniform(5, 45))
    elif kind == "cloth":
        picture += _weave(rng, size)[..., None] * np.float32(rng.uniform(3, 25))
    elif kind == "wood":
        picture += _grain(rng, size)[..., None] * np.float32(rng.uniform(8, 40))
    elif kind == "checks":
        picture += _checks(rng, size)[..., None] * np.float32(rng.uniform(5, 60))
    out = np.clip(picture, 0, 255).astype(np.uint8)
    if rng.random() < 0.45:
        _clutter(rng, out)
    if rng.random() < 0.4:
        out = np.asarray(cv2.GaussianBlur(out, (0, 0), rng.uniform(0.7, 4)), dtype=np.uint8)
    return out


def cover(rng: np.random.Generator, picture: Bytes, near: Floats, span: float) -> NDArray[np.bool_]:
    """Puts fingers over a picture, near one of the points (m, 2); returns where: (h, w)."""
    mask = np.zeros(picture.shape[:2], np.uint8)
    skin = np.array([rng.uniform(70, 150), rng.uniform(95, 180), rng.uniform(130, 235)])
    at = near[int(rng.integers(len(near)))] + rng.normal(0, 0.08 * span, 2)
    angle = rng.uniform(0, 2 * np.pi)
    for finger in range(int(rng.integers(1, 5))):
        turn = angle + rng.normal(0, 0.12)
        way = np.array([np.cos(turn), np.sin(turn)])
        start = at + finger * 0.075 * span * np.array([-way[1], way[0]])
        width = span * rng.uniform(0.05, 0.085)
        bend = start + way * span * rng.uniform(0.12, 0.25)
        end = bend + (way + rng.normal(0, 0.3, 2)) * span * 0.7
        for grow, tone in ((1.0, 0.72), (0.75, 0.9), (0.4, 1.05)):
            colour = (skin * tone).clip(0, 255).tolist()
            _finger(picture, (start, bend, end), max(1, round(width * grow)), colour)
        _finger(mask, (start, bend, end), max(1, round(width)), 255)
    return np.asarray(mask > 0)


def _finger(
    canvas: Bytes, path: tuple[Floats, Floats, Floats], width: int, colour: float | list[float]
) -> None:
    points = np.clip(np.stack(path), -4000, 4000).astype(np.int32).reshape(-1, 1, 2)
    shade = colour if isinstance(colour, list) else [colour]
    cv2.polylines(canvas, [points], False, shade, width, cv2.LINE_AA)


def spoil(rng: np.random.Generator, picture: Bytes) -> Bytes:
    """What a cheap camera does: white balance, exposure, blur, noise, small size, JPEG."""
    high, wide = picture.shape[:2]
    out: Singles = picture.astype(np.float32)
    out = out * (rng.uniform(0.8, 1.2) * rng.uniform(0.85, 1.15, 3)).astype(np.float32)
    gamma = np.float32(rng.uniform(0.6, 1.6))
    out = (255 * (np.clip(out, 0, 255) / 255) ** gamma).astype(np.float32)
    if rng.random() < 0.25:
        out = out * np.float32(rng.uniform(0.5, 1)) + np.float32(rng.uniform(0, 60))
    if rng.random() < 0.5:
        out = np.asarray(cv2.GaussianBlur(out, (0, 0), rng.uniform(0.3, 1.3)), np.float32)
    if rng.random() < 0.1:
        out = _shaken(rng, out)
    if rng.random() < 0.7:
        out = out + rng.normal(0, rng.uniform(1, 14), out.shape).astype(np.float32)
    small = np.clip(out, 0, 255).astype(np.uint8)
    share = rng.uniform(0.5, 0.9) if rng.random() < 0.2 else 1.0
    if share < 1:
        to = (round(wide * share), round(high * share))
        small = np.asarray(cv2.resize(small, to, interpolation=cv2.INTER_AREA), dtype=np.uint8)
    if rng.random() < 0.7:
        quality = int(rng.integers(35, 96))
        _, packed = cv2.imencode(".jpg", small, [cv2.IMWRITE_JPEG_QUALITY, quality])
        small = np.asarray(cv2.imdecode(packed, cv2.IMREAD_COLOR), dtype=np.uint8)
    if share < 1:
        small = np.asarray(cv2.resize(small, (wide, high), interpolation=cv2.INTER_CUBIC))
    return small


def _shaken(rng: np.random.Generator, picture: Singles) -> Singles:
    """Motion blur along a line."""
    size = int(rng.integers(3, 8))
    kernel = np.zeros((size, size), np.float32)
    way = rng.normal(0, 1, 2)
    way = way / np.abs(way).max() * (size - 1) / 2
    a, b = (size - 1) / 2 - way, (size - 1) / 2 + way
    cv2.line(kernel, (round(a[0]), round(a[1])), (round(b[0]), round(b[1])), 1.0)
    return np.asarray(cv2.filter2D(picture, -1, kernel / kernel.sum()), dtype=np.float32)


def _slope(rng: np.random.Generator, size: tuple[int, int]) -> Singles:
    wide, high = size
    way = rng.normal(0, 1, 2)
    y, x = np.mgrid[-1 : 1 : high * 1j, -1 : 1 : wide * 1j]
    out: Singles = ((x * way[0] + y * way[1]) / np.linalg.norm(way)).astype(np.float32)
    return out


def _noise(rng: np.random.Generator, size: tuple[int, int], cells: tuple[int, int]) -> Singles:
    """Smooth noise with about `cells` blobs across and down."""
    small = rng.normal(0, 1, (cells[1] + 1, cells[0] + 1)).astype(np.float32)
    return np.asarray(cv2.resize(small, size, interpolation=cv2.INTER_CUBIC), dtype=np.float32)


def _blotches(rng: np.random.Generator, size: tuple[int, int]) -> Singles:
    out = np.zeros((size[1], size[0], 3), np.float32)
    for cells in (4, 11, 31, 90):
        tint = rng.uniform(0.5, 1.0, 3).astype(np.float32) * np.float32(rng.uniform(0.1, 1))
        out += _noise(rng, size, (cells, cells))[..., None] * tint
    return out


def _weave(rng: np.random.Generator, size: tuple[int, int]) -> Singles:
    wide, high = size
    y, x = np.mgrid[0:high, 0:wide].astype(np.float32)
    a, f = rng.uniform(0, np.pi), rng.uniform(0.4, 2.4)
    u, v = np.cos(a) * x + np.sin(a) * y, np.cos(a) * y - np.sin(a) * x
    wave = np.sin(u * np.float32(f)) + np.sin(v * np.float32(f * rng.uniform(0.8, 1.2)))
    out: Singles = wave * 0.5 + 0.7 * _noise(rng, size, (60, 45))
    return out


def _grain(rng: np.random.Generator, size: tuple[int, int]) -> Singles:
    long, fine = int(rng.integers(2, 6)), int(rng.integers(15, 70))
    return wood(rng, size, (long, fine) if rng.random() < 0.5 else (fine, long))


def wood(rng: np.random.Generator, size: tuple[int, int], cells: tuple[int, int]) -> Singles:
    """The grain of wood (h, w), -1 to 1, with about `cells` knots across and down."""
    warp = _noise(rng, size, cells) + 0.5 * _noise(rng, size, (cells[0] * 2, cells[1] * 2))
    return np.asarray(np.sin(warp * np.float32(rng.uniform(1, 4))), dtype=np.float32)


def _checks(rng: np.random.Generator, size: tuple[int, int]) -> Singles:
    wide, high = size
    y, x = np.mgrid[0:high, 0:wide]
    step, a = rng.uniform(8, 60), rng.uniform(0, np.pi)
    u, v = np.cos(a) * x + np.sin(a) * y, np.cos(a) * y - np.sin(a) * x
    cells = np.floor(u / step) + (np.floor(v / step) if rng.random() < 0.6 else 0)
    return np.asarray(cells % 2, dtype=np.float32)


def _clutter(rng: np.random.Generator, canvas: Bytes) -> None:
    """Boxes, discs, lines, rings and writing that are no part of the toy."""
    high, wide = canvas.shape[:2]
    for _ in range(int(rng.integers(1, 14))):
        colour = rng.uniform(0, 255, 3).tolist()
        a = (int(rng.uniform(-20, wide + 20)), int(rng.uniform(-20, high + 20)))
        b = (int(a[0] + rng.normal(0, 80)), int(a[1] + rng.normal(0, 60)))
        width = int(rng.integers(1, 8))
        kind = rng.integers(6)
        if kind == 0:
            box = cv2.boxPoints(((float(a[0]), float(a[1])), (60.0, 35.0), rng.uniform(0, 180)))
            cv2.fillConvexPoly(canvas, np.asarray(box * rng.uniform(0.8, 1.2), np.int32), colour)
        elif kind == 1:
            cv2.circle(canvas, a, int(rng.uniform(3, 40)), colour, -1, cv2.LINE_AA)
        elif kind == 2:
            cv2.circle(canvas, a, int(rng.uniform(5, 40)), colour, width, cv2.LINE_AA)
        elif kind == 3:
            cv2.line(canvas, a, b, colour, width, cv2.LINE_AA)
        elif kind == 4:
            cv2.ellipse(canvas, a, (50, 18), rng.uniform(0, 180), 0, 360, colour, width)
        else:
            cv2.putText(canvas, "puzzle 0123"[: width + 2], a, 0, rng.uniform(0.3, 1.5), colour, 2)
