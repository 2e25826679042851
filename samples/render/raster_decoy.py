"""Pictures without a toy for the fast renderer, with things in rows that might be taken for one."""

import cv2
import numpy as np

from samples.render.mesh import Floats
from samples.render.raster_ground import draw_ground, spoil
from samples.render.scene import Bytes

Colour = list[float]


def draw_nothing(rng: np.random.Generator, size: tuple[int, int]) -> Bytes:
    """A table or a wall (h, w, 3) without a toy; in half of them lie evenly spaced things."""
    picture = draw_ground(rng, size)
    if rng.random() < 0.5:
        for _ in range(int(rng.integers(1, 3))):
            draw_row(rng, picture)
    return spoil(rng, picture)


def draw_row(rng: np.random.Generator, canvas: Bytes) -> None:
    """Paints a comb, a fence, a spiral binding, buttons or a chain across a picture (h, w, 3)."""
    high, wide = canvas.shape[:2]
    pitch = wide * rng.uniform(0.03, 0.12)
    angle = rng.normal(0, 0.4)
    way = np.array([np.cos(angle), np.sin(angle)])
    start = rng.uniform(0.0, 0.5, 2) * (wide, 0) + (0, high * rng.uniform(0.2, 0.8))
    places = start + np.arange(int(rng.integers(3, 16)))[:, None] * pitch * way
    kind = int(rng.integers(5))
    paint = (_comb, _spiral, _buttons, _chain, _comb)[kind]
    paint(rng, canvas, places, pitch * np.array([-way[1], way[0]]))


def _comb(rng: np.random.Generator, canvas: Bytes, places: Floats, across: Floats) -> None:
    """Teeth, and a back at one end or at both."""
    long, width, colour = rng.uniform(1.5, 6), _width(rng, across), _colour(rng)
    lean = rng.normal(0, 0.3) * np.array([across[1], -across[0]])
    ends = places + long * across + lean
    for a, b in zip(places, ends, strict=True):
        _line(canvas, a, b, colour, width)
    for row in (places, ends)[: int(rng.integers(0, 3))]:
        _line(canvas, row[0], row[-1], colour, 2 * width)


def _spiral(rng: np.random.Generator, canvas: Bytes, places: Floats, across: Floats) -> None:
    """The wire of a notebook: slanted rings over an edge, with holes under them."""
    size, width, colour = float(np.hypot(*across)), _width(rng, across), _colour(rng)
    angle = float(np.degrees(np.arctan2(across[1], across[0])))
    long, short = size * rng.uniform(0.5, 1.6), size * rng.uniform(0.1, 0.8)
    axes = (max(1, round(long)), max(1, round(short)))
    if rng.random() < 0.6:
        edge = np.concatenate([places[[0, -1]], places[[-1, 0]] + 5 * across])
        cv2.fillConvexPoly(canvas, np.round(edge).astype(np.int32), _colour(rng))
    for place in places:
        centre = _pixel(place)
        cv2.circle(canvas, _pixel(place + 0.5 * across), width + 1, (20, 20, 20), -1, cv2.LINE_AA)
        cv2.ellipse(canvas, centre, axes, angle, 0, 360, colour, width, cv2.LINE_AA)


def _buttons(rng: np.random.Generator, canvas: Bytes, places: Floats, across: Floats) -> None:
    """Discs with a rim, in one row or in several."""
    size, colour, rim = float(np.hypot(*across)), _colour(rng), _colour(rng)
    radius = max(1, round(size * rng.uniform(0.15, 0.5)))
    for row in range(int(rng.integers(1, 4))):
        for place in places + row * across * 1.3:
            cv2.circle(canvas, _pixel(place), radius, colour, -1, cv2.LINE_AA)
            cv2.circle(canvas, _pixel(place), radius, rim, 1, cv2.LINE_AA)


def _chain(rng: np.random.Generator, canvas: Bytes, places: Floats, across: Floats) -> None:
    """Rings that overlap, in a row, with a bar behind or before them."""
    size, width, colour = float(np.hypot(*across)), _width(rng, across), _colour(rng)
    radius = max(2, round(size * rng.uniform(0.4, 1.3)))
    if rng.random() < 0.5:
        _line(canvas, places[0], places[-1], _colour(rng), width + 1)
    for place in places:
        cv2.circle(canvas, _pixel(place), radius, colour, width, cv2.LINE_AA)


def _width(rng: np.random.Generator, across: Floats) -> int:
    return max(1, round(float(np.hypot(*across)) * rng.uniform(0.05, 0.25)))


def _colour(rng: np.random.Generator) -> Colour:
    tint = rng.uniform(0, 255) * np.ones(3) if rng.random() < 0.6 else rng.uniform(0, 255, 3)
    colour: Colour = tint.tolist()
    return colour


def _line(canvas: Bytes, a: Floats, b: Floats, colour: Colour, width: int) -> None:
    cv2.line(canvas, _pixel(a), _pixel(b), colour, width, cv2.LINE_AA)


def _pixel(place: Floats) -> tuple[int, int]:
    return round(float(place[0])), round(float(place[1]))
