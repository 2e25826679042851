"""Several looks at one toy, written down by hand."""

from dataclasses import replace

import numpy as np
import pytest

from vision.rings.agree import agreed
from vision.rings.toy import Toy


def _look(on: list[float], lengths: list[tuple[int, float]]) -> Toy:
    n = len(on)
    places = np.stack([20.0 * np.arange(n), np.zeros(n)], axis=1)
    table = np.array(lengths, dtype=float)
    chance = float(dict(lengths)[n])
    step, ends = np.array([20.0, 0.0]), np.full((2, 2), np.nan)
    return Toy(places, places, np.array(on), np.full(n, 0.6), chance, 0.99, 40.0, step, ends, table)


def test_one_look_stays_as_it_is() -> None:
    look = _look([5.0, -5.0, 5.0], [(3, 0.9), (4, 0.1)])
    assert agreed([look]) is look


def test_looks_that_agree_are_as_sure_as_one() -> None:
    looks = [_look([5.0, -5.0, 5.0], [(3, 0.9), (4, 0.1)])] * 3
    both = agreed(looks)
    assert both.rings == 3
    assert both.counted == pytest.approx(0.9)
    assert both.lengths[:, 1].sum() == pytest.approx(1.0)


def test_looks_that_differ_are_a_doubt_in_the_count_and_in_the_ring() -> None:
    one = _look([5.0, -5.0, 5.0], [(3, 0.8), (4, 0.2)])
    other = _look([5.0, 4.0, 5.0, -5.0], [(3, 0.3), (4, 0.7)])
    assert agreed([one, other]).counted < 0.75
    third = _look([5.0, 4.0, 5.0], [(3, 0.8), (4, 0.2)])
    assert abs(agreed([one, third]).on[1]) < 1.0


def test_a_loop_that_ends_far_away_in_one_look_is_a_doubt() -> None:
    look = _look([5.0, -5.0, 5.0], [(3, 0.9), (4, 0.1)])
    doubted = replace(look, counted=0.3)
    assert agreed([doubted, look, look]).counted == pytest.approx((0.3 + 0.9 + 0.9) / 3)


def test_a_look_that_counts_more_outvotes_others() -> None:
    coarse = _look([5.0, 1.0, 5.0], [(3, 0.6), (4, 0.4)])
    finer = _look([5.0, -6.0, 5.0, -5.0], [(3, 0.4), (4, 0.6)])
    assert agreed([coarse, coarse, finer]).rings == 3
    assert agreed([coarse, coarse, finer], [1.0, 1.0, 4.0]).rings == 4
    alike = _look([5.0, -6.0, 5.0], [(3, 0.6), (4, 0.4)])
    assert agreed([coarse, alike]).on[1] < agreed([coarse, alike], [3.0, 1.0]).on[1]
