"""`companion solve cube --rgb`: measured colours of made-up sensors, and files that are none."""

import json
from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest

from companion.cli import main
from companion.sensor import load_measured, read_sensor, sensor_number
from solver.cube import JAPANESE_SCHEME, SOLVED, CubePuzzle, apply_turns
from tests.companion.sensors import LAMPS, PIGMENTS, SCALES, letters_of, measured
from tests.solver.synthetic import random_cube

SAMPLE = Path(__file__).parents[2] / "samples" / "cube" / "sensor"
CUBE = CubePuzzle()
DARK = {str(i): [0, 0, 0] for i in range(1, 55)}


@pytest.fixture
def solve(capfd, tmp_path):
    """Solves a cube of measured colours; the status and what was written on both streams."""

    def run(data, *options):
        path = tmp_path / "rgb.json"
        path.write_text(data if isinstance(data, str) else json.dumps(data), encoding="utf-8")
        status = main(["solve", "cube", "--rgb", str(path), *options])
        written = capfd.readouterr()
        return status, written.out, written.err

    return run


@pytest.mark.parametrize("lamp", LAMPS)
@pytest.mark.parametrize("scale", SCALES)
@pytest.mark.parametrize("pigments", PIGMENTS)
def test_every_sensor(tmp_path, lamp, scale, pigments):
    rng = np.random.default_rng(len(lamp + scale + pigments))
    cube = random_cube(rng)
    known = {"pigments": pigments, "lamp": lamp, "scale": scale, "noise": 0.15}
    (tmp_path / "a.json").write_text(json.dumps(measured(cube, rng, **known)))
    found = read_sensor(tmp_path / "a.json")
    assert found.state == cube
    assert found.reason is None


def test_the_sample_is_solved(capfd):
    truth = (SAMPLE / "truth.txt").read_text().strip()
    assert main(["solve", "cube", "--rgb", str(SAMPLE / "robot.json"), "--json"]) == 0
    line = json.loads(capfd.readouterr().out)
    assert line["state"] == truth
    assert line["certainty"] > 0.9
    turns = [CUBE.parse_move(move) for move in line["moves"]]
    assert apply_turns(CUBE.parse(truth), turns) == SOLVED
    keys = ["puzzle", "state", "goal", "method", "moves", "count", "words", "seconds"]
    assert list(line)[: len(keys)] == keys
    assert main(["solve", "cube", "--rgb", str(SAMPLE / "robot.json")]) == 0
    assert capfd.readouterr().out.startswith(f"The cube: {truth}, ")


def test_words_name_the_colours_that_the_sensor_saw(solve):
    """A Japanese cube, and one that the robot holds with the yellow side up."""
    rng = np.random.default_rng(5)
    for scheme in (JAPANESE_SCHEME, "yogwrb"):
        cube = replace(SOLVED, scheme=scheme) * random_cube(rng)
        data = measured(cube, rng, pigments="stickers", lamp="even", scale="bytes", noise=0.05)
        status, out, _ = solve(data, "--json")
        line = json.loads(out)
        names = dict(
            zip("wyrogb", ("white", "yellow", "red", "orange", "green", "blue"), strict=True)
        )
        assert (status, line["state"]) == (0, cube.facelets())
        for move, words in zip(line["moves"], line["words"], strict=True):
            assert names[scheme["URFDLB".index(move[0])]] in words


def test_a_cube_that_is_not_certain(solve):
    rng = np.random.default_rng(6)
    cube = random_cube(rng)
    data = measured(cube, rng, pigments="stickers", lamp="even", scale="bytes", noise=0.05)
    letters = letters_of(cube)
    facelet = {str(sensor_number(i)): i for i in range(54)}
    dim = {
        key: [160, 40, 12] if letters[facelet[key]] in "ro" and facelet[key] % 9 != 4 else value
        for key, value in data.items()
    }
    status, out, err = solve(dim, "--json")
    line = json.loads(out)
    assert (status, err) == (1, "")
    assert (line["state"], line["moves"]) == (None, None)
    assert line["certainty"] < 0.9
    assert line["reason"].startswith("The state is not certain: ")
    status, out, err = solve(dim)
    assert (status, err) == (1, "")
    assert out.startswith("The state is not certain: ")
    middles = {str(n) for n in range(5, 55, 9)}
    grey = {key: value if key in middles else [90, 90, 90] for key, value in data.items()}
    status, out, err = solve(grey)
    assert (status, err) == (1, "")


def test_rows_that_run_the_wrong_way_are_told_of(solve):
    rng = np.random.default_rng(8)
    known = {"pigments": "stickers", "lamp": "even", "scale": "bytes", "noise": 0.05}
    rows = np.array(list(measured(random_cube(rng), rng, **known).values()))
    mirrored = rows.reshape(6, 3, 3, 3)[:, :, ::-1].reshape(54, 3)
    mirrored[[*range(9, 18), *range(27, 36)]] = mirrored[[*range(27, 36), *range(9, 18)]]
    data = {str(i + 1): row for i, row in enumerate(mirrored.tolist())}
    status, out, _ = solve(data, "--json")
    assert status == 0
    assert json.loads(out)["note"].startswith("Two opposite colours of this cube are exchanged.")
    status, _, err = solve(data)
    assert (status, err.startswith("Two opposite colours")) == (0, True)


def test_faces_in_another_order_make_no_cube(solve):
    rng = np.random.default_rng(7)
    known = {"pigments": "stickers", "lamp": "even", "scale": "bytes", "noise": 0.05}
    rows = list(measured(random_cube(rng), rng, **known).values())
    shuffled = [row for block in (0, 3, 2, 5, 1, 4) for row in rows[9 * block : 9 * block + 9]]
    status, out, _ = solve({str(i + 1): row for i, row in enumerate(shuffled)})
    assert (status, out.count("\n")) == (1, 1)
    assert "in the order U L F R B D" in out


@pytest.mark.parametrize(
    ("data", "says"),
    [
        ("nonsense", "expected JSON"),
        ("[1, 2]", "expected an object with keys 1 to 54"),
        ({"1": [1, 2, 3]}, "2 is missing"),
        ({**DARK, "55": [1, 2, 3]}, "keys 1 to 54, got '55'"),
        ({**DARK, "7": [1, 2]}, "7: expected 3 numbers of 0 to 1e9, got [1, 2]"),
        ({**DARK, "7": "red"}, "7: expected 3 numbers of 0 to 1e9, got 'red'"),
        ({**DARK, "7": [1, 2, -3]}, "7: expected 3 numbers of 0 to 1e9"),
        ({**DARK, "7": [True, 2, 3]}, "7: expected 3 numbers of 0 to 1e9"),
        (
            json.dumps(DARK).replace("[0, 0, 0]", "[0, 0, NaN]", 1),
            "1: expected 3 numbers of 0 to 1e9",
        ),
        (DARK, "expected colours with some light"),
    ],
)
def test_bad_files(solve, data, says):
    status, out, err = solve(data)
    assert (status, out) == (2, "")
    assert says in err
    assert err.count("\n") == 1


def test_options_that_do_not_fit(solve, capfd):
    assert main(["solve", "cube", "--rgb", "no such file"]) == 2
    assert "no such file: cannot be read" in capfd.readouterr().err
    assert main(["solve", "cube", CUBE.format(SOLVED), "--rgb", "a.json"]) == 2
    assert "--rgb: expected it or a STATE, got both" in capfd.readouterr().err
    assert main(["solve", "rings", "--rgb", "a.json"]) == 2
    assert "--rgb is for cube" in capfd.readouterr().err
    assert main(["solve", "cube"]) == 2
    assert "STATE" in capfd.readouterr().err


def test_numbers_in_the_file_and_facelets(tmp_path):
    """The file goes U L F R B D; the first stickers of these are 1, 10, 19, 28, 37 and 46."""
    assert [sensor_number(9 * i) for i in range(6)] == [1, 28, 19, 46, 10, 37]
    path = tmp_path / "a.json"
    path.write_text(json.dumps({str(i): [i, 0, 0.5] for i in range(1, 55)}))
    assert load_measured(path)[:, 0].tolist() == list(range(1, 55))


def test_two_exchanged_stickers_are_named(solve):
    data = json.loads((SAMPLE / "robot.json").read_text())
    data["11"], data["12"] = data["12"], data["11"]
    status, out, _ = solve(data)
    assert status == 1
    assert "Measure again, first of all 11, 12." in out


def test_a_file_with_a_mark_of_its_encoding_is_read(solve):
    status, _, _ = solve("\ufeff" + (SAMPLE / "robot.json").read_text(), "--json")
    assert status == 0
