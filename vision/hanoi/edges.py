"""How wide discs are, measured at both of their edges in strips that are cut from the picture.

The closer looks at pegs show a disc's half width to a few hundredths; where discs of nearly one
size lie on different pegs, that does not tell which is the larger. A strip has the surroundings of
a disc's right edge, and of its left one in a mirror, behind each other. A network tells how likely
each edge is in which column; where both are about as far from the peg, half of what is between them
is the half width. That is multiplied with what was known before.
"""

from dataclasses import replace
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from vision.frame import Image
from vision.hanoi.depth import seen_share
from vision.hanoi.lengths import lengths
from vision.hanoi.nets import MOST_DISCS, Stacks, softmax
from vision.hanoi.patch import UNIT, warped
from vision.hanoi.row import Row
from vision.network import load_network

Floats = NDArray[np.float64]

# Width and height of a strip. It shows a disc's edge from so many of its half widths outwards.
STRIP = (48, 32)
INNER, OUTER = 0.7, 1.3
# A strip is so many times as high as the disc's side, which counts as that share of the half width
# at least: from straight above no side is seen.
AROUND, THINNEST = 2.5, 0.12
# Where the columns' middles are, in half widths.
COLUMNS = INNER + (np.arange(STRIP[0]) + 0.5) * (OUTER - INNER) / STRIP[0]
# All means of two columns, and half of how far two are apart.
HALVES = np.linspace(COLUMNS[0], COLUMNS[-1], 2 * STRIP[0] - 1)
APART = (COLUMNS[:, None] - COLUMNS) / 2
# How far a strip's middle is from the disc's, in UNIT, and how often an edge is misread.
ASTRAY, ODD = 0.015, 0.02
# By what factor all half widths of a row may be wrong together; the shares of that and of what each
# is wrong by itself in the error that is told. Fitted, as are the two above, on painted towers.
FACTORS = np.linspace(0.84, 1.16, 33)
COMMON, OWN = 0.4, 0.8
LEAST = 1e-9
# The error of a measured edge is so much of the half width, beside what the strip leaves open.
ERROR = 0.006
# The least half width that is measured, in UNIT.
NARROWEST = 0.02
# How many discs most towers have: for these the network is laid out beforehand.
USUAL = 5


def strip_matrices(matrix: Floats, middle: Floats, half: float, side: float) -> Floats:
    """The affine maps (2, 2, 3) from a picture to the strips at a disc's right and left edge.

    `matrix` is that of the peg's patch, in whose pixels the disc's `middle` (2,), half width and
    the height of its side are given.
    """
    across = STRIP[0] / ((OUTER - INNER) * half)
    along = STRIP[1] / (AROUND * max(side, THINNEST * half))
    found = []
    for way in (1.0, -1.0):
        scale = np.array([way * across, along])
        shift = np.array([-INNER * half * across - 0.5, (STRIP[1] - 1) / 2]) - scale * middle
        turn = scale[:, None] * matrix[:, :2]
        found.append(np.column_stack([turn, scale * matrix[:, 2] + shift]))
    return np.stack(found)


def strip(image: Image, matrices: Floats) -> Image:
    """Both edges of a disc behind each other, (height, width, 6), as `strip_matrices` has them."""
    return np.concatenate([warped(image, matrix, STRIP) for matrix in matrices], axis=2)


def pile_strips(
    matrix: Floats, ends: Floats, growth: float, high: float, radii: Floats
) -> tuple[Floats, Floats]:
    """The maps (discs, 2, 2, 3) to the strips of a pile's discs, and how much larger each looks.

    `matrix` is that of the peg's patch, `ends` (2, 2) are foot and tip in it, `high` is the pile's
    share of the peg's length, `radii` (discs,) are the half widths in UNIT, as at the foot.
    """
    foot, way = ends[0], ends[1] - ends[0]
    shares = high * np.arange(len(radii) + 1) / len(radii)
    sides = np.diff(seen_share(shares, growth)[0]) * float(lengths(way))
    middles, larger = seen_share((shares[:-1] + shares[1:]) / 2, growth)
    halves = np.maximum(radii, NARROWEST) * UNIT * larger
    maps = [
        strip_matrices(matrix, foot + middle * way, float(half), float(side))
        for middle, half, side in zip(middles, halves, sides, strict=True)
    ]
    return np.stack(maps), larger


class EdgeEye:
    """Measures the discs of a row."""

    def __init__(self) -> None:
        self._net = load_network(Path(__file__).parent / "edges.onnx", (USUAL, 2 * 3, *STRIP[::-1]))

    def read(self, image: Image, row: Row, matrices: list[Floats], stacks: Stacks) -> Stacks:
        """The stacks of a row with half widths and errors that strips have made surer.

        `matrices` are those of the pegs' patches, in units of which half widths are.
        """
        counts = stacks.counts.argmax(axis=1)
        growths = row.depths.growth(row.pegs)
        maps: list[Floats] = []
        for peg in np.flatnonzero(counts):
            ends = np.stack([row.feet[peg], row.tips[peg]]) @ matrices[peg][:, :2].T
            radii = stacks.radii[peg, : counts[peg]]
            ends = ends + matrices[peg][:, 2]
            high, growth = float(stacks.heights[peg]), float(growths[peg])
            maps.extend(pile_strips(matrices[peg], ends, growth, high, radii)[0])
        if not maps:
            return stacks
        logits = self._logits(np.stack([strip(image, pair) for pair in maps]))
        place = np.nonzero(np.arange(MOST_DISCS) < counts[:, None])
        radii, spreads = stacks.radii.copy(), stacks.spreads.copy()
        before = np.maximum(radii[place], NARROWEST)
        radii[place], spreads[place] = measured(before, spreads[place], logits, ASTRAY / before)
        return replace(stacks, radii=radii, spreads=spreads)

    def _logits(self, strips: NDArray[np.uint8]) -> Floats:
        """For each strip how likely each edge is in which column, (strips, 96), as logits."""
        planes = np.ascontiguousarray(strips.transpose(0, 3, 1, 2), dtype=np.float32)
        return np.asarray(self._net(planes / np.float32(255)), dtype=np.float64)


def measured(radii: Floats, errors: Floats, logits: Floats, aside: Floats) -> tuple[Floats, Floats]:
    """Half widths and errors (discs,) from those before and what strips (discs, 96) show.

    `aside` (discs,) is how far the middle of a strip may be from the disc's, in its half widths.
    All half widths are wrong by one common factor, and each by a little of its own.
    """
    shown = _shown(logits, aside)
    doubt = (errors / radii)[:, None]
    own = OWN * doubt[:, :, None]
    known = np.exp(-0.5 * ((HALVES[None, :, None] - FACTORS) / own) ** 2)
    likely = np.log(np.einsum("dh,dhf->df", shown, known) + LEAST).sum(axis=0)
    factor = softmax((likely - 0.5 * ((FACTORS - 1) / (COMMON * doubt.mean())) ** 2)[None])[0]
    shares = np.einsum("dh,dhf,f->dh", shown, known, factor) + LEAST
    shares = shares / shares.sum(axis=1, keepdims=True)
    mean = shares @ HALVES
    spread = np.sqrt((shares * (HALVES - mean[:, None]) ** 2).sum(axis=1) + ERROR**2)
    return radii * mean, radii * spread


def _shown(logits: Floats, aside: Floats) -> Floats:
    """How much likelier strips are than any, if a disc has each of HALVES, (discs, 95).

    The sum over all pairs of edges with that mean.
    """
    right, left = ((1 - ODD) * softmax(half) + ODD / STRIP[0] for half in np.split(logits, 2, 1))
    near = np.exp(-0.5 * (APART / aside[:, None, None]) ** 2)
    pairs = right[:, :, None] * left[:, None, :] * STRIP[0] ** 2
    sums, all_of_them = _by_mean(pairs * near), _by_mean(near)
    return np.asarray(sums / np.maximum(all_of_them, LEAST), dtype=np.float64)


def _by_mean(pairs: Floats) -> Floats:
    """The sums (k, 95) over all pairs of columns (k, 48, 48) with each mean of HALVES."""
    wide, means = STRIP[0], 2 * STRIP[0] - 1
    # Each row one column further to the right than the one above it: equal means stand in a column.
    skewed = np.pad(pairs, ((0, 0), (0, 0), (0, wide))).reshape(len(pairs), -1)[:, : wide * means]
    return np.asarray(skewed.reshape(-1, wide, means).sum(axis=1), dtype=np.float64)
