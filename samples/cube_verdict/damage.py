"""Photographs of faces, laid elsewhere and spoilt: small, tilted, blurred, noisy, oddly lit."""

from collections.abc import Callable

import cv2
import numpy as np

from vision.frame import Floats, Image

Rng = np.random.Generator
SIZE = (640, 480)


def laid(image: Image, corners: Floats, rng: Rng) -> tuple[Image, Floats]:
    """The picture turned, tilted and scaled, and where its faces' corners, (n, 4, 2), then lie.

    The first face fills from a fifth to most of the new picture's height.
    """
    share = rng.choice([0.21, 0.45, 0.85], p=[0.2, 0.6, 0.2]) * rng.uniform(0.8, 1.1)
    angle, axis = rng.uniform(0, 2 * np.pi, 2)
    tilt, focal = np.radians(rng.uniform(0, 45)), 1.4 * SIZE[0]
    middle = corners.reshape(-1, 2).mean(axis=0)
    side = np.sqrt(cv2.contourArea(corners[0].astype(np.float32)))
    scale = share * SIZE[1] / max(float(side), 1.0)
    if scale < 0.7:
        image = np.asarray(cv2.GaussianBlur(image, (0, 0), 0.35 / scale), np.uint8)
    leaned = np.array([[1, 0, 0], [0, np.cos(tilt), 0], [0, np.sin(tilt) / focal, 1]])
    place = _shift(SIZE[0] / 2, SIZE[1] / 2) @ _turn(axis) @ leaned @ _turn(angle - axis)
    place = place @ np.diag([scale, scale, 1]) @ _shift(*-middle)
    drawn = cv2.warpPerspective(image, place, SIZE, borderMode=cv2.BORDER_REPLICATE)
    moved = cv2.perspectiveTransform(corners.reshape(1, -1, 2), place).reshape(-1, 4, 2)
    return np.asarray(drawn, np.uint8), np.asarray(moved, np.float64)


def _shift(x: float, y: float) -> Floats:
    return np.array([[1, 0, x], [0, 1, y], [0, 0, 1.0]])


def _turn(angle: float) -> Floats:
    c, s = np.cos(angle), np.sin(angle)
    return np.array([[c, -s, 0], [s, c, 0], [0, 0, 1.0]])


def spoilt(image: Image, corners: Floats, rng: Rng) -> Image:
    """The picture with one of the things that happen to photographs."""
    return SPOILS[int(rng.integers(len(SPOILS)))](image, corners, rng)


def _as_it_is(image: Image, corners: Floats, rng: Rng) -> Image:
    return image


def _blurred(image: Image, corners: Floats, rng: Rng) -> Image:
    return np.asarray(cv2.GaussianBlur(image, (0, 0), _sticker(corners[0]) / 14), np.uint8)


def _shaken(image: Image, corners: Floats, rng: Rng) -> Image:
    far = 2 * int(_sticker(corners[0]) / 10) + 1
    kernel = np.zeros((far, far), np.float32)
    angle, middle = rng.uniform(0, np.pi), far // 2
    end = (round(middle * np.cos(angle)), round(middle * np.sin(angle)))
    cv2.line(kernel, (middle - end[0], middle - end[1]), (middle + end[0], middle + end[1]), 1.0)
    return np.asarray(cv2.filter2D(image, -1, kernel / kernel.sum()), np.uint8)


def _noisy(image: Image, corners: Floats, rng: Rng) -> Image:
    return np.asarray((image + rng.normal(0, 12, image.shape)).clip(0, 255), np.uint8)


def _packed(image: Image, corners: Floats, rng: Rng) -> Image:
    _, data = cv2.imencode(".jpg", image, [cv2.IMWRITE_JPEG_QUALITY, 30])
    return np.asarray(cv2.imdecode(data, cv2.IMREAD_COLOR), np.uint8)


def _lit(image: Image, corners: Floats, rng: Rng) -> Image:
    """Darker or brighter by stops, warmer or cooler."""
    stops, warm = rng.uniform(-2.2, 1.2), rng.uniform(-0.3, 0.35)
    gains = 2.0**stops * np.exp(warm * np.array([-1, 0, 1]))
    light = (image / 255.0) ** 2.2 * gains
    return np.asarray(255 * light.clip(0, 1) ** (1 / 2.2), np.uint8)


def _glaring(image: Image, corners: Floats, rng: Rng) -> Image:
    """A lamp's mirror image on one sticker of each face."""
    mask = np.zeros(image.shape[:2], np.float32)
    for face in corners:
        side = _sticker(face)
        x, y = face.mean(axis=0) + rng.uniform(-1.2, 1.2, 2) * side
        axes = (round(0.45 * side), round(0.3 * side))
        turn = float(rng.uniform(0, 180))
        cv2.ellipse(mask, (round(x), round(y)), axes, turn, 0, 360, 230.0, cv2.FILLED)
    soft = cv2.GaussianBlur(mask, (0, 0), max(_sticker(corners[0]) / 8, 0.5))
    return np.asarray((image + soft[:, :, None]).clip(0, 255), np.uint8)


def _touched(image: Image, corners: Floats, rng: Rng) -> Image:
    """A finger over the rim of each face."""
    drawn = image.copy()
    skin = np.array([120, 150, 200]) * rng.uniform(0.6, 1.1)
    for face in corners:
        start = face[int(rng.integers(4))]
        inner = start + 0.4 * (face.mean(axis=0) - start)
        outer = start + 1.5 * (start - face.mean(axis=0))
        ends = [tuple(round(float(v)) for v in end) for end in (inner, outer)]
        thick = max(1, round(0.8 * _sticker(face)))
        cv2.line(drawn, ends[0], ends[1], tuple(map(float, skin)), thick)
    return drawn


def _sticker(face: Floats) -> float:
    return float(np.sqrt(cv2.contourArea(face.astype(np.float32)))) / 3


SPOILS: tuple[Callable[[Image, Floats, Rng], Image], ...] = (
    _as_it_is,
    _blurred,
    _shaken,
    _noisy,
    _packed,
    _lit,
    _glaring,
    _touched,
)
