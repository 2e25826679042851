"""The network's first guess of a face's colours."""

from dataclasses import replace

import cv2
import numpy as np
import pytest

from tests.vision.cube.painted import SCRAMBLED, lamp, photograph
from vision.cube import COLOURS, FaceView, find_faces
from vision.cube.face import MARGIN, map_of, straighten
from vision.cube.hints import hints_of


@pytest.fixture(scope="module")
def faces() -> list[FaceView]:
    return [find_faces(photograph(colours)[0])[0] for colours in SCRAMBLED]


def test_painted_faces_are_named_and_rows_are_distributions(faces: list[FaceView]) -> None:
    hints = hints_of(faces).names
    assert hints.shape == (6, 9, 6)
    assert np.allclose(np.exp(hints).sum(axis=2), 1.0)
    named = ["".join(COLOURS[i] for i in face) for face in hints.argmax(axis=2)]
    assert named == list(SCRAMBLED)


def test_a_face_is_guessed_by_itself(faces: list[FaceView]) -> None:
    assert np.allclose(hints_of(faces).names[2], hints_of(faces[2:3]).names[0], atol=1e-4)


def test_no_faces_give_no_guess() -> None:
    assert hints_of([]).names.shape == (0, 9, 6)


@pytest.mark.parametrize(("stops", "warm"), [(-0.7, 0.0), (0.3, 0.0), (0.0, 0.2), (0.0, -0.2)])
def test_other_lamps_change_few_names(stops: float, warm: float) -> None:
    picture = lamp(photograph(SCRAMBLED[0])[0], stops=stops, warm=warm)
    guess = hints_of(find_faces(picture)).names[0].argmax(axis=1)
    assert sum(COLOURS[i] == letter for i, letter in zip(guess, SCRAMBLED[0], strict=True)) >= 8


def test_free_stickers_are_not_hidden(faces: list[FaceView]) -> None:
    assert hints_of(faces).hidden.max() < 0.1


def test_stickers_under_a_finger_are_hidden() -> None:
    """One that comes in from the right and ends over the middle of the second row."""
    picture = photograph(SCRAMBLED[0], size=200)[0]
    face = find_faces(picture)[0]
    start, end = face.centres[5] + (70, 0), face.centres[5] - (12, 0)
    for shade, width in ((0.7, 66), (0.85, 52), (1.0, 30)):
        skin = (shade * 120, shade * 150, shade * 205)
        ends = [tuple(int(x) for x in point) for point in (start, end)]
        cv2.line(picture, ends[0], ends[1], skin, width)
    straight = straighten(picture, map_of(face.corners))[MARGIN:-MARGIN, MARGIN:-MARGIN]
    hidden = hints_of([replace(face, straight=straight)]).hidden[0]
    assert hidden[5] > 0.5
    assert np.delete(hidden, 5).max() < 0.3
