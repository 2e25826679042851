"""Squares with what is around them, drawn: faces of cubes, parts of patterns, near misses."""

from collections.abc import Iterator, Sequence

import cv2
import numpy as np

from samples.cube_verdict.grids import draw_grid
from samples.cube_verdict.toys import Singles, as_singles, lay_cube, shine, touch
from samples.render.raster_ground import draw_ground
from vision.cube.context import surroundings
from vision.cube.face import map_of, project, turned
from vision.frame import Floats, Image

Rng = np.random.Generator
Labelled = tuple[Image, bool]

SIZE = (320, 240)
# How exactly a face is placed when it is asked about, in stickers.
SHAKEN = (0.03, 0.1)
_UNIT = np.array([[0, 0], [3, 0], [3, 3], [0, 3.0]])


def squares_of_cube(rng: Rng, grounds: Sequence[Image]) -> Iterator[Labelled]:
    """The faces of a drawn cube before some ground, and places beside them that are none."""
    scene = as_singles(ground(rng, grounds))
    if rng.random() < 0.3:
        touch(scene, _anywhere(rng), rng)
    faces = lay_cube(scene, rng)
    for corners in faces:
        if rng.random() < 0.2:
            shine(scene, corners, rng)
    if faces and rng.random() < 0.4:
        touch(scene, faces[int(rng.integers(len(faces)))], rng)
    yield from asked(developed(scene, rng), faces, rng)


def asked(image: Image, faces: Sequence[Floats], rng: Rng) -> Iterator[Labelled]:
    """Each face, and for each a square that shares stickers with it."""
    for corners in faces:
        if _inside(corners, image):
            yield seen_at(image, corners, rng), True
            yield seen_at(image, beside(corners, rng), rng), False


def squares_of_grid(rng: Rng, grounds: Sequence[Image]) -> Iterator[Labelled]:
    """Some squares of three by three cells of a drawn grid."""
    grid = draw_grid(rng)
    scene = as_singles(ground(rng, grounds))
    high, wide = grid.picture.shape[:2]
    sheet = np.array([[0, 0], [wide, 0], [wide, high], [0, high]], np.float32)
    laid = _laid(rng, wide / high).astype(np.float32)
    place = np.asarray(cv2.getPerspectiveTransform(sheet, laid), np.float64)
    shrunk = np.sqrt(wide * high / abs(cv2.contourArea(laid)))
    drawn = as_singles(grid.picture)
    if shrunk > 1.2:
        drawn = np.asarray(cv2.GaussianBlur(drawn, (0, 0), 0.35 * shrunk), np.float32)
    how = (cv2.INTER_LINEAR, cv2.BORDER_TRANSPARENT)
    cv2.warpPerspective(drawn, place, SIZE, scene, *how)
    image = developed(scene, rng)
    most = grid.cells[0] - 3, grid.cells[1] - 3
    for _ in range(1 if most == (0, 0) else 3):
        column, row = int(rng.integers(most[0] + 1)), int(rng.integers(most[1] + 1))
        corners = project(place, grid.square(column, row))
        if _inside(corners, image):
            yield seen_at(image, corners, rng), False


def seen_at(image: Image, corners: Floats, rng: Rng) -> Image:
    """What the network sees of a square that is placed as exactly as a search places it."""
    side = float(np.sqrt(abs(cv2.contourArea(corners.astype(np.float32))))) / 3
    shaken = corners + rng.normal(0, rng.uniform(*SHAKEN) * side, (4, 2))
    return surroundings(image, turned(map_of(shaken)))


def beside(corners: Floats, rng: Rng) -> Floats:
    """A square moved by half a sticker and more, or of another size, in a face's plane."""
    kind = rng.random()
    if kind < 0.6:
        shift = rng.choice([-1, 0, 1], 2)
        shift = shift if shift.any() else np.array([1, 0])
    elif kind < 0.85:
        shift = rng.choice([-1, 1], 2) * rng.uniform([0.5, 0], [1.5, 1.5])[rng.permutation(2)]
    else:
        size = rng.choice([0.67, 1.33, 1.67])
        return project(map_of(corners), 1.5 + size * (_UNIT - 1.5) + rng.normal(0, 0.2, 2))
    return project(map_of(corners), _UNIT + shift)


def ground(rng: Rng, grounds: Sequence[Image]) -> Image:
    """A part of a real picture, or a drawn ground, or a drawn grid."""
    kind = rng.random()
    if kind < 0.55 and grounds:
        image = grounds[int(rng.integers(len(grounds)))]
        size = max(8, round(min(image.shape[:2]) * rng.uniform(0.3, 1)))
        top, left = (int(rng.integers(max(1, n - size + 1))) for n in image.shape[:2])
        part = image[top : top + size, left : left + size]
    elif kind < 0.75:
        part = draw_grid(rng).picture
    else:
        return np.asarray(draw_ground(rng, SIZE), np.uint8)
    return np.asarray(cv2.resize(part, SIZE, interpolation=cv2.INTER_AREA), np.uint8)


def developed(scene: Singles, rng: Rng) -> Image:
    """What a camera makes of a scene: light, blur, noise, packing."""
    slope = np.linspace(rng.uniform(0.6, 1.1), rng.uniform(0.6, 1.1), SIZE[0], dtype=np.float32)
    warm = rng.normal(0, 0.12)
    light = rng.uniform(0.35, 1.15) * np.exp(warm * np.array([-1, 0, 1]))
    shown = scene.clip(0, 255) * slope[None, :, None] * light.astype(np.float32)
    sigma = rng.choice([0.0, rng.uniform(0.4, 1.2), rng.uniform(1, 2.2)], p=[0.3, 0.5, 0.2])
    if sigma > 0:
        shown = np.asarray(cv2.GaussianBlur(shown, (0, 0), float(sigma)), np.float32)
    shown = shown + rng.normal(0, rng.uniform(0, 8), shown.shape).astype(np.float32)
    image = np.asarray((shown + rng.uniform(0, 25)).clip(0, 255), np.uint8)
    if rng.random() < 0.4:
        quality = [cv2.IMWRITE_JPEG_QUALITY, int(rng.integers(25, 95))]
        image = np.asarray(cv2.imdecode(cv2.imencode(".jpg", image, quality)[1], 1), np.uint8)
    return image


def _laid(rng: Rng, wide: float) -> Floats:
    """Where a sheet's corners come to lie, (4, 2), in some perspective; `wide` is its aspect."""
    unit = np.array([[-1, -1], [1, -1], [1, 1], [-1, 1.0]]) * (min(1.0, wide), min(1.0, 1 / wide))
    angle, tilt = rng.uniform(0, 2 * np.pi), rng.uniform(0, 0.75)
    turn = np.array([[np.cos(angle), -np.sin(angle)], [np.sin(angle), np.cos(angle)]])
    points = unit @ turn.T * rng.choice([rng.uniform(35, 110), rng.uniform(110, 320)])
    depth = 1 + np.sin(tilt) * points[:, 1] / rng.uniform(350, 900)
    points[:, 1] *= np.cos(tilt)
    spin = rng.uniform(0, 2 * np.pi)
    back = np.array([[np.cos(spin), -np.sin(spin)], [np.sin(spin), np.cos(spin)]])
    middle = np.array(SIZE) * (0.5 + rng.uniform(-0.2, 0.2, 2))
    return np.asarray((points / depth[:, None]) @ back.T + middle)


def _anywhere(rng: Rng) -> Floats:
    return np.asarray(rng.uniform(0, 1, 2) * SIZE + 20 * _UNIT)


def _inside(corners: Floats, image: Image) -> bool:
    """Whether a square lies in the picture, a little of it may be cut off."""
    high, wide = image.shape[:2]
    slack = 0.06 * wide
    area = abs(cv2.contourArea(corners.astype(np.float32)))
    inside = (corners > -slack).all() and (corners < (wide + slack, high + slack)).all()
    return bool(inside and area > 20**2)
