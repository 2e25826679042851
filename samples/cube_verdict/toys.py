"""Cubes in all makes for the training: each face a flat picture, laid into perspective.

It needs less than a renderer gives, but thousands of makes: stickers of any size and roundness,
plastic of any colour, caps without stickers, marks on the centres.
"""

from dataclasses import dataclass

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.frame import Floats, Image

Rng = np.random.Generator
Singles = NDArray[np.float32]

# Hue in degrees, saturation and value of w y r o g b: from, to.
_HUES = np.array([(0, 360), (44, 72), (-20, 9), (11, 40), (88, 172), (196, 240)])
_SATURATIONS = np.array([(0, 0.1), (0.6, 1), (0.68, 1), (0.62, 1), (0.55, 1), (0.6, 1)])
_VALUES = np.array([(0.78, 1), (0.72, 1), (0.42, 0.95), (0.75, 1), (0.36, 0.9), (0.34, 0.95)])

# The front's corners, and those of the two faces that are seen beside it, clockwise from outside;
# a cube of side 3, its middle at 0, y down, z away from the camera.
_H = 1.5
_FACES = np.array([
    [[-_H, -_H, -_H], [_H, -_H, -_H], [_H, _H, -_H], [-_H, _H, -_H]],
    [[-_H, -_H, _H], [_H, -_H, _H], [_H, -_H, -_H], [-_H, -_H, -_H]],
    [[_H, -_H, -_H], [_H, -_H, _H], [_H, _H, _H], [_H, _H, -_H]],
    [[-_H, -_H, _H], [-_H, -_H, -_H], [-_H, _H, -_H], [-_H, _H, _H]],
    [[-_H, _H, -_H], [_H, _H, -_H], [_H, _H, _H], [-_H, _H, _H]],
    [[_H, -_H, _H], [-_H, -_H, _H], [-_H, _H, _H], [_H, _H, _H]],
])  # fmt: skip
# How much a face is turned to the camera before it is shown to the network: a cosine.
_OPEN = 0.3


@dataclass(frozen=True, slots=True)
class Make:
    """How a cube is made; lengths in stickers, `paints` (7, 3) 0 to 255: six inks and plastic."""

    paints: Floats
    gap: float
    round_: float
    rim: float
    own: float
    logo: bool


def draw_make(rng: Rng) -> Make:
    """Any make: black, white or coloured plastic, or, without stickers, dark gaps."""
    ranges = np.array([_HUES, _SATURATIONS, _VALUES])
    hue, saturation, value = rng.uniform(ranges[..., 0], ranges[..., 1])
    hue[3] = max(hue[3], hue[2] + 11)
    hsv = np.stack([hue % 360, saturation, value], axis=1).astype(np.float32)
    inks = cv2.cvtColor(hsv[None], cv2.COLOR_HSV2BGR)[0] * 255
    kind = rng.choice(["black", "white", "any", "own"], p=[0.5, 0.13, 0.04, 0.33])
    plastic = {"black": rng.uniform(5, 50), "white": rng.uniform(170, 245)}.get(kind, 40.0)
    body = np.full(3, plastic) if kind != "any" else rng.uniform(0, 255, 3)
    gap = rng.uniform(0.015, 0.06) if kind == "own" else rng.uniform(0.03, 0.13)
    return Make(
        np.vstack([inks, body]),
        float(gap),
        float(rng.choice([rng.uniform(0.02, 0.2), rng.uniform(0.0, 0.06)], p=[0.7, 0.3])),
        float(rng.uniform(0.0, 0.08)),
        float(rng.uniform(0.1, 0.6)) if kind == "own" else 0.0,
        bool(rng.random() < 0.6),
    )


def letters(rng: Rng) -> NDArray[np.intp]:
    """Nine colours: mostly any, at times few, or one: then white more often than another.

    White faces of a solved cube are what panes and tiles look like most.
    """
    kind = rng.random()
    if kind < 0.55:
        return rng.integers(0, 6, 9)
    few = rng.integers(0, 6, 3) if kind < 0.85 else np.zeros(3, np.intp)
    return few[rng.integers(0, 3 if kind < 0.65 else 1, 9)]


def face_of(make: Make, colours: NDArray[np.intp], fine: int, rng: Rng) -> Singles:
    """A face as a flat picture, (3 fine, 3 fine, 3), `fine` pixels a sticker."""
    at = (np.arange(3 * fine) + 0.5) / fine
    x, y = np.meshgrid(np.abs(at % 1 - 0.5), np.abs(at % 1 - 0.5))
    half = 0.5 - make.gap
    radius = min(make.round_, half)
    outer = np.hypot(np.maximum(x - half + radius, 0), np.maximum(y - half + radius, 0)) - radius
    cover = np.clip(0.5 - outer * fine, 0, 1)[..., None]
    inks = make.paints[colours] * rng.uniform(0.93, 1.04, (9, 1))
    flat = np.kron(inks.reshape(3, 3, 3).transpose(2, 0, 1), np.ones((fine, fine)))
    flat = flat.transpose(1, 2, 0)
    plastic = flat * make.own if make.own else np.broadcast_to(make.paints[6], flat.shape)
    picture = np.ascontiguousarray(flat * cover + plastic * (1 - cover), np.float32)
    if make.logo and (colours[4] == 0 or rng.random() < 0.1):
        picture = as_singles(_printed(np.asarray(picture.clip(0, 255), np.uint8), fine, rng))
    return picture * _shading(3 * fine, rng)


def _printed(picture: Image, fine: int, rng: Rng) -> Image:
    """The face with a maker's mark on the middle sticker."""
    ink = tuple(float(v) for v in rng.uniform(0, 200, 3))
    middle = int(1.5 * fine)
    size = max(2, round(fine * rng.uniform(0.12, 0.36)))
    for _ in range(int(rng.integers(1, 4))):
        x, y = (middle + int(v) for v in rng.normal(0, size / 3, 2))
        if rng.integers(2):
            cv2.circle(picture, (x, y), size, ink, int(rng.choice([-1, 1, 2])), cv2.LINE_AA)
        else:
            text = "".join(rng.choice(list("GANMOYUQIRubik")) for _ in range(3))
            cv2.putText(picture, text, (x - size, y), 0, size / 25, ink, 1, cv2.LINE_AA)
    return picture


def _shading(side: int, rng: Rng) -> Singles:
    """Light across a face: a slope, a shadow's edge at times, pieces that are not quite flat."""
    y, x = np.mgrid[-1 : 1 : side * 1j, -1 : 1 : side * 1j].astype(np.float32)
    slope = rng.normal(0, 0.18, 2)
    light = np.exp(slope[0] * x + slope[1] * y)
    if rng.random() < 0.15:
        turn, deep = rng.uniform(0, 2 * np.pi), rng.uniform(0.2, 0.6)
        along = x * np.cos(turn) + y * np.sin(turn) - rng.uniform(-0.8, 0.8)
        light *= 1 - deep / (1 + np.exp(-along / rng.uniform(0.02, 0.3)))
    pieces = np.kron(np.exp(rng.normal(0, 0.03, (3, 3))), np.ones((side // 3, side // 3)))
    return np.asarray(light * pieces, np.float32)[..., None]


def lay_cube(scene: Singles, rng: Rng) -> list[Floats]:
    """Lays a cube into a scene, (h, w, 3); returns the corners, (4, 2), of faces in good sight."""
    make = draw_make(rng)
    high, wide = scene.shape[:2]
    pose, front = _pose(rng), rng.random() < 0.35
    if front:
        pose = _turn(rng.normal(0, 0.25), rng.normal(0, 0.25), rng.uniform(0, 2 * np.pi))
    focal = wide * rng.uniform(0.8, 2.0)
    share = rng.uniform(0.16, 0.8) * high
    depth = 3 * focal / share
    shift = rng.uniform(-0.25, 0.25, 2) * (wide, high)
    corners = _FACES @ pose.T
    corners[..., 2] += depth
    shown = focal * corners[..., :2] / corners[..., 2:] + (wide / 2, high / 2) + shift
    seen = []
    rounded = 0.45 * rng.random()
    for solid, flat in zip(corners, shown, strict=True):
        normal = np.cross(solid[1] - solid[0], solid[3] - solid[0])
        facing = normal @ solid.mean(axis=0) / np.linalg.norm(solid.mean(axis=0)) / 9
        if facing < 0.05:
            continue
        _lay(scene, flat, make, rounded, rng)
        if facing > _OPEN:
            seen.append(flat)
    return seen


def _lay(scene: Singles, flat: Floats, make: Make, rounded: float, rng: Rng) -> None:
    side = np.sqrt(abs(cv2.contourArea(flat.astype(np.float32)))) / 3
    fine = int(np.clip(round(1.2 * side), 4, 60))
    picture = face_of(make, letters(rng), fine, rng) * rng.uniform(0.55, 1.1)
    cover = np.ones(picture.shape[:2], np.float32)
    _round_off(cover, rounded * fine)
    rim = make.rim * fine
    end = 3 * fine + rim
    source = np.array([[-rim, -rim], [end, -rim], [end, end], [-rim, end]], np.float32) - 0.5
    place = cv2.getPerspectiveTransform(source, flat.astype(np.float32) - 0.5)
    size = (scene.shape[1], scene.shape[0])
    body = np.asarray(make.paints[6] * (0.4 if make.own else 1.0), np.float32)
    if rim > 0.3:
        cv2.fillConvexPoly(scene, np.round(16 * flat).astype(np.int32), body.tolist(), 16, 4)
    laid = cv2.warpPerspective(picture * cover[..., None], place, size)
    mask = cv2.warpPerspective(cover, place, size)[..., None]
    scene *= 1 - mask
    scene += laid


def _round_off(cover: Singles, radius: float) -> None:
    """Takes the outermost corners off a face, as round pieces have it."""
    n = int(radius)
    if n < 2:
        return
    y, x = np.mgrid[:n, :n]
    corner = (np.hypot(n - x - 0.5, n - y - 0.5) < n).astype(np.float32)
    cover[:n, :n], cover[:n, -n:] = corner, corner[:, ::-1]
    cover[-n:, :n], cover[-n:, -n:] = corner[::-1], corner[::-1, ::-1]


def _pose(rng: Rng) -> Floats:
    """Any rotation, (3, 3)."""
    a, b, c, d = rng.normal(size=4)
    n = a * a + b * b + c * c + d * d
    return np.array([
        [1 - 2 * (c * c + d * d) / n, 2 * (b * c - a * d) / n, 2 * (b * d + a * c) / n],
        [2 * (b * c + a * d) / n, 1 - 2 * (b * b + d * d) / n, 2 * (c * d - a * b) / n],
        [2 * (b * d - a * c) / n, 2 * (c * d + a * b) / n, 1 - 2 * (b * b + c * c) / n],
    ])  # fmt: skip


def _turn(about_x: float, about_y: float, about_z: float) -> Floats:
    """A rotation about the third axis, the second and the first."""
    result = np.eye(3)
    for angle, (i, j) in ((about_z, (0, 1)), (about_y, (0, 2)), (about_x, (1, 2))):
        step = np.eye(3)
        step[[i, i, j, j], [i, j, i, j]] = (
            np.cos(angle),
            -np.sin(angle),
            np.sin(angle),
            np.cos(angle),
        )
        result = step @ result
    return result


def touch(scene: Singles, corners: Floats, rng: Rng) -> None:
    """A finger or two over the rim of a face, or beside it."""
    side = float(np.sqrt(abs(cv2.contourArea(corners.astype(np.float32))))) / 3
    skin = np.array([0.5, 0.66, 1.0]) * rng.uniform(60, 235) + rng.normal(0, 8, 3)
    for _ in range(int(rng.integers(1, 5))):
        turn = rng.uniform(0, 2 * np.pi)
        way = np.array([np.cos(turn), np.sin(turn)])
        middle = corners.mean(axis=0)
        tip = middle + way * side * rng.uniform(0.95, 2.2)
        root = middle + way * side * 5 + rng.normal(0, 1.2, 2) * side
        start, end = ((round(float(p[0])), round(float(p[1]))) for p in (tip, root))
        thick = max(2, round(side * rng.uniform(0.5, 1.0)))
        cv2.line(scene, start, end, (0.75 * skin).tolist(), thick + 1, cv2.LINE_AA)
        cv2.line(scene, start, end, skin.tolist(), max(1, thick - 1), cv2.LINE_AA)


def shine(scene: Singles, corners: Floats, rng: Rng) -> None:
    """A lamp's mirror image on a face."""
    side = float(np.sqrt(abs(cv2.contourArea(corners.astype(np.float32))))) / 3
    place = corners.mean(axis=0) + rng.uniform(-1.4, 1.4, 2) * side
    mask = np.zeros(scene.shape[:2], np.float32)
    axes = [max(1, round(side * rng.uniform(0.15, 0.7))) for _ in range(2)]
    middle = round(float(place[0])), round(float(place[1]))
    strength = float(rng.uniform(40, 255))
    cv2.ellipse(mask, middle, axes, float(rng.uniform(0, 180)), 0, 360, strength, cv2.FILLED)
    scene += cv2.GaussianBlur(mask, (0, 0), max(0.6, side * rng.uniform(0.05, 0.4)))[..., None]


def as_singles(image: Image) -> Singles:
    """A picture to draw on."""
    return image.astype(np.float32)
