"""Rows of pegs: which candidates stand in line, and what perspective does to them."""

import numpy as np
import pytest

from vision.hanoi.nets import Candidates
from vision.hanoi.patch import FOOT, UNIT, patch_matrix, warped
from vision.hanoi.row import Row, crookedness, likely_rows, support_of


def candidates(*feet: tuple[float, float], up: float = 80.0) -> Candidates:
    """Equally likely candidates with upright pegs."""
    at = np.array(feet, dtype=np.float64)
    return Candidates(at, at - [0, up], np.full(len(at), 0.8))


def test_the_row_in_line_is_chosen_and_ordered_from_the_left() -> None:
    found = candidates((300, 200), (100, 200), (200, 202), (240, 90))
    best = likely_rows(found)[0]
    assert best.feet[:, 0].tolist() == [100, 200, 300]


def test_four_pegs_are_preferred_to_three_of_them() -> None:
    found = candidates((100, 200), (200, 200), (300, 200), (400, 200))
    assert likely_rows(found)[0].pegs == 4
    assert likely_rows(found, 3)[0].pegs == 3


def test_too_few_candidates_make_no_row() -> None:
    assert likely_rows(candidates((100, 200), (200, 200))) == []


def test_a_row_that_recedes_is_even_where_its_pegs_shrink_too() -> None:
    depths = np.array([1.0, 1.4, 1.8])
    feet = np.stack([300 * np.arange(3) / depths, 50 / depths], axis=1)
    shrinking, alike = (feet - np.array([0.0, 1.0]) * k for k in (300 / depths[:, None], 300))
    assert crookedness(feet, shrinking) < 0.5 * crookedness(feet, alike)
    # Seen from above pegs are too short to tell.
    assert crookedness(feet, feet + 0.01 * (shrinking - feet)) > 0.5


def test_a_bent_row_costs_more_than_a_straight_one() -> None:
    straight, bent = candidates((0, 0), (100, 0), (200, 0)), candidates((0, 0), (100, 30), (200, 0))
    assert crookedness(straight.feet, straight.tips) < 0.01
    assert crookedness(bent.feet, bent.tips) > 1


@pytest.mark.parametrize("pegs", [3, 4])
def test_nearness_undoes_perspective(pegs: int) -> None:
    places = np.arange(pegs) - (pegs - 1) / 2
    depth = 1 + 0.12 * places
    feet = np.stack([300 + 100 * places / depth, np.zeros(pegs)], axis=1)
    tips = feet - np.array([0, 80]) / depth[:, None]
    near = Row(feet, tips, 1.0).nearness
    assert near / near[0] == pytest.approx(depth[0] / depth, rel=0.02)


def test_a_patch_shows_the_foot_at_its_place_and_the_peg_upright() -> None:
    foot, tip = np.array([50.0, 60.0]), np.array([90.0, 30.0])
    matrix = patch_matrix(foot, tip, 100.0)
    assert matrix[:, :2] @ foot + matrix[:, 2] == pytest.approx(FOOT)
    assert matrix[:, :2] @ tip + matrix[:, 2] == pytest.approx([FOOT[0], FOOT[1] - UNIT * 0.5])


@pytest.mark.parametrize("shrink", [0.09, 0.3, 0.45, 0.9])
def test_a_shrunken_patch_shows_every_point_where_the_matrix_says(shrink: float) -> None:
    y, x = np.mgrid[0:900, 0:1200]
    ramps = np.stack([x / 5, y / 4, 0 * x], axis=2).astype(np.uint8)
    turn = shrink * np.array([[0.8, 0.6], [-0.6, 0.8]])
    matrix = np.column_stack([turn, np.array([48, 64]) - turn @ [600, 450]])
    cut = warped(ramps, matrix, (96, 128)).astype(float)
    seen = np.array([[30, 40], [48, 64], [70, 90]])
    true = (seen - matrix[:, 2]) @ np.linalg.inv(turn).T
    true = np.clip(true, 0, [1199, 899])
    assert cut[seen[:, 1], seen[:, 0], :2] == pytest.approx(true / [5, 4], abs=1.6)


def test_a_part_of_the_pegs_and_another_one_beside_them_are_rivals() -> None:
    found = candidates((100, 200), (200, 200), (300, 200), (400, 200))
    three, four = (likely_rows(found, pegs)[0] for pegs in (3, 4))
    of_three, of_four = (support_of(row, found, [three, four]) for row in (three, four))
    assert of_three.fewer == 0
    assert of_three.more == pytest.approx(four.promise / three.promise)
    assert of_four.fewer == pytest.approx(three.promise / four.promise)
    assert of_four.more == 0
    assert [row for _, row in of_three.rivals] == [four]
    assert of_four.rivals == ()
    assert of_three.scaled(2.0).rivals[0][1].feet == pytest.approx(2 * four.feet)
    # A row is no rival of itself, wherever exactly its feet were found.
    again = Row(four.feet + 3.0, four.tips, four.score)
    assert support_of(four, found, [again]).fewer == support_of(four, found, [again]).more == 0


def test_several_candidates_along_one_peg_make_it_plainer() -> None:
    found = candidates((100, 200), (200, 200), (300, 200))
    faint = np.array([0.8, 0.3, 0.8])
    row = Row(found.feet, found.tips, 0.3)
    alone = Candidates(found.feet, found.tips, faint)
    assert support_of(row, alone, []).plain == pytest.approx(0.3)
    for place, plain in (((203, 150), 0.51), ((250, 150), 0.3), ((200, 100), 0.3)):
        feet, tips = (np.vstack([ends, place]) for ends in (found.feet, found.tips))
        both = Candidates(feet, tips, np.append(faint, 0.3))
        assert support_of(row, both, []).plain == pytest.approx(plain)
