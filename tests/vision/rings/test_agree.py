"""Several looks at one toy, written down by hand."""

from dataclasses import replace

import numpy as np
import pytest

from vision.rings.agree import DIFFERENT, DIM, agreed, pooled
from vision.rings.find import beyond_doubt
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


def test_a_count_is_surer_where_all_looks_of_two_networks_tell_it() -> None:
    looks = [_look([5.0, -5.0, 5.0], [(3, 0.9), (4, 0.1)])] * 3
    one, two = agreed(looks), agreed(looks[:2], looks[2:])
    assert one.rings == two.rings == 3
    assert 0.85 < one.counted < 0.95 < two.counted < 0.99
    assert one.lengths[:, 1].sum() == pytest.approx(1.0)
    other = _look([5.0, -5.0, 5.0, -5.0], [(3, 0.2), (4, 0.8)])
    assert agreed(looks[:2], [looks[2], other]).counted < one.counted


def test_more_looks_that_agree_are_no_surer_than_few() -> None:
    looks = [_look([5.0, -5.0, 5.0], [(3, 0.9), (4, 0.1)])] * 2
    few, many = agreed(looks), agreed(3 * looks)
    assert many.counted == pytest.approx(few.counted)
    assert many.on == pytest.approx(few.on)


def test_a_ring_is_less_sure_where_looks_contradict() -> None:
    usual = _look([5.0, -5.0, 5.0], [(3, 0.9), (4, 0.1)])
    firm = replace(usual, on=np.array([5.0, -8.0, 5.0]))
    other = replace(usual, on=np.array([5.0, 1.0, 5.0]))
    alike = replace(usual, on=np.array([5.0, -3.5, 5.0]))
    # Their means are the same.
    contradicted, told = agreed([firm, other]), agreed([alike, alike])
    assert told.on[1] < contradicted.on[1] < 0
    # What is as good as nothing stays nothing.
    faint = replace(usual, on=np.array([5.0, -0.3, 5.0]))
    assert agreed([faint, faint]).on[1] == 0


def test_looks_that_differ_are_a_doubt_in_the_count_and_in_the_ring() -> None:
    one = _look([5.0, -5.0, 5.0], [(3, 0.8), (4, 0.2)])
    other = _look([5.0, 4.0, 5.0, -5.0], [(3, 0.3), (4, 0.7)])
    assert agreed([one, other]).counted < 0.75
    third = _look([5.0, 4.0, 5.0], [(3, 0.8), (4, 0.2)])
    assert abs(agreed([one, third]).on[1]) < 1.0


def test_a_loop_that_ends_far_away_in_one_look_is_a_doubt() -> None:
    look = _look([5.0, -5.0, 5.0], [(3, 0.9), (4, 0.1)])
    doubted = replace(look, counted=0.3)
    assert pooled([doubted, look, look])[0].counted == pytest.approx((0.3 + 0.9 + 0.9) / 3)
    assert agreed([doubted, look, look]).counted < agreed([look, look, look]).counted


def test_looks_from_nearer_outvote_others() -> None:
    coarse = _look([5.0, 1.0, 5.0], [(3, 0.6), (4, 0.4)])
    finer = _look([5.0, -6.0, 5.0, -5.0], [(3, 0.4), (4, 0.6)])
    assert agreed([coarse, coarse, finer]).rings == 3
    assert agreed([coarse, coarse], [finer]).rings == 4
    alike = _look([5.0, -6.0, 5.0], [(3, 0.6), (4, 0.4)])
    assert pooled([coarse, alike])[0].on[1] > pooled([coarse], [alike])[0].on[1]


def test_a_number_that_one_network_does_not_tell_is_not_sure() -> None:
    coarse = [_look([5.0, -5.0, 5.0, -5.0], [(3, 0.1), (4, 0.9)])] * 4
    finer = [_look([5.0, -5.0, 5.0], [(3, 0.9999), (4, 0.0001)])] * 2
    told = agreed(coarse, finer)
    assert told.rings == 3
    assert told.counted <= 0.8
    assert agreed([], finer).counted > 0.9


def test_a_ring_is_not_told_that_most_looks_do_not_see() -> None:
    blind = _look([5.0, 0.0, 5.0], [(3, 0.9), (4, 0.1)])
    seen = replace(blind, on=np.array([5.0, 8.0, 5.0]))
    assert agreed([blind, blind, seen], [seen, blind]).on[1] == 0
    assert agreed([blind, seen, seen], [seen, blind]).on[1] > 0


def test_looks_that_may_be_one_place_off_do_not_outvote_those_that_are_not() -> None:
    whole = _look([-5.0, -5.0, -5.0, 5.0], [(4, 0.9), (5, 0.1)])
    shifted = replace(
        whole, on=np.array([-5.0, -5.0, 5.0, 1.0]), seen=np.array([0.6, 0.6, 0.6, 0.0])
    )
    assert agreed([whole, shifted, shifted, shifted]).on[2] == 0
    # Without any look that sees both ends, most decide.
    hidden = replace(whole, seen=np.array([0.6, 0.6, 0.6, 0.0]))
    assert agreed([hidden, shifted, shifted, shifted]).on[2] > 0


def test_an_eye_that_is_hardly_seen_makes_no_ring_sure() -> None:
    plain = _look([7.0, 7.0, -7.0], [(3, 0.9), (4, 0.1)])
    faint = replace(plain, seen=np.array([0.6, 0.1, 0.6]))
    assert agreed([plain, plain]).on[1] > DIM
    assert 0 < agreed([faint, faint]).on[1] <= DIM
    assert agreed([faint, faint]).on[0] > DIM


def test_an_eye_that_no_rod_has_is_a_doubt_in_the_count() -> None:
    plain = _look([7.0, 7.0, -7.0], [(3, 0.99), (4, 0.01)])
    spared = replace(plain, spare=0.9)
    assert agreed([plain, plain, spared], [plain]).counted > 0.97
    assert agreed([plain, spared, spared], [spared]).counted == DIFFERENT
    clear = replace(plain, on=2 * plain.on, counted=1.0, headed=1.0)
    assert beyond_doubt(clear)
    assert not beyond_doubt(replace(clear, spare=0.9))
