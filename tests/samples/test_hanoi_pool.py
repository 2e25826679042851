"""Lessons for the networks that look at one peg: cut as carelessly as a reader cuts."""

import numpy as np

from samples.hanoi_eye.paint import random_scene
from samples.hanoi_eye.pool import lesson


def test_some_tips_are_astray_and_their_pegs_are_told_where_they_are() -> None:
    rng = np.random.default_rng(3)
    answers = np.concatenate([lesson(rng, random_scene(rng)).answers for _ in range(24)])
    feet, tips = answers[:, 2:4], answers[:, 4:6]
    # Feet are where they are looked for, and so are most tips: upright over the foot.
    assert np.abs(feet).max() < 0.25
    aside = np.abs(tips[:, 0] - feet[:, 0])
    assert np.median(aside) < 0.08
    assert 0.02 < np.mean(aside > 0.25) < 0.2
