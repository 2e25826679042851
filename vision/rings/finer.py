"""A finer look at a toy that was found: nearer, by a network that knows rods from nearby.

A close look is as coarse as a network can be that has to be quick. Where it leaves doubt, a camera
mostly shows more than that: whether a wire is in front of another one.
"""

from collections.abc import Iterator
from functools import cached_property
from pathlib import Path

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.rings.net import CLOSE, LEAST, Floats, SpotFinder, Spots, spots_of
from vision.rings.places import CLOSE_LOOK, Weighing
from vision.rings.toy import Toy, fit_toy

FINE = Path(__file__).with_name("fine.onnx")
# The distance of two rods in a finer look, pixels; how much larger than it is the picture is made
# at most; by how much, at least and at most, it is nearer than a close look.
PITCH, MOST_GROWN, NEARER = 40.0, 1.2, (1.15, 3.0)
# The distances of two rods, and the angles (degrees) by which the picture is turned.
NUDGES = ((PITCH, 0.0), (33.0, 4.0))
# Networks take pictures whose sides are multiples of this.
STRIDE = 32

# Weights fitted to it are no better where they were not fitted; it is surer of what it counts.
FINER_LOOK = Weighing(CLOSE_LOOK.weights, (-0.89, 1.26, 0.71))

Grey = NDArray[np.uint8]


class FinerLook:
    """Looks twice more at a toy, each time as it is and in a mirror."""

    @cached_property
    def _spots(self) -> SpotFinder:
        """Only loaded when it is needed."""
        return SpotFinder(FINE, sizes=())

    def read(self, grey: Grey, close: Floats, toy: Toy, count: int | None) -> Iterator[Toy]:
        """The toy in a picture's pixels as finer looks show it; fewer or none where they do not.

        No look is taken before it is asked for.

        `close` (2, 3) is the way to the close look at the `toy`, which is in the picture's pixels.
        """
        for pitch, degrees in NUDGES:
            looked = self.look(grey, nudged(close, 1.0, degrees), toy.step, pitch)
            if looked is None:
                continue
            spots, patch, way = looked
            fitted = fit_toy(spots.moved(way), count, patch, weighing=FINER_LOOK)
            if fitted is not None:
                yield fitted.back(way)

    def look(
        self,
        grey: Grey,
        close: Floats,
        step: Floats,
        wanted: float = PITCH,
        size: tuple[int, int] = CLOSE,
    ) -> tuple[Spots, Grey, Floats] | None:
        """The spots in the picture's pixels, the patch that shows them, and the way (2, 3) to it.

        The rods, a `step` (2,) apart in the picture, are as far apart there as `wanted`, in pixels.
        `size` is that of the close look. None where the look is hardly finer.
        """
        near = float(np.hypot(close[0, 0], close[1, 0]))
        pitch = near * float(np.linalg.norm(step))
        nearer = min(wanted / pitch, MOST_GROWN / near, NEARER[1])
        if nearer < NEARER[0]:
            return None
        wide, high = (STRIDE * int(np.ceil(side * nearer / STRIDE)) for side in size)
        patch, way = self._spots.patch(grey, nearer * close, (wide, high))
        return spots_of(self._spots.twice(patch), way, least=LEAST), patch, way


def nudged(way: Floats, scale: float, degrees: float) -> Floats:
    """A way to a close look, changed a little about the look's middle."""
    turn = cv2.getRotationMatrix2D((CLOSE[0] / 2, CLOSE[1] / 2), degrees, scale)
    return np.asarray(np.vstack([turn, [0, 0, 1]]) @ np.vstack([way, [0, 0, 1]]))[:2]
