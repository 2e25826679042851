"""Finding faces in painted pictures."""

import cv2
import numpy as np
import pytest
from numpy.typing import NDArray

from tests.vision.cube.painted import (
    SCRAMBLED,
    corner_view,
    grain,
    lay,
    paint_face,
    photograph,
    quad,
    table_top,
)
from vision.cube import FaceView, find_faces
from vision.cube.corner import shared_edge
from vision.cube.solid import faces_of_solid
from vision.cube.track import follow
from vision.frame import Image


def off(face: FaceView, corners: NDArray[np.float32]) -> float:
    """The largest distance between a corner and the nearest true one, in stickers."""
    apart = np.linalg.norm(face.corners[:, None] - corners[None], axis=2)
    side = np.linalg.norm(corners - np.roll(corners, 1, axis=0), axis=1).min() / 3
    return float(apart.min(axis=1).max() / side)


@pytest.mark.parametrize("size", [100, 160, 260, 400])
@pytest.mark.parametrize("turn", [0, 20, 45, -33])
def test_a_face_of_any_size_and_rotation_is_found(size: int, turn: int) -> None:
    image, corners = photograph(SCRAMBLED[0], size=size, turn=turn)
    faces = find_faces(image)
    assert len(faces) == 1
    assert off(faces[0], corners) < 0.25


@pytest.mark.parametrize("tilt", [-45, 30, 45])
def test_a_tilted_face_is_found(tilt: int) -> None:
    image, corners = photograph(SCRAMBLED[1], size=240, tilt=tilt, turn=10)
    faces = find_faces(image)
    assert len(faces) == 1
    assert off(faces[0], corners) < 0.3


def test_corners_go_clockwise_from_the_top_left_and_centres_row_by_row() -> None:
    image, corners = photograph(SCRAMBLED[0], size=240, turn=8)
    face = find_faces(image)[0]
    assert np.abs(face.corners - corners).max() < 10
    grid = face.centres.reshape(3, 3, 2)
    assert (np.diff(grid[:, :, 0], axis=1) > 0).all()
    assert (np.diff(grid[:, :, 1], axis=0) > 0).all()


def test_a_stickerless_face_is_found() -> None:
    image = table_top()
    corners = quad((320, 240), 240, turn=12)
    lay(image, paint_face("wrgoybwrg", gap=1, plastic=(60, 60, 60)), corners)
    faces = find_faces(grain(image, 3))
    assert len(faces) == 1
    assert off(faces[0], corners) < 0.25


@pytest.mark.parametrize("hidden", [0, 2, 4, 7])
def test_a_finger_over_a_sticker_does_not_lose_the_face(hidden: int) -> None:
    image, corners = photograph(SCRAMBLED[2], size=240)
    x, y = find_faces(image)[0].centres[hidden]
    cv2.ellipse(image, (round(x), round(y)), (30, 55), 30, 0, 360, (130, 160, 205), cv2.FILLED)
    faces = find_faces(image)
    assert len(faces) == 1
    assert off(faces[0], corners) < 0.33


def test_the_three_faces_of_a_corner_view_are_found() -> None:
    image, places = corner_view()
    faces = find_faces(image)
    assert len(faces) == 3
    for corners in places:
        assert min(off(face, corners) for face in faces) < 0.33


@pytest.mark.parametrize("known", [0, 1, 2])
def test_one_face_tells_where_the_others_of_its_cube_are(known: int) -> None:
    image, places = corner_view()
    solid = faces_of_solid(image, places[known].astype(np.float64))
    assert len(solid) == 3
    for corners in places:
        apart = [np.linalg.norm(c[:, None] - corners[None], axis=2).min(axis=1) for c in solid]
        assert min(one.max() for one in apart) < 0.33 * 50


def test_a_face_seen_from_the_front_has_none_beside_it() -> None:
    image, corners = photograph(SCRAMBLED[0], size=240)
    assert faces_of_solid(image, corners.astype(np.float64)) == []


def test_faces_that_share_an_edge_belong_together() -> None:
    _, places = corner_view()
    top, right, left = (place.astype(np.float64) for place in places)
    assert shared_edge(top, right) == (2, 0)
    assert shared_edge(top, left + 200.0) is None


@pytest.mark.parametrize("tilt", [0, 30])
def test_a_face_is_followed_by_its_borders(tilt: int) -> None:
    _, before = photograph(SCRAMBLED[0], size=200, tilt=tilt)
    image, after = photograph(SCRAMBLED[0], size=206, tilt=tilt, turn=3)
    faces = follow(image, before[None].astype(np.float64))
    assert len(faces) == 1
    assert off(faces[0], after) < 0.15


def test_a_covered_face_is_not_followed() -> None:
    image, corners = photograph(SCRAMBLED[0], size=200)
    cv2.rectangle(image, (200, 100), (330, 400), (130, 160, 205), cv2.FILLED)
    assert follow(image, corners[None].astype(np.float64)) == []


def chess_board() -> Image:
    board = np.kron(np.indices((8, 8)).sum(axis=0) % 2, np.ones((50, 50))) * 170 + 40
    picture = table_top()
    picture[40:440, 120:520] = board[:, :, None].astype(np.uint8)
    return grain(picture, 5)


def keyboard() -> Image:
    picture = table_top()
    for row in range(6):
        for column in range(14):
            x, y = 20 + 43 * column + 7 * row, 90 + 45 * row
            cv2.rectangle(picture, (x, y), (x + 36, y + 36), (225, 225, 225), cv2.FILLED)
            cv2.putText(picture, chr(65 + column), (x + 8, y + 24), 0, 0.6, (60, 60, 60), 2)
    return grain(picture, 6)


def speckles() -> Image:
    rng = np.random.default_rng(8)
    picture = table_top()
    for _ in range(250):
        middle = (int(rng.integers(640)), int(rng.integers(480)))
        axes = (int(rng.integers(4, 25)), int(rng.integers(4, 25)))
        ink = [int(v) for v in rng.integers(0, 255, 3)]
        cv2.ellipse(picture, middle, axes, float(rng.integers(180)), 0, 360, ink, cv2.FILLED)
    return grain(picture, 7)


def tiled_wall() -> Image:
    rng = np.random.default_rng(9)
    picture = np.full((480, 640, 3), 190, np.uint8)
    for y in range(4):
        for x in range(5):
            ink = [int(v) for v in rng.normal((120, 140, 100), 12)]
            low = (20 + 120 * x, 10 + 115 * y)
            cv2.rectangle(picture, low, (low[0] + 108, low[1] + 103), ink, cv2.FILLED)
    return grain(picture, 9)


def window() -> Image:
    picture = table_top()
    cv2.rectangle(picture, (150, 60), (520, 340), (240, 240, 240), cv2.FILLED)
    for y in range(3):
        for x in range(4):
            low = (160 + 90 * x, 70 + 90 * y)
            cv2.rectangle(picture, low, (low[0] + 78, low[1] + 78), (225, 195, 140), cv2.FILLED)
    return grain(picture, 10)


def colour_chart() -> Image:
    inks = [(60, 60, 200), (60, 200, 60), (200, 80, 40), (30, 220, 230), (240, 240, 240)]
    picture = table_top()
    for y in range(4):
        for x in range(6):
            low = (60 + 85 * x, 50 + 90 * y)
            ink = inks[(7 * x + 3 * y * y + x * y) % 5]
            cv2.rectangle(picture, low, (low[0] + 75, low[1] + 80), ink, cv2.FILLED)
    return grain(picture, 11)


CLUTTER = [table_top, chess_board, keyboard, speckles, tiled_wall, window, colour_chart]


@pytest.mark.parametrize("clutter", CLUTTER)
def test_clutter_is_no_cube(clutter: object) -> None:
    assert callable(clutter)
    assert find_faces(clutter()) == []


@pytest.mark.parametrize("shape", [(1, 1), (3, 500), (40, 40)])
def test_tiny_pictures_are_searched_without_fuss(shape: tuple[int, int]) -> None:
    assert find_faces(np.zeros((*shape, 3), np.uint8)) == []
