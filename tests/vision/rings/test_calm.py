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
    calm.look(_patch(), 0.0)
    calm.look(after, 1 / 15)
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


@pytest.mark.parametrize("times", [1, 2, 4])
def test_what_moves_stirs_as_much_before_a_faster_camera(times: int) -> None:
    calm = Calm()
    for frame in range(5 * times):
        # Half a block in a fifteenth of a second; an eighth is not noticed.
        calm.look(np.roll(_things(), BLOCK // 2 * frame // times, axis=1), frame / (15 * times))
        assert frame < times or calm.stirred > 0.5


def _things() -> np.ndarray:
    """Dark and bright squares, three blocks wide."""
    cells = np.random.default_rng(7).integers(40, 220, (6, 8)).astype(np.uint8)
    return np.kron(cells, np.ones((3 * BLOCK, 3 * BLOCK), np.uint8))[: SHAPE[0], : SHAPE[1]]


def test_frames_without_times_are_one_after_the_other() -> None:
    calm = Calm()
    for _ in range(3):
        for patch in (_patch(), _changed(16, 40)):
            calm.look(patch, 0.0)
            assert calm.stirred > 0.5
    calm.look(_changed(16, 40), 0.0)
    assert calm.stirred < 0.5
