"""The network's first guess of a face's colours."""

import numpy as np
import pytest

from tests.vision.cube.painted import SCRAMBLED, lamp, photograph
from vision.cube import COLOURS, FaceView, find_faces
from vision.cube.hints import hints_of


@pytest.fixture(scope="module")
def faces() -> list[FaceView]:
    return [find_faces(photograph(colours)[0])[0] for colours in SCRAMBLED]


def test_painted_faces_are_named_and_rows_are_distributions(faces: list[FaceView]) -> None:
    hints = hints_of(faces)
    assert hints.shape == (6, 9, 6)
    assert np.allclose(np.exp(hints).sum(axis=2), 1.0)
    named = ["".join(COLOURS[i] for i in face) for face in hints.argmax(axis=2)]
    assert named == list(SCRAMBLED)


def test_a_face_is_guessed_by_itself(faces: list[FaceView]) -> None:
    assert np.allclose(hints_of(faces)[2], hints_of(faces[2:3])[0], atol=1e-4)


def test_no_faces_give_no_guess() -> None:
    assert hints_of([]).shape == (0, 9, 6)


@pytest.mark.parametrize(("stops", "warm"), [(-0.7, 0.0), (0.3, 0.0), (0.0, 0.2), (0.0, -0.2)])
def test_other_lamps_change_few_names(stops: float, warm: float) -> None:
    picture = lamp(photograph(SCRAMBLED[0])[0], stops=stops, warm=warm)
    guess = hints_of(find_faces(picture))[0].argmax(axis=1)
    assert sum(COLOURS[i] == letter for i, letter in zip(guess, SCRAMBLED[0], strict=True)) >= 8
