"""The row of a toy: its feet, and how its rods lean."""

from dataclasses import replace

import numpy as np
import pytest

from tests.vision.rings.made import made_row, made_toy


def test_a_row_with_a_gap_is_no_toys_and_one_that_recedes_is() -> None:
    assert made_row(20.0 * 0.96 ** np.arange(8)).even
    assert not made_row(np.where(np.arange(8) == 4, 40.0, 20.0)).even


@pytest.mark.parametrize(("hidden", "moves"), [(0, True), (4, False)])
def test_feet_are_where_they_are_seen_unless_much_is_hidden(hidden: int, moves: bool) -> None:
    row = made_row(np.full(8, 20.0))
    toy = made_toy(np.ones(9), 4.0 * np.ones(9))
    there = np.arange(9) >= hidden
    seen = replace(toy, feet=np.where(there[:, None], row.feet + np.array([4.0, 0.0]), np.nan))
    assert np.any(row.seen(seen).feet != row.feet) == moves


def test_a_foot_stays_where_the_others_have_it() -> None:
    """What looks like one, time and again, may be a line of the table."""
    toy = made_toy(np.ones(9), 4.0 * np.ones(9))
    row = made_row(np.full(8, 20.0))
    feet = row.feet + 8.0 * (np.arange(9) == 3)[:, None] * [1.0, 0.0]
    for _ in range(20):
        row = row.seen(replace(toy, feet=feet))
    assert 0 < row.feet[3, 0] - made_row(np.full(8, 20.0)).feet[3, 0] < 3.0
    # Gaps that grow evenly are how a row recedes.
    receding = made_row(np.linspace(18.0, 22.0, 8))
    same = receding.seen(replace(toy, feet=receding.feet))
    np.testing.assert_allclose(same.feet, receding.feet, atol=1e-6)


def test_one_sight_in_which_all_rods_lean_does_not_change_how_they_lean() -> None:
    row = made_row(np.full(8, 20.0))
    usual, leaning = (
        replace(made_toy(np.ones(9), 4.0 * np.ones(9)), feet=row.feet, eyes=row.eyes + aside)
        for aside in (np.zeros(2), row.step)
    )
    for toy in (usual, usual, leaning):
        row = row.seen(toy)
    assert np.abs(row.slopes).max() < 0.1
    for _ in range(30):
        row = row.seen(leaning)
    assert np.abs(row.slopes) == pytest.approx(0.25, abs=0.02)
