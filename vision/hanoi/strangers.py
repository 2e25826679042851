"""Whether something is at a tower that is no part of it: a hand, a gripper, a disc in the air.

Where nobody said how many discs there are, all must be on the pegs to be counted. One that somebody
holds may be all but hidden in the hand, so that the others look like a whole tower. Therefore a
small network looks at the row from a little further away and marks what is no part of it.
"""

from dataclasses import dataclass
from pathlib import Path

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.frame import Image
from vision.hanoi.ends import Aim, look_matrix
from vision.hanoi.nets import blob, sigmoid
from vision.hanoi.patch import units, warped
from vision.hanoi.row import Row
from vision.network import load_network

Floats = NDArray[np.float64]

# Pixels of the look a cell of the map of marks.
CELL = 4
# From this logit of the surest cell on, a look is taken in a mirror, too. Of 325 rendered towers by
# themselves 26 seem to have a hand at them then, 31 without that; of 117 hands 98 and 97 are seen.
UNSURE = -2.0
# What the probability of a hand or the like must exceed before it is believed to be there: a disc
# may be in it, or a peg behind it.
STRANGE = 0.5
# How bright what is beyond the picture is shown.
BEYOND = np.uint8(114)
WIDE = Aim(size=(128, 128), middle=(64.0, 88.0), unit=30.0, widest=90.0)
# Where a picture ends within that look, it is shown up to so many times as large.
LARGEST = 2.0


def wide_matrix(feet: Floats, tips: Floats, picture: tuple[int, int]) -> Floats:
    """The affine map (2, 3) to the look at a row: `feet`, `tips` (pegs, 2), all in its pixels.

    `picture` is the width and height of what it is in. In most pictures the toy takes up so much
    room that half of what is around it lies beyond their borders; what is left fills the look.
    """
    matrix = look_matrix(feet, tips, units(feet, tips), WIDE)
    wide, high = picture
    corners = np.array([[0, 0], [wide, 0], [0, high], [wide, high]]) @ matrix[:, :2].T
    size = np.array(WIDE.size)
    ends = np.clip(corners + matrix[:, 2], 0, size)
    low, top = ends.min(axis=0), ends.max(axis=0)
    zoom = float(np.clip((size / np.maximum(top - low, 1)).min(), 1, LARGEST))
    grown = zoom * matrix
    grown[:, 2] += size / 2 - zoom * (low + top) / 2
    return grown


def wide_look(image: Image, matrix: Floats, size: tuple[int, int]) -> Image:
    """The look at a picture by an affine map (2, 3), grey beyond the picture's border.

    A bottle that the border cuts would look like an arm, if what is at the border went on beyond.
    """
    within = cv2.warpAffine(np.ones(image.shape[:2], np.uint8), matrix, size)
    return np.where(np.asarray(within)[..., None] > 0, warped(image, matrix, size), BEYOND)


@dataclass(frozen=True, slots=True, eq=False)
class Seen:
    """A look (128, 128, 3) at a row and around it, and the logits of its cells, (32, 32)."""

    look: Image
    marks: Floats

    @property
    def surest(self) -> float:
        """The probability that there is something that does not belong to the tower."""
        return float(sigmoid(self.marks).max())


class StrangerEye:
    """Looks for what does not belong to a tower."""

    def __init__(self) -> None:
        path = Path(__file__).parent / "strangers.onnx"
        self._net = load_network(path, (1, 3, *WIDE.size[::-1]))

    def look(self, image: Image, row: Row) -> Seen:
        """What there is of that kind at a row."""
        high, wide = image.shape[:2]
        look = wide_look(image, wide_matrix(row.feet, row.tips, (wide, high)), WIDE.size)
        marks = self._marks(look)
        if marks.max() > UNSURE:
            # What is seen in a mirror, too, is there.
            mirrored = self._marks(np.ascontiguousarray(look[:, ::-1]))[:, ::-1]
            marks = (marks + mirrored) / 2
        return Seen(look, marks)

    def _marks(self, look: Image) -> Floats:
        """The logits of a look's cells, (height, width) / CELL."""
        told: Floats = self._net(blob(look[None]))[0, 0].astype(np.float64)
        return told
