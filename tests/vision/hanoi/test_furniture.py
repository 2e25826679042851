"""What rests for long at a tower is no hand."""

import numpy as np
import pytest

from vision.frame import Image
from vision.hanoi.furniture import GAP_S, LEAST_PICTURES, MOVED, RESTS_S, SMALL, Furniture
from vision.hanoi.strangers import Seen

STEP_S = RESTS_S / 8


def seen(cells: int, look: Image) -> Seen:
    """A look of which so many cells are marked."""
    marks = np.full((32, 32), -5.0)
    marks[10, 4 : 4 + cells] = 3.0
    return Seen(look, marks)


@pytest.fixture
def look() -> Image:
    """Something to look at."""
    rng = np.random.default_rng(3)
    return np.asarray(rng.integers(60, 120, (128, 128, 3)), dtype=np.uint8)


def answers(furniture: Furniture, shown: list[Seen], begin: float = 0.0) -> list[bool]:
    """What it says of one picture after the other."""
    return [furniture.stays(one, begin + k * STEP_S) for k, one in enumerate(shown)]


def test_what_rests_for_long_is_furniture(look: Image) -> None:
    told = answers(Furniture(), [seen(4, look)] * 10)
    assert told == [False] * 8 + [True] * 2


def test_what_moves_begins_anew(look: Image) -> None:
    furniture, other = Furniture(), look.copy()
    other[40:44, 16:24] = 250
    assert not any(answers(furniture, [seen(4, look)] * 7))
    assert not any(answers(furniture, [seen(4, other)] * 8, 7 * STEP_S))
    assert furniture.stays(seen(4, other), 15 * STEP_S)


def test_motion_where_nothing_is_seen_is_none(look: Image) -> None:
    furniture, other = Furniture(), look.copy()
    other[90:, 90:] = 250
    told = answers(furniture, [seen(4, look)] * 4 + [seen(4, other)] * 6)
    assert told[-1]


def test_what_comes_beside_it_counts_as_motion(look: Image) -> None:
    furniture, other = Furniture(), look.copy()
    other[40:44, 44:48] = np.clip(other[40:44, 44:48] + 8 * MOVED, 0, 255).astype(np.uint8)
    assert not any(answers(furniture, [seen(4, look)] * 8))
    assert not furniture.stays(seen(8, other), RESTS_S + STEP_S)


def test_what_is_as_large_as_a_hand_stays_one(look: Image) -> None:
    assert not any(answers(Furniture(), [seen(SMALL + 1, look)] * 20))


def test_what_was_as_large_once_stays_one(look: Image) -> None:
    furniture = Furniture()
    assert not any(answers(furniture, [seen(SMALL + 1, look)] + [seen(2, look)] * 19))


def test_few_pictures_are_not_enough(look: Image) -> None:
    furniture = Furniture()
    step = RESTS_S / (LEAST_PICTURES - 1.5)
    assert step > GAP_S
    assert not any(furniture.stays(seen(4, look), step * k) for k in range(3 * LEAST_PICTURES))


@pytest.mark.parametrize("at", [60.0, 0.0])
def test_after_a_gap_or_where_time_goes_back_it_begins_anew(look: Image, at: float) -> None:
    furniture = Furniture()
    assert any(answers(furniture, [seen(4, look)] * 10, 10.0))
    told = answers(furniture, [seen(4, look)] * 10, at)
    assert told == [False] * 8 + [True] * 2
