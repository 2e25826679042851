"""Toys that hang or are laid on a table, and what is kept of their poses."""

import importlib.util
from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest

from samples.render import rings_traced
from samples.render.rings_bulk import shard
from samples.render.rings_draw import lies_flat
from samples.render.rings_model import Placed, RingsToy, Wire
from samples.render.rings_pose import Pose, place_rings
from samples.render.rings_posed import Posed, load, load_all, save
from samples.render.rings_threading import threaded

TOY = RingsToy(rings=4)
UP = np.array([0.0, -0.5, np.sqrt(0.75)])


@pytest.fixture
def placed() -> Placed:
    """Four rings as somebody holds them, two of them on, the table to one side."""
    held = place_rings(TOY, "0110", Pose(), np.random.default_rng(3))
    return replace(held, front=UP)


def test_rings_as_they_are_placed_are_threaded(placed: Placed) -> None:
    assert threaded(TOY, placed)


def test_what_another_state_has_is_not(placed: Placed) -> None:
    assert not threaded(TOY, replace(placed, on=(True, *placed.on[1:])))


def test_a_ring_that_lost_its_neighbours_rod_is_not_threaded(placed: Placed) -> None:
    away = np.zeros((4, 3))
    # The ring at the handle, with its rod, far beyond its neighbour.
    away[3, 0] = 5 * TOY.ring
    moved = {name: getattr(placed, name) + away for name in ("eyes", "ends", "feet", "centres")}
    assert not threaded(TOY, replace(placed, **moved))


def test_a_pose_is_read_as_it_was_written(placed: Placed, tmp_path: Path) -> None:
    save(tmp_path / "000007.npz", Posed(TOY, placed))
    again = load(tmp_path / "000007.npz")
    assert again.toy == TOY
    assert again.placed.on == placed.on
    np.testing.assert_array_equal(again.placed.eyes, placed.eyes)
    assert again.lies
    save(tmp_path / "000008.npz", Posed(TOY, placed, lies=False))
    assert [one.lies for one in load_all(tmp_path)] == [True, False]


def test_a_pose_from_before_toys_were_held_lies(placed: Placed, tmp_path: Path) -> None:
    path = tmp_path / "000007.npz"
    save(path, Posed(TOY, placed, lies=False))
    with np.load(path) as data:
        np.savez(path, **{name: data[name] for name in data.files if name != "lies"})
    assert load(path).lies


def test_a_folder_without_poses_is_named(tmp_path: Path) -> None:
    with pytest.raises(FileNotFoundError, match="expected poses"):
        load_all(tmp_path)


def test_a_pose_is_drawn_with_its_table_level(placed: Placed) -> None:
    scene = Posed(TOY, placed).scene(np.random.default_rng(1))
    assert lies_flat(scene)
    assert scene.state == "0110"
    assert scene.up @ scene.front == pytest.approx(0, abs=1e-9)
    lowest = min(part.points[:, 2].min() for part in scene.parts if isinstance(part, Wire))
    assert scene.table is not None
    assert scene.table <= lowest


def test_a_held_pose_is_drawn_without_a_table(placed: Placed) -> None:
    scene = Posed(TOY, placed, lies=False).scene(np.random.default_rng(1))
    assert scene.table is None
    assert not lies_flat(scene)
    assert np.abs(scene.up) == pytest.approx(np.abs(placed.fall))


def test_lessons_of_poses_show_them(placed: Placed) -> None:
    pictures, points = shard(5, 3, aslant=0.5, settled=[Posed(TOY, placed)])
    assert pictures.shape == (3, 240, 320)
    on = points[:, :4, 6]
    np.testing.assert_array_equal(on, np.tile([0, 1, 1, 0], (3, 1)))


def test_traced_lessons_of_poses_show_them(placed: Placed, monkeypatch: pytest.MonkeyPatch) -> None:
    black = np.zeros((480, 640, 3))
    monkeypatch.setattr(rings_traced, "render", lambda *_, **__: black)
    pictures, points = rings_traced.shard(5, 2, size=(640, 480), settled=[Posed(TOY, placed)])
    assert pictures.shape == (2, 480, 640)
    np.testing.assert_array_equal(points[:, :4, 6], np.tile([0, 1, 1, 0], (2, 1)))


@pytest.mark.skipif(importlib.util.find_spec("mujoco") is None, reason="mujoco is not installed")
def test_a_toy_that_is_laid_down_rests_on_the_table() -> None:
    from samples.render.rings_settled import draw_settled

    posed = draw_settled(np.random.default_rng(11))
    assert threaded(posed.toy, posed.placed)
    scene = posed.scene(np.random.default_rng(0))
    assert scene.table is not None
    # The loop or the plate or a rod touches it, and nothing is far above it.
    heights = np.concatenate([scene.eyes, scene.feet, scene.balls, scene.centres])[:, 2]
    assert heights.min() - scene.table < 3 * posed.toy.ring
    assert heights.max() - scene.table < 6 * posed.toy.ring


@pytest.mark.skipif(importlib.util.find_spec("mujoco") is None, reason="mujoco is not installed")
def test_a_toy_that_hangs_has_its_plate_below_and_its_off_rings_lower_than_the_others() -> None:
    from samples.render.rings_settled import hang

    posed = hang(TOY, "0011", np.random.default_rng(4))
    placed = posed.placed
    assert not posed.lies
    assert threaded(TOY, placed)
    drop = placed.eyes @ placed.fall
    # Rings are told from the tip on: the first two are on.
    assert drop[:2].max() < drop[2:].min()
    assert (placed.feet @ placed.fall > drop).all()
    assert placed.fall @ placed.front == pytest.approx(0, abs=1e-9)
