"""How depths grow along a row of pegs, and from feet to tips."""

import numpy as np
import pytest

from samples.hanoi_eye.scene import ends_of, random_tower, random_view
from vision.hanoi.depth import depths_of, evened, seen_share, true_share


@pytest.mark.parametrize("seed", range(20))
def test_depths_are_those_of_the_camera(seed: int) -> None:
    rng = np.random.default_rng(seed)
    tower = random_tower(rng)
    view = random_view(rng, tower)
    depths = depths_of(*ends_of(tower, view))
    feet = np.array([view.scale(tower.foot(p)) for p in range(tower.pegs)])
    tips = np.array([view.scale(tower.tip(p)) for p in range(tower.pegs)])
    near = depths.nearness(tower.pegs)
    np.testing.assert_allclose(near / near[0], feet / feet[0], rtol=1e-3)
    np.testing.assert_allclose(depths.growth(tower.pegs), tips / feet, rtol=1e-3)


def test_ends_that_are_a_little_off_tell_nearly_the_same() -> None:
    rng = np.random.default_rng(2)
    near, grown = [], []
    for _ in range(60):
        tower = random_tower(rng)
        ends = ends_of(tower, random_view(rng, tower))
        gap = float(np.linalg.norm(np.diff(ends[0], axis=0), axis=1).mean())
        noisy = [one + rng.normal(0, 0.01 * gap, one.shape) for one in ends]
        true, seen = depths_of(*ends), depths_of(*noisy)
        near.extend(np.log(seen.nearness(tower.pegs) / true.nearness(tower.pegs)))
        grown.extend(np.log(seen.growth(tower.pegs) / true.growth(tower.pegs)))
    assert np.std(near) < 0.012
    assert np.std(grown) < 0.025


def test_pegs_of_unequal_lengths_recede_as_their_feet_do() -> None:
    depth = 1 + 0.1 * np.array([-1.0, 0, 1])
    feet = np.stack([300 + 100 * np.array([-1.0, 0, 1]) / depth, np.full(3, 200.0)], axis=1)
    tips = feet - np.array([[0, 120.0], [0, 80], [0, 40]]) / depth[:, None]
    near = depths_of(feet, tips).nearness(3)
    assert near / near[0] == pytest.approx(depth[0] / depth, rel=0.02)


@pytest.mark.parametrize("growth", [0.9, 1.0, 1.6])
def test_where_a_point_is_seen_tells_where_it_is(growth: float) -> None:
    share = np.linspace(0.0, 1.0, 9)
    seen, _ = seen_share(share, growth)
    np.testing.assert_allclose(true_share(seen, np.full(9, growth)), share, atol=1e-12)


def test_a_foot_that_is_misplaced_is_put_where_the_others_say() -> None:
    rng = np.random.default_rng(5)
    before, after = [], []
    for _ in range(60):
        tower = random_tower(rng)
        feet, tips = ends_of(tower, random_view(rng, tower))
        gap = float(np.linalg.norm(np.diff(feet, axis=0), axis=1).mean())
        seen = [one + rng.normal(0, 0.01 * gap, one.shape) for one in (feet, tips)]
        seen[0][1] += 0.25 * gap * np.array([np.cos(k := rng.uniform(0, 6.3)), np.sin(k)])
        even = evened(*seen)
        before.append(np.linalg.norm(seen[0][1] - feet[1]) / gap)
        after.append(np.linalg.norm(even[0][1] - feet[1]) / gap)
    assert np.median(after) < 0.3 * np.median(before)


def test_an_end_counts_by_its_error() -> None:
    feet = np.array([[100.0, 200], [200, 200], [300, 200]])
    tips = feet - [0, 80]
    seen = feet + np.array([[0, 0], [0, 6.0], [0, 0]])
    errors = np.full((6, 2), 2.0)
    alike = evened(seen, tips, errors=errors)[0]
    errors[1, 1] = 20.0
    doubted = evened(seen, tips, errors=errors)[0]
    assert abs(doubted - feet).max() < 0.5 * abs(alike - feet).max()


def test_ends_in_no_lattice_stay() -> None:
    rng = np.random.default_rng(4)
    feet = np.array([[100.0, 200], [200, 200], [300, 200]])
    tips = feet - [0, 80] + rng.normal(0, 60, (3, 2))
    for one, other in zip(evened(feet, tips), (feet, tips), strict=True):
        np.testing.assert_array_equal(one, other)
