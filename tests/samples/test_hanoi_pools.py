"""Pools of lessons: cut from kept scenes, and seen anew by a camera that is turned."""

from pathlib import Path

import cv2
import numpy as np
import pytest

pytest.importorskip("torch")

import torch

from samples.hanoi_eye import drawn, pools
from samples.hanoi_eye.drawn import draw
from samples.hanoi_eye.pools import SHAPES, Pools, planes, seen_anew
from samples.hanoi_eye.train import cut
from vision.hanoi.patch import SCENE


@pytest.mark.parametrize("seed", range(8))
def test_ends_move_with_what_is_at_them(seed: int) -> None:
    rng = np.random.default_rng(seed)
    ends = np.full((2, 4, 2), np.nan, np.float32)
    ends[:, :3] = rng.uniform((90, 70), (230, 170), (2, 3, 2))
    scene = np.full((SCENE[1], SCENE[0], 3), 20, np.uint8)
    for x, y in ends[:, :3].reshape(-1, 2):
        cv2.circle(scene, (round(float(x)), round(float(y))), 3, (250, 250, 250), -1)
    seen, there = seen_anew(rng, scene, ends)
    assert seen.shape == scene.shape
    assert np.isnan(there[:, 3]).all()
    assert np.abs(there - ends)[:, :3].max() > 1
    for x, y in there[:, :3].reshape(-1, 2):
        assert seen[round(float(y)), round(float(x))].min() > 150


def test_looks_of_one_group_change_their_colours_alike(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(pools, "NOISE", 0.0)
    torch.manual_seed(2)
    looks = np.tile(np.array([40, 90, 160], np.uint8), (60, 2, 2, 1))
    x = planes(looks, torch.arange(30).repeat_interleave(2))
    torch.testing.assert_close(x[0::2], x[1::2])
    # In a quarter of the groups channels change places, most of them.
    order = x[0::2, :, 0, 0].argsort(1)
    assert 2 <= int((order != torch.arange(3)).any(1).sum()) <= 14


def test_each_file_of_scenes_becomes_a_pool(tmp_path: Path) -> None:
    scenes, folder = tmp_path / "scenes", tmp_path / "pools"
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(drawn, "PAINTED", 3)
        list(draw(scenes, range(5, 7)))
    made = list(cut(folder / "painted", scenes))
    assert [path.name for path in made] == ["000005-painted", "000006-painted"]
    assert not list(cut(folder / "painted", scenes))
    for name, (shape, kind) in SHAPES.items():
        kept = np.load(made[0] / f"{name}.npy")
        assert kept.shape == (3, *shape)
        assert kept.dtype == kind
    x, y = Pools(folder).pegs(np.random.default_rng(1), 8)
    assert x.shape == (8, 3, SCENE[1], SCENE[0])
    assert y.shape == (8, 2, 4, 2)
    assert float(x.min()) >= 0
    assert float(x.max()) <= 1
