"""Counting discs over several sights."""

from types import SimpleNamespace
from typing import Any

import numpy as np
import pytest

from calibration.profile import Profile
from vision.hanoi import HanoiReader
from vision.hanoi.census import DiscCensus

PEGS = 3


def sight(*piles: int, sure: float = 0.9) -> np.ndarray:
    """Probabilities of counts: each pile as it is, or one disc less."""
    counts = np.full((PEGS, 9), 1e-4)
    for peg, pile in enumerate(piles):
        counts[peg, pile] = sure if pile else 1.0
        if pile:
            counts[peg, pile - 1] = 1 - sure
    return counts / counts.sum(axis=1, keepdims=True)


def test_nothing_seen_is_nothing_told() -> None:
    assert DiscCensus().told() == (0, 0.0)


def test_one_sight_is_told_as_it_is() -> None:
    census = DiscCensus().after(sight(4, 0, 0))
    best, sure = census.told()
    assert best == 4
    assert sure == pytest.approx(0.9, abs=0.01)


def test_the_same_sight_again_tells_nothing_new() -> None:
    census = DiscCensus()
    for _ in range(30):
        census = census.after(sight(4, 0, 0))
    assert census.told()[1] == pytest.approx(0.9, abs=0.01)


def test_other_arrangements_make_it_surer() -> None:
    census = DiscCensus()
    for piles in ((4, 0, 0), (3, 1, 0), (2, 1, 1)):
        census = census.after(sight(*piles))
    best, sure = census.told()
    assert best == 4
    assert sure > 0.97


def test_a_disc_in_a_hand_does_not_make_the_toy_smaller() -> None:
    census = DiscCensus()
    census = census.after(sight(5, 0, 0, sure=0.8))
    census = census.after(sight(4, 0, 0, sure=0.95))
    assert census.told()[0] == 5


def test_what_was_never_seen_is_not_believed() -> None:
    census = DiscCensus()
    census = census.after(sight(3, 0, 0, sure=0.99))
    census = census.after(sight(2, 1, 0, sure=0.99))
    best, sure = census.told()
    assert best == 3
    assert sure > 0.97


@pytest.mark.parametrize(("piles", "count"), [((3, 0, 0), 3), ((1, 1, 0), None), ((2, 0, 0), None)])
def test_a_picture_of_fewer_discs_is_not_one_of_three(
    piles: tuple[int, ...], count: int | None
) -> None:
    stacks = SimpleNamespace(counts=sight(*piles, sure=0.99), clear=np.ones(PEGS))
    seen: Any = SimpleNamespace(stacks=stacks)
    assert HanoiReader(Profile("hanoi"))._counted(seen)[0] == count
