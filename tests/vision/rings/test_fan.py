"""How rods lean: evenly more from one end of the row to the other, whatever a wrong eye shows."""

import numpy as np
import pytest

from vision.rings.fan import MOST_FAN, fan_of, slopes_of

STEP = np.array([20.0, 0.0])
FEET = np.column_stack([20.0 * np.arange(9), np.full(9, 100.0)])


def _eyes(fan: float) -> np.ndarray:
    return FEET + np.column_stack([80.0 * fan * np.linspace(-1, 1, 9), np.full(9, -80.0)])


@pytest.mark.parametrize("fan", [-0.2, 0.0, 0.2])
def test_a_wrong_eye_and_a_hidden_one_change_nothing(fan: float) -> None:
    eyes = _eyes(fan)
    eyes[0], eyes[3] = np.nan, eyes[4]
    found = fan_of(eyes, FEET, STEP)
    # Rods go up, which is against the direction across the row.
    assert slopes_of(found, 9) == pytest.approx(-fan * np.linspace(-1, 1, 9), abs=0.03)


def test_few_rods_are_taken_to_be_parallel() -> None:
    eyes = _eyes(0.3)
    eyes[4:] = np.nan
    assert fan_of(eyes, FEET, STEP)[1] == 0.0
    assert np.isnan(fan_of(np.full((9, 2), np.nan), FEET, STEP)).all()


def test_no_row_fans_out_without_bounds() -> None:
    assert abs(fan_of(_eyes(2.0), FEET, STEP)[1]) == MOST_FAN
