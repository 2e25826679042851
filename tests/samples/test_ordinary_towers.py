"""Ordinary towers: what makes them so, without the tracer."""

import numpy as np
import pytest

from samples.hanoi_eye.ordinary import (
    BORDER,
    SIZE,
    near_view,
    ordinary_tower,
    ordinary_view,
    thin_tower,
)
from samples.hanoi_eye.scene import ends_of


@pytest.mark.parametrize("seed", range(12))
def test_discs_grow_in_equal_steps_and_are_narrower_than_the_pegs_are_apart(seed: int) -> None:
    tower = ordinary_tower(np.random.default_rng(seed))
    steps = np.diff(tower.radii)
    assert 3 <= len(tower.radii) <= 8
    assert np.all(steps > 0.02)
    np.testing.assert_allclose(steps, steps[0])
    assert tower.rod < tower.radii[0] < tower.radii[-1] < 0.5
    assert tower.length > tower.thick.sum()
    for stack in tower.stacks:
        assert list(stack) == sorted(stack, reverse=True)


@pytest.mark.parametrize("seed", range(12))
def test_feet_and_tips_are_in_the_picture_from_left_to_right(seed: int) -> None:
    rng = np.random.default_rng(seed)
    tower = ordinary_tower(rng)
    view = ordinary_view(rng, tower)
    assert (view.width, view.height) == SIZE
    for ends in ends_of(tower, view):
        assert np.all((ends > BORDER) & (ends < np.array(SIZE) - BORDER))
        assert np.all(np.diff(ends[:, 0]) > 0)


@pytest.mark.parametrize("seed", range(12))
def test_from_near_above_pegs_lean_outwards(seed: int) -> None:
    rng = np.random.default_rng(seed)
    tower = thin_tower(rng)
    assert tower.length > tower.thick.sum() > 0
    view = near_view(rng, tower)
    outer = (0, tower.pegs - 1)
    feet = np.array([view.project(tower.foot(p)) for p in outer])
    tips = np.array([view.project(tower.tip(p)) for p in outer])
    assert np.linalg.norm(tips[1] - tips[0]) > 1.1 * np.linalg.norm(feet[1] - feet[0])
