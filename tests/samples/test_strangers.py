"""Lessons of what is at a tower: masks go where their pictures go."""

from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest

pytest.importorskip("torch")

from samples.hanoi_eye import drawn
from samples.hanoi_eye.drawn import draw, kept
from samples.hanoi_eye.paint import Scene
from samples.hanoi_eye.pasted import Pasted
from samples.hanoi_eye.train_strangers import KEPT, LookPools, cut, entry, found
from vision.hanoi.strangers import BEYOND, WIDE


@pytest.fixture(name="scenes", scope="module")
def drawn_scenes(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("scenes")
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(drawn, "PAINTED", 5)
        assert len(list(draw(folder, range(1, 3)))) == 2
    return folder


def lit(scene: Scene) -> Scene:
    """The scene black but for a white square, which is what is strange in it."""
    mask = np.zeros(scene.image.shape[:2], np.uint8)
    high, wide = mask.shape
    mask[high // 2 - 30 : high // 2 + 30, wide // 2 - 30 : wide // 2 + 30] = 255
    return replace(scene, image=np.repeat(mask[..., None], 3, axis=2), strange=mask)


def test_the_mask_of_a_look_lies_on_what_is_strange(
    scenes: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    for share in ("WORDS", "THINGS", "REACHED"):
        monkeypatch.setattr(f"samples.hanoi_eye.train_strangers.{share}", 0.0)
    pasted = Pasted(np.random.default_rng(1))
    for seed, scene in enumerate(kept(scenes / "000001.scenes")):
        look, mask = entry(lit(scene))
        assert look.shape == (KEPT, KEPT, 3)
        assert mask.shape == (KEPT, KEPT)
        for again in range(8):
            shown, there = found(np.random.default_rng([seed, again]), pasted, look, mask)
            assert shown.shape == (*WIDE.size[::-1], 3)
            bright = shown.min(axis=2) > BEYOND * 1.2
            assert np.mean(bright == (there > 127)) > 0.97


def test_batches_are_looks_with_their_masks(scenes: Path, tmp_path: Path) -> None:
    assert len(list(cut(scenes, tmp_path))) == 2
    assert list(cut(scenes, tmp_path)) == []
    rng = np.random.default_rng(0)
    looks, masks = LookPools([tmp_path], rng).batch(rng, 6)
    assert tuple(looks.shape) == (6, 3, *WIDE.size[::-1])
    assert tuple(masks.shape) == (6, *WIDE.size[::-1])
    assert 0 <= float(masks.min()) <= float(masks.max()) <= 1
