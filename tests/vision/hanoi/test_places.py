"""The table of places, from readings that are written down by hand."""

import numpy as np
import pytest

from vision.hanoi import places
from vision.hanoi.places import (
    Arrangements,
    complete_probability,
    total_probabilities,
    uniform_table,
)


def sure(*counts: int) -> np.ndarray:
    """Count probabilities of one who is sure."""
    table = np.full((len(counts), 9), 1e-4)
    table[np.arange(len(counts)), counts] = 1
    return table / table.sum(axis=1, keepdims=True)


def widths(*stacks: tuple[float, ...]) -> np.ndarray:
    """Half widths, the rest of each row filled up."""
    table = np.full((len(stacks), 8), 0.2)
    for row, stack in zip(table, stacks, strict=True):
        row[: len(stack)] = stack
    return table


@pytest.mark.parametrize(("discs", "pegs"), [(1, 3), (3, 3), (4, 4), (5, 3)])
def test_arrangements_are_all_different_and_fill_stacks_from_below(discs: int, pegs: int) -> None:
    every = Arrangements(discs, pegs)
    assert len({tuple(row) for row in every.peg_of}) == pegs**discs
    for peg_of, height_of in zip(every.peg_of, every.height_of, strict=True):
        for peg in range(pegs):
            on = np.flatnonzero(peg_of == peg)[::-1]
            assert height_of[on].tolist() == list(range(len(on)))


def test_a_sharp_reading_gives_a_sharp_table() -> None:
    every = Arrangements(3, 3)
    seen = widths((0.4,), (), (0.3, 0.2))
    cells = every.table(every.weigh(sure(1, 0, 2), seen, np.full((3, 8), 0.01)))
    expected = [3, 0, 0, 0, 0, 0, 2, 1, 0]
    assert cells.argmax(axis=1).tolist() == expected
    assert cells[np.arange(9), expected].min() > 0.95


def test_equal_widths_are_told_apart_by_nobody() -> None:
    every = Arrangements(2, 3)
    seen = widths((0.3,), (0.3,), ())
    cells = every.table(every.weigh(sure(1, 1, 0), seen, np.full((3, 8), 0.02)))
    assert cells[0, 1] == pytest.approx(0.5, abs=0.02)
    assert cells[0, 2] == pytest.approx(0.5, abs=0.02)


def test_equal_steps_tell_a_small_difference_from_none(monkeypatch: pytest.MonkeyPatch) -> None:
    """Discs 0.06 apart, one of them read 0.02 too wide: by itself, that might be the larger one."""
    every = Arrangements(5, 3)
    seen, errors = widths((0.4, 0.28, 0.16), (0.34, 0.24), ()), np.full((3, 8), 0.02)
    shares = []
    for uneven in (places.UNEVEN, 1.0):
        monkeypatch.setattr(places, "UNEVEN", uneven)
        weights = every.weigh(sure(3, 2, 0), seen, errors)
        best = every.symbols(int(weights.argmax()))
        assert [best[0], best[1], best[2], best[5], best[6]] == [5, 3, 1, 4, 2]
        shares.append(weights.max() / weights.sum())
    assert shares[0] > 0.96 > shares[1] + 0.1


def test_equal_steps_tell_that_a_row_recedes_more_than_was_thought(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """Discs 0.04 apart on outer pegs, those on the left read 6 % too small, others too large."""
    every = Arrangements(6, 3)
    seen = widths((0.376, 0.301, 0.226), (), (0.382, 0.297, 0.212))
    shares = []
    for recedes in (places.RECEDES, ((1.0, 1e-4),)):
        monkeypatch.setattr(places, "RECEDES", recedes)
        weights = every.weigh(sure(3, 0, 3), seen, np.full((3, 8), 0.01))
        best = weights[(every.peg_of == [2, 0, 2, 0, 2, 0]).all(axis=1)].item()
        shares.append(best / weights.sum())
    assert shares[0] > 0.75 > 0.2 > shares[1]


def test_a_toy_of_unequal_steps_is_read_where_it_is_plain() -> None:
    every = Arrangements(4, 3)
    seen = widths((0.45, 0.2), (0.24,), (0.22,))
    weights = every.weigh(sure(2, 1, 1), seen, np.full((3, 8), 0.004))
    best = every.symbols(int(weights.argmax()))
    assert [best[0], best[1], best[4], best[8]] == [4, 1, 3, 2]
    assert weights.max() / weights.sum() > 0.95


def test_known_sizes_decide_what_widths_alone_leave_open() -> None:
    every = Arrangements(3, 3)
    seen, errors = widths((0.31, 0.2), (0.3,), ()), np.full((3, 8), 0.02)
    alone = every.table(every.weigh(sure(2, 1, 0), seen, errors))
    told = every.table(every.weigh(sure(2, 1, 0), seen, errors, np.array([0.2, 0.24, 0.31])))
    assert told[0, 3] > alone[0, 3]


def test_totals_are_the_convolution() -> None:
    total = total_probabilities(np.array([[0.5, 0.5] + [0] * 7, [0.25, 0.75] + [0] * 7]))
    assert total[:3].tolist() == pytest.approx([0.125, 0.5, 0.375])


def test_the_table_of_nothing_is_uniform() -> None:
    assert np.allclose(uniform_table(3, 3), 0.25)


@pytest.mark.parametrize(
    ("totals", "least", "most"),
    [
        ({3: 1.0}, 1.0, 1.0),
        # One disc less, or more, may be a miscount, or a disc in a hand.
        ({3: 0.5, 2: 0.5}, 0.94, 0.96),
        ({3: 0.2, 4: 0.8}, 0.8, 0.85),
        ({3: 0.01, 2: 0.99}, 0.1, 0.2),
        ({2: 1.0}, 0.0, 0.0),
        ({5: 1.0}, 0.0, 0.0),
    ],
)
def test_all_discs_are_there_unless_another_number_is_seen(
    totals: dict[int, float], least: float, most: float
) -> None:
    seen = np.zeros(25)
    seen[list(totals)] = list(totals.values())
    assert least <= complete_probability(seen, 3, 0.05) <= most
