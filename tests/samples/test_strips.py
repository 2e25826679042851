"""Lessons that show the edges of discs: they lie where they are told to be."""

from pathlib import Path

import numpy as np
import pytest

pytest.importorskip("torch")

import cv2
import torch

from samples.hanoi_eye import drawn
from samples.hanoi_eye.drawn import draw
from samples.hanoi_eye.lessons import edge_loss
from samples.hanoi_eye.nets import EdgeNet
from samples.hanoi_eye.paint import random_scene
from samples.hanoi_eye.strips import StripPools, cut, entries
from vision.hanoi.edges import COLUMNS, STRIP


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder with a small file of lessons."""
    scenes, made = tmp_path_factory.mktemp("scenes"), tmp_path_factory.mktemp("strips")
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(drawn, "PAINTED", 12)
        list(draw(scenes, range(7, 8)))
    assert [path.name for path in cut(scenes, made)] == ["000007.npz"]
    assert list(cut(scenes, made)) == []
    return made


def test_a_disc_is_cut_out_where_it_was_thought_to_be() -> None:
    rng = np.random.default_rng(5)
    told = np.array([at for _ in range(8) for _, at in entries(rng, random_scene(rng))])
    assert len(told) > 8
    assert (np.abs(told.mean(axis=1) - 1) < 0.25).all()
    assert np.median(np.abs(np.diff(told, axis=1))) < 0.2


def test_edges_are_where_the_picture_changes() -> None:
    """The steepest change of brightness is nearer to a strip's edge than to another strip's."""
    rng, steepest, edges = np.random.default_rng(6), [], []
    while len(edges) < 300:
        for shown, at in entries(rng, random_scene(rng)):
            middle = shown[STRIP[1] // 2 - 3 : STRIP[1] // 2 + 3].mean(axis=0)
            smooth = cv2.GaussianBlur(middle, (1, 5), 1)
            steps = np.abs(np.diff(smooth, axis=0)).reshape(-1, 2, 3).sum(axis=2)
            steepest.append(COLUMNS[steps.argmax(axis=0)])
            edges.append(at)
    off, chance = (
        np.median(np.abs(np.array(steepest) - other)) for other in (edges, np.roll(edges, 7, 0))
    )
    assert off < 0.6 * chance


def test_a_batch_mirrors_strips_with_their_edges(tmp_path: Path) -> None:
    shown = np.full((40, STRIP[1], STRIP[0], 6), 50, np.uint8)
    shown[..., 3:] = 150
    np.savez(tmp_path / "000001.npz", strips=shown, at=np.tile(np.float32([0.8, 1.2]), (40, 1)))
    x, at = StripPools([tmp_path]).batch(np.random.default_rng(1), 64)
    assert x.shape == (64, 6, STRIP[1], STRIP[0])
    dark = x[:, :3].mean(dim=(1, 2, 3)) < x[:, 3:].mean(dim=(1, 2, 3))
    assert dark.any()
    assert not dark.all()
    np.testing.assert_allclose(at[:, 0], torch.where(dark, 0.8, 1.2))
    np.testing.assert_allclose(at.sum(dim=1), 2.0)


def test_the_loss_prefers_the_truth(folder: Path) -> None:
    _, at = StripPools([folder]).batch(np.random.default_rng(2), 64)
    at = at.clamp(0.75, 1.25)
    columns = torch.from_numpy(COLUMNS)
    true = torch.cat([-200 * (columns - at[:, k, None]).abs() for k in (0, 1)], 1)
    best = float(edge_loss(true, at))
    assert float(edge_loss(true.roll(4, 1), at)) > best + 0.1
    assert float(edge_loss(torch.zeros_like(true), at)) > best + 0.1


def test_all_of_the_network_learns() -> None:
    torch.manual_seed(1)
    net = EdgeNet()
    chooser = torch.optim.SGD(net.parameters(), lr=0.05)
    for _ in range(4):
        chooser.zero_grad()
        ((net(torch.rand(8, 6, STRIP[1], STRIP[0])) - 1) ** 2).mean().backward()
        chooser.step()
    still = [name for name, weight in net.named_parameters() if not weight.grad.abs().max() > 0]
    assert still == []
