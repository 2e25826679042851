"""The error rate of a reader, from tables whose truth is known."""

import numpy as np
import pytest

from calibration import Tally, doubt_of, misread_of, tally, unowned_of
from calibration.fit import ASSUMED_CELLS, MOST_DOUBT


def rows(symbols, told, claimed):
    """Rows that claim one symbol each with a probability, and share out the rest."""
    table = np.full((len(told), symbols), (1 - claimed) / (symbols - 1))
    table[np.arange(len(told)), told] = claimed
    return table


@pytest.mark.parametrize("symbols", [2, 6])
@pytest.mark.parametrize("share", [0.0, 0.1, 0.3])
def test_the_share_of_arbitrary_rows_is_found(symbols, share):
    random = np.random.default_rng(3)
    true = random.integers(0, symbols, 20_000)
    arbitrary = random.random(20_000) < share
    told = np.where(arbitrary, random.integers(0, symbols, 20_000), true)
    found = tally([rows(symbols, told, 1.0)], [true])
    assert found.unowned == pytest.approx(share, abs=0.01)
    assert found.misread == pytest.approx(share * (1 - 1 / symbols), abs=0.01)


def test_a_reader_that_owns_up_to_its_errors_is_not_doubted_more():
    random = np.random.default_rng(4)
    true = random.integers(0, 6, 20_000)
    wrong = random.random(20_000) > 0.85
    told = np.where(wrong, (true + random.integers(1, 6, 20_000)) % 6, true)
    found = tally([rows(6, told, 0.85)], [true])
    assert found.misread == pytest.approx(0.15, abs=0.01)
    assert found.unowned == pytest.approx(0.0, abs=0.01)


def test_what_cannot_be_seen_and_what_has_no_truth_is_not_counted():
    table = rows(2, [0, 1, 0, 0], 0.99)
    table[3] = 0.5
    assert tally([table], [[0, 1, -1, 1]]) == Tally(2, 0.0, 0.0)
    assert tally([table[3:]], [[1]]) is None
    assert tally([], []) is None
    # Never clear, and never wrong without saying so.
    assert tally([rows(2, [0, 0], 0.7)], [[1, 1]]) == Tally(2, 1.0, 0.0)


def test_many_looks_at_one_place_tell_no_more_than_one():
    wrong = rows(2, [0, 1, 0], 0.999)
    once, often = (tally([wrong] * times, [[0, 1, 1]] * times) for times in (1, 500))
    assert once.cells == often.cells == 3
    assert once.misread == pytest.approx(often.misread) == pytest.approx(1 / 3)


def test_places_count_by_their_cells():
    places = [Tally(9, 0.0, 0.0), Tally(27, 0.4, 0.2)]
    assert misread_of(places) == pytest.approx(0.3)
    assert unowned_of(places) == pytest.approx(0.15)
    assert misread_of([]) == unowned_of([]) == 0.0


def test_doubt_leaves_what_was_assumed_as_evidence_comes_in():
    assert doubt_of([], 0.1) == pytest.approx(0.1)
    few, many = doubt_of([Tally(9, 0, 0)], 0.1), doubt_of([Tally(9, 0, 0)] * 30, 0.1)
    assert 0.1 > few > many > 0.01
    assert doubt_of([Tally(ASSUMED_CELLS, 0.2, 0.3)], 0.1) == pytest.approx(0.2)
    assert doubt_of([Tally(900, 1.0, 1.0)], 0.1) == MOST_DOUBT
