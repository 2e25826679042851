"""Lessons that show all pegs of a row: what they tell is what their looks show."""

from pathlib import Path

import numpy as np
import pytest

pytest.importorskip("torch")

import torch

from samples.hanoi_eye import drawn, towers
from samples.hanoi_eye.drawn import draw
from samples.hanoi_eye.lessons import tower_loss
from samples.hanoi_eye.nets import TowerNet
from samples.hanoi_eye.paint import Scene, random_scene
from samples.hanoi_eye.scene import MOST_DISCS
from samples.hanoi_eye.towers import SHAPES, WIDE, TowerPools, entry
from vision.hanoi.patch import ROWS, TOWER


@pytest.fixture(name="folder", scope="module")
def painted(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("scenes")
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(drawn, "PAINTED", 4)
        list(draw(folder, range(7, 9)))
    return folder


@pytest.mark.parametrize("seed", range(6))
def test_an_entry_tells_what_each_peg_carries(seed: int) -> None:
    rng = np.random.default_rng(seed)
    scene = random_scene(rng)
    looks, told = entry(rng, scene)
    assert looks.shape == (scene.tower.pegs, WIDE[1], WIDE[0], 3)
    assert {name: told[name].shape for name in told} == {name: SHAPES[name][0] for name in SHAPES}
    counts = told["pegs"][: scene.tower.pegs, 0]
    np.testing.assert_array_equal(counts, [len(stack) for stack in scene.tower.stacks])
    assert np.isnan(told["pegs"][scene.tower.pegs :]).all()
    for peg, stack in enumerate(scene.tower.stacks):
        radii = told["pegs"][peg, 3:]
        assert np.isfinite(radii).sum() == len(stack)
        # From the bottom they do not grow.
        assert (np.diff(radii[: len(stack)]) <= 1e-6).all()
        # And each has its rim further down than the next.
        rims = told["rims"][peg]
        assert np.isfinite(rims).sum() == len(stack)
        assert (np.diff(rims[: len(stack)]) < 0).all()
        if not stack:
            # As far as its foot is astray, in a look that is up to three times as large.
            assert abs(told["pegs"][peg, 2]) < 0.2
    if len(scene.tower.radii) <= MOST_DISCS:
        on = told["discs"][0]
        assert (on[: len(scene.tower.radii)] >= 0).all()
        assert (np.bincount(on[on >= 0], minlength=4)[: scene.tower.pegs] == counts).all()


def test_a_stretched_look_is_told_as_it_is_seen(monkeypatch: pytest.MonkeyPatch) -> None:
    rng = np.random.default_rng(1)
    scene = next(one for one in iter(lambda: random_scene(rng), None) if _highest(one) > 2)
    seen = []
    for stretch in ((1.0, 1.0), (1.25, 0.8)):
        monkeypatch.setattr(towers, "_stretch", lambda _, stretch=stretch: stretch)
        seen.append(entry(np.random.default_rng(5), scene)[1])
    plain, wide = (told["pegs"] for told in seen)
    np.testing.assert_allclose(wide[:, 3:], 1.25 * plain[:, 3:], rtol=1e-5)
    np.testing.assert_allclose(wide[:, 2], 0.8 * plain[:, 2], rtol=1e-5)
    low, high = (np.diff(told["rims"], axis=1) for told in seen)
    np.testing.assert_allclose(high, 0.8 * low, rtol=1e-4)


def _highest(scene: Scene) -> int:
    """The number of discs on the fullest peg."""
    return max(len(stack) for stack in scene.tower.stacks)


def test_a_batch_keeps_the_looks_of_a_scene_together(folder: Path) -> None:
    pools = TowerPools([folder])
    batch = pools.cut(np.random.default_rng(1), 5).lit()
    assert batch.looks.shape[1:] == (3, TOWER[1], TOWER[0])
    assert len(batch.looks) == len(batch.scene) == len(batch.peg) == len(batch.pegs)
    assert torch.isfinite(batch.pegs[:, 0]).all()
    for scene in range(5):
        pegs = batch.peg[batch.scene == scene]
        assert pegs.tolist() == list(range(len(pegs)))


def test_a_row_is_read_alike_alone_and_among_others(folder: Path) -> None:
    net = TowerNet().eval()
    batch = TowerPools([folder]).cut(np.random.default_rng(2), 3).lit()
    with torch.no_grad():
        among = net(batch.looks, batch.scene)
        for scene in range(3):
            own = batch.scene == scene
            torch.testing.assert_close(net(batch.looks[own]), among[own], atol=1e-5, rtol=1e-4)


def test_a_network_of_more_channels_answers_in_the_same_way(folder: Path) -> None:
    batch = TowerPools([folder]).cut(np.random.default_rng(4), 2).lit()
    with torch.no_grad():
        narrow, wide = (TowerNet(k).eval()(batch.looks, batch.scene) for k in (1, 2))
    assert wide.shape == narrow.shape


def test_the_loss_prefers_the_truth(folder: Path) -> None:
    batch = TowerPools([folder]).cut(np.random.default_rng(3), 6).lit()
    m = MOST_DISCS
    true = torch.zeros(len(batch.looks), 3 * m + 3 + ROWS)
    true[torch.arange(len(true)), batch.pegs[:, 0].long()] = 8.0
    true[:, m + 1 : 2 * m + 1] = torch.nan_to_num(batch.pegs[:, 3:])
    true[:, 2 * m + 1 : 3 * m + 1] = -4.0
    true[:, 3 * m + 1] = torch.where(batch.pegs[:, 1] > 0.1, -8.0, 8.0)
    true[:, 3 * m + 2] = batch.pegs[:, 2]
    true[:, 3 * m + 3 :] = -8.0
    for look, rims in enumerate(batch.rims):
        true[look, 3 * m + 3 + rims[torch.isfinite(rims)].long()] = 8.0
    best = float(tower_loss(true, batch))
    sizes = (0, m + 1, 2 * m + 1, 3 * m + 1, 3 * m + 2, 3 * m + 3, 3 * m + 3 + ROWS)
    for column in (slice(*sizes[k : k + 2]) for k in (0, 1, 3, 4, 5)):
        wrong = true.clone()
        wrong[:, column] = wrong[:, column].flip(0).roll(1, 1)
        assert float(tower_loss(wrong, batch)) > best + 0.01
