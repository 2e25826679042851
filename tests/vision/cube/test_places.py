"""Squares that lie over an edge of a cube, and those that lie on one of its faces."""

import numpy as np
import pytest

from vision.cube.places import bent

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
