"""The ends of pegs, found by a look at the whole row."""

import numpy as np
import pytest

from samples.hanoi_eye.ordinary import ordinary_tower, ordinary_view
from samples.hanoi_eye.paint import paint
from samples.hanoi_eye.scene import ends_of
from vision.frame import Image
from vision.hanoi.ends import CLOSE, LOOK, EndsEye, look_matrix
from vision.hanoi.patch import patch_matrix, units
from vision.hanoi.row import Row
from vision.hanoi.sight import Looker
from vision.hanoi.surety import VAGUE

Ends = tuple[np.ndarray, np.ndarray]


def _painted(rng: np.random.Generator) -> tuple[Image, Ends]:
    """A picture of an ordinary tower, and the feet and tips of its pegs."""
    tower = ordinary_tower(rng)
    made = paint(rng, tower, ordinary_view(rng, tower))
    return made.image, ends_of(tower, made.view)


def _off(found: Ends, true: Ends) -> float:
    """How far the worst end is off, in distances of pegs."""
    gap = float(np.linalg.norm(np.diff(true[0], axis=0), axis=1).mean())
    return (
        max(float(np.linalg.norm(a - b, axis=1).max()) for a, b in zip(found, true, strict=True))
        / gap
    )


def test_ends_that_are_off_are_put_where_they_are_seen() -> None:
    rng, eye = np.random.default_rng(8), EndsEye()
    before, after = [], []
    for _ in range(30):
        image, true = _painted(rng)
        gap = float(np.linalg.norm(np.diff(true[0], axis=0), axis=1).mean())
        taken = [one + rng.normal(0, 0.06 * gap, one.shape) for one in true]
        row = eye.settle(image, Row(taken[0], taken[1], 0.7)).row
        assert row.score == 0.7
        before.append(_off((taken[0], taken[1]), true))
        after.append(_off((row.feet, row.tips), true))
    assert np.median(after) < 0.35 * np.median(before)
    assert np.mean(np.array(after) < 0.1) > 0.8


def test_a_row_that_is_true_stays() -> None:
    rng, eye = np.random.default_rng(9), EndsEye()
    off = []
    for _ in range(15):
        image, true = _painted(rng)
        row = eye.settle(image, Row(*true, 0.7)).row
        off.append(_off((row.feet, row.tips), true))
    assert np.median(off) < 0.04


def test_marks_at_the_border_of_a_picture_are_no_error() -> None:
    image = np.full((60, 80, 3), 90, np.uint8)
    feet = np.array([[-30.0, 70], [40, 75], [110, 70]])
    found = EndsEye().settle(image, Row(feet, feet - [0, 50], 0.5))
    assert np.isfinite(found.row.feet).all()
    assert np.isfinite(found.row.tips).all()


def test_where_there_are_no_pegs_ends_are_vague() -> None:
    rng, eye = np.random.default_rng(10), EndsEye()
    sharp, vague = [], []
    for _ in range(12):
        image, true = _painted(rng)
        sharp.append(eye.settle(image, Row(*true, 0.7)).error)
        # As far above the toy as it is high.
        up = float(np.linalg.norm(np.diff(true[0], axis=0), axis=1).mean())
        away = [one - [0, 1.5 * up] for one in true]
        vague.append(eye.settle(image, Row(away[0], away[1], 0.7)).error)
    assert np.median(sharp) < VAGUE / 2
    assert np.median(vague) > VAGUE


def test_a_long_row_is_shown_smaller() -> None:
    feet = np.stack([np.arange(6) * 40.0, np.full(6, 150.0)], axis=1)
    matrix = look_matrix(feet, feet - [0, 30], units(feet, feet - [0, 30]))
    there = feet @ matrix[:, :2].T + matrix[:, 2]
    assert np.ptp(there[:, 0]) == pytest.approx(CLOSE.widest)
    assert ((there > 0) & (there < LOOK)).all()


def test_a_row_that_is_followed_is_where_all_of_it_shows_it() -> None:
    image, true = _painted(np.random.default_rng(11))
    looker = Looker()
    row = Row(true[0] + 3.0, true[1] - 2.0, 0.7)
    sight = looker.together(image, looker.look(image, row))
    assert sight.row is row
    assert sight.vague is not None
    assert _off((sight.moved.feet, sight.moved.tips), true) < _off((row.feet, row.tips), true)
    # Its ends are told in the patches that were cut before.
    for peg, (foot, tip) in enumerate(zip(sight.moved.feet, sight.moved.tips, strict=True)):
        matrix = patch_matrix(row.feet[peg], row.tips[peg], float(row.units[peg]))
        there = np.stack([foot, tip]) @ matrix[:, :2].T + matrix[:, 2]
        np.testing.assert_allclose(sight.stacks.ends[peg], there)


@pytest.mark.parametrize("pegs", [3, 4])
@pytest.mark.parametrize("turn", [0.0, 0.4, -0.7])
def test_a_look_shows_the_row_level_at_one_scale(pegs: int, turn: float) -> None:
    way = 37 * np.array([[np.cos(turn), np.sin(turn)], [-np.sin(turn), np.cos(turn)]])
    feet = np.stack([np.arange(pegs), np.zeros(pegs)], axis=1) @ way + [200, 150]
    tips = feet + np.array([0, -0.8]) @ way
    matrix = look_matrix(feet, tips, units(feet, tips))
    there, above = (ends @ matrix[:, :2].T + matrix[:, 2] for ends in (feet, tips))
    np.testing.assert_allclose(np.diff(there, axis=0), [[CLOSE.unit, 0]] * (pegs - 1), atol=1e-6)
    np.testing.assert_allclose(there.mean(axis=0), CLOSE.middle)
    np.testing.assert_allclose(above - there, [[0, -0.8 * CLOSE.unit]] * pegs, atol=1e-6)
    assert ((above > 0) & (above < LOOK)).all()


def test_seen_from_straight_above_the_feet_tell_what_is_level() -> None:
    feet = np.array([[100.0, 100], [150, 110], [200, 120]])
    tips = feet + np.array([3.0, 5.0])
    matrix = look_matrix(feet, tips, units(feet, tips))
    there = feet @ matrix[:, :2].T + matrix[:, 2]
    np.testing.assert_allclose(np.diff(there, axis=0)[:, 1], 0, atol=1e-9)
    assert (np.diff(there[:, 0]) > 0).all()
