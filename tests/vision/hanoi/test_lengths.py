"""Lengths of ways are those that NumPy's norm tells."""

import numpy as np
import pytest

from vision.hanoi.lengths import gaps, lengths, mean_gap


def test_lengths_are_norms_along_the_last_axis() -> None:
    ways = np.random.default_rng(0).normal(0, 100, (4, 3, 2))
    np.testing.assert_allclose(lengths(ways), np.linalg.norm(ways, axis=-1))
    assert float(lengths(np.array([3.0, -4.0]))) == pytest.approx(5.0)


def test_gaps_are_between_neighbours_only() -> None:
    rows = np.array([[[0.0, 0], [3, 4], [3, 10]], [[1.0, 1], [1, 1], [1, 3]]])
    np.testing.assert_allclose(gaps(rows), [[5, 6], [0, 2]])
    assert mean_gap(rows[0]) == pytest.approx(5.5)
