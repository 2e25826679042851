"""The reader over frames: memory, tracking, and what it says when it sees nothing."""

from types import SimpleNamespace

import numpy as np
import pytest

from calibration import default_profile
from tests.vision.cube.painted import SCRAMBLED, photograph, table_top
from vision import READERS
from vision.cube import COLOURS, CubeReader
from vision.cube import reader as reader_module
from vision.cube.face import FaceView
from vision.cube.rest import Rest
from vision.frame import Floats, Frame, Image, Observation


def named(table: object) -> set[str]:
    groups = np.asarray(table).reshape(-1, 9, 6).argmax(axis=2)
    return {"".join(COLOURS[i] for i in group) for group in groups}


def show(reader: CubeReader, colours: str, at: float, **place: float) -> Observation:
    image, _ = photograph(colours, seed=int(at * 15), **place)
    return reader.read(Frame(image, at))


def test_a_frame_without_a_cube_is_no_error() -> None:
    seen = CubeReader(default_profile("cube")).read(Frame(table_top(), 1.5))
    assert not seen.found
    assert seen.at == 1.5
    assert seen.cells.shape == (0, 6)
    assert seen.problem is not None
    assert seen.problem.endswith(".")


def test_one_face_gives_nine_rows() -> None:
    seen = show(READERS["cube"](default_profile("cube")), SCRAMBLED[0], 0.0)
    assert seen.size == (3,)
    assert named(seen.cells) == {SCRAMBLED[0]}
    assert seen.where.shape == (9, 2)
    assert seen.outline is not None
    assert seen.outline.shape == (1, 4, 2)


def test_six_frames_of_six_faces_are_gathered() -> None:
    reader = CubeReader(default_profile("cube"))
    for number, colours in enumerate(SCRAMBLED):
        seen = show(reader, colours, number / 15)
    assert named(seen.gathered) == set(SCRAMBLED)
    assert named(seen.cells) == {SCRAMBLED[-1]}


def test_a_live_scan_counts_each_face_once() -> None:
    reader = CubeReader(default_profile("cube"))
    for number in range(60):
        shake = 3.0 * np.sin(number)
        seen = show(reader, SCRAMBLED[number // 10], number / 15, turn=shake, size=200 + shake)
    assert named(seen.gathered) == set(SCRAMBLED)
    assert len(np.asarray(seen.gathered)) == 54


def test_a_face_that_was_turned_replaces_the_old_one() -> None:
    reader = CubeReader(default_profile("cube"))
    old, new = "wrgoybwrg", "obbrywrgw"
    for number in range(8):
        show(reader, old, number / 15)
    for number in range(8, 16):
        seen = show(reader, new, number / 15)
    assert named(seen.gathered) == {new}


def test_a_moving_face_is_followed() -> None:
    reader = CubeReader(default_profile("cube"))
    for number in range(12):
        seen = show(reader, SCRAMBLED[3], number / 15, turn=4.0 * number, size=160 + 6 * number)
        assert named(seen.cells) or not seen.found
        assert len(seen.cells) == 9


@pytest.mark.parametrize(
    ("fps", "looks"), [(15, 4), (30, 2), (5, 4)], ids=["as clips", "quick", "slow"]
)
def test_others_are_looked_for_now_and_then(
    fps: int, looks: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Pictures that come quicker are not searched more often."""
    times: list[float] = []
    search = reader_module.find_near

    def counted(image: Image, corners: Floats) -> list[FaceView]:
        times.append(1.0)
        return search(image, corners)

    monkeypatch.setattr(reader_module, "find_near", counted)
    reader = CubeReader(default_profile("cube"))
    for number in range(21):
        show(reader, SCRAMBLED[3], number / fps)
    assert len(times) == looks


def test_faces_of_like_colours_are_two_faces() -> None:
    reader = CubeReader(default_profile("cube"))
    for number in range(16):
        seen = show(reader, ("oyoyoyoyo", "yoyoyoyoy")[number // 8], number / 15)
    assert named(seen.gathered) == {"oyoyoyoyo", "yoyoyoyoy"}


def test_a_face_that_seems_bent_over_an_edge_is_refused_for_a_moment_only(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """A cube that was turned shows a face where two were: that is taken for one in the end."""
    lone = [SimpleNamespace(corners=np.zeros((4, 2)))]
    reader = CubeReader(default_profile("cube"))
    monkeypatch.setattr(reader_module, "bent", lambda corners, known: True)
    monkeypatch.setattr(Rest, "corners", np.zeros((2, 4, 2)))
    found = [bool(reader._straight(lone)) for _ in range(8)]
    assert found == [False] * 6 + [True] * 2


def test_the_place_of_a_cube_is_forgotten_while_nothing_is_seen() -> None:
    reader = CubeReader(default_profile("cube"))
    reader._rest._corners = np.zeros((2, 4, 2))
    picture = table_top()
    for number in range(22):
        reader.read(Frame(picture, number / 15))
    assert reader._rest.corners is None
