"""Lessons for the networks that look at one peg: cut as carelessly as a reader cuts."""

import numpy as np

from samples.hanoi_eye.paint import random_scene
from samples.hanoi_eye.pool import lesson


def test_some_ends_are_astray_and_are_told_where_they_are() -> None:
    rng = np.random.default_rng(3)
    answers = np.concatenate([lesson(rng, random_scene(rng)).answers for _ in range(24)])
    feet, tips = answers[:, 2:4], answers[:, 4:6]
    # Most ends are where they are looked for: the tip upright over the foot.
    off = np.linalg.norm(feet, axis=1)
    assert np.median(off) < 0.08
    assert 0.01 < np.mean(off > 0.16) < 0.15
    aside = np.abs(tips[:, 0] - feet[:, 0])
    assert np.median(aside) < 0.08
    assert 0.02 < np.mean(aside > 0.25) < 0.2
