"""Rows that may go on where the picture ends, written down by hand."""

import numpy as np
import pytest

from vision.rings.counting import MORE, cut_off
from vision.rings.net import Floats

SHAPE, STEP = (100, 200), np.array([20.0, 0.0])
SEEN, UNSEEN = np.array([[5.0, 40.0], [190.0, 40.0]]), np.full((2, 2), np.nan)


def row(first: float) -> tuple[Floats, Floats]:
    """Eyes and feet (5, 2) of a row that begins so far to the right."""
    x = first + 20.0 * np.arange(5)
    return np.stack([x, np.full(5, 40.0)], axis=1), np.stack([x, np.full(5, 80.0)], axis=1)


@pytest.mark.parametrize("first", [10.0, 105.0])
def test_a_row_at_the_edge_may_go_on_where_the_loop_is_not_seen_to_end(first: float) -> None:
    assert cut_off(*row(first), UNSEEN, STEP, SHAPE)
    assert not cut_off(*row(first), SEEN, STEP, SHAPE)


def test_the_end_of_the_loop_that_counts_is_the_one_at_that_edge() -> None:
    tip_only = np.array([SEEN[0], UNSEEN[1]])
    assert not cut_off(*row(10.0), tip_only, STEP, SHAPE)
    assert cut_off(*row(105.0), tip_only, STEP, SHAPE)


def test_a_row_in_the_middle_does_not_go_on() -> None:
    assert not cut_off(*row(60.0), UNSEEN, STEP, SHAPE)


def test_eyes_that_were_not_seen_tell_nothing() -> None:
    eyes, feet = row(60.0)
    assert not cut_off(np.full_like(eyes, np.nan), feet, UNSEEN, STEP, SHAPE)


def test_an_end_of_the_loop_beyond_the_edge_says_little_where_more_rods_are_thinkable() -> None:
    beyond = np.array([[-3.0, 30.0], [SHAPE[1] - 5.0, 30.0]])
    assert not cut_off(*row(10.0), beyond, STEP, SHAPE)
    assert not cut_off(*row(10.0), beyond, STEP, SHAPE, more=0.5 * MORE)
    assert cut_off(*row(10.0), beyond, STEP, SHAPE, more=2 * MORE)
