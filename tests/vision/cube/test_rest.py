"""The faces of a cube that a hand hides in part."""

import cv2
import numpy as np
import pytest

from calibration import default_profile
from tests.vision.cube.painted import corner_view
from vision.cube import FaceView, find_faces
from vision.cube.reader import CubeReader
from vision.cube.rest import REMEMBERED, Rest
from vision.frame import Floats, Frame, Image

SKIN = (110, 140, 195)


@pytest.fixture(scope="module")
def faces() -> list[FaceView]:
    found = find_faces(corner_view()[0])
    assert len(found) == 3
    return found


def under_hand(face: FaceView, cells: list[int]) -> Image:
    """The corner view with something over some stickers of a face."""
    image = corner_view()[0]
    side = float(np.linalg.norm(face.corners[0] - face.corners[1])) / 3
    for cell in cells:
        x, y = face.centres[cell].astype(int).tolist()
        cv2.circle(image, (x, y), int(0.65 * side), SKIN, cv2.FILLED)
    return np.asarray(cv2.GaussianBlur(image, (3, 3), 0), np.uint8)


def off(one: FaceView, other: FaceView) -> float:
    """How far stickers are from those that they should be, in their sides."""
    side = np.linalg.norm(other.corners[0] - other.corners[1]) / 3
    apart = np.linalg.norm(one.centres[:, None] - other.centres[None], axis=2)
    return float(apart.min(axis=1).max() / side)


@pytest.mark.parametrize("which", [0, 1, 2])
@pytest.mark.parametrize("cells", [[0, 1, 2], [2, 5, 8], [0, 1, 3, 4]])
def test_a_face_in_part_is_where_the_others_say(
    faces: list[FaceView], which: int, cells: list[int]
) -> None:
    rest = Rest()
    rest.know(faces)
    seen = [face for k, face in enumerate(faces) if k != which]
    placed = rest.beside(under_hand(faces[which], cells), seen)
    assert len(placed) == 1
    assert off(placed[0], faces[which]) < 0.2
    assert set(cells) <= placed[0].hidden


def test_a_face_that_is_all_hidden_is_not_there(faces: list[FaceView]) -> None:
    rest = Rest()
    rest.know(faces)
    assert rest.beside(under_hand(faces[0], list(range(9))), faces[1:]) == []


def test_a_cube_that_stands_elsewhere_is_forgotten(faces: list[FaceView]) -> None:
    rest = Rest()
    rest.know(faces)
    moved = [
        FaceView(f.corners + 90 * k, f.centres + 90 * k, f.straight, f.score)
        for k, f in enumerate(faces[1:])
    ]
    assert rest.beside(corner_view()[0], moved) == []
    assert rest.corners is None


def test_a_cube_is_remembered_for_a_while_only(faces: list[FaceView]) -> None:
    rest = Rest()
    rest.know(faces)
    for _ in range(REMEMBERED):
        rest.know(faces[:1])
        assert rest.corners is not None
    rest.know(faces[:1])
    assert rest.corners is None


def test_the_reader_says_nothing_of_stickers_under_a_hand(faces: list[FaceView]) -> None:
    reader = CubeReader(default_profile("cube"))
    for number in range(4):
        reader.read(Frame(corner_view()[0], number / 15))
    cells = [1, 2, 4, 5]
    seen = reader.read(Frame(under_hand(faces[0], cells), 4 / 15))
    assert seen.outline is not None
    assert len(seen.outline) == 3
    hidden = faces[0].centres[cells]
    assert max(most(seen.cells, seen.where, place) for place in hidden) < 0.5
    shown = np.concatenate([face.centres for face in faces[1:]])
    assert min(most(seen.cells, seen.where, place) for place in shown) > 0.9


def most(cells: Floats, where: Floats, place: Floats) -> float:
    """How likely the likeliest colour is of the sticker at a place."""
    return float(cells[np.linalg.norm(where - place, axis=1).argmin()].max())
