"""Where a toy lies in its picture: the box round it, and the places for numbers."""

import cv2
import numpy as np
import pytest

from vision.rings.sketch import MARGIN, beside, outline
from vision.rings.toy import Toy

PITCH = 30.0


def toy(angle: float = 0.0, heads: float = 1.0) -> Toy:
    """Seven rings, one of which hangs deep, along a row that is turned by `angle` degrees."""
    numbers = np.arange(7)[:, None]
    feet = np.array([100.0, 300.0]) + numbers * [PITCH, 0.0]
    lean = np.where(numbers == 6, 25.0, -8.0)
    height = np.where(numbers == 3, 20.0, 150.0) * heads
    eyes = feet + np.concatenate([lean, -height], axis=1)
    turn = np.radians(angle)
    spin = np.array([[np.cos(turn), np.sin(turn)], [-np.sin(turn), np.cos(turn)]])
    step = np.array([PITCH, 0.0]) @ spin
    full, nowhere = np.full(7, 0.9), np.full((2, 2), np.nan)
    lengths = np.array([[7.0, 1.0]])
    return Toy(eyes @ spin, feet @ spin, full, full, 1.0, 1.0, 99.0, step, nowhere, lengths)


def without(whole: Toy, eyes: tuple[int, ...] = (), feet: tuple[int, ...] = ()) -> Toy:
    """The toy with some eyes and feet hidden."""
    for places, hidden in ((whole.eyes, eyes), (whole.feet, feet)):
        places[list(hidden)] = np.nan
    return whole


@pytest.mark.parametrize("angle", [0, 20, -75, 180])
def test_the_box_holds_every_eye_and_foot_with_a_margin(angle: float) -> None:
    whole = toy(angle)
    box = outline(whole)
    assert box is not None
    for at in np.concatenate([whole.eyes, whole.feet]):
        inside = cv2.pointPolygonTest(box[0].astype(np.float32), at.tolist(), True)
        assert inside > MARGIN * PITCH - 0.01
    sides = np.roll(box[0], -1, axis=0) - box[0]
    assert abs(sides[0] @ sides[1]) < 1e-6
    assert np.linalg.norm(sides[0]) == pytest.approx(33 + (6 + 2 * MARGIN) * PITCH)


@pytest.mark.parametrize("heads", [1.0, -1.0])
def test_numbers_stand_beyond_the_feet_also_of_a_toy_on_its_head(heads: float) -> None:
    whole = toy(heads=heads)
    beyond = beside(whole) - whole.feet
    assert np.allclose(beyond[:, 0], 0)
    assert np.all(beyond[:, 1] * heads > PITCH / 2)


def test_hidden_feet_are_guessed_from_the_others() -> None:
    clear = beside(toy())
    np.testing.assert_allclose(beside(without(toy(), feet=(0, 4, 6))), clear, atol=1e-6)
    alone = beside(without(toy(), feet=(0, 1, 2, 3, 4, 5)))
    assert np.isfinite(alone).all(axis=1).tolist() == [False] * 6 + [True]


def test_the_box_holds_rings_at_an_end_that_are_hidden() -> None:
    box = outline(without(toy(), eyes=(0, 1), feet=(0, 1)))
    whole = outline(toy())
    assert box is not None
    assert whole is not None
    # The eye of ring 1 leans out by eight pixels.
    assert abs(box - whole).max() < 9


def test_without_an_eye_there_is_a_box_and_without_anything_none() -> None:
    every = tuple(range(7))
    assert outline(without(toy(), eyes=every)) is not None
    assert outline(without(toy(), eyes=every, feet=every)) is None
