"""Marks on a picture, as values: discs, lines, areas and short words, in the order of painting.

Nothing is painted here: `companion.paint` paints marks with OpenCV, and the page in the browser
paints the same ones. Lengths and places are in pixels of the picture that they belong to.
"""

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

Colour = tuple[int, int, int]
Points = NDArray[np.float64]

# Blue, green, red.
INK = (30, 26, 24)
PAPER = (255, 255, 255)
ACCENT = (80, 200, 60)
# What a symbol looks like, where its name is a colour or a word with one; others are numbers.
SYMBOL_COLOURS: dict[str, Colour] = {
    "w": (250, 250, 250),
    "y": (40, 225, 250),
    "r": (50, 40, 215),
    "o": (30, 130, 255),
    "g": (70, 170, 40),
    "b": (215, 95, 25),
    "k": (40, 40, 40),
    "p": (140, 45, 125),
    "s": (165, 165, 165),
    "on": (90, 200, 70),
    "off": (235, 235, 235),
}


@dataclass(frozen=True, slots=True, eq=False)
class Disc:
    """A disc round a pixel (2,); with a `width` only its rim is painted."""

    at: Points
    radius: float
    colour: Colour
    width: int | None = None


@dataclass(frozen=True, slots=True, eq=False)
class Line:
    """A line through points (k, 2); `closed` joins the last one to the first."""

    points: Points
    width: int
    colour: Colour
    closed: bool = False


@dataclass(frozen=True, slots=True, eq=False)
class Area:
    """A filled polygon (k, 2)."""

    points: Points
    colour: Colour


@dataclass(frozen=True, slots=True, eq=False)
class Label:
    """A number or a letter, its middle at a pixel (2,); `size` is its letters' height."""

    text: str
    at: Points
    size: int
    colour: Colour


Mark = Disc | Line | Area | Label


def dot(at: Points, radius: float, colour: Colour, *, hollow: bool = False) -> list[Mark]:
    """A filled or hollow disc with a thin dark edge."""
    edge = max(1, round(radius / 4 if hollow else radius / 5))
    return [Disc(at, radius, INK, edge + 2), Disc(at, radius, colour, edge if hollow else None)]


def half_dot(at: Points, radius: float, colour: Colour) -> list[Mark]:
    """A hollow disc of which the lower half is filled."""
    angles = np.linspace(0.0, np.pi, 13)
    half = at + radius * np.stack([np.cos(angles), np.sin(angles)], axis=1)
    return [Disc(at, radius, INK), Area(half, colour), *dot(at, radius, colour, hollow=True)]


def tag(text: str, at: Points, size: int, ground: Colour, ink: Colour) -> list[Mark]:
    """A short text on a small disc; it can be read before any picture."""
    radius = size * (0.62 + 0.16 * len(text))
    rim = PAPER if ground == INK else INK
    return [Disc(at, radius + 1, rim), Disc(at, radius, ground), Label(text, at, size, ink)]


def outline(corners: Points, colour: Colour, width: int) -> list[Mark]:
    """A closed polygon with a thin dark edge. `corners` is (k, 2)."""
    return [Line(corners, width + 2, INK, closed=True), Line(corners, width, colour, closed=True)]


def arrow(
    start: Points,
    end: Points,
    width: float,
    colour: Colour,
    *,
    bow: float = 0.22,
    around: Points | None = None,
) -> list[Mark]:
    """An arrow that rises in a bow over the straight line, so that it hides less of the toy.

    `bow` is the bow's height as a share of the line's length; with `around` it bends away from
    that pixel instead of upwards.
    """
    way = end - start
    length = float(np.linalg.norm(way))
    if length < 1:
        return []
    aside = np.array([way[1], -way[0]]) * bow
    outward = np.array([0.0, -1.0]) if around is None else (start + end) / 2 - around
    if aside @ outward < 0:
        aside = -aside
    curve = _bezier(start, (start + end) / 2 + aside * 2, end)
    head = min(3.4 * width, 0.45 * length)
    shaft, tip = _split(curve, head)
    marks: list[Mark] = []
    for extra, paint in ((max(1.0, width / 4), INK), (0.0, colour)):
        marks.append(Line(shaft, max(1, round(width + 2 * extra)), paint))
        marks.append(Area(_head(shaft[-1], tip, head, extra), paint))
    return marks


def _bezier(a: Points, b: Points, c: Points, steps: int = 40) -> Points:
    t = np.linspace(0.0, 1.0, steps)[:, None]
    return np.asarray((1 - t) ** 2 * a + 2 * t * (1 - t) * b + t**2 * c, dtype=np.float64)


def _split(curve: Points, head: float) -> tuple[Points, Points]:
    """Cuts the last `head` pixels off a curve: the shaft, and the tip of the arrow."""
    tip = curve[-1]
    keep = np.linalg.norm(curve - tip, axis=1) > head * 0.9
    shaft = curve[keep]
    return (shaft if len(shaft) > 1 else curve[:2]), tip


def _head(neck: Points, tip: Points, size: float, extra: float) -> Points:
    """The three corners of an arrow's head, grown by `extra` pixels on every side."""
    along = (tip - neck) / max(1e-6, float(np.linalg.norm(tip - neck)))
    across = np.array([-along[1], along[0]])
    base = tip - along * size
    half = size * 0.55
    return np.array(
        [
            tip + along * extra * 1.6,
            base + across * (half + extra * 1.5) - along * extra,
            base - across * (half + extra * 1.5) - along * extra,
        ]
    )
