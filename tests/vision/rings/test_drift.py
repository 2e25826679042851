"""How far a toy has drifted between two pictures."""

import cv2
import numpy as np

from vision.rings.drift import Grey, drift

POINTS = np.array([[40.0, 40], [90, 30], [150, 60], [60, 90], [120, 100]])


def _texture() -> Grey:
    noise = np.random.default_rng(3).integers(0, 255, (128, 192)).astype(np.uint8)
    return np.asarray(cv2.GaussianBlur(noise, (0, 0), 2.0), dtype=np.uint8)


def _shifted(picture: Grey, x: float, y: float) -> Grey:
    way = np.array([[1.0, 0, x], [0, 1, y]])
    shape = (picture.shape[1], picture.shape[0])
    return np.asarray(cv2.warpAffine(picture, way, shape), dtype=np.uint8)


def test_it_is_told_to_a_part_of_a_pixel() -> None:
    way = drift(_texture(), _shifted(_texture(), 2.3, -1.4), POINTS)
    assert way is not None
    np.testing.assert_allclose(way, [2.3, -1.4], atol=0.15)


def test_nothing_is_told_where_one_point_went_elsewhere() -> None:
    after = _shifted(_texture(), 1.0, 0.0)
    after[20:45, 75:110] = _shifted(_texture(), -2.0, 2.0)[20:45, 75:110]
    assert drift(_texture(), after, POINTS) is None


def test_nothing_is_told_where_something_is_before_a_point() -> None:
    after = _texture()
    after[80:128, 100:140] = 128
    assert drift(_texture(), after, POINTS) is None


def test_nothing_is_told_without_points() -> None:
    assert drift(_texture(), _texture(), np.zeros((0, 2))) is None
