"""A ring is not told to have dropped whose eye lies plainly on the loop's other side."""

from dataclasses import replace
from unittest.mock import patch

import numpy as np
import pytest

from tests.vision.rings.made import made_toy
from vision.rings.find import ToyFinder
from vision.rings.toy import BEYOND, Toy, beyond_loop

# Pitches from the feet to the middle of the loop.
LOOP = 4.0
HEIGHTS = np.array([LOOP + BEYOND + 0.1, LOOP + BEYOND - 0.1, LOOP - 1.0, LOOP + 1.0])


def looped(on: np.ndarray, heights: np.ndarray = HEIGHTS) -> Toy:
    """A toy under a level loop, its eyes so many pitches above their feet."""
    toy = made_toy(on, heights)
    ends = np.array([[-60.0, 100 - 20 * LOOP], [200.0, 100 - 20 * LOOP]])
    return replace(toy, ends=ends)


@pytest.mark.parametrize("turned", [False, True])
def test_eyes_far_beyond_the_middle_of_the_loop_are_seen(turned: bool) -> None:
    toy = looped(np.array([-5.0, -5, -5, -5]))
    if turned:
        # Upside down, and turned by a third.
        half, root = -0.5, np.sqrt(0.75)
        toy = toy.moved(np.array([[half, root, 300.0], [-root, half, 400.0]]))
    np.testing.assert_array_equal(beyond_loop(toy), [True, False, False, True])


def test_hidden_eyes_and_loops_tell_nothing() -> None:
    toy = looped(np.zeros(4))
    eyes, feet = toy.eyes.copy(), toy.feet.copy()
    eyes[0] = feet[1] = np.nan
    np.testing.assert_array_equal(beyond_loop(replace(toy, eyes=eyes, feet=feet)), [0, 0, 0, 1])
    faint = replace(toy, seen=np.array([0.3, 1.0, 1.0, 0.3]))
    assert not beyond_loop(faint).any()
    unseen = toy.ends.copy()
    unseen[1] = np.nan
    assert not beyond_loop(replace(toy, ends=unseen)).any()
    assert not beyond_loop(replace(toy, feet=np.full_like(feet, np.nan))).any()


@pytest.mark.parametrize("count", [None, 4])
def test_such_a_ring_is_in_doubt_and_no_other(count: int | None) -> None:
    on = np.array([-6.0, -5.0, -4.0, 7.0])
    with patch.object(ToyFinder, "_found", return_value=looped(on)):
        found = ToyFinder().find(np.zeros((240, 320), np.uint8), count)
    assert found is not None
    np.testing.assert_array_equal(found.on, [0.0, -5.0, -4.0, 7.0])
