"""What is done for a few numbers says the same as numpy does."""

import numpy as np
import pytest

from vision.rings.few import median, pairs, polynomial


@pytest.mark.parametrize("count", [1, 2, 5, 8])
def test_the_median_is_numpys(count: int) -> None:
    values = np.random.default_rng(count).normal(size=(count, 3))
    np.testing.assert_allclose(median(values), np.median(values, axis=0))
    np.testing.assert_allclose(median(values, axis=1), np.median(values, axis=1))


def test_pairs_are_those_that_far_apart() -> None:
    first, second = pairs(5, 3)
    assert list(zip(first.tolist(), second.tolist(), strict=True)) == [(0, 3), (0, 4), (1, 4)]
    assert len(pairs(4)[0]) == 6


@pytest.mark.parametrize("degree", [1, 2])
def test_the_polynomial_is_numpys(degree: int) -> None:
    rng = np.random.default_rng(degree)
    x, y, weight = np.arange(9), rng.normal(size=9), rng.uniform(0.2, 1, 9)
    np.testing.assert_allclose(polynomial(x, y, degree), np.polyfit(x, y, degree))
    told = polynomial(x, y, degree, weight)
    np.testing.assert_allclose(told, np.polyfit(x, y, degree, w=weight))
