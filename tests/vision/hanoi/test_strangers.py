"""Hands at a tower are seen, on pictures that no network was trained on."""

from pathlib import Path

import cv2
import numpy as np
import pytest

from vision.frame import Image
from vision.hanoi.sight import Looker, Sight
from vision.hanoi.strangers import (
    BEYOND,
    LARGEST,
    UNSURE,
    WIDE,
    StrangerEye,
    wide_look,
    wide_matrix,
)
from vision.network import Singles

CLIP = Path(__file__).parents[3] / "samples/hanoi/three-discs/clip.mp4"
# Frames of the clip in which nothing moves, and in which a hand has gripped a disc.
AT_REST, GRIPPED = (0, 30, 52, 72, 94, 116, 138, 160, 182), (15, 36, 82, 102)


@pytest.fixture(scope="module")
def frames() -> list[Image]:
    source = cv2.VideoCapture(str(CLIP))
    found: list[Image] = []
    while True:
        good, image = source.read()
        if not good:
            return found
        found.append(np.asarray(image, np.uint8))


@pytest.fixture(scope="module")
def sight(frames: list[Image]) -> Sight:
    found = Looker().find(frames[0])
    assert found is not None
    return found


def test_a_hand_that_grips_a_disc_is_seen_and_a_toy_alone_is_none(
    frames: list[Image], sight: Sight
) -> None:
    eye = StrangerEye()
    alone = [eye.look(frames[k], sight.moved).surest for k in AT_REST]
    hands = [eye.look(frames[k], sight.moved).surest for k in GRIPPED]
    assert max(alone) < 0.4
    assert min(hands) > 0.6


@pytest.mark.parametrize(
    ("own", "mirrored", "seen"), [(1.0, -3.0, False), (1.0, 0.5, True), (-4.0, 9.0, False)]
)
def test_what_is_unsure_is_looked_at_in_a_mirror(
    frames: list[Image], sight: Sight, own: float, mirrored: float, seen: bool
) -> None:
    eye, shown = StrangerEye(), []

    def net(looks: Singles) -> Singles:
        shown.append(looks)
        marks = np.full((1, 1, 32, 32), -9, np.float32)
        # A mark at the left, and in a mirror at the right.
        marks[0, 0, 10, 5 if len(shown) == 1 else 26] = own if len(shown) == 1 else mirrored
        return marks

    eye._net = net
    assert (eye.look(frames[0], sight.moved).surest > 0.5) is seen
    assert len(shown) == (1 if own < UNSURE else 2)
    if len(shown) == 2:
        assert np.array_equal(shown[1], shown[0][..., ::-1])


def test_a_looker_asks_when_it_is_asked(frames: list[Image], sight: Sight) -> None:
    expected = StrangerEye().look(frames[0], sight.moved).surest
    assert Looker().strange(frames[0], sight).surest == pytest.approx(expected)


def test_beyond_the_border_nothing_goes_on() -> None:
    image = np.full((20, 30, 3), 200, np.uint8)
    look = wide_look(image, np.array([[1.0, 0, 10], [0, 1.0, 5]]), (50, 40))
    assert look.shape == (40, 50, 3)
    assert (look[5:25, 10:40] == 200).all()
    assert (look[:5] == BEYOND).all()
    assert (look[25:] == BEYOND).all()
    assert (look[:, :10] == BEYOND).all()
    assert (look[:, 40:] == BEYOND).all()


FEET = np.array([[100.0, 200], [200, 200], [300, 200]])


@pytest.mark.parametrize("wide", [320, 400, 600, 2000])
def test_what_there_is_of_a_picture_fills_the_look(wide: int) -> None:
    """The nearer to the toy its borders are the larger, and no part of the look is lost."""
    matrix = wide_matrix(FEET, FEET - [0, 90], (wide, 260))
    corners = np.array([[0, 0], [wide, 0], [wide, 260], [0, 260]]) @ matrix[:, :2].T + matrix[:, 2]
    far = FEET + 3000
    usual = wide_matrix(far, far - [0, 90], (9000, 9000))
    zoom = np.linalg.norm(matrix[0, :2]) / np.linalg.norm(usual[0, :2])
    assert 1 <= zoom <= LARGEST
    feet = FEET @ matrix[:, :2].T + matrix[:, 2]
    assert (feet > 0).all()
    assert (feet < WIDE.size).all()
    if zoom < LARGEST:
        # It is as wide as the look, or as high: no room is left along one of these.
        low, high = np.clip([corners.min(axis=0), corners.max(axis=0)], 0, WIDE.size)
        assert (high - low).max() == pytest.approx(max(WIDE.size))


def test_the_look_grows_where_a_picture_ends() -> None:
    sizes = [
        float(np.linalg.norm(wide_matrix(FEET, FEET - [0, 90], (wide, 260))[0, :2]))
        for wide in (320, 360, 420, 2000)
    ]
    assert sizes == sorted(sizes, reverse=True)
    assert sizes[0] > 1.2 * sizes[-1]
