"""Piles looked at closely: what a first look saw on a peg is counted in a larger patch."""

from dataclasses import replace

import numpy as np
from numpy.typing import NDArray

from vision.frame import Image
from vision.hanoi.nets import LINES, StackEye, Stacks
from vision.hanoi.patch import close_matrix, cut_patch, pile_extent

Floats = NDArray[np.float64]

# Pegs that carry nothing for so sure are not looked at again.
BARE = 0.995
# What the first look tells of the count, beside the closer one.
FIRST = 0.3


def counted_closely(eye: StackEye, image: Image, matrices: list[Floats], stacks: Stacks) -> Stacks:
    """The same stacks, with counts, half widths and rims from closer looks at the piles.

    `matrices` are those of the pegs' patches, by which `stacks` were read.
    """
    pegs = np.flatnonzero(stacks.counts[:, 0] < BARE)
    if not len(pegs):
        return stacks
    far = [matrices[peg] for peg in pegs]
    near = [close_matrix(matrices[peg], *_extent(stacks, int(peg))) for peg in pegs]
    seen = eye.read_closer(np.stack([cut_patch(image, matrix) for matrix in near]))
    pairs = list(zip(near, far, strict=True))
    zooms = np.array([np.linalg.norm(n[0, :2]) / np.linalg.norm(f[0, :2]) for n, f in pairs])
    ends = np.array([[n[1, 2], f[1, 2]] for n, f in pairs])
    shifts = ends[:, 0] - zooms * ends[:, 1]
    counts, radii, spreads = stacks.counts.copy(), stacks.radii.copy(), stacks.spreads.copy()
    rims, lines = stacks.rims.copy(), stacks.lines.copy()
    both = np.maximum(seen.counts, 1e-6) * np.maximum(counts[pegs], 1e-6) ** FIRST
    counts[pegs], rims[pegs] = both / both.sum(axis=1, keepdims=True), seen.rims
    radii[pegs], spreads[pegs] = seen.radii / zooms[:, None], seen.spreads / zooms[:, None]
    lines[pegs] = (LINES - shifts[:, None]) / zooms[:, None]
    return replace(stacks, counts=counts, radii=radii, spreads=spreads, rims=rims, lines=lines)


def _extent(stacks: Stacks, peg: int) -> tuple[float, float]:
    """From where to where the pile on a peg reaches, in pixels of its patch."""
    some = max(1, int(stacks.counts[peg].argmax()))
    widest = float(stacks.radii[peg, :some].max())
    return pile_extent(stacks.ends[peg], float(stacks.heights[peg]), max(widest, 0.0))
