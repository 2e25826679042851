"""Photos of a cube: what was read can be corrected, and the solution changes with it."""

import json
import struct
from functools import cache

import numpy as np
import pytest
from starlette.testclient import TestClient

from companion.scan import IMPOSSIBLE, NOT_SEEN
from companion.web import make_app
from companion.web.readings import Reading, Readings
from companion.web.words import BAD_EDIT, BAD_REQUEST, FORGOTTEN
from solver import PUZZLES
from tests.companion.web.clips import HOME, SAMPLES
from vision.cube import FaceRead
from vision.cube.face import SIDE, FaceView

PHOTOS = sorted((SAMPLES / "cube/photos").glob("*.jpg"))
TRUTH = (SAMPLES / "cube/photos/truth.txt").read_text().split()[-1]
COLOURS = dict(zip("URFDLB", "wrgyob", strict=True))
FLAT = [COLOURS[letter] for letter in TRUTH]


@cache
def body(count):
    parts = [path.read_bytes() for path in PHOTOS[:count]]
    return b"".join(struct.pack(">I", len(part)) + part for part in parts)


@pytest.fixture
def client():
    with TestClient(make_app(), base_url=HOME, headers={"origin": HOME}) as made:
        yield made


def photos(client, count=6):
    return client.post("/photos?puzzle=cube", content=body(count)).json()


def edit(client, key, message):
    data = message if isinstance(message, bytes) else json.dumps(message).encode()
    return client.post(f"/photos/correct?reading={key}", content=data).json()


def test_a_wrong_correction_is_told_and_taken_back(client):
    first = photos(client)
    one = first["photos"][0]
    assert (one["map"], one["scan"]["settled"]) == (FLAT, True)
    wrong = next(colour for colour in "wyrogb" if colour != FLAT[0])
    answer = edit(client, first["reading"], {"correct": [0, wrong]})
    assert answer["solution"] is None
    assert [shown["problem"] for shown in answer["photos"]] == [IMPOSSIBLE] * 6
    assert answer["photos"][0]["scan"]["note"] == IMPOSSIBLE
    assert answer["photos"][0]["map"][0] == wrong
    back = edit(client, first["reading"], {"undo": True})
    assert back["photos"] == first["photos"]
    assert back["solution"] == first["solution"]


def test_a_missing_face_is_told_and_solved_on(client):
    first = photos(client, 5)
    flat, scan = first["photos"][0]["map"], first["photos"][0]["scan"]
    assert first["solution"] is None
    assert scan["words"].startswith("5 of 6 faces. Still to show: ")
    side = next(side for side in range(6) if not flat[9 * side + 4])
    key = first["reading"]
    assert edit(client, key, {"correct": [9 * side + 4, "w"]}) == {"refused": NOT_SEEN}
    for cell in (0, 1, 2, 3, 5, 6, 7, 8):
        facelet = 9 * side + cell
        answer = edit(client, key, {"correct": [facelet, FLAT[facelet]]})
    assert answer["photos"][0]["map"] == FLAT
    assert answer["photos"][0]["state"] == TRUTH
    assert answer["solution"]


@pytest.mark.parametrize(
    ("message", "expected"),
    [
        ({"correct": [99, "r"]}, {"refused": BAD_EDIT}),
        ({"correct": [0, "purple"]}, {"refused": BAD_EDIT}),
        (b"nonsense", {"error": BAD_REQUEST}),
        (b"\xff\xfe", {"error": BAD_REQUEST}),
        (b"{}", {"error": BAD_REQUEST}),
        (b" " * 2000, {"error": BAD_REQUEST}),
    ],
)
def test_bad_edits_are_refused(client, message, expected):
    key = photos(client, 1)["reading"]
    assert edit(client, key, message) == expected
    assert edit(client, key, {"undo": True})["refused"]


def test_photos_may_show_the_faces_in_order():
    """A cube after one turn has two readings, and one of them upright."""
    cube = PUZZLES["cube"]()
    state = cube.apply(cube.goal, cube.parse_move("R"))
    tables = np.eye(6)[np.array(cube.view(state)).reshape(6, 9)] * 0.9 + 0.1 / 6
    corners = np.array([[0, 0], [90, 0], [90, 90], [0, 90]], float)
    middles = np.array([(15 + 30 * x, 15 + 30 * y) for y in range(3) for x in range(3)], float)
    view = FaceView(corners, middles, np.zeros((SIDE, SIDE, 3), np.uint8), 1.0)
    faces = [FaceRead(photo, view, table) for photo, table in enumerate(tables)]
    reading = Reading(cube, faces, [(90, 90)] * 6)
    assert reading.answer.cue is None
    assert "2 ways" in reading.flat.note
    assert reading.guide() is None
    assert reading.answer.solution == "R'"
    assert reading.flat.settled
    assert "Nothing was seen" in Reading(cube, [], []).guide()


def test_what_was_forgotten_is_told(client):
    assert edit(client, "guessed", {"undo": True}) == {"error": FORGOTTEN}


def test_the_oldest_reading_gives_way():
    cube, kept = PUZZLES["cube"](), Readings(most=2)
    keys = [kept.keep(Reading(cube, [], [])) for _ in range(3)]
    assert [kept.find(key) is not None for key in keys] == [False, True, True]
    empty = kept.find(keys[-1])
    assert "Nothing was seen" in empty.correct(0, 0)
    assert not empty.undo()
    assert empty.flat.missing == ("w", "r", "g", "y", "o", "b")
