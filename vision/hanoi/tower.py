"""All pegs of a row looked at together, as close as the largest pile allows and all at one scale.

A first look at each peg by itself says where the pegs are and how large what they carry is; this
one tells how many discs there are and how wide each is. What is seen at one peg helps with the
others: how thick the discs are, and what belongs to the toy but is no disc.
"""

from dataclasses import replace
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from vision.frame import Image
from vision.hanoi.nets import MOST_DISCS, Stacks, blob, sigmoid, softmax
from vision.hanoi.patch import TOWER, tower_matrix, tower_window, tower_zoom, warped
from vision.hanoi.row import Row
from vision.network import load_network

Floats = NDArray[np.float64]

# What a row seems to carry whose pegs all seem bare: the largest half width and height, in UNIT.
NOTHING = (0.35, 0.4)
# The least and largest error of a half width, as a logarithm.
ERRORS = (-6.0, 1.0)


class TowerEye:
    """Reads closer looks at the pegs of a row."""

    def __init__(self) -> None:
        self._net = load_network(Path(__file__).parent / "tower.onnx")

    def read(self, image: Image, row: Row, matrices: list[Floats], stacks: Stacks) -> Stacks:
        """The stacks of a row with counts, half widths and what is clear from closer looks.

        `matrices` are those of the pegs' patches, `stacks` what was read from these; half widths
        stay in units of the patches. Both looks have their say in what is clear.
        """
        window = window_of(row, stacks)
        looks = [warped(image, tower_matrix(matrix, window), TOWER) for matrix in matrices]
        seen = np.stack(looks)
        told = (self._told(seen) + self._told(seen[:, :, ::-1])) / 2
        m, zoom = MOST_DISCS, tower_zoom(window)
        return replace(
            stacks,
            counts=softmax(told[:, : m + 1]),
            radii=told[:, m + 1 : 2 * m + 1] / zoom,
            spreads=np.exp(np.clip(told[:, 2 * m + 1 : 3 * m + 1], *ERRORS)) / zoom,
            clear=np.sqrt(stacks.clear * sigmoid(told[:, 3 * m + 1])),
        )

    def _told(self, looks: NDArray[np.uint8]) -> Floats:
        self._net.setInput(blob(looks))
        return np.asarray(self._net.forward(), dtype=np.float64)


def window_of(row: Row, stacks: Stacks) -> tuple[float, float, float]:
    """What the closer looks show, by what the first one saw."""
    lengths = np.linalg.norm(row.tips - row.feet, axis=1) / row.units
    counts = stacks.counts.argmax(axis=1)
    some = np.flatnonzero(counts)
    if not len(some):
        return tower_window(*NOTHING, float(lengths.max()))
    widest = max(float(stacks.radii[peg, : counts[peg]].max()) for peg in some)
    high = float((stacks.heights * lengths)[some].max())
    return tower_window(max(widest, 0.1), high, float(lengths.max()))
