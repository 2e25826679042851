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
    """The same stacks, with counts and half widths from closer looks at the piles.

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
    zooms = [
        np.linalg.norm(matrix[0, :2]) / np.linalg.norm(matrices[peg][0, :2])
        for peg, matrix in zip(pegs, closer, strict=True)
    ]
    counts, radii, spreads = stacks.counts.copy(), stacks.radii.copy(), stacks.spreads.copy()
    counts[pegs] = seen.counts
    radii[pegs] = seen.radii / np.array(zooms)[:, None]
    spreads[pegs] = seen.spreads / np.array(zooms)[:, None]
    return replace(stacks, counts=counts, radii=radii, spreads=spreads)


def extent(rims: Floats) -> tuple[float, float] | None:
    """The highest and the lowest line in a patch that a pile's rims may be at; None: there is none.

    `rims` is the probability of a rim in each row, (ROWS,).
    """
    rows = np.flatnonzero(rims > LIKELY)
    if not len(rows):
        return None
    high = PATCH[1] / ROWS
    return float((rows[0] + 0.5) * high), float((rows[-1] + 0.5) * high)
