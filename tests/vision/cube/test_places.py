"""Where squares lie: how open, at one place or not, and whether over an edge of a cube."""

import numpy as np
import pytest

from vision.cube.places import bent, distinct, openness, upright

# Two faces of a cube, seen so that they meet at x = 100.
LEFT = [[10.0, 10], [100, 10], [100, 100], [10, 100]]
RIGHT = [[100.0, 10], [160, 30], [160, 110], [100, 100]]
KNOWN = np.array([LEFT, RIGHT])


@pytest.mark.parametrize("face", KNOWN)
def test_a_face_is_not_bent(face):
    assert not bent(face, KNOWN)
    assert not bent(face + 4.0, KNOWN)


def test_two_columns_of_one_face_and_one_of_the_next():
    assert bent(np.array([[40.0, 10], [120, 16], [120, 104], [40, 100]]), KNOWN)


def test_a_face_elsewhere_is_not_bent():
    assert not bent(np.array([[100.0, 120], [160, 120], [160, 190], [100, 190]]), KNOWN)
    assert not bent(np.array([[200.0, 10], [260, 10], [260, 70], [200, 70]]), KNOWN)


@pytest.mark.parametrize("first", range(4))
@pytest.mark.parametrize("step", [1, -1])
def test_upright_corners_go_clockwise_from_the_top_left(first: int, step: int) -> None:
    order = [(first + step * k) % 4 for k in range(4)]
    assert (upright(KNOWN[:, order]) == KNOWN).all()


def test_a_square_is_open_and_a_slanting_face_less() -> None:
    square = np.array(LEFT)
    assert openness(square) == pytest.approx(1.0)
    assert openness(square[::-1]) == pytest.approx(1.0)
    assert openness(square * (0.25, 1.0)) == pytest.approx(0.25)


def test_squares_at_one_place_count_once_whatever_their_first_corner() -> None:
    left, right = np.array(LEFT), np.array(RIGHT)
    again, inner = left[[2, 3, 0, 1]] + 5.0, left * 0.6 + 22.0
    kept = distinct(np.array([left, right, again, inner, right + np.array([40.0, 0.0])]))
    assert kept.tolist() == [True, True, False, True, True]
