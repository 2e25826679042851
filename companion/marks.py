"""Marks on a picture: dots, arrows, outlines. Smooth edges, and see-through where they cover."""

import cv2
import numpy as np
from numpy.typing import NDArray

from vision import Image

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
    "on": (90, 200, 70),
    "off": (150, 150, 150),
}
SHIFT = 4  # fractional bits of OpenCV's drawing coordinates


def dot(canvas: Image, at: Points, radius: float, colour: Colour, *, hollow: bool = False) -> None:
    """A filled or hollow disc with a thin dark edge."""
    edge = max(1, round(radius / 5))
    centre, size = _fixed(at), round(radius * (1 << SHIFT))
    cv2.circle(canvas, centre, size, INK, edge + 2, cv2.LINE_AA, SHIFT)
    if hollow:
        cv2.circle(canvas, centre, size, colour, edge, cv2.LINE_AA, SHIFT)
    else:
        cv2.circle(canvas, centre, size, colour, cv2.FILLED, cv2.LINE_AA, SHIFT)


def outline(canvas: Image, corners: Points, colour: Colour, width: int) -> None:
    """A closed polygon. `corners` is (k, 2)."""
    points = np.rint(corners * (1 << SHIFT)).astype(np.int32).reshape(-1, 1, 2)
    cv2.polylines(canvas, [points], True, INK, width + 2, cv2.LINE_AA, SHIFT)
    cv2.polylines(canvas, [points], True, colour, width, cv2.LINE_AA, SHIFT)


def arrow(
    canvas: Image,
    start: Points,
    end: Points,
    width: float,
    colour: Colour,
    *,
    bow: float = 0.22,
    around: Points | None = None,
) -> None:
    """An arrow that rises in a bow over the straight line, so that it hides less of the toy.

    `bow` is the bow's height as a share of the line's length; with `around` it bends away from
    that pixel instead of upwards.
    """
    way = end - start
    length = float(np.linalg.norm(way))
    if length < 1:
        return
    aside = np.array([way[1], -way[0]]) * bow
    outward = np.array([0.0, -1.0]) if around is None else (start + end) / 2 - around
    if aside @ outward < 0:
        aside = -aside
    curve = _bezier(start, (start + end) / 2 + aside * 2, end)
    head = min(3.4 * width, 0.45 * length)
    shaft, tip = _split(curve, head)
    for extra, paint in ((max(1.0, width / 4), INK), (0.0, colour)):
        _stroke(canvas, shaft, width + 2 * extra, paint)
        _head(canvas, shaft[-1], tip, head, extra, paint)


def blend(canvas: Image, painted: Image, share: float) -> None:
    """Lays a painted copy over the canvas with the given opacity."""
    cv2.addWeighted(painted, share, canvas, 1.0 - share, 0.0, dst=canvas)


def _fixed(at: Points) -> tuple[int, int]:
    return round(float(at[0]) * (1 << SHIFT)), round(float(at[1]) * (1 << SHIFT))


def _bezier(a: Points, b: Points, c: Points, steps: int = 40) -> Points:
    t = np.linspace(0.0, 1.0, steps)[:, None]
    return np.asarray((1 - t) ** 2 * a + 2 * t * (1 - t) * b + t**2 * c, dtype=np.float64)


def _split(curve: Points, head: float) -> tuple[Points, Points]:
    """Cuts the last `head` pixels off a curve: the shaft, and the tip of the arrow."""
    tip = curve[-1]
    keep = np.linalg.norm(curve - tip, axis=1) > head * 0.9
    shaft = curve[keep]
    return (shaft if len(shaft) > 1 else curve[:2]), tip


def _stroke(canvas: Image, line: Points, width: float, colour: Colour) -> None:
    points = np.rint(line * (1 << SHIFT)).astype(np.int32).reshape(-1, 1, 2)
    cv2.polylines(canvas, [points], False, colour, max(1, round(width)), cv2.LINE_AA, SHIFT)


def _head(
    canvas: Image, neck: Points, tip: Points, size: float, extra: float, colour: Colour
) -> None:
    along = (tip - neck) / max(1e-6, float(np.linalg.norm(tip - neck)))
    across = np.array([-along[1], along[0]])
    base = tip - along * size
    half = size * 0.55
    corners = np.array(
        [
            tip + along * extra * 1.6,
            base + across * (half + extra * 1.5) - along * extra,
            base - across * (half + extra * 1.5) - along * extra,
        ]
    )
    points = np.rint(corners * (1 << SHIFT)).astype(np.int32).reshape(-1, 1, 2)
    cv2.fillPoly(canvas, [points], colour, cv2.LINE_AA, SHIFT)
