"""Where the rims of a pile are."""

from itertools import groupby, product

import numpy as np

from vision.hanoi.rims import count_logs, rim_rows


def test_rims_come_from_the_bottom_up():
    rims = np.full(64, 0.001)
    rims[[10, 11, 20, 30]] = 0.6, 0.9, 0.8, 0.95
    assert rim_rows(rims, 3).tolist() == [30, 20, 11]
    assert rim_rows(rims, 1).tolist() == [30]
    assert rim_rows(rims, 0).tolist() == []


def test_one_rim_in_two_rows_is_one():
    rims = np.full(64, 0.001)
    rims[[20, 21, 40]] = 0.8, 0.9, 0.3
    assert rim_rows(rims, 2).tolist() == [40, 21]


def test_rims_are_counted_by_all_ways_to_tell_them():
    rng = np.random.default_rng(1)
    rows = rng.normal(0, 2, (3, 7))
    yes = 1 / (1 + np.exp(-rows))
    counts = np.zeros((3, 5))
    for way in product((0, 1), repeat=7):
        runs = sum(told for told, _ in groupby(way))
        counts[:, runs] += np.prod(np.where(way, yes, 1 - yes), axis=1)
    np.testing.assert_allclose(count_logs(rows, 4), np.log(counts), atol=1e-9)


def test_more_rims_than_there_can_be_are_not_counted():
    rows = np.full((1, 64), -50.0)
    rows[0, ::4] = 50.0
    logs = count_logs(rows, 8)
    assert np.isfinite(logs).all()
    assert (logs < -20).all()
    assert logs.argmax() == 8
