"""The dynamic programme against plain enumeration."""

import itertools

import numpy as np
import pytest

from solver.cube.cubies import parity
from solver.cube.matching import Matching


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
    matching = Matching(count, turns)
    assert matching.total(weights) == pytest.approx(total)
    found = matching.best(weights[0])
    for odd in (0, 1):
        assert found.value(odd) == pytest.approx(best[0, odd])


@pytest.mark.parametrize("odd", [0, 1])
def test_the_best_arrangement_has_the_best_product(odd: int) -> None:
    weights = np.random.default_rng(7).random((12, 12, 2))
    found = Matching(12, 2).best(weights)
    pieces, turns = found.arrangement(odd)
    assert sorted(pieces) == list(range(12))
    assert sum(turns) % 2 == 0
    assert parity(pieces) == odd
    assert weights[np.arange(12), pieces, turns].prod() == pytest.approx(found.value(odd))
