"""What every disc or ball of a sight looks like by itself: its place, half width and colour."""

from dataclasses import dataclass

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.frame import Image
from vision.hanoi.nets import Stacks
from vision.hanoi.patch import PATCH, UNIT
from vision.hanoi.rims import rim_rows
from vision.hanoi.sight import Sight

Floats = NDArray[np.float64]
Ints = NDArray[np.intp]

# Where colours are sampled: to both sides of the axis, and over the piece's height (shares).
AROUND = np.deg2rad(np.arange(-50, 51, 10))
ALONG = np.linspace(0.25, 0.75, 5)
# The share of a ball's half width that is sampled, and of what is seen of its height.
INNER = 0.5
# The share of a disc's half width inside its rim that is sampled at most: the rod, and the hole
# around it, are in the middle.
RING = 0.6
# How well the eye's own idea of a stack's height is known, beside that of one rim, in pixels.
RIM_ERROR, HEIGHT_ERROR = 2.0, 5.0
# A step of lightness beside one of colour.
LIGHTNESS = 0.4


@dataclass(frozen=True, slots=True)
class Slope:
    """How a toy is seen: pixels of a patch a piece is high, and the sine of the camera's height."""

    high: float
    sine: float


@dataclass(frozen=True, slots=True, eq=False)
class Pieces:
    """The pieces of one sight, from the leftmost peg's lowest one on.

    - `pegs`, `heights`: (k,), where each lies; height 0 is the bottom.
    - `widths`, `errors`: (k,), half widths and their errors, in distances of pegs.
    - `colours`: (k, 3), CIE Lab as OpenCV scales it for bytes; `scatters`: (k,), how far the
      pixels of each lie from it, at the median.
    - `slope`: from how high the toy is seen.
    """

    pegs: Ints
    heights: Ints
    widths: Floats
    errors: Floats
    colours: Floats
    scatters: Floats
    slope: Slope

    def __len__(self) -> int:
        return len(self.pegs)


def lay_out() -> None:
    """Lets OpenCV make its tables of colours, once: no picture should have to wait for them."""
    _lab(np.zeros((1, 1, 3), np.uint8))


def pieces_of(sight: Sight, counts: Ints, *, balls: bool = False) -> Pieces:
    """The pieces of a sight, where `counts` (pegs,) says how many lie on each peg."""
    stacks = sight.stacks
    fronts = [stacks.lines[p, rim_rows(stacks.rims[p], int(n))] for p, n in enumerate(counts)]
    slope = slope_of(stacks, fronts, balls=balls)
    widths, errors = sight.widths
    pegs = np.repeat(np.arange(len(counts)), counts)
    heights = np.concatenate([np.arange(n) for n in counts])
    seen = []
    for peg, lines in enumerate(fronts):
        lab = _lab(sight.patches[peg])
        axis = float(stacks.ends[peg, 0, 0])
        radii = stacks.radii[peg, : len(lines)] * UNIT
        shapes = _balls(radii, slope) if balls else _discs(lines, radii, slope)
        ends = [np.array([axis, line]) for line in lines]
        seen += [_colour(lab, shape + end) for shape, end in zip(shapes, ends, strict=True)]
    colours = np.array([colour for colour, _ in seen]).reshape(-1, 3)
    scatters = np.array([scatter for _, scatter in seen])
    at = pegs, heights
    return Pieces(pegs, heights.astype(np.intp), widths[at], errors[at], colours, scatters, slope)


def flat_colours(colours: Floats) -> Floats:
    """Colours, (k, 3) CIE Lab as for bytes, in steps that count alike."""
    return np.asarray((colours - 128) * np.array([LIGHTNESS * 100 / 255, 1, 1]), dtype=np.float64)


def slope_of(stacks: Stacks, fronts: list[Floats], *, balls: bool = False) -> Slope:
    """How the toy is seen, by least squares over all rims.

    `fronts` are the lines of each peg's rims in its patch, from the lowest piece on.

    The outline of the disc at height k ends k * high - radius * sine above the foot, that of a ball
    (k + 1/2) * high - radius; and the stack as a whole is as high as the network says. Balls tell
    no sine.
    """
    factors, lengths = [np.array([0.0, 1.0])], [0.5]
    weights = [0.5]
    for peg, lines in enumerate(fronts):
        foot, tip = stacks.ends[peg, :, 1]
        for k, line in enumerate(lines):
            radius = float(stacks.radii[peg, k]) * UNIT
            factors.append(np.array([k + 0.5, 0.0] if balls else [k, -radius]))
            lengths.append(foot - line + (radius if balls else 0.0))
            weights.append(1 / RIM_ERROR)
        if len(lines):
            factors.append(np.array([len(lines), 0.0]))
            lengths.append(stacks.heights[peg] * abs(foot - tip))
            weights.append(1 / HEIGHT_ERROR)
    weight = np.array(weights)
    left = np.array(factors) * weight[:, None]
    high, sine = np.linalg.lstsq(left, np.array(lengths) * weight, rcond=None)[0]
    return Slope(float(max(high, 0.5)), float(np.clip(sine, 0, 1)))


def _discs(rims: Floats, radii: Floats, slope: Slope) -> list[Floats]:
    """Pixels of each disc of a peg that nothing hides, (k, 2), from where its outline ends.

    The side of the disc or the ring on it, whichever is seen wider: both lie between its rim and
    that of the next one.
    """
    steps = -np.diff(radii) * slope.sine
    ring_shares = np.clip(steps / np.maximum(slope.high + steps, 1e-6), 0, 1)
    gaps = np.maximum(-np.diff(rims), 0)
    sides = np.concatenate([gaps * (1 - ring_shares), [slope.high]])[: len(rims)]
    rings = np.concatenate([gaps * ring_shares, RING * radii[-1:] * slope.sine])
    ends = zip(radii, sides, rings, strict=True)
    return [_disc(r, side, ring, slope) - np.array([0, side]) for r, side, ring in ends]


def _lab(image: Image) -> Floats:
    return np.asarray(cv2.cvtColor(image, cv2.COLOR_BGR2LAB), dtype=np.float64)


def _disc(radius: float, side: float, ring: float, slope: Slope) -> Floats:
    """Points along the front of a disc, (k, 2); `side` and `ring` are pixels at the axis."""
    rows = []
    for share in ALONG:
        if ring > side:
            r, low = radius - share * min(ring / slope.sine, RING * radius), 0.0
        else:
            r, low = radius, share * side
        y = (r * np.cos(AROUND) - radius) * slope.sine + low
        rows.append(np.stack([r * np.sin(AROUND), y], axis=1))
    return np.concatenate(rows)


def _balls(radii: Floats, slope: Slope) -> list[Floats]:
    """The same of balls: seen from above, what lies on one leaves only its lower part."""
    x, y = np.meshgrid(np.linspace(-1, 1, 7) * INNER, np.linspace(-1, 1, 5) * INNER - 1)
    halves = np.minimum(slope.high / 2, radii)
    pairs = zip(radii, halves, strict=True)
    return [np.stack([x.ravel() * r, y.ravel() * half], axis=1) for r, half in pairs]


def _colour(lab: Floats, points: Floats) -> tuple[Floats, float]:
    """The median colour at some pixels, and how far they lie from it at the median."""
    limit = np.array([PATCH[0] - 1, PATCH[1] - 1])
    x, y = np.clip(np.round(points), 0, limit).astype(int).T
    colours = lab[y, x]
    middle = np.median(colours, axis=0)
    scatter = float(np.median(np.linalg.norm(colours[:, 1:] - middle[1:], axis=1)))
    return middle, scatter
