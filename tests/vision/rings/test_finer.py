"""Finer looks at drawn toys."""

import cv2
import numpy as np

from tests.vision.rings.conftest import Found
from vision.rings.finer import FinerLook


def test_finer_looks_read_the_toy_where_it_is(found: Found) -> None:
    grey, close, toy, truth = found
    looks = list(FinerLook().read(grey, close, toy, None))
    assert len(looks) == 2
    pitch = float(np.linalg.norm(toy.step))
    for look in looks:
        assert "".join("1" if on > 0 else "0" for on in look.on[::-1]) == truth.state
        assert np.nanmax(np.abs(look.eyes - truth.eyes)) < 0.3 * pitch
        assert np.isfinite(look.eyes).mean() > 0.7


def test_a_finer_look_is_nearer_than_a_close_one(found: Found) -> None:
    grey, close, toy, _ = found
    seen = FinerLook().look(grey, close, toy.step)
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
    assert FinerLook().look(small, way, there.step) is None
    assert not list(FinerLook().read(small, way, there, None))
