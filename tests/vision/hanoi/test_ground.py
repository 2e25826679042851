"""What stands beside a toy's board, in line with its pegs, is none of them."""

import cv2
import numpy as np
import pytest

from vision.frame import Image
from vision.hanoi.ground import OTHER, off_ground
from vision.hanoi.row import Row

WOOD, TABLE, BARE = (90, 140, 190), (120, 110, 100), np.zeros(4)
FEET = np.array([[100.0, 210.0], [200.0, 205.0], [300.0, 200.0], [400.0, 195.0]])
ROW = Row(FEET, FEET - (0, 90), 0.8)


def drawn(left: int, right: int) -> Image:
    """A board from the column `left` to the column `right` on a table, seen from above."""
    image = np.full((300, 500, 3), TABLE, np.uint8)
    cv2.rectangle(image, (left, 150), (right, 260), WOOD, -1)
    grain = np.random.default_rng(3).normal(0, 4, image.shape)
    return np.clip(image + grain, 0, 255).astype(np.uint8)


def test_pegs_of_one_board_stand_on_the_same_ground() -> None:
    assert off_ground(drawn(60, 440), ROW, BARE) < OTHER / 2


def test_pegs_without_a_board_do_too() -> None:
    assert off_ground(drawn(0, 0), ROW, BARE) < OTHER / 2


@pytest.mark.parametrize(("left", "right"), [(170, 440), (60, 330)])
def test_what_stands_beside_the_board_does_not(left: int, right: int) -> None:
    assert off_ground(drawn(left, right), ROW, BARE) > OTHER


def test_a_shadow_on_the_board_is_no_other_ground() -> None:
    image = drawn(60, 440)
    image[:, :190] = 0.65 * image[:, :190]
    assert off_ground(image, ROW, BARE) < OTHER


def test_a_peg_that_carries_a_disc_belongs_to_the_toy() -> None:
    assert off_ground(drawn(170, 440), ROW, np.array([20.0, 0, 0, 0])) < OTHER / 2


def test_where_discs_hide_the_board_nothing_is_known_of_it() -> None:
    wide = np.array([0.0, 90.0, 0.0, 0.0])
    assert off_ground(drawn(170, 440), ROW, wide) == 0


def test_a_row_beyond_the_picture_tells_nothing() -> None:
    aside = np.array([900.0, 0.0])
    away = Row(FEET + aside, FEET + aside - (0, 90), 0.8)
    assert off_ground(drawn(170, 440), away, BARE) == 0


def test_of_three_pegs_nobody_knows_which_is_the_odd_one() -> None:
    three = Row(FEET[:3], FEET[:3] - (0, 90), 0.8)
    assert off_ground(drawn(170, 440), three, BARE[:3]) == 0
