"""What a scan remembers: faces that come again, that were turned, and that look alike."""

from dataclasses import replace

import numpy as np
import pytest

from tests.vision.cube.painted import INKS, SCRAMBLED, paint_face
from vision.cube import COLOURS, FaceView, default_palette
from vision.cube.face import SIDE, centres_of, map_of
from vision.cube.memory import Memory
from vision.frame import Floats, Image


def view(colours: str, *, light: float = 1.0, quarters: int = 0) -> FaceView:
    face = paint_face(colours)[::5, ::5][:36, :36].repeat(2, axis=0).repeat(2, axis=1)
    shown = np.rot90((face * light).clip(0, 255).astype(np.uint8), quarters)
    corners = np.array([[0.0, 0], [SIDE, 0], [SIDE, SIDE], [0, SIDE]])
    return FaceView(corners, centres_of(map_of(corners)), np.ascontiguousarray(shown), 0.9)


def named(gathered: Floats) -> set[str]:
    return {"".join(COLOURS[i] for i in table) for table in gathered.argmax(axis=2)}


def scan(*pictures: list[FaceView]) -> Floats:
    """What is gathered after some pictures."""
    memory = Memory(default_palette())
    for faces in pictures:
        gathered = memory.take(faces)[1]
    return gathered


def test_each_face_is_kept_once_however_it_comes_back() -> None:
    shown = [[view(colours)] for colours in SCRAMBLED]
    again = [[view(c, light=0.8, quarters=i)] for i, c in enumerate(SCRAMBLED)]
    assert len(scan(*shown, *again)) == 6


def test_two_faces_in_one_picture_are_two() -> None:
    assert named(scan([view(SCRAMBLED[0]), view(SCRAMBLED[1])])) == set(SCRAMBLED[:2])


@pytest.mark.parametrize("times", [1, 4, 12])
def test_a_face_with_three_other_stickers_is_the_same_one_turned(times: int) -> None:
    before, after = "wrgoybwrg", "wrboybwrb"
    assert named(scan(*[[view(before)]] * times, *[[view(after)]] * 4)) == {after}


def test_a_still_picture_is_answered_at_once_as_before() -> None:
    memory = Memory(default_palette())
    for _ in range(12):
        first = memory.take([view(SCRAMBLED[0])])
    second = memory.take([view(SCRAMBLED[0], light=1.01)])
    assert all(a is b for a, b in zip(first, second, strict=True))
    other = memory.take([view(SCRAMBLED[1])])
    assert named(other[0]) == {SCRAMBLED[1]}


def test_faces_of_like_light_and_other_names_stay_apart(monkeypatch: pytest.MonkeyPatch) -> None:
    """Green and blue that are nearly as light: their names tell the faces apart."""
    inks = {**INKS, "g": (88, 118, 25), "b": (125, 88, 20)}
    monkeypatch.setattr("tests.vision.cube.painted.INKS", inks)
    blue, green = "bbywbrbbo", "ggywgrggo"
    shown = [[view(blue)], [view(blue)], [view(green)], [view(green)]]
    assert named(scan(*shown)) == {blue, green}


def test_an_empty_picture_is_no_error() -> None:
    cells, gathered = Memory(default_palette()).take([])
    assert cells.shape == (0, 9, 6)
    assert gathered.shape == (0, 9, 6)


def test_paint_has_the_size_of_a_view() -> None:
    painted: Image = view(SCRAMBLED[0]).straight
    assert painted.shape == (SIDE, SIDE, 3)


def covered(colours: str, *cells: int) -> FaceView:
    """A face with something over some stickers."""
    face = view(colours)
    shown = face.straight.copy()
    for cell in cells:
        y, x = divmod(cell, 3)
        shown[24 * y : 24 * y + 24, 24 * x : 24 * x + 24] = (110, 140, 195)
    return replace(face, straight=shown, hidden=frozenset(cells))


def test_hidden_stickers_are_not_named_and_not_taken_for_others() -> None:
    memory = Memory(default_palette())
    memory.take([view(SCRAMBLED[0])])
    cells, gathered = memory.take([covered(SCRAMBLED[0], 0, 1)])
    assert cells[0, :2].max() < 0.2
    assert cells[0, 2:].max(axis=1).min() > 0.9
    assert named(gathered) == {SCRAMBLED[0]}
    assert gathered.max(axis=2).min() > 0.9


def test_a_face_with_a_finger_over_it_counts_until_it_is_seen_without() -> None:
    memory = Memory(default_palette())
    gathered = memory.take([covered(SCRAMBLED[0], 2)])[1]
    assert len(gathered) == 1
    assert gathered[0, 2].max() < 0.2
    gathered = memory.take([view(SCRAMBLED[0])])[1]
    assert named(gathered) == {SCRAMBLED[0]}
    assert gathered.max(axis=2).min() > 0.9


def test_a_face_that_is_mostly_hidden_is_not_remembered() -> None:
    memory = Memory(default_palette())
    gathered = memory.take([view(SCRAMBLED[0])])[1]
    again = memory.take([covered(SCRAMBLED[1], 0, 1, 3, 4)])[1]
    assert np.allclose(again, gathered)
