"""What the rings' eye is trained on: pictures without a toy, and maps that fit the pictures."""

from pathlib import Path

import numpy as np
import pytest

pytest.importorskip("torch")

from samples.render.raster_decoy import draw_nothing
from samples.render.rings_bulk import ASTRAY, Lessons, drawn_astray, shard, write_shards
from samples.render.rings_net import CHANNELS, PEAKS
from samples.render.rings_targets import FINE, STEP, STRIDE, WHOLE, Look, batch


def test_tables_without_a_toy_differ_by_seed_only() -> None:
    one, again, other = (draw_nothing(np.random.default_rng(seed), (96, 64)) for seed in (1, 1, 2))
    assert one.shape == (64, 96, 3)
    np.testing.assert_array_equal(one, again)
    assert not np.array_equal(one, other)


@pytest.fixture(scope="module")
def lessons(tmp_path_factory: pytest.TempPathFactory) -> Lessons:
    """Two drawn pictures."""
    folder = tmp_path_factory.mktemp("drawn")
    written(folder / "000005.npz", 5)
    return Lessons([folder])


def written(path: Path, seed: int) -> None:
    pictures, points = shard(seed, 2)
    np.savez(path, pictures=pictures, points=points)


@pytest.mark.parametrize("look", [WHOLE, FINE])
def test_every_foot_points_at_a_place_and_back(lessons: Lessons, look: Look) -> None:
    inputs, goals, weights = batch(lessons, np.random.default_rng(0), 12, look)
    assert inputs.shape == (12, 1, look.crop[1], look.crop[0])
    assert goals.shape[1] == len(CHANNELS)
    assert weights[:, :PEAKS].min() == 1.0
    checked = 0
    for goal, weight in zip(goals, weights, strict=True):
        for y, x in np.argwhere(goal[1] == 1.0):
            far = goal[8:10, y, x] * STEP / STRIDE
            ex, ey = np.floor(np.array([x, y]) + 0.5 + far).astype(int)
            inside = 1 <= ex < goal.shape[2] - 1 and 1 <= ey < goal.shape[1] - 1
            if inside and weight[8, y, x] > 0:
                checked += bool(goal[0, ey - 1 : ey + 2, ex - 1 : ex + 2].max() > 0.5)
    assert checked > 20


def test_some_pictures_hold_nothing_to_be_found(lessons: Lessons) -> None:
    _, goals, weights = batch(lessons, np.random.default_rng(1), 60)
    empty = goals[:, :PEAKS].max(axis=(1, 2, 3)) == 0
    assert 1 <= empty.sum() < 30
    assert weights[empty][:, PEAKS:].max() == 0


def test_a_row_has_one_first_rod_and_one_last(lessons: Lessons) -> None:
    _, goals, weights = batch(lessons, np.random.default_rng(2), 20)
    told = weights[:, 12] > 0
    for channel in (12, 13):
        marked = (goals[:, channel] == 1) & told
        feet = (goals[:, 1] == 1.0) & marked
        assert feet.sum(axis=(1, 2)).max() == 1
        assert feet.sum() >= 5


def test_pictures_drawn_meanwhile_are_taken_in(tmp_path: Path) -> None:
    with pytest.raises(FileNotFoundError, match=r"expected NUMBER\.npz files"):
        Lessons([tmp_path])
    written(tmp_path / "000001.npz", 1)
    lessons = Lessons([tmp_path, tmp_path / "later"])
    before = {lessons.one(np.random.default_rng(k))[0].tobytes() for k in range(20)}
    (tmp_path / "later").mkdir()
    written(tmp_path / "later" / "000002.npz", 2)
    lessons.refresh()
    after = {lessons.one(np.random.default_rng(k))[0].tobytes() for k in range(20)}
    assert len(before) == 2
    assert len(after) == 4


def test_a_ring_on_its_way_is_as_much_on_as_off() -> None:
    _, points = shard(9, 6, moved=1.0)
    on = points[:, :12, 6]
    assert ((on == 0.5).sum(axis=1) == 1).all()
    still = shard(9, 3, moved=0.0)[1][:, :12, 6]
    assert not (still == 0.5).any()


def test_rods_go_astray_in_the_share_of_toys_that_is_asked_for() -> None:
    rng = np.random.default_rng(0)
    assert not any(drawn_astray(rng, 0.0) for _ in range(20))
    some = np.array([drawn_astray(rng, 0.5) for _ in range(400)])
    assert 0.4 < np.mean(some > 0) < 0.6
    assert ASTRAY[0] <= some[some > 0].min() <= some.max() <= ASTRAY[1]
    usual, leaning, aslant = (
        shard(9, 2, **share)[1] for share in ({}, {"astray": 1.0}, {"aslant": 1.0})
    )
    assert not np.array_equal(usual, leaning, equal_nan=True)
    assert not np.array_equal(usual, aslant, equal_nan=True)


def test_what_was_drawn_is_not_drawn_again(tmp_path: Path) -> None:
    drawn: list[int] = []

    def draw(seed: int) -> tuple[np.ndarray, np.ndarray]:
        drawn.append(seed)
        return np.zeros((1, 4, 4), np.uint8), np.zeros((1, 13, 8))

    first = list(write_shards(tmp_path, [7, 8], draw))
    again = list(write_shards(tmp_path, [7, 8, 9], draw))
    assert drawn == [7, 8, 9]
    assert again[:2] == first
    assert [path.name for path in again] == ["000007.npz", "000008.npz", "000009.npz"]
