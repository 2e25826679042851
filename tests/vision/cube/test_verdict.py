"""The verdict on squares, and pictures of other things than cubes."""

import cv2
import numpy as np
import pytest

from tests.bench_cube_empty import picture
from tests.things import THINGS
from tests.vision.cube.painted import SCRAMBLED, lamp, photograph
from vision.cube import find_faces
from vision.cube.face import CELL, MARGIN, map_of, straighten
from vision.cube.look import Look
from vision.cube.verdict import features, verdict
from vision.frame import Image

# Things of which a few look too much like a face: nine plain panes of one colour by themselves.
ALIKE = ("window",)
OTHERS = [thing for thing in THINGS if thing.__name__ not in ALIKE]


def square(colours: str, *, stops: float = 0.0, warm: float = 0.0) -> Image:
    """A straightened face with a margin around it."""
    image, corners = photograph(colours, size=240)
    return straighten(lamp(image, stops=stops, warm=warm), map_of(corners.astype(np.float64)))


@pytest.mark.parametrize("colours", SCRAMBLED)
@pytest.mark.parametrize("warm", [-0.2, 0.0, 0.3])
def test_a_face_is_one_under_any_lamp(colours: str, warm: float) -> None:
    assert verdict(Look.at(square(colours, stops=-0.5, warm=warm))) > 0.0


def test_a_face_with_one_covered_sticker_stays_one() -> None:
    wide = square(SCRAMBLED[0])
    low = MARGIN + CELL
    wide[low : low + CELL, low : low + CELL] = np.arange(CELL)[:, None, None] * 7
    assert verdict(Look.at(wide)) > 0.0


def test_chess_squares_are_no_face() -> None:
    board = np.kron(np.indices((4, 4)).sum(axis=0) % 2, np.ones((CELL, CELL))) * 180 + 40
    wide = np.repeat(board[:, :, None], 3, axis=2).astype(np.uint8)
    assert verdict(Look.at(wide)) < -2.0


def test_letters_on_every_cell_are_held_against_a_face() -> None:
    plain = square(SCRAMBLED[0])
    keys = plain.copy()
    for k in range(9):
        x, y = MARGIN + CELL * (k % 3) + 7, MARGIN + CELL * (k // 3) + 18
        cv2.putText(keys, "K", (x, y), cv2.FONT_HERSHEY_SIMPLEX, 0.5, (20, 20, 20), 2)
    assert verdict(Look.at(keys)) < verdict(Look.at(plain)) - 2.0


def test_there_is_one_weight_a_feature() -> None:
    assert features(Look.at(square(SCRAMBLED[0]))).shape == (13,)


@pytest.mark.parametrize("thing", OTHERS, ids=lambda thing: thing.__name__)
def test_things_that_are_no_cubes_have_no_faces(thing: object) -> None:
    assert callable(thing)
    seen = [bool(find_faces(picture(thing, seed))) for seed in range(3)]
    assert not any(seen)
