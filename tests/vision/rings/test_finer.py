"""Finer looks at drawn toys."""

import cv2
import numpy as np
import pytest

from samples.render.raster import Truth
from samples.render.rings_picture import draw_picture
from vision.rings.find import ToyFinder
from vision.rings.finer import FinerLook, Grey
from vision.rings.net import Floats
from vision.rings.toy import Toy

Found = tuple[Grey, Floats, Toy, Truth]


@pytest.fixture(scope="module")
def found() -> Found:
    """A picture of a toy, the way to its close look, what was found in it, and the truth."""
    for seed in range(960_000, 960_040):
        rng = np.random.default_rng(seed)
        picture, truth = draw_picture(rng, (640, 480), fill=(0.7, 0.8), hands=0.0)
        grey = np.asarray(cv2.cvtColor(picture, cv2.COLOR_BGR2GRAY), dtype=np.uint8)
        finder = ToyFinder()
        toy, close = finder.find(grey), finder.close(grey)
        if toy is not None and close is not None and toy.certainty * toy.seen.min() > 0.6:
            return grey, close[1], toy, truth
    raise AssertionError("none of the toys was found for sure")


def test_finer_looks_read_the_toy_where_it_is(found: Found) -> None:
    grey, close, toy, truth = found
    looks = FinerLook().read(grey, close, toy, None)
    assert len(looks) == 2
    pitch = float(np.linalg.norm(toy.step))
    for look in looks:
        assert "".join("1" if on > 0 else "0" for on in look.on[::-1]) == truth.state
        assert np.nanmax(np.abs(look.eyes - truth.eyes)) < 0.3 * pitch
        assert np.isfinite(look.eyes).mean() > 0.7


def test_a_finer_look_is_nearer_than_a_close_one(found: Found) -> None:
    grey, close, toy, _ = found
    seen = FinerLook().look(grey, close, toy)
    assert seen is not None
    _, patch, way = seen
    assert np.hypot(*way[0, :2]) > 1.15 * np.hypot(*close[0, :2])
    assert patch.shape[0] % 32 == patch.shape[1] % 32 == 0


def test_a_small_picture_has_nothing_finer_to_show(found: Found) -> None:
    grey, close, toy, _ = found
    small = np.asarray(cv2.resize(grey, None, fx=0.2, fy=0.2, interpolation=cv2.INTER_AREA))
    scale = np.diag([0.2, 0.2])
    way = np.column_stack([close[:, :2] / 0.2, close[:, 2]])
    there = toy.moved(np.column_stack([scale, np.zeros(2)]))
    assert FinerLook().look(small, way, there) is None
    assert FinerLook().read(small, way, there, None) == []
