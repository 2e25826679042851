"""Blobs: the regions of a picture that may be stickers."""

import cv2
import numpy as np
import pytest

from tests.vision.cube.painted import SCRAMBLED, photograph
from vision.cube.blobs import find_blobs
from vision.cube.lattice import FIRST_WINDOWS, find_lattices
from vision.frame import Image


def on_grey(*quads: list[list[int]]) -> Image:
    """Dark quadrangles on a grey sheet."""
    picture = np.full((240, 320, 3), 190, np.uint8)
    for quad in quads:
        cv2.fillPoly(picture, [np.array(quad, np.int32)], (30, 40, 90))
    return picture


@pytest.mark.parametrize("slope", [0, 8, -14])
def test_a_quadrangle_is_one_blob_with_its_middle_and_its_moments(slope: int) -> None:
    right, down = np.array([44.0, slope]), np.array([-slope / 2, 36.0])
    first = np.array([120.0, 90.0])
    quad = [first, first + right, first + right + down, first + down]
    blobs = find_blobs(on_grey(np.array(quad).round().astype(int).tolist()))
    spread = (np.outer(right, right) + np.outer(down, down)) / 12
    near = np.linalg.norm(blobs.centre - np.mean(quad, axis=0), axis=1) < 1.5
    (seen,) = blobs.spread[near & ~blobs.part]
    # Its border is thick: the region may end a few pixels farther out, but has the same shape.
    assert 1.0 < np.trace(seen) / np.trace(spread) < 1.6
    assert np.abs(seen / np.trace(seen) - spread / np.trace(spread)).max() < 0.04


def test_a_long_bar_has_parts_that_may_be_stickers() -> None:
    blobs = find_blobs(on_grey([[60, 100], [150, 100], [150, 130], [60, 130]]))
    parts = blobs.centre[blobs.part]
    for x in (75, 105, 135):
        assert np.linalg.norm(parts - (x, 115), axis=1).min() < 5


def test_what_is_too_small_or_too_large_is_no_sticker() -> None:
    small = [[20, 20], [21, 20], [21, 21], [20, 21]]
    large = [[80, 30], [250, 30], [250, 200], [80, 200]]
    assert len(find_blobs(on_grey(small, large))) == 0


def test_faint_borders_are_left_out_where_they_are_not_asked_for() -> None:
    picture = np.full((240, 320, 3), 120, np.uint8)
    cv2.rectangle(picture, (100, 100), (140, 140), (138, 138, 138), cv2.FILLED)
    assert len(find_blobs(picture)) > 0
    assert len(find_blobs(picture, faint=False)) == 0


def test_the_face_is_among_the_first_few_lattices() -> None:
    image, corners = photograph(SCRAMBLED[0], size=240, turn=20)
    first = next(find_lattices(find_blobs(image)))
    assert 0 < len(first) <= FIRST_WINDOWS
    apart = np.linalg.norm(first.corners[:, :, None] - corners, axis=3).min(axis=2).max(axis=1)
    assert apart.min() < 0.25 * 80


def test_an_empty_picture_has_no_lattices() -> None:
    assert list(find_lattices(find_blobs(on_grey()))) == []
