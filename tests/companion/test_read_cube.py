"""`companion read cube`: the bundled photos, the printed map, corrections and guided photos."""

import json
import re
from pathlib import Path

import cv2
import numpy as np
import pytest

from companion.cli import main
from companion.net import parse_correction
from solver.cube import COLOURS, SOLVED, Cube, apply_turns, decode, guidance, parse_turns
from solver.cube.scores import TURNED, view_of
from vision import load_picture
from vision.cube import read_faces, read_photos, read_together

SAMPLES = Path(__file__).parents[2] / "samples" / "cube"
PHOTOS = [str(SAMPLES / "photos" / f"{i}.jpg") for i in range(1, 7)]
CORNERS = [str(SAMPLES / "corners" / f"{i}.jpg") for i in (1, 2)]
PAINT = {"w": (235, 235, 235), "y": (0, 205, 235), "r": (30, 20, 185),
         "o": (20, 120, 250), "g": (65, 145, 0), "b": (190, 80, 10)}  # fmt: skip


@pytest.fixture
def read(capfd):
    """Reads a cube; the status and what was written on both streams."""

    def run(*arguments):
        status = main(["read", "cube", *map(str, arguments)])
        written = capfd.readouterr()
        return status, written.out, written.err

    return run


def truth_of(name):
    return (SAMPLES / name / "truth.txt").read_text().strip()


def painted(folder: Path, cube: Cube, quarters: int = 0) -> list[str]:
    """Six flat pictures of the upright faces U R F D L B, turned by some quarters."""
    paths = []
    for face, colours in zip("URFDLB", view_of(cube).reshape(6, 9), strict=True):
        picture = np.full((300, 300, 3), 110, np.uint8)
        cv2.rectangle(picture, (60, 60), (239, 239), (15, 15, 15), -1)
        for place, colour in enumerate(colours[TURNED[quarters]]):
            x, y = 63 + 60 * (place % 3), 63 + 60 * (place // 3)
            cv2.rectangle(picture, (x, y), (x + 53, y + 53), PAINT[COLOURS[colour]], -1)
        paths.append(str(folder / f"{face}.png"))
        assert cv2.imwrite(paths[-1], picture)
    return paths


@pytest.mark.parametrize(("name", "photos"), [("photos", PHOTOS), ("corners", CORNERS)])
def test_the_samples(read, name, photos):
    status, out, err = read(*photos, "--json")
    line = json.loads(out)
    assert (status, err, line["state"]) == (0, "", truth_of(name))
    keys = ["photos", "puzzle", "state", "certainty", "faces", "next", "solution", "reason", "ms"]
    assert list(line)[: len(keys)] == keys
    assert line["scheme"] == "wrgyob"
    letters = dict(zip("URFDLB", line["scheme"], strict=True))
    assert line["map"]["colours"] == "".join(letters[one] for one in line["state"])
    assert len(line["map"]["certainties"]) == 54
    assert min(line["map"]["certainties"]) > 0.9
    assert all(len(face["certainties"]) == 9 for face in line["faces"])


def test_the_library_way_in_few_lines():
    for names, truth in ((PHOTOS, truth_of("photos")), (CORNERS, truth_of("corners"))):
        images = [load_picture(name) for name in names]
        found = decode(read_photos(images))
        assert found.state is not None
        assert found.state.facelets() == truth
        faces = [face for image in images for face in read_faces(image)]
        again = decode(read_together(faces))
        assert (again.state, again.certainty > 0.9) == (found.state, True)


def test_faces_of_one_picture_touch_and_those_of_two_do_not():
    one, two = (read_faces(load_picture(name)) for name in CORNERS)
    for faces in (one, two):
        cells = [faces[i].touching(faces[j]) for i, j in ((0, 1), (0, 2), (1, 2))]
        assert all(cell is not None and {*cell} <= {1, 3, 5, 7} for cell in cells)
    assert not [1 for a in one for b in two if a.touching(b) is not None]
    # The same picture read twice is two looks, of which nothing is known to touch.
    again = read_faces(load_picture(CORNERS[0]))
    assert not [1 for a in one for b in again if a.touching(b) is not None]


def test_missing_faces_and_the_map_so_far(read):
    status, out, _ = read(*PHOTOS[:5])
    assert status == 1
    assert out.startswith("The cube: Show the face with the white centre.\n")
    rows = [line.split() for line in out.splitlines()[1:10]]
    assert [len(row) for row in rows] == [3, 3, 3, 12, 12, 12, 3, 3, 3]
    assert rows[:3] == [["."] * 3] * 3
    assert all(letter in "wyrogb?" for row in rows[3:] for letter in row)
    status, out, _ = read(*PHOTOS[:5], "--json")
    assert json.loads(out)["map"]["colours"][:9] == "." * 9


def test_corrected_stickers(read):
    """Where a white sticker is called blue no cube is left; set right again, all is well."""
    truth = truth_of("photos")
    colour = dict(zip("URFDLB", "wrgyob", strict=True))[truth[0]]
    other = next(c for c in "wyrogb" if c != colour)
    status, out, _ = read(*PHOTOS, "--correct", f"U1={other}", "--json")
    line = json.loads(out)
    assert (status, line["state"]) == (1, None)
    assert line["reason"].startswith("No cube has these stickers")
    status, out, _ = read(*PHOTOS, "--correct", f"U1={other}", "--correct", f"U1={colour}")
    assert (status, truth in out) == (0, True)


@pytest.mark.parametrize("text", ["U0=w", "U5", "X5=w", "U5=p", "U55=w", ""])
def test_corrections_that_are_none(read, text):
    status, out, err = read(*PHOTOS, "--correct", text)
    assert (status, out) == (2, "")
    assert "--correct: expected a side, a number 1 to 9 and a colour like U5=w" in err


def test_corrections_as_text():
    assert parse_correction("U5=w") == (4, 0)
    assert parse_correction("b:9=B") == (53, 5)


def test_a_face_that_was_not_seen_cannot_be_corrected(read):
    status, out, err = read(*PHOTOS[:5], "--correct", "U5=w")
    assert (status, out) == (2, "")
    assert "up face, row 2, column 2: not seen; show that face first" in err


def test_a_face_of_another_cube_is_left_out_and_told_of(read):
    status, out, err = read(*CORNERS, PHOTOS[0])
    assert (status, truth_of("corners") in out) == (0, True)
    assert err == f"A face in {PHOTOS[0]} is not this cube's: it was left out.\n"
    status, out, _ = read(*CORNERS, PHOTOS[0], "--json")
    assert json.loads(out)["note"] == err.strip()


def test_photos_without_a_face_are_named(read, tmp_path):
    names = [str(tmp_path / name) for name in ("a.png", "b.png")]
    for name in names:
        assert cv2.imwrite(name, np.full((240, 320, 3), 90, np.uint8))
    nothing = f"No face of a cube was found in {names[0]} and {names[1]}.\n"
    status, out, err = read(*names)
    assert (status, out, err) == (1, "The cube: Show all six faces of the cube.\n", nothing)
    status, out, err = read(*names, *PHOTOS[:5])
    assert (status, err) == (1, nothing)
    status, out, err = read(*names, *PHOTOS)
    assert (status, err) == (0, "")


def test_guided_photos_of_a_pattern(read, tmp_path):
    cube = apply_turns(SOLVED, parse_turns("R2 L2"))
    photos = painted(tmp_path, cube)
    status, out, _ = read(*photos)
    assert status == 1
    ways = re.search(r"can be read in (\d+) ways: (.*)", out)
    assert ways is not None
    assert int(ways[1]) > 1
    assert ways[2] == guidance()
    status, out, _ = read(*photos, "--guided", "--json")
    assert (status, json.loads(out)["state"]) == (0, cube.facelets())


def test_mirrored_pictures_are_never_certain(read, tmp_path):
    """A usual cube in a mirror looks like one with two colours exchanged."""
    cube = apply_turns(SOLVED, parse_turns("R U F' D2 L B' U2 R' B L2"))
    photos = painted(tmp_path, cube)
    status, out, _ = read(*photos, "--json")
    assert (status, "note" in json.loads(out)) == (0, False)
    for photo in photos:
        assert cv2.imwrite(photo, cv2.imread(photo)[:, ::-1])
    status, out, _ = read(*photos, "--json")
    assert (status, json.loads(out)["state"]) == (1, None)
    assert "the pictures are mirrored" in json.loads(out)["reason"]
    status, out, _ = read(*photos, "--unmirrored", "--json")
    assert (status, json.loads(out)["scheme"]) == (0, "wogyrb")


def test_guided_photos_that_are_not_upright(read, tmp_path):
    cube = apply_turns(SOLVED, parse_turns("R U F' D2 L B' U2 R'"))
    photos = painted(tmp_path, cube, quarters=1)
    status, out, _ = read(*photos, "--guided", "--json")
    assert (status, json.loads(out)["state"]) == (1, None)
    assert "leave --guided out" in json.loads(out)["reason"]
    status, out, _ = read(*photos, "--json")
    assert (status, json.loads(out)["state"]) == (0, cube.facelets())


@pytest.mark.parametrize(
    "arguments",
    [
        ("read", "rings", "a.jpg", "--guided"),
        ("read", "rings", "a.jpg", "--correct", "U5=w"),
        ("read", "cube", "a.jpg", "--faces", "--guided"),
    ],
)
def test_options_that_do_not_fit(capfd, arguments):
    assert main(list(arguments)) == 2
    assert "--guided" in capfd.readouterr().err or "--correct" in arguments


def test_a_face_alone_that_is_not_certain_is_told_why(read, tmp_path):
    red, orange, between = (30, 20, 185), (20, 120, 250), (22, 62, 212)
    picture = np.full((300, 300, 3), 110, np.uint8)
    cv2.rectangle(picture, (60, 60), (239, 239), (15, 15, 15), -1)
    for place, paint in enumerate([red, orange] * 4 + [between]):
        x, y = 63 + 60 * (place % 3), 63 + 60 * (place // 3)
        cv2.rectangle(picture, (x, y), (x + 53, y + 53), paint, -1)
    assert cv2.imwrite(str(tmp_path / "a.png"), picture)
    status, out, _ = read(tmp_path / "a.png", "--faces", "--json")
    line = json.loads(out)
    assert status == 1
    assert line["faces"][0]["certainty"] < 0.9
    assert re.search(r"row [123], column [123] may be [a-z]+ or [a-z]+\.", line["reason"])
    status, out, _ = read(tmp_path / "a.png", "--faces")
    assert line["reason"] in out
