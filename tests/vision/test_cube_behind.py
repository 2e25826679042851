"""A face that goes round in front of a cube, and one that goes round with it."""

import cv2
import numpy as np
import pytest

from vision.cube.behind import Behind

MIDDLE, HALF = np.array([160.0, 120.0]), 45.0


def square(degrees: float, half: float = HALF) -> np.ndarray:
    """Corners clockwise from the top left, (4, 2)."""
    angles = np.radians(degrees + np.array([225.0, 315.0, 45.0, 135.0]))
    ways = np.stack([np.cos(angles), np.sin(angles)], axis=1)
    return MIDDLE + np.sqrt(2) * half * ways


def picture(degrees: float, *, stays: bool, hand: bool = False) -> np.ndarray:
    """A face turned by so much; the rest of the cube behind it stays, or goes with it."""
    image = np.full((240, 320, 3), (150, 160, 170), np.uint8)
    image[:, :160] = (120, 140, 150)
    for corners, colour in ((square(0 if stays else degrees), 30), (square(degrees), 200)):
        cv2.fillConvexPoly(image, np.round(corners).astype(np.int32), (colour,) * 3, cv2.LINE_AA)
    if hand:
        cv2.ellipse(image, (225, 140), (70, 40), 30, 0, 360, (110, 140, 190), -1, cv2.LINE_AA)
    return image


def told(angles: tuple[float, ...], *, stays: bool, hand: bool = False) -> list[float]:
    behind = Behind()
    assert behind.look(picture(0, stays=stays), square(0)[None]) is None
    looks = [
        behind.look(picture(angle, stays=stays, hand=hand), square(angle)[None]) for angle in angles
    ]
    return [look for look in looks if look is not None]


@pytest.mark.parametrize("hand", [False, True])
@pytest.mark.parametrize("way", [-1, 1])
def test_the_layer_behind_a_turning_face_is_seen(way: int, hand: bool) -> None:
    looks = told((30 * way, 45 * way, 60 * way), stays=True, hand=hand)
    assert len(looks) == 3
    assert min(looks) > 0.8


@pytest.mark.parametrize("hand", [False, True])
def test_nothing_is_left_behind_a_cube_that_is_rolled(hand: bool) -> None:
    looks = told((30, 45, 60), stays=False, hand=hand)
    assert len(looks) == 3
    assert max(looks) < 0.2


def test_a_face_that_lies_still_or_is_hardly_turned_tells_nothing() -> None:
    assert told((0, 4, -3, 8, 1), stays=True) == []


def test_two_faces_or_none_or_another_one_tell_nothing() -> None:
    behind = Behind()
    image = picture(0, stays=True)
    assert behind.look(image, square(0)[None]) is None
    assert behind.look(image, None) is None
    assert behind.look(image, np.empty((0, 4, 2))) is None
    assert behind.look(image, square(45)[None] + 100.0) is None
    assert behind.look(image, np.array([square(0), square(0) + 95.0])) is None
    assert behind.look(picture(45, stays=True), square(45)[None]) is None


@pytest.mark.parametrize("away", [(-1000.0, 0.0), (500.0, 400.0), (-150.0, -110.0)])
def test_a_face_beyond_the_picture_is_no_error(away: tuple[float, float]) -> None:
    behind = Behind()
    image = picture(0, stays=True)
    behind.look(image, square(0)[None] + away)
    behind.look(image, square(40)[None] + away)
