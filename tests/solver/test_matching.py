"""The dynamic programme against plain enumeration."""

import itertools

import numpy as np
import pytest

from solver.cube.cubies import parity
from solver.cube.matching import Matching
from solver.cube.permanents import Permanents


@pytest.mark.parametrize(("count", "turns"), [(1, 2), (3, 2), (4, 3), (5, 2)])
def test_all_arrangements(count: int, turns: int) -> None:
    weights = np.random.default_rng(count).random((2, count, count, turns))
    total = np.zeros((2, turns, 2))
    best = np.zeros((turns, 2))
    for pieces in itertools.permutations(range(count)):
        for turned in itertools.product(range(turns), repeat=count):
            product = weights[:, np.arange(count), pieces, turned].prod(axis=1)
            kind = sum(turned) % turns, parity(pieces)
            total[:, kind[0], kind[1]] += product
            best[kind] = max(best[kind], product[0])
    assert Permanents(count, turns).total(weights) == pytest.approx(total)
    found = Matching(count, turns).best(weights[0])
    for odd in (0, 1):
        assert found.value(odd) == pytest.approx(best[0, odd])


@pytest.mark.parametrize(("count", "turns"), [(8, 3), (12, 2)])
def test_sums_keep_their_digits_where_weights_differ_much(count: int, turns: int) -> None:
    """Every piece is nearly certain of a place of its own; one exchange is as rare as 1e-12."""
    weights = np.zeros((1, count, count, turns))
    weights[0, np.arange(count), np.arange(count)[::-1], 0] = 1.0
    pieces = np.arange(count)[::-1].copy()
    even = parity(tuple(pieces))
    weights[0, 0, pieces[1], 1] = weights[0, 1, pieces[0], 0] = 1e-6
    total = Permanents(count, turns).total(weights)[0]
    assert total[0, even] == pytest.approx(1.0)
    assert total[1, 1 - even] == pytest.approx(1e-12, rel=1e-3)


@pytest.mark.parametrize("odd", [0, 1])
def test_the_best_arrangement_has_the_best_product(odd: int) -> None:
    weights = np.random.default_rng(7).random((12, 12, 2))
    found = Matching(12, 2).best(weights)
    pieces, turns = found.arrangement(odd)
    assert sorted(pieces) == list(range(12))
    assert sum(turns) % 2 == 0
    assert parity(pieces) == odd
    assert weights[np.arange(12), pieces, turns].prod() == pytest.approx(found.value(odd))
