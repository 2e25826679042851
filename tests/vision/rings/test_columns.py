"""Which rod is whose place, where a stray eye would have all of them lean by one place more."""

import numpy as np
import pytest

from vision.rings.columns import columns_of
from vision.rings.rods import Rods, beside
from vision.rings.row import Row

STEP = np.array([20.0, 0.0])
FEET = np.stack([20.0 * np.arange(5), np.full(5, 100.0)], axis=1)
# Five eyes above their feet, a little aside, and a stray one before them.
SLOPE = 6.0 / -80.0
EYES = np.stack([6.0 + 20.0 * np.arange(-1, 5), np.full(6, 20.0)], axis=1)


def _rods() -> Rods:
    """Every foot with its own eye, and with the one before, which is worth a little more."""
    pairs = [(k + 1, k) for k in range(5)] + [(k, k) for k in range(5)]
    e, f = np.array(pairs).T
    gain = np.where(e == f, 3.5, 3.0)
    n = len(pairs)
    eyes, feet = EYES[e], FEET[f]
    ends = np.array(pairs, dtype=np.intp)
    return Rods(eyes, feet, ends, eyes, feet, np.zeros(n), np.ones(n), gain)


@pytest.mark.parametrize(("slope", "first"), [(SLOPE, 0), (np.nan, 5)])
def test_rods_lean_as_they_did_in_the_frame_before(slope: float, first: int) -> None:
    found = columns_of(_rods(), FEET, STEP, np.full(len(FEET), slope))
    assert found.best.tolist() == list(range(first, first + 5))


def test_a_place_without_rods_is_hidden() -> None:
    rods = _rods()
    keep = rods.ends[:, 1] != 2
    some = Rods(*(getattr(rods, name)[keep] for name in Rods.__dataclass_fields__))
    found = columns_of(some, FEET, STEP, np.full(len(FEET), SLOPE))
    assert found.best[2] == -1
    np.testing.assert_allclose(found.share[:, 2], 0.0)
    assert (found.best[[0, 1, 3, 4]] >= 0).all()


def test_a_row_expects_its_rods_to_lean_alike() -> None:
    eyes = FEET + np.array([6.0, -80.0])
    eyes[2] = np.nan
    eyes[3, 0] -= 20.0
    row = Row(FEET, eyes, STEP, np.array([0.0, -80.0]))
    assert row.slopes == pytest.approx(SLOPE)
    assert np.isnan(Row(FEET, np.full_like(eyes, np.nan), STEP, row.up).slopes).all()


def test_rods_that_fan_out_are_expected_to() -> None:
    feet = np.column_stack([20.0 * np.arange(9), np.full(9, 100.0)])
    eyes = feet + np.column_stack([np.linspace(-16.0, 16.0, 9), np.full(9, -80.0)])
    seen = eyes.copy()
    seen[0] = np.nan
    row = Row(feet, seen, STEP, np.array([0.0, -80.0]))
    assert row.slopes == pytest.approx(np.linspace(0.2, -0.2, 9), abs=1e-6)
    # The second ring's eye, seen alone, hangs above the first one's foot.
    ends = np.array([[0, 0], [0, 1]], dtype=np.intp)
    twice, n = np.stack([eyes[1], eyes[1]]), np.zeros(2)
    rods = Rods(twice, feet[:2], ends, twice, feet[:2], n, n + 1, n + 3.0)
    assert columns_of(rods, feet, STEP, row.slopes).best[:2].tolist() == [-1, 1]
    assert columns_of(rods, feet, STEP, np.zeros(9)).best[:2].tolist() == [0, -1]


def test_a_rod_of_which_little_is_seen_may_stand_upright() -> None:
    lean, tall = np.array([1.5, 0.0, 0.0]), np.array([-4.0, -0.3, -4.0])
    near, far = beside(lean[0], tall[0], lean[1:], tall[1:])
    assert abs(near) < 0.2
    assert abs(far) == pytest.approx(1.5)
