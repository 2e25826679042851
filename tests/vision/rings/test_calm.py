"""Whether anything moves at the toy."""

import numpy as np
import pytest

from vision.rings.calm import BLOCK, Calm

SHAPE = (128, 192)


def _patch() -> np.ndarray:
    rng = np.random.default_rng(5)
    return rng.integers(60, 180, SHAPE).astype(np.uint8)


def _stirred(after: np.ndarray) -> float:
    calm = Calm()
    calm.look(_patch(), None)
    calm.look(after, None)
    return calm.stirred


def _changed(blocks: int, by: int) -> np.ndarray:
    after = _patch()
    after[: 2 * BLOCK, : blocks // 2 * BLOCK] = (
        after[: 2 * BLOCK, : blocks // 2 * BLOCK].astype(int) + by
    ).clip(0, 255)
    return after


def test_the_cameras_noise_is_calm() -> None:
    noise = np.random.default_rng(6).normal(0, 6, SHAPE)
    assert _stirred((_patch() + noise).clip(0, 255).astype(np.uint8)) < 0.1


@pytest.mark.parametrize(("blocks", "by"), [(16, 40), (6, 60)])
def test_a_hand_stirs_and_at_the_edge_of_the_picture_too(blocks: int, by: int) -> None:
    assert _stirred(_changed(blocks, by)) > 0.5


@pytest.mark.parametrize(("blocks", "by"), [(16, 5), (6, 15), (2, 70)])
def test_a_glint_or_a_faint_shadow_does_not(blocks: int, by: int) -> None:
    assert _stirred(_changed(blocks, by)) < 0.5
