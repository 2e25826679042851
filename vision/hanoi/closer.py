"""Piles looked at closely: where a first look saw rims, discs are counted in larger patches."""

from dataclasses import replace

import numpy as np
from numpy.typing import NDArray

from vision.frame import Image
from vision.hanoi.nets import StackEye, Stacks
from vision.hanoi.patch import PATCH, ROWS, close_matrix, cut_patch

Floats = NDArray[np.float64]

# Rows in which a rim is that likely belong to a pile; pegs that carry nothing for so sure are not
# looked at again.
LIKELY, BARE = 0.2, 0.995


def counted_closely(eye: StackEye, image: Image, matrices: list[Floats], stacks: Stacks) -> Stacks:
    """The same stacks, with counts, half widths and rims from closer looks at the piles.

    `matrices` are those of the pegs' patches, by which `stacks` were read.
    """
    piles = {peg: ends for peg, ends in enumerate(map(extent, stacks.rims)) if ends is not None}
    for peg in np.flatnonzero(stacks.counts[:, 0] > BARE):
        piles.pop(int(peg), None)
    if not piles:
        return stacks
    pegs = np.array(list(piles))
    closer = [close_matrix(matrices[peg], *ends) for peg, ends in piles.items()]
    seen = eye.read(np.stack([cut_patch(image, matrix) for matrix in closer]))
    before = [matrices[peg] for peg in pegs]
    pairs = list(zip(closer, before, strict=True))
    ratios = [np.linalg.norm(near[0, :2]) / np.linalg.norm(far[0, :2]) for near, far in pairs]
    zooms = np.array(ratios)[:, None]
    ends = np.array([[near[1, 2], far[1, 2]] for near, far in pairs])
    shifts = ends[:, :1] - zooms * ends[:, 1:]
    counts, radii, spreads = stacks.counts.copy(), stacks.radii.copy(), stacks.spreads.copy()
    rims, lines = stacks.rims.copy(), stacks.lines.copy()
    counts[pegs], rims[pegs] = seen.counts, seen.rims
    radii[pegs], spreads[pegs] = seen.radii / zooms, seen.spreads / zooms
    lines[pegs] = (seen.lines - shifts) / zooms
    return replace(stacks, counts=counts, radii=radii, spreads=spreads, rims=rims, lines=lines)


def extent(rims: Floats) -> tuple[float, float] | None:
    """The highest and the lowest line in a patch that a pile's rims may be at; None: there is none.

    `rims` is the probability of a rim in each row, (ROWS,).
    """
    rows = np.flatnonzero(rims > LIKELY)
    if not len(rows):
        return None
    high = PATCH[1] / ROWS
    return float((rows[0] + 0.5) * high), float((rows[-1] + 0.5) * high)
