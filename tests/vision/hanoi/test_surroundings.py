"""What comes near the pegs is noticed, what lies far away or on them is not."""

import numpy as np
import pytest

from vision.hanoi.row import Row
from vision.hanoi.surroundings import KNOWN, SETTLED, Surroundings

FEET = np.array([[100.0, 150], [200, 150], [300, 150]])
ROW = Row(FEET, FEET - [0, 100], 1.0)


def table() -> np.ndarray:
    """A plain table."""
    return np.full((240, 400, 3), 120, np.uint8)


def hand(left: int, top: int, right: int, bottom: int) -> np.ndarray:
    """The table with something dark on it."""
    picture = table()
    picture[top:bottom, left:right] = 20
    return picture


@pytest.fixture
def around() -> Surroundings:
    """The surroundings of three pegs with discs of up to 30 pixels half width, seen for a while."""
    return seen_first(table(), KNOWN)


def seen_first(picture: np.ndarray, looks: int = 0) -> Surroundings:
    """The same, as they are in a picture that is seen so many times more."""
    around = Surroundings(ROW, 0.3, 0.4, picture)
    assert not any(around.disturbed(picture) for _ in range(looks))
    return around


def test_a_hand_that_reaches_a_peg_disturbs_until_it_is_gone(around: Surroundings) -> None:
    assert around.disturbed(hand(160, 120, 230, 240))
    assert not around.disturbed(table())


def test_a_disc_that_changes_pegs_does_not(around: Surroundings) -> None:
    assert not around.disturbed(hand(170, 130, 230, 150))


def test_a_hand_in_the_corner_does_not(around: Surroundings) -> None:
    assert not around.disturbed(hand(0, 0, 100, 50))


def test_a_darker_lamp_does_not(around: Surroundings) -> None:
    assert not around.disturbed(table() - 60)


def test_a_faster_camera_is_no_less_patient(around: Surroundings) -> None:
    cup = hand(120, 120, 190, 240)
    seen = [around.disturbed(cup, passed=0.25) for _ in range(4 * SETTLED + 8)]
    assert all(seen[: 4 * SETTLED - 8])
    assert not seen[-1]


def test_what_stays_belongs_to_the_table_after_a_while(around: Surroundings) -> None:
    cup = hand(120, 120, 190, 240)
    seen = [around.disturbed(cup) for _ in range(SETTLED + 2)]
    assert seen[: SETTLED // 2] == [True] * (SETTLED // 2)
    assert not seen[-1]


def test_what_stayed_for_a_while_may_leave_again(around: Surroundings) -> None:
    cup = hand(120, 120, 190, 240)
    for _ in range(SETTLED + 2):
        around.disturbed(cup)
    assert not around.disturbed(table())
    assert around.disturbed(cup)


def test_a_hand_that_was_there_at_first_may_leave() -> None:
    around = seen_first(hand(120, 120, 190, 240))
    moving = [around.disturbed(hand(x, 120, x + 70, 240)) for x in (150, 220, 290)]
    gone = [around.disturbed(table()) for _ in range(KNOWN + 2)]
    assert all(moving)
    assert gone[0]
    assert not gone[-1]
    assert around.disturbed(hand(120, 120, 190, 240))
