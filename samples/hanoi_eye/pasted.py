"""Hands and household things that are laid over looks at towers while a network learns of them.

A hand that reaches into the picture is no part of the tower, and neither is a ball beside it; but
only one of them can hold a disc. Hands come in from the picture's border, which may leave no more
of them than fingers; things lie or stand anywhere around the tower, and the border cuts them, too.
All are flat drawings with some light on them: looks are small.
"""

from collections.abc import Callable

import cv2
import numpy as np
from numpy.typing import NDArray

from samples.render.raster_fingers import draw_hand
from vision.frame import Image
from vision.hanoi.strangers import BEYOND

Floats = NDArray[np.float64]
Mask = NDArray[np.uint8]
# Blue, green, red and cover, (h, w, 4).
Canvas = NDArray[np.float32]

# So many hands are drawn, and used again; how large they are beside a look's tower, pixels to a
# millimetre; and the share that holds something round.
HANDS, SCALE, HOLDS = 96, (0.16, 0.42), 0.5
# How far from the middle of the look fingertips and things are, as shares of it, and how large
# things are.
TIPS, AWAY, LARGE = 0.42, (0.3, 0.55), (0.03, 0.16)
# Drawn so many times as large, and made smaller: edges are smooth.
FINE = 4


class Pasted:
    """Lays hands and things over looks."""

    def __init__(self, rng: np.random.Generator) -> None:
        self._hands = [draw_hand(rng) for _ in range(HANDS)]

    def hand(self, rng: np.random.Generator, look: Image, mask: Mask) -> tuple[Image, Mask]:
        """A look with a hand in it, and the mask of what is strange there."""
        size = look.shape[0]
        # The arm comes in from outside, mostly from above or from a side.
        angle = rng.uniform(-np.pi, 0) if rng.random() < 0.7 else rng.uniform(0, 2 * np.pi)
        way = np.array([np.cos(angle), np.sin(angle)])
        at = size * (0.5 + rng.uniform(-0.1, TIPS) * way + rng.normal(0, 0.15, 2))
        sprite = self._hands[int(rng.integers(len(self._hands)))]
        if rng.random() < HOLDS:
            look, mask = _disc(rng, look, mask, at)
        scale = float(np.exp(rng.uniform(*np.log(SCALE))))
        placed = sprite.placed(at, angle, scale, (size, size))
        light = np.exp(rng.normal(0, 0.15, 3)) * rng.uniform(0.6, 1.2)
        colour = np.clip(placed.colour * light, 0, 255)
        cover = placed.cover[..., None] / 255.0
        return _over(look, mask, colour, cover, strange=True)

    def thing(self, rng: np.random.Generator, look: Image, mask: Mask) -> tuple[Image, Mask]:
        """A look with a household thing beside or behind the tower, which hides hands there."""
        size = look.shape[0]
        angle = rng.uniform(0, 2 * np.pi)
        far = rng.uniform(*AWAY) * np.array([np.cos(angle), 0.9 * np.sin(angle)])
        at = size * (0.5 + far)
        large = size * float(np.exp(rng.uniform(*np.log(LARGE))))
        canvas = np.zeros((FINE * size, FINE * size, 4), np.float32)
        _THINGS[int(rng.integers(len(_THINGS)))](rng, canvas, FINE * at, FINE * large)
        shrunk = cv2.resize(canvas, (size, size), interpolation=cv2.INTER_AREA)
        small = np.asarray(shrunk, dtype=np.float64)
        below = int(rng.integers(0, 3))
        shadow = np.pad(small[..., 3], ((below, 0), (0, 0)))[:size]
        dark = np.asarray(cv2.GaussianBlur(shadow, (0, 0), 1.5)) * rng.uniform(0, 0.5)
        shaded = look * (1 - dark[..., None])
        return _over(shaded, mask, small[..., :3], small[..., 3:], strange=False, shown=look)


def _over(
    look: Image | Floats,
    mask: Mask,
    colour: Floats,
    cover: Floats,
    *,
    strange: bool,
    shown: Image | None = None,
) -> tuple[Image, Mask]:
    """A look under something, `colour` (h, w, 3) darkened by its `cover` (h, w, 1) already.

    Beyond the picture's border, as `shown` or else the look has it, nothing is seen.
    """
    beyond = np.all((look if shown is None else shown) == BEYOND, axis=2)
    laid = np.where(beyond[..., None], BEYOND, np.clip(look * (1 - cover) + colour, 0, 255))
    there = np.round(255 * cover[..., 0])
    marked = np.maximum(mask, there) if strange else mask * (1 - cover[..., 0])
    return laid.astype(np.uint8), np.where(beyond, 0, marked).astype(np.uint8)


def _disc(rng: np.random.Generator, look: Image, mask: Mask, at: Floats) -> tuple[Image, Mask]:
    """A disc, aslant as it may be held, at some fingertips."""
    cover, size = np.zeros(mask.shape, np.uint8), look.shape[0]
    wide = size * rng.uniform(0.03, 0.12)
    middle = at + rng.normal(0, 0.3 * wide, 2)
    axes, turn = (2 * wide, 2 * wide * rng.uniform(0.15, 0.9)), float(rng.normal(0, 25))
    cv2.ellipse(cover, (middle.tolist(), axes, turn), 255, -1)
    share = np.asarray(cv2.GaussianBlur(cover, (0, 0), 0.6), dtype=np.float64)[..., None] / 255.0
    return _over(look, mask, share * _tint(rng) * rng.uniform(0.7, 1.0), share, strange=True)


def _tint(rng: np.random.Generator) -> Floats:
    """A colour: a bright one, a grey, a wood or one of skin."""
    kind = rng.random()
    if kind < 0.5:
        return rng.uniform(0, 255, 3)
    if kind < 0.7:
        return np.full(3, rng.uniform(10, 250)) + rng.normal(0, 6, 3)
    warm = np.array([rng.uniform(0.3, 0.75), rng.uniform(0.55, 0.85), 1.0])
    return warm * rng.uniform(60, 245)


def _pixel(at: Floats) -> tuple[int, int]:
    return round(float(at[0])), round(float(at[1]))


def _ink(colour: Floats) -> list[float]:
    """What a canvas is painted with: a colour that covers all."""
    return [*np.clip(colour, 0, 255).tolist(), 1.0]


def _fill(canvas: Canvas, points: Floats, colour: Floats) -> None:
    cv2.fillPoly(canvas, [np.round(points).astype(np.int32).reshape(-1, 1, 2)], _ink(colour))


def _ball(rng: np.random.Generator, canvas: Canvas, at: Floats, large: float) -> None:
    """A ball or a fruit, brightest where the light comes from."""
    tint, light = _tint(rng), rng.normal(0, 0.3, 2) - np.array([0, 0.3])
    dark = rng.uniform(0.3, 0.8)
    for k in np.linspace(1, 0, 12):
        shade = dark + (1.1 - dark) * (1 - k**2)
        middle = at + (1 - k) * light * large
        ink = _ink(tint * shade)
        cv2.circle(canvas, _pixel(middle), round(k * large), ink, -1)


def _box(rng: np.random.Generator, canvas: Canvas, at: Floats, large: float) -> None:
    """A box, a book or some of them: a front, a side and a top."""
    for _ in range(int(rng.integers(1, 4))):
        tint = _tint(rng)
        across = large * rng.uniform(0.5, 2.2) * np.array([1.0, rng.normal(0, 0.2)])
        along = large * rng.uniform(0.2, 1.2) * np.array([rng.normal(0, 0.7), -0.5])
        up = large * rng.uniform(0.1, 1.6) * np.array([rng.normal(0, 0.03), -1.0])
        faces = ((across, up), (along, up), (across, along))
        corners = (np.zeros(2), across if along[0] > 0 else np.zeros(2), up)
        for (one, two), corner in zip(faces, corners, strict=True):
            face = at + corner + np.array([np.zeros(2), one, one + two, two])
            _fill(canvas, face, tint * rng.uniform(0.4, 1.1))
        at = at + up


def _mug(rng: np.random.Generator, canvas: Canvas, at: Floats, large: float) -> None:
    """A mug, a glass or a tin, upright."""
    tint, high, flat = _tint(rng), large * rng.uniform(0.8, 2.5), rng.uniform(0.1, 0.5)
    if rng.random() < 0.5:
        side = at + np.array([large * rng.choice([-1, 1]), -0.5 * high])
        ink = _ink(0.8 * tint)
        cv2.circle(
            canvas,
            _pixel(side),
            max(1, round(0.3 * high)),
            ink,
            max(1, round(0.15 * large)),
        )
    for x in np.linspace(-1, 1, 15)[:-1]:
        shade = rng.uniform(0.97, 1.03) * (0.6 + 0.5 * np.cos(1.3 * (x - 0.3)))
        left, right = x * large, (x + 1 / 7 + 0.02) * large
        low = [flat * large * np.sqrt(max(1 - (v / large) ** 2, 0)) for v in (left, right)]
        strip = [[left, -high], [right, -high], [right, low[1]], [left, low[0]]]
        _fill(canvas, at + np.array(strip), tint * shade)
    ink = _ink(tint * rng.uniform(0.3, 1.2))
    rim = ((at - np.array([0, high])).tolist(), (2 * large, 2 * flat * large), 0.0)
    cv2.ellipse(canvas, rim, ink, -1)


def _flat(rng: np.random.Generator, canvas: Canvas, at: Floats, large: float) -> None:
    """A phone, a card or a sheet on the table, a picture on the wall."""
    one = large * rng.uniform(0.5, 1.5) * np.array([1.0, rng.normal(0, 0.5)])
    two = large * rng.uniform(0.3, 1.2) * np.array([rng.normal(0, 0.6), 1.0])
    face = np.array([-one - two, one - two, one + two, two - one])
    tint = _tint(rng)
    _fill(canvas, at + face, tint)
    if rng.random() < 0.5:
        _fill(canvas, at + rng.uniform(0.6, 0.9) * face, _tint(rng))


def _pen(rng: np.random.Generator, canvas: Canvas, at: Floats, large: float) -> None:
    """A pen or a cable."""
    turn = rng.uniform(0, np.pi)
    way = 1.5 * large * np.array([np.cos(turn), np.sin(turn)])
    ink = _ink(_tint(rng))
    thick = max(1, round(large * rng.uniform(0.08, 0.25)))
    cv2.line(canvas, _pixel(at - way), _pixel(at + way), ink, thick)


_THINGS: tuple[Callable[[np.random.Generator, Canvas, Floats, float], None], ...] = (
    _ball,
    _ball,
    _box,
    _box,
    _mug,
    _flat,
    _pen,
)
