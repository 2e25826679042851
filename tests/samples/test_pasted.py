"""What is laid over looks at towers: hands only are strange; nothing is beyond a border."""

import numpy as np
import pytest

from samples.hanoi_eye.pasted import Pasted
from vision.frame import Image
from vision.hanoi.strangers import BEYOND

SIZE = 128


@pytest.fixture(name="pasted", scope="module")
def hands() -> Pasted:
    return Pasted(np.random.default_rng(1))


def look() -> Image:
    """A look at a picture that ends within it on the left and above."""
    shown = np.full((SIZE, SIZE, 3), 60, np.uint8)
    shown[:20], shown[:, :30] = BEYOND, BEYOND
    return shown


def test_a_hand_is_strange_where_it_is(pasted: Pasted) -> None:
    filled = []
    for seed in range(20):
        rng, nothing = np.random.default_rng(seed), np.zeros((SIZE, SIZE), np.uint8)
        shown, mask = pasted.hand(rng, look(), nothing)
        changed = (shown != look()).any(axis=2)
        assert not changed[:20].any()
        assert not changed[:, :30].any()
        assert changed[mask > 127].sum() >= 0.9 * (mask > 127).sum()
        assert not changed[mask == 0].any()
        filled.append(float((mask > 127).mean()))
    assert np.mean(np.array(filled) > 0.005) > 0.7


def test_a_thing_is_not_strange(pasted: Pasted) -> None:
    changed = []
    for seed in range(40):
        rng, nothing = np.random.default_rng(seed), np.zeros((SIZE, SIZE), np.uint8)
        shown, mask = pasted.thing(rng, look(), nothing)
        assert not mask.any()
        differs = (shown != look()).any(axis=2)
        assert not differs[:20].any()
        changed.append(float(differs.mean()))
    assert np.mean(np.array(changed) > 0.002) > 0.6


def test_a_thing_before_a_hand_hides_it(pasted: Pasted) -> None:
    strange = np.full((SIZE, SIZE), 255, np.uint8)
    for seed in range(40):
        plain = np.full((SIZE, SIZE, 3), 60, np.uint8)
        shown, mask = pasted.thing(np.random.default_rng(seed), plain, strange)
        assert (mask[(shown == 60).all(axis=2)] > 200).all()
        if (mask < 40).any():
            return
    pytest.fail("nothing was laid over it")
