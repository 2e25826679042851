"""What is learned of a toy while it is played."""

import numpy as np

from tests.vision.rings.made import made_toy
from vision.rings.habits import Habits


def test_a_ring_that_always_looks_off_is_learned_to_do_so() -> None:
    habits = Habits(3)
    placed = np.array([1, 1, 0])
    odds = np.array([5.0, -2.5, -5.0])
    for _ in range(20):
        habits.learn(made_toy(odds, 4.0 * np.ones(3)), tuple(placed))
    # It may as well be the belief that is wrong: that takes some time.
    assert habits.judged(made_toy(odds, 4.0 * np.ones(3))).on[1] < -1
    for _ in range(400):
        habits.learn(made_toy(odds, 4.0 * np.ones(3)), tuple(placed))
    judged = habits.judged(made_toy(odds, 4.0 * np.ones(3))).on
    np.testing.assert_array_equal(judged > 0, placed == 1)
    assert habits.judged(made_toy(np.array([5.0, -5.0, -5.0]), 4.0 * np.ones(3))).on[1] < 0


def test_heights_help_where_the_network_cannot_tell() -> None:
    habits = Habits(3)
    for on in (np.array([1, 0, 1]), np.array([0, 1, 0])):
        for _ in range(20):
            habits.learn(made_toy(0.1 * (2 * on - 1.0), 4.0 - 1.2 * (1 - on)), tuple(on))
    high = habits.judged(made_toy(np.full(3, 0.05), np.array([4.0, 2.8, 3.9]))).on
    assert high[0] > 1
    assert high[1] < -1
    habits.turned()
    assert abs(habits.judged(made_toy(np.full(3, 0.05), np.array([4.0, 2.8, 3.9]))).on[1]) < 1
