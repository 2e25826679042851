"""Lessons of whole rows: ends are where they are told to be, however the row is found."""

from pathlib import Path

import numpy as np
import pytest

pytest.importorskip("torch")

import torch

from samples.hanoi_eye import drawn
from samples.hanoi_eye.drawn import draw
from samples.hanoi_eye.lessons import ends_loss
from samples.hanoi_eye.nets import EndsNet
from samples.hanoi_eye.rows import KEPT, RowPools, cut, found
from vision.hanoi.ends import CELL, LOOK


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder with a small file of rows."""
    scenes, made = tmp_path_factory.mktemp("scenes"), tmp_path_factory.mktemp("rows")
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(drawn, "PAINTED", 8)
        list(draw(scenes, range(7, 8)))
    assert [path.name for path in cut(scenes, made)] == ["000007.npz"]
    assert list(cut(scenes, made)) == []
    return made


def test_an_end_is_seen_where_it_is_told_to_be() -> None:
    rng, seen = np.random.default_rng(3), 0
    feet = np.array([[120.0, 170], [180, 172], [245, 168]])
    ends = np.stack([feet, feet - [0, 62]])
    for k in range(12):
        row = np.zeros((KEPT[1], KEPT[0], 3), np.uint8)
        x, y = ends[k % 2, k % 3].astype(int)
        row[y - 1 : y + 2, x - 1 : x + 2] = 255
        look, true, taken = found(rng, row, ends)
        assert look.shape == (LOOK[1], LOOK[0], 3)
        assert true.shape == taken.shape == (2, 3, 2)
        light = look[..., 0].astype(float)
        at = true[k % 2, k % 3]
        if light.sum() and ((at > 4) & (at < np.array(LOOK) - 4)).all():
            y, x = np.indices(light.shape)
            middle = np.array([(x * light).sum(), (y * light).sum()]) / light.sum()
            np.testing.assert_allclose(middle, at, atol=1.5)
            seen += 1
    assert seen > 6


def test_a_batch_has_no_ends_where_there_is_no_peg(folder: Path) -> None:
    looks, true, taken, covered = RowPools([folder]).batch(np.random.default_rng(4), 24)
    assert looks.shape == (24, 3, LOOK[1], LOOK[0])
    known = torch.isfinite(covered)
    assert (known.sum(1) >= 3).all()
    for ends in (true, taken):
        assert (torch.isfinite(ends).all(3).all(1) == known).all()
    # Feet stand from left to right, in a mirror, too.
    steps = true[:, 0, 1:3, 0] - true[:, 0, :2, 0]
    assert (steps > 0).float().mean() > 0.9


def test_marks_in_the_right_places_are_what_is_taught() -> None:
    wide, high = LOOK[0] // CELL, LOOK[1] // CELL
    true = torch.full((1, 2, 4, 2), torch.nan)
    true[0, :, 0] = torch.tensor([[20.0, 24.0], [21.0, 12.0]])
    taken, covered = true + 1.5, torch.full((1, 4), torch.nan)
    covered[0, 0] = 0.0

    def maps(shift: int) -> torch.Tensor:
        made = torch.zeros(1, 6, high, wide)
        made[0, 0, 24, 20 + shift] = made[0, 1, 12, 21 + shift] = 15.0
        made[:, 2:] = -1.0
        return made

    right, wrong = (float(ends_loss(maps(shift), true, taken, covered)) for shift in (0, 2))
    assert right < wrong - 1
    # Errors that are owned up to cost less.
    owned = maps(2)
    owned[:, 2:] = 0.7
    assert float(ends_loss(owned, true, taken, covered)) < wrong


def test_the_network_has_a_mark_for_each_cell() -> None:
    told = EndsNet().eval()(torch.rand(2, 3, LOOK[1], LOOK[0]))
    assert told.shape == (2, 6, LOOK[1] // CELL, LOOK[0] // CELL)
