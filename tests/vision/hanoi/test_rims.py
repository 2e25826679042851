"""Where the rims of a pile are."""

import numpy as np

from vision.hanoi.rims import rim_rows


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
