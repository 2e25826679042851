"""Bars beside what a camera took."""

import cv2
import numpy as np
import pytest

from vision.bars import seen_part
from vision.frame import Image


def scene(high: int = 120, wide: int = 160) -> Image:
    """A picture with something everywhere."""
    noise = np.random.default_rng(2).normal(120, 60, (high // 8, wide // 8, 3))
    small = np.clip(noise, 0, 255).astype(np.uint8)
    return np.asarray(cv2.resize(small, (wide, high), interpolation=cv2.INTER_CUBIC), np.uint8)


def ends(image: Image) -> list[float]:
    first, last = seen_part(image)
    return [*first.tolist(), *last.tolist()]


@pytest.mark.parametrize("colour", [(0, 0, 0), (255, 255, 255), (40, 90, 60)])
@pytest.mark.parametrize("bars", [(0, 0, 30, 40), (25, 12, 0, 0), (20, 0, 0, 30), (0, 0, 0, 0)])
def test_bars_are_no_part_of_the_picture(
    colour: tuple[int, int, int], bars: tuple[int, int, int, int]
) -> None:
    top, _, left, _ = bars
    whole = cv2.copyMakeBorder(scene(), *bars, cv2.BORDER_CONSTANT, value=colour)
    data = cv2.imencode(".jpg", whole)[1]
    for image in (whole, cv2.imdecode(data, cv2.IMREAD_COLOR)):
        assert ends(np.asarray(image, np.uint8)) == pytest.approx(
            [left, top, left + 159, top + 119], abs=8 if image is not whole else 0
        )


def test_a_plain_background_is_no_bar() -> None:
    shop = np.full((120, 160, 3), 255, np.uint8)
    cv2.circle(shop, (80, 60), 40, (30, 60, 160), -1)
    assert ends(shop) == [0, 0, 159, 119]


@pytest.mark.parametrize("turned", [False, True])
def test_a_picture_of_two_halves_is_all_of_it(turned: bool) -> None:
    halves = np.zeros((100, 100, 3), np.uint8)
    halves[50:] = 200
    assert ends(np.ascontiguousarray(halves.swapaxes(0, 1)) if turned else halves) == [0, 0, 99, 99]


@pytest.mark.parametrize("shape", [(1, 400, 3), (400, 1, 3), (1, 1, 3), (3, 5, 3)])
def test_pictures_of_any_shape(shape: tuple[int, int, int]) -> None:
    high, wide, _ = shape
    assert ends(np.full(shape, 90, np.uint8)) == [0, 0, wide - 1, high - 1]
