"""Household things around a drawn tower: they stand on the table, and hide nothing of the toy."""

from pathlib import Path

import numpy as np
import pytest

from samples.hanoi_eye import drawn
from samples.hanoi_eye.drawn import draw, kept
from samples.hanoi_eye.household import MAKERS, Box, Turned, any_thing, household
from samples.hanoi_eye.ordinary import ordinary_tower, ordinary_view
from samples.hanoi_eye.paint import Painter, paint
from samples.hanoi_eye.painted_things import paint_things
from samples.hanoi_eye.traced_things import trace_things


@pytest.mark.parametrize("make", MAKERS)
def test_a_thing_stands_on_the_table(make) -> None:
    for seed in range(6):
        lows = [low(piece) for piece in make(np.random.default_rng(seed))]
        assert min(lows) == pytest.approx(0, abs=0.1)


def low(piece) -> float:
    if isinstance(piece, Turned):
        assert np.all(np.diff(piece.profile[:, 1]) >= -1e-9), "a section from below up"
        return float(piece.profile[:, 1].min())
    if isinstance(piece, Box):
        return float(piece.middle[2] - piece.size[2] / 2)
    return float(piece.path[:, 2].min() - piece.wide)


def test_things_are_of_all_sizes_and_stay_off_the_toy() -> None:
    rng = np.random.default_rng(1)
    tower = ordinary_tower(rng)
    places = np.array([at for _ in range(60) for _, at in household(rng, tower)])
    pegs = np.array([tower.foot(peg)[:2] for peg in range(tower.pegs)])
    apart = np.linalg.norm(places[:, None] - pegs, axis=2).min(axis=1)
    assert apart.min() > 0.5
    assert places[:, 1].min() < -1, "none before the toy"
    assert places[:, 1].max() > 3, "none far behind it"
    tall = [max(map(high, any_thing(rng))) for _ in range(100)]
    assert max(tall) > 4 * np.median(tall) or min(tall) < np.median(tall) / 4


def high(piece) -> float:
    if isinstance(piece, Turned):
        return float(piece.profile[:, 1].max())
    if isinstance(piece, Box):
        return float(piece.middle[2] + piece.size[2] / 2)
    return float(piece.path[:, 2].max())


def test_the_furthest_come_first() -> None:
    rng = np.random.default_rng(2)
    away = [at[1] for _, at in household(rng, ordinary_tower(rng))]
    assert away == sorted(away, reverse=True)


def test_painted_things_change_the_picture_and_not_what_is_told_of_the_toy() -> None:
    rng = np.random.default_rng(4)
    tower = ordinary_tower(rng)
    view = ordinary_view(rng, tower)
    canvas = np.full((view.height, view.width, 3), 128, np.uint8)
    paint_things(Painter(np.random.default_rng(5), tower, view), canvas)
    assert 0.01 < np.any(canvas != 128, axis=2).mean() < 0.99
    made = paint(np.random.default_rng(6), tower, view, things=True)
    assert made.tower is tower
    assert made.strange.shape == made.image.shape[:2]


def test_the_tracer_has_the_same_things_in_mm() -> None:
    rng = np.random.default_rng(7)
    tower = ordinary_tower(rng)
    things = household(np.random.default_rng(8), tower)
    parts = trace_things(np.random.default_rng(8), tower, 90.0, -12.0)
    places = [at for thing, at in things for _ in thing]
    assert len(parts) == len(places)
    for part, at in zip(parts, places, strict=True):
        low, high = part.mesh.vertices.min(axis=0), part.mesh.vertices.max(axis=0)
        assert low[2] > -12 - 90 * 0.1
        assert np.linalg.norm((low + high)[:2] / 2 - 90 * at) < 90 * 4
        assert np.isfinite(part.mesh.normals).all()


def test_scenes_with_things_are_drawn_and_kept(tmp_path: Path) -> None:
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(drawn, "PAINTED", 8)
        (path,) = draw(tmp_path, range(14, 15), kind="things")
    scenes = kept(path)
    assert len(scenes) == 8
    assert {bool(one.strange.any()) for one in scenes} == {False, True}
