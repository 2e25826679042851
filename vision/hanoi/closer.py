"""Piles looked at closely, each by itself: where the rims of what lies on a peg are."""

from dataclasses import replace

import numpy as np
from numpy.typing import NDArray

from vision.frame import Image
from vision.hanoi.nets import LINES, RimsEye, Stacks
from vision.hanoi.patch import close_matrix, cut_patch, pile_extent

Floats = NDArray[np.float64]

# Pegs that carry nothing for so sure are not looked at again.
BARE = 0.995


def with_rims(eye: RimsEye, image: Image, matrices: list[Floats], stacks: Stacks) -> Stacks:
    """The same stacks, with the rims that closer looks at the piles show.

    `matrices` are those of the pegs' patches, in whose pixels the lines of rims are told.
    """
    pegs = np.flatnonzero(stacks.counts[:, 0] < BARE)
    if not len(pegs):
        return stacks
    far = [matrices[peg] for peg in pegs]
    near = [close_matrix(matrices[peg], *_extent(stacks, int(peg))) for peg in pegs]
    pairs = list(zip(near, far, strict=True))
    zooms = np.array([np.linalg.norm(n[0, :2]) / np.linalg.norm(f[0, :2]) for n, f in pairs])
    ends = np.array([[n[1, 2], f[1, 2]] for n, f in pairs])
    shifts = ends[:, 0] - zooms * ends[:, 1]
    rims, lines = stacks.rims.copy(), stacks.lines.copy()
    rims[pegs] = eye.read(np.stack([cut_patch(image, matrix) for matrix in near]))
    lines[pegs] = (LINES - shifts[:, None]) / zooms[:, None]
    return replace(stacks, rims=rims, lines=lines)


def _extent(stacks: Stacks, peg: int) -> tuple[float, float]:
    """From where to where the pile on a peg reaches, in pixels of its patch."""
    some = max(1, int(stacks.counts[peg].argmax()))
    widest = float(stacks.radii[peg, :some].max())
    return pile_extent(stacks.ends[peg], float(stacks.heights[peg]), max(widest, 0.0))
