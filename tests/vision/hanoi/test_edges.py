"""Measuring discs at their edges: where strips lie, and what they make of a half width."""

from dataclasses import replace

import cv2
import numpy as np
import pytest

from samples.hanoi_eye.paint import random_scene
from samples.hanoi_eye.scene import ends_of, random_tower, random_view
from vision.hanoi.depth import seen_share
from vision.hanoi.edges import (
    COLUMNS,
    STRIP,
    EdgeEye,
    measured,
    pile_strips,
    strip,
    strip_matrices,
)
from vision.hanoi.nets import LINES, MOST_DISCS, Stacks
from vision.hanoi.patch import ROWS, UNIT
from vision.hanoi.row import Row


@pytest.mark.parametrize("seed", range(12))
def test_points_of_a_peg_are_seen_where_a_camera_sees_them(seed: int) -> None:
    rng = np.random.default_rng(seed)
    tower = random_tower(rng)
    view = random_view(rng, tower)
    foot, tip = tower.foot(1), tower.tip(1)
    ends = view.project(np.stack([foot, tip]))
    growth = view.scale(tip) / view.scale(foot)
    for share in (0.0, 0.3, 0.8, 1.0):
        point = foot + share * (tip - foot)
        up, larger = seen_share(np.array(share), growth)
        np.testing.assert_allclose(ends[0] + up * (ends[1] - ends[0]), view.project(point))
        assert larger == pytest.approx(view.scale(point) / view.scale(foot))


def test_a_strip_shows_both_edges_in_one_column() -> None:
    picture = np.full((240, 320, 3), 40, np.uint8)
    cv2.rectangle(picture, (100, 110), (180, 130), (200, 200, 200), -1)
    # A guess of 36 pixels: the edge is at 40.5 / 36 of it.
    maps = strip_matrices(np.eye(2, 3), np.array([140.0, 120.0]), 36.0, 20.0)
    shown = strip(picture, maps)
    assert shown.shape == (STRIP[1], STRIP[0], 6)
    middle = shown[STRIP[1] // 2].astype(int)
    for side in (0, 3):
        edge = int(np.abs(np.diff(middle[:, side])).argmax())
        assert (COLUMNS[edge] + COLUMNS[edge + 1]) / 2 == pytest.approx(40.5 / 36, abs=0.013)


def _logits(*edges: float) -> np.ndarray:
    """What a strip is read as whose edges are clear."""
    return np.concatenate([-0.5 * ((COLUMNS - edge) / 0.015) ** 2 for edge in edges])


def test_edges_and_what_was_known_are_multiplied() -> None:
    radii, errors, aside = np.full(2, 0.3), np.array([0.012, 0.012]), np.full(2, 0.08)
    # An even strip tells nothing; two clear edges tell their mean.
    logits = np.stack([np.zeros(2 * STRIP[0]), _logits(0.97, 1.03)])
    found, doubt = measured(radii, errors, logits, aside)
    assert found == pytest.approx([0.3, 0.3], abs=2e-3)
    assert doubt[0] > 0.007
    assert doubt[1] < 0.005


def test_edges_far_from_each_other_are_no_disc_s() -> None:
    radii, errors = np.array([0.3]), np.array([0.015])
    wide = _logits(1.05, 1.05) + 3
    logits = np.logaddexp(wide, _logits(0.8, 1.2) + 3)
    found, _ = measured(radii, errors, logits[None], np.array([0.03]))
    assert found[0] == pytest.approx(0.3 * 1.05, abs=4e-3)


def test_all_may_be_wrong_by_one_factor() -> None:
    radii = np.array([0.2, 0.3, 0.4, 0.35])
    logits = np.stack([*[_logits(1.08, 1.08)] * 3, np.zeros(2 * STRIP[0])])
    found, _ = measured(radii, 0.05 * radii, logits, np.full(4, 0.08))
    np.testing.assert_allclose(found[:3] / radii[:3], 1.08, atol=0.01)
    # The last shows nothing, but is as wrong as its neighbours, as far as they go together.
    assert 1.03 < found[3] / radii[3] < 1.08


def test_half_widths_of_painted_towers_become_truer() -> None:
    """Guesses that are six hundredths off: nearly half of that is mended, at the median."""
    rng, before, after = np.random.default_rng(7), [], []
    eye = EdgeEye()
    while len(before) < 60:
        made = random_scene(rng)
        tower, view = made.tower, made.view
        if made.covered.max() > 0:
            continue
        feet, tips = ends_of(tower, view)
        row = Row(feet, tips, 1.0)
        stacks = _stacks(tower.pegs)
        for p, stack in enumerate(tower.stacks):
            scale = view.scale(tower.foot(p)) / row.units[p]
            stacks.counts[p] = np.eye(MOST_DISCS + 1)[len(stack)]
            stacks.radii[p, : len(stack)] = tower.radii[list(stack)] * scale
            stacks.heights[p] = tower.thick[list(stack)].sum() / tower.tall(p)
        some = np.arange(MOST_DISCS) < stacks.counts.argmax(axis=1)[:, None]
        off = np.exp(rng.normal(0, 0.06, some.shape))
        guess = replace(stacks, radii=stacks.radii * off, spreads=0.06 * stacks.radii)
        seen = eye.read(made.image, row, row.matrices, guess)
        before.extend(np.log(guess.radii[some] / stacks.radii[some]))
        after.extend(np.log(seen.radii[some] / stacks.radii[some]))
        assert (seen.spreads[some] > 0).all()
        np.testing.assert_array_equal(seen.radii[~some], guess.radii[~some])
    assert np.median(np.abs(after)) < 0.6 * np.median(np.abs(before))


def test_bare_pegs_have_nothing_to_measure() -> None:
    stacks = _stacks(3)
    stacks.counts[:, 0] = 1
    picture = np.zeros((240, 320, 3), np.uint8)
    feet = np.array([[80.0, 200], [160, 200], [240, 200]])
    row = Row(feet, feet - np.array([0, 90]), 1.0)
    assert EdgeEye().read(picture, row, [np.eye(2, 3)] * 3, stacks) is stacks


def test_strips_of_a_pile_lie_one_above_the_other() -> None:
    ends = np.array([[48.0, 88.0], [48.0, 20.0]])
    maps, larger = pile_strips(np.eye(2, 3), ends, 1.3, 0.6, np.array([0.4, 0.3, 0.2]))
    middles = [-pair[0, 1, 2] / pair[0, 1, 1] for pair in maps]
    assert sorted(middles, reverse=True) == middles
    assert (np.diff(larger) > 0).all()
    # Equal shares of a strip are equal shares of a disc's half width.
    widths = [1 / pair[0, 0, 0] for pair in maps]
    np.testing.assert_allclose(widths, np.array([0.4, 0.3, 0.2]) * UNIT * larger * 0.6 / STRIP[0])


def _stacks(pegs: int) -> Stacks:
    """Stacks of which nothing is known."""
    return Stacks(
        counts=np.zeros((pegs, MOST_DISCS + 1)),
        radii=np.full((pegs, MOST_DISCS), 0.3),
        spreads=np.full((pegs, MOST_DISCS), 0.1),
        clear=np.ones(pegs),
        ends=np.zeros((pegs, 2, 2)),
        heights=np.full(pegs, 0.5),
        rims=np.zeros((pegs, ROWS)),
        lines=np.tile(LINES, (pegs, 1)),
    )
