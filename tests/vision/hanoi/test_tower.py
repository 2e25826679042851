"""Closer looks at all pegs of a row: one scale, the foot in one place, all discs inside."""

from dataclasses import replace

import numpy as np
import pytest

from samples.hanoi_eye.ink import circle
from samples.hanoi_eye.scene import ends_of, random_tower, random_view
from vision.hanoi.nets import LINES, MOST_DISCS, Stacks, softmax
from vision.hanoi.patch import (
    FOOT,
    TOWER,
    patch_matrix,
    tower_matrix,
    tower_window,
    units,
)
from vision.hanoi.row import Row
from vision.hanoi.tower import TowerEye, window_of


def true_stacks(seed: int) -> tuple[Row, list[np.ndarray], Stacks, list[np.ndarray]]:
    """A row, its patches' matrices, what is on it, and points round each peg's discs in pixels."""
    rng = np.random.default_rng(seed)
    tower = random_tower(rng)
    view = random_view(rng, tower)
    n = tower.pegs
    feet, tips = ends_of(tower, view)
    unit = units(feet, tips)
    counts, radii, heights = np.full((n, 9), 1e-6), np.zeros((n, 8)), np.zeros(n)
    rims = []
    for p, stack in enumerate(tower.stacks):
        counts[p, len(stack)] = 1.0
        radii[p, : len(stack)] = tower.radii[list(stack)] * view.scale(tower.foot(p)) / unit[p]
        heights[p] = tower.thick[list(stack)].sum() / tower.tall(p)
        tops = np.cumsum([0, *tower.thick[list(stack)]])
        round_it = [
            circle(tower.foot(p) + np.array([0, 0, z]), tower.radii[disc])
            for disc, low, high in zip(stack, tops, tops[1:], strict=False)
            for z in (low, high)
        ]
        rims.append(view.project(np.concatenate(round_it)) if round_it else np.zeros((0, 2)))
    nothing, ends = np.zeros((n, len(LINES))), np.zeros((n, 2, 2))
    stacks = Stacks(counts, radii, radii, np.ones(n), ends, heights, nothing, nothing)
    ways = [patch_matrix(*one) for one in zip(feet, tips, unit, strict=True)]
    return Row(feet, tips, 1.0), ways, stacks, rims


@pytest.mark.parametrize("seed", range(12))
def test_all_discs_are_in_the_looks(seed: int) -> None:
    row, ways, stacks, rims = true_stacks(seed)
    window = window_of(row, stacks)
    for way, rim in zip(ways, rims, strict=True):
        matrix = tower_matrix(way, window)
        seen = rim @ matrix[:, :2].T + matrix[:, 2]
        # A camera that is close sees the nearer half of a disc larger than the farther one.
        inside = np.all((seen > -3) & (seen < np.array(TOWER) + 2), axis=1)
        assert inside.mean() > 0.93 if len(inside) else True


def test_looks_have_one_scale_and_their_feet_in_one_place() -> None:
    row, ways, stacks, _ = true_stacks(3)
    window = window_of(row, stacks)
    matrices = [tower_matrix(way, window) for way in ways]
    feet = [m[:, :2] @ foot + m[:, 2] for m, foot in zip(matrices, row.feet, strict=True)]
    np.testing.assert_allclose(feet, np.tile(feet[0], (len(feet), 1)), atol=1e-6)
    scales = [np.linalg.norm(m[:, 0]) * u for m, u in zip(matrices, row.units, strict=True)]
    np.testing.assert_allclose(scales, scales[0])


def test_a_row_that_seems_bare_is_looked_at_all_the_same() -> None:
    row, _, stacks, _ = true_stacks(3)
    bare = np.zeros_like(stacks.counts)
    bare[:, 0] = 1.0
    aside, up, below = window_of(row, replace(stacks, counts=bare))
    assert aside > 0.3
    assert up + below > 0.5


def test_a_window_holds_what_it_is_made_for() -> None:
    aside, up, below = tower_window(0.4, 0.7, 0.9)
    assert aside > 0.4
    assert up > 0.7
    assert below > 0.38
    # Whatever the window, the foot's column is the middle one.
    way = patch_matrix(np.array([100.0, 200.0]), np.array([100.0, 120.0]), 80.0)
    matrix = tower_matrix(way, (aside, up, below))
    foot = matrix[:, :2] @ np.array([100.0, 200.0]) + matrix[:, 2]
    assert foot[0] == pytest.approx((TOWER[0] - 1) / 2)
    assert FOOT[0] == pytest.approx((way[:, :2] @ np.array([100.0, 200.0]) + way[:, 2])[0])


def test_whatever_is_seen_counts_are_probabilities() -> None:
    row, ways, stacks, _ = true_stacks(5)
    picture = np.random.default_rng(0).integers(0, 255, (480, 860, 3), dtype=np.uint8)
    seen = TowerEye().read(picture, row, ways, stacks)
    np.testing.assert_allclose(seen.counts.sum(axis=1), 1)
    assert (seen.spreads > 0).all()
    assert ((seen.clear >= 0) & (seen.clear <= 1)).all()


def test_two_networks_say_together_what_lies_between_them() -> None:
    row, ways, stacks, _ = true_stacks(5)
    picture = np.random.default_rng(0).integers(0, 255, (480, 860, 3), dtype=np.uint8)
    eye = TowerEye()
    one = eye.read(picture, row, ways, stacks)
    both = eye.read(picture, row, ways, stacks, one.votes)
    assert len(one.votes) == 1
    assert len(both.votes) == 2
    first, second = (softmax(told[:, : MOST_DISCS + 1]) for told, _ in both.votes)
    np.testing.assert_allclose(first, one.counts)
    between = np.sqrt(first * second)
    np.testing.assert_allclose(both.counts, between / between.sum(axis=1, keepdims=True), atol=1e-9)
    # Where they are apart, half widths are as unsure as that.
    apart = np.abs(both.radii - one.radii)
    assert apart.max() > 1e-3
    assert (both.spreads >= apart - 1e-12).all()
