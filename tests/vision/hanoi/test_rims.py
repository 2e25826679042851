"""Counting discs row by row: against all ways to tell them, and where the rims are."""

from itertools import product

import numpy as np
import pytest

from vision.hanoi.rims import count_probabilities, rim_rows


def by_hand(rims, most):
    """The same by going through every way to tell rims: runs of rows are one rim each."""
    chance = np.zeros(len(rims) + 1)
    for told in product((0, 1), repeat=len(rims)):
        runs = sum(row and not before for row, before in zip(told, (0, *told), strict=False))
        chance[runs] += np.prod([p if row else 1 - p for row, p in zip(told, rims, strict=True)])
    return chance[: most + 1] / chance[: most + 1].sum()


@pytest.mark.parametrize("seed", range(5))
def test_counts_are_those_of_all_ways(seed):
    rims = np.random.default_rng(seed).random((2, 9))
    want = [by_hand(row, 4) for row in rims]
    np.testing.assert_allclose(count_probabilities(rims, 4), want, atol=1e-12)


def test_faint_rows_between_two_rims_part_them():
    rims = np.full((1, 64), 1e-6)
    rims[0, [20, 21, 40]] = 0.99
    assert count_probabilities(rims, 8)[0, 2] > 0.97


def test_one_rim_in_two_rows_is_one():
    rims = np.full((1, 64), 1e-6)
    rims[0, [30, 31]] = 0.5
    np.testing.assert_allclose(count_probabilities(rims, 8)[0, :3], [0.25, 0.75, 0], atol=1e-4)


def test_rims_come_from_the_bottom_up():
    rims = np.full(64, 0.001)
    rims[[10, 11, 20, 30]] = 0.6, 0.9, 0.8, 0.95
    assert rim_rows(rims, 3).tolist() == [30, 20, 11]
    assert rim_rows(rims, 1).tolist() == [30]
    assert rim_rows(rims, 0).tolist() == []
