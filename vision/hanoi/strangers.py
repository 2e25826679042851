"""Whether something is at a tower that is no part of it: a hand, a gripper, a disc in the air.

Where nobody said how many discs there are, all must be on the pegs to be counted. One that somebody
holds may be all but hidden in the hand, so that the others look like a whole tower. Therefore a
small network looks at the row from a little further away and marks what is no part of it.
"""

from pathlib import Path

import numpy as np

from vision.frame import Image
from vision.hanoi.ends import Aim, look_matrix
from vision.hanoi.nets import blob, sigmoid
from vision.hanoi.patch import warped
from vision.hanoi.row import Row
from vision.network import load_network

# Pixels of the look a cell of the map of marks.
CELL = 4
WIDE = Aim(size=(128, 128), middle=(64.0, 88.0), unit=30.0, widest=90.0)


class StrangerEye:
    """Looks for what does not belong to a tower."""

    def __init__(self) -> None:
        path = Path(__file__).parent / "strangers.onnx"
        self._net = load_network(path, (1, 3, *WIDE.size[::-1]))

    def seen(self, image: Image, row: Row) -> float:
        """The probability that there is something of that kind."""
        look = warped(image, look_matrix(row.feet, row.tips, row.units, WIDE), WIDE.size)
        marks = np.asarray(self._net(blob(look[None])), dtype=np.float64)
        return float(sigmoid(marks).max())
