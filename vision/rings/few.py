"""What numpy does for arrays of any size, for a few numbers: its own take several times as long."""

from functools import lru_cache

import numpy as np
from numpy.typing import NDArray

from vision.rings.net import Floats

Indices = NDArray[np.intp]


def median(values: Floats, axis: int = 0) -> Floats:
    """The median of at least one number along an axis."""
    ordered = np.sort(values, axis=axis)
    count = ordered.shape[axis]
    low, high = (ordered.take(k, axis=axis) for k in ((count - 1) // 2, count // 2))
    return np.asarray((low + high) / 2)


@lru_cache(maxsize=64)
def pairs(count: int, apart: int = 1) -> tuple[Indices, Indices]:
    """All pairs of numbers below `count` of which the second is larger by at least `apart`."""
    first, second = np.triu_indices(count, apart)
    first.flags.writeable = second.flags.writeable = False
    return first, second


def polynomial(x: Floats | Indices, y: Floats, degree: int, weight: Floats | None = None) -> Floats:
    """Coefficients, the highest power first, of the polynomial nearest to points (least squares).

    `weight` (k,) is that of each point's distance.
    """
    powers = np.power.outer(x, np.arange(degree, -1, -1))
    if weight is not None:
        powers, y = powers * weight[:, None], y * weight
    return np.asarray(np.linalg.lstsq(powers, y, rcond=None)[0], dtype=np.float64)
