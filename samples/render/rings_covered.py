"""Lessons on where rows of rods end and what hides rings: drawn toys with things laid over them.

What hides a row's end is drawn over pictures that are there already: hands, fingers, cards, cloths,
straps, a bar along a side. Which rods it hides tells where the row seems to end. Some of these are
laid behind toys, too, and hide nothing: a book at whose edge a row ends is behind it or before it.
"""

from collections.abc import Callable
from dataclasses import dataclass

import cv2
import numpy as np
from numpy.typing import NDArray

from samples.render.raster_fingers import draw_hand
from samples.render.raster_ground import cover
from vision.rings.covered import MOST, strip_of

Floats = NDArray[np.float64]
Grey = NDArray[np.uint8]
Mask = NDArray[np.bool_]
Lay = Callable[[np.random.Generator, Grey, Floats, float], tuple[Grey, Mask]]

# Rods of a strip at least.
FEWEST = 3
# A rod of which less than the first share is hidden is found, and from the second on it is not.
SEEN, GONE = 0.3, 0.7
# Shares of toys with nothing over them, of these that are found too short or too long, and of
# things that are laid near an end of the row.
BARE, WITHIN, AT_ENDS = 0.25, 0.5, 0.6
# An eye is so large, in distances of rods; it is seen where less than the first share of it is
# hidden, and from the second on it is not.
EYE, CLEAR, HALF = 0.35, 0.1, 0.6
UNKNOWN = float("nan")
# Toys whose rods are so few pixels apart are not looked at.
LEAST_PITCH = 4.0
# The rods at both ends that no hand may hide in the picture itself.
ENDS = [0, 1, -2, -1]
# How a row is found: its feet aside, all of them and each, in distances of rods; the log of these;
# turned, in radians.
ASIDE, JITTER, SIZE, TURN = 0.1, 0.06, 0.05, 0.05
# The share of toys with things right behind them, and how many at most; what differs so much from
# its surroundings, in grey levels, or is so near to a rod, in distances of rods, is the toy.
BEHIND, MOST_BEHIND, DIFFERS, NEAR_ROD = 0.5, 3, 8, 0.12
# The share of things with a slope of light on them, and of those with grain.
GRAINY = 0.6
# Points of a rod by which it is seen.
ALONG = np.linspace(0.0, 1.0, 7)
# So many hands are drawn. And so often something else is laid over a picture that hid too much.
HANDS, TRIES = 48, 12


@dataclass(frozen=True, slots=True, eq=False)
class Lesson:
    """A strip (108, 240), and what is so at its first MOST places, (3, MOST).

    0 or 1, NaN for unknown: the row begins at the rod there, it ends there, its eye is hidden.
    """

    strip: Grey
    told: NDArray[np.float32]


class Covers:
    """Things that are laid over pictures; hands are drawn once, and used again."""

    def __init__(self, rng: np.random.Generator) -> None:
        self._hands = [draw_hand(rng) for _ in range(HANDS)]
        self._lay: tuple[Lay, ...] = (self.hand, self.hand, fingers, card, strap, bar)

    def lay(
        self, rng: np.random.Generator, grey: Grey, at: Floats, pitch: float
    ) -> tuple[Grey, Mask]:
        """A picture with something over or near a place (2,), and where that is, (h, w)."""
        return self._lay[int(rng.integers(len(self._lay)))](rng, grey, at, pitch)

    def hand(
        self, rng: np.random.Generator, grey: Grey, at: Floats, pitch: float
    ) -> tuple[Grey, Mask]:
        """A hand with its fingertips there, as large as a player's, or a child's or a giant's."""
        hand = self._hands[int(rng.integers(len(self._hands)))]
        scale = pitch / 12 * float(np.exp(rng.uniform(-0.4, 0.5)))
        size = (grey.shape[1], grey.shape[0])
        placed = hand.placed(at, rng.uniform(0, 2 * np.pi), scale, size)
        colour = cv2.cvtColor(placed.colour, cv2.COLOR_BGR2GRAY)
        colour = cv2.convertScaleAbs(colour, alpha=float(rng.uniform(0.5, 1.3)))
        under = cv2.multiply(grey, np.asarray(255 - placed.cover), scale=1 / 255)
        return np.asarray(cv2.add(under, colour), dtype=np.uint8), placed.cover > 127

    def behind(
        self, rng: np.random.Generator, grey: Grey, eyes: Floats, feet: Floats, pitch: float
    ) -> Grey:
        """A picture with things right behind its toy, near the row's ends mostly.

        The toy is what differs from what is around it, and what is near its rods.
        """
        around = cv2.medianBlur(grey, 2 * max(1, round(0.4 * pitch)) + 1)
        toy = np.where(cv2.absdiff(grey, np.asarray(around)) > DIFFERS, np.uint8(255), np.uint8(0))
        rods = np.round(np.stack([eyes, feet], axis=1)).astype(np.int32)
        cv2.polylines(toy, [*rods], False, 255, max(1, round(2 * NEAR_ROD * pitch)))
        front = _softened(toy, 0.7)
        for _ in range(int(rng.integers(1, MOST_BEHIND + 1))):
            rod = (0, len(feet) - 1, int(rng.integers(len(feet))))[int(rng.integers(3))]
            at = eyes[rod] + rng.random() * (feet[rod] - eyes[rod]) + rng.normal(0, 2 * pitch, 2)
            shown, _ = (card, card, strap)[int(rng.integers(3))](rng, grey, at, pitch)
            grey = np.asarray(shown * (1 - front) + grey * front, dtype=np.uint8)
        return grey


def fingers(rng: np.random.Generator, grey: Grey, at: Floats, pitch: float) -> tuple[Grey, Mask]:
    """Some fingers side by side."""
    canvas = cv2.cvtColor(grey, cv2.COLOR_GRAY2BGR)
    mask = cover(rng, np.asarray(canvas), at[None], 12 * pitch)
    return np.asarray(cv2.cvtColor(canvas, cv2.COLOR_BGR2GRAY), dtype=np.uint8), mask


def card(rng: np.random.Generator, grey: Grey, at: Floats, pitch: float) -> tuple[Grey, Mask]:
    """A card, a book, a box, a cloth: a quadrilateral, plain, striped or spotted."""
    wide, high = pitch * np.exp(rng.uniform(0.4, 2.6, 2))
    turn = rng.uniform(0, np.pi)
    c, s = np.cos(turn), np.sin(turn)
    corners = np.array([[-wide, -high], [wide, -high], [wide, high], [-wide, high]]) / 2
    corners = corners * np.exp(rng.normal(0, 0.08, corners.shape))
    return _laid(rng, grey, corners @ np.array([[c, s], [-s, c]]) + at)


def strap(rng: np.random.Generator, grey: Grey, at: Floats, pitch: float) -> tuple[Grey, Mask]:
    """A sleeve, a strap, a pen, an edge of something near: a band across the picture."""
    turn, wide = rng.uniform(0, np.pi), pitch * rng.uniform(0.8, 5)
    way = np.array([np.cos(turn), np.sin(turn)])
    side = np.array([-way[1], way[0]]) * wide / 2
    taper = rng.uniform(0.7, 1.4)
    from_, to = at - way * 80 * pitch, at + way * 80 * pitch
    from_ = at - way * pitch * rng.uniform(0, 3) if rng.random() < 0.4 else from_
    band = np.array([from_ - side, to - side * taper, to + side * taper, from_ + side])
    return _laid(rng, grey, band)


def bar(rng: np.random.Generator, grey: Grey, at: Floats, pitch: float) -> tuple[Grey, Mask]:
    """Everything on one side of a place, as another window or a wall hides it."""
    turn = rng.choice([0, 0.5, 1, 1.5]) * np.pi + rng.normal(0, 0.1)
    way, far = np.array([np.cos(turn), np.sin(turn)]), 80 * pitch
    side = np.array([-way[1], way[0]]) * far
    edge = at + way * pitch * rng.uniform(-2, 2)
    return _laid(
        rng,
        grey,
        np.array([edge - side, edge - side + way * far, edge + side + way * far, edge + side]),
    )


def _laid(rng: np.random.Generator, grey: Grey, corners: Floats) -> tuple[Grey, Mask]:
    """A polygon (k, 2) of something, its edge soft, over a picture."""
    mask = np.zeros(grey.shape, np.uint8)
    points = np.round(np.clip(corners, -4000, 4000) * 16).astype(np.int32)
    cv2.fillPoly(mask, [points.reshape(-1, 1, 2)], 255, cv2.LINE_AA, 4)
    shown = _texture(rng, grey.shape)
    soft = _softened(mask, float(rng.uniform(0.4, 1.6)))
    # A rounded thing is darker at its edges, and throws a shadow.
    if rng.random() < 0.4:
        shown = shown * (0.55 + 0.45 * _softened(mask, float(rng.uniform(3, 12))))
    under: Floats = grey.astype(np.float64)
    if rng.random() < 0.5:
        away = rng.normal(0, 4, 2)
        way = np.array([[1.0, 0.0, away[0]], [0.0, 1.0, away[1]]])
        thrown = np.asarray(cv2.warpAffine(mask, way, grey.shape[::-1]), dtype=np.uint8)
        under = under * (1 - 0.5 * rng.random() * _softened(thrown, 3.0))
    out = under * (1 - soft) + shown * soft
    return np.clip(out, 0, 255).astype(np.uint8), mask > 127


def _softened(mask: Grey, sigma: float) -> Floats:
    """A mask from 0 to 1 with a soft edge."""
    return np.asarray(cv2.GaussianBlur(mask, (0, 0), sigma), dtype=np.float64) / 255.0


def _texture(rng: np.random.Generator, shape: tuple[int, ...]) -> Floats:
    """Something plain, with a slope of light, stripes or spots, and grain; (h, w)."""
    high, wide = shape
    y, x = np.mgrid[:high, :wide].astype(np.float64)
    turn = rng.uniform(0, 2 * np.pi)
    along = (x * np.cos(turn) + y * np.sin(turn)) / max(shape)
    shown = rng.uniform(5, 250) + rng.normal(0, 50) * along * (rng.random() < GRAINY)
    kind = rng.random()
    if kind < 0.2:
        shown = shown + rng.uniform(5, 60) * np.sign(np.sin(along * rng.uniform(20, 200)))
    elif kind < 0.4:
        small = rng.normal(0, 1, (max(2, high // 16), max(2, wide // 16)))
        shown = shown + rng.uniform(5, 40) * cv2.resize(small, (wide, high))
    # From near, and averaged, things have no grain.
    grain = rng.uniform(0, 8) if rng.random() < GRAINY else 0.0
    return np.asarray(shown + rng.normal(0, 1, shape) * grain)


def entry(
    rng: np.random.Generator, covers: Covers, grey: Grey, points: NDArray[np.float32]
) -> Lesson | None:
    """A picture's toy as a strip; None where it would hardly be found.

    `points` (13, 8) are a picture's key points, as `rings_bulk.packed` has them.
    """
    told = points[:-1][np.isfinite(points[:-1, 6])].astype(np.float64)
    told = told[::-1] if rng.random() < 0.5 else told
    eyes, feet, seen = told[:, 0:2], told[:, 2:4], told[:, 7] > 0
    step = (feet[-1] - feet[0]) / (len(feet) - 1)
    # A hand that is in the picture already may hide an end.
    if len(feet) < FEWEST or np.linalg.norm(step) < LEAST_PITCH or not seen[ENDS].all():
        return None
    if rng.random() < BEHIND:
        grey = covers.behind(rng, grey, eyes, feet, float(np.linalg.norm(step)))
    hidden = np.where(seen, 0.0, 1.0)
    first, last = 0, len(feet) - 1
    if rng.random() >= BARE:
        found = _covered(rng, covers, grey, eyes, feet)
        if found is None:
            return None
        grey, mask, first, last = found
        over = np.array([_hidden(mask, eye, step) for eye in eyes])
        hidden = np.where(seen, over, 1.0)
    elif rng.random() < WITHIN:
        # As if a rod had been overlooked, or something been taken for one.
        first, last = first + int(rng.integers(-1, 3)), last - int(rng.integers(-1, 3))
    return _strip(rng, grey, (eyes, feet, hidden), (first, last))


def _strip(
    rng: np.random.Generator,
    grey: Grey,
    row: tuple[Floats, Floats, Floats],
    span: tuple[int, int],
) -> Lesson | None:
    """The strip of the rods from the first of a `span` to the last; there may be no such ones.

    `row` are the eyes and feet (n, 2) of all, and whether eyes are hidden, (n,).
    """
    eyes, feet, hidden = row
    first, last = span
    rods = last - first + 1
    if not FEWEST <= rods <= MOST:
        return None
    step = (feet[-1] - feet[0]) / (len(feet) - 1)
    pitch = float(np.linalg.norm(step))
    place = np.arange(first, last + 1)
    there = np.clip(place, 0, len(feet) - 1)
    beyond = (place - there)[:, None] * step
    shift = rng.normal(0, ASIDE * pitch, 2)
    at = feet[there] + beyond + shift + rng.normal(0, JITTER * pitch, (rods, 2))
    turn = rng.normal(0, TURN)
    c, s = np.cos(turn), np.sin(turn)
    found = np.exp(rng.normal(0, SIZE)) * np.array([[c, -s], [s, c]]) @ step
    strip = strip_of(grey, eyes[there] + beyond + shift, at, found)
    if strip is None:
        return None
    told = np.full((3, MOST), UNKNOWN, np.float32)
    told[0, :rods], told[1, :rods] = place == 0, place == len(feet) - 1
    told[2, :rods] = np.where(beyond.any(axis=1), UNKNOWN, hidden[there])
    return Lesson(strip, told)


def _hidden(mask: Mask, eye: Floats, step: Floats) -> float:
    """Whether something lies over an eye, as a label."""
    radius = EYE * float(np.linalg.norm(step))
    about = np.stack(np.meshgrid(*[np.linspace(-radius, radius, 5)] * 2), axis=-1)
    share = float(_over(mask, eye + about).mean())
    return 0.0 if share < CLEAR else 1.0 if share > HALF else UNKNOWN


def _covered(
    rng: np.random.Generator, covers: Covers, grey: Grey, eyes: Floats, feet: Floats
) -> tuple[Grey, Mask, int, int] | None:
    """A picture with something over it, where that is, and the first and last rod that are seen.

    None where none would be found.
    """
    pitch = float(np.linalg.norm(feet[-1] - feet[0])) / (len(feet) - 1)
    rods = feet[:, None] + ALONG[:, None] * (eyes - feet)[:, None]
    for _ in range(TRIES):
        # More than half of what is laid over it is near an end.
        rod = int(rng.integers(len(feet)))
        if rng.random() < AT_ENDS:
            rod = int(rng.choice([0, 1, len(feet) - 2, len(feet) - 1]))
        at = rods[rod, int(rng.integers(len(ALONG)))] + rng.normal(0, 1.2 * pitch, 2)
        shown, mask = covers.lay(rng, grey, at, pitch)
        gone = _over(mask, rods)
        share = gone.mean(axis=1)
        found = np.flatnonzero((share < SEEN) & ~gone[:, 0])
        if len(found) < FEWEST:
            continue
        first, last = int(found[0]), int(found[-1])
        outer = np.concatenate([share[:first], share[last + 1 :]])
        if np.all(outer >= GONE):
            return shown, mask, first, last
    return None


def _over(mask: Mask, places: Floats) -> Mask:
    """Whether a mask (h, w) lies over places (..., 2); outside the picture nothing does."""
    high, wide = mask.shape
    x, y = np.moveaxis(np.round(places).astype(int), -1, 0)
    inside = (x >= 0) & (x < wide) & (y >= 0) & (y < high)
    return np.asarray(mask[np.clip(y, 0, high - 1), np.clip(x, 0, wide - 1)] & inside)
