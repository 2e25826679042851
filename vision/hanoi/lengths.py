"""Lengths of the few ways that a row is made of, where NumPy's own checks would take the time."""

import numpy as np
from numpy.typing import NDArray

Floats = NDArray[np.float64]


def lengths(ways: Floats) -> Floats:
    """How long ways (..., 2) are, (...)."""
    return np.asarray(np.hypot(ways[..., 0], ways[..., 1]), dtype=np.float64)


def gaps(points: Floats) -> Floats:
    """How far each of some points (..., n, 2) is from the next one, (..., n - 1)."""
    return lengths(points[..., 1:, :] - points[..., :-1, :])


def mean_gap(points: Floats) -> float:
    """The mean of these of one row of points, (n, 2)."""
    apart = gaps(points)
    return float(apart.sum()) / len(apart)
