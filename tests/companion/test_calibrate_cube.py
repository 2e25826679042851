"""`companion calibrate cube`: a cube's own colours from the bundled scans, and what is refused."""

import shutil
from pathlib import Path

import numpy as np
import pytest

from calibration import default_profile, load_profile
from companion.calibrate_cube import learn
from companion.cli import main
from solver.cube import COLOURS, SOLVED, CubePuzzle, apply_turns, parse_turns
from tests.companion.test_read_cube import painted
from vision import open_camera

SAMPLES = Path(__file__).parents[2] / "samples" / "cube"
CUBE = CubePuzzle()
TRUTH = (SAMPLES / "photos" / "truth.txt").read_text().strip()


@pytest.fixture
def calibrate(tmp_path, capfd):
    """Runs the command; the status, what was written, and the profile's path."""
    out = tmp_path / "mine.toml"

    def run(source, *options):
        arguments = ["calibrate", "cube", "--source", str(source), "--out", str(out), *options]
        status = main(arguments)
        written = capfd.readouterr()
        return status, written.out, written.err, out

    return run


@pytest.mark.parametrize("name", ["photos", "corners", "scan/clip.mp4"])
def test_colours_are_learned_and_used(calibrate, capfd, name):
    status, out, err, path = calibrate(SAMPLES / name)
    assert status == 0
    # Two pictures are over before the first is told of.
    assert "Still to show: " in err or name == "corners"
    learned = load_profile(path)
    assert set(learned.colours) == set(COLOURS)
    assert learned.doubt >= default_profile("cube").doubt
    # Only the film shows faces more often than colours are learned from them.
    checked = name == "scan/clip.mp4"
    assert (learned.misread is not None, "Checked with " in out) == (checked, checked)
    assert not checked or learned.misread < 0.02
    rgb = {letter: np.array(value) for letter, value in learned.colours.items()}
    assert np.argmax(rgb["b"]) == 2
    assert np.argmax(rgb["g"]) == 1
    assert rgb["w"].min() > rgb["y"].min() > rgb["o"].min() - 30
    assert rgb["o"][1] > rgb["r"][1]
    assert all(f"  {letter}  red " in out for letter in COLOURS)
    photos = sorted(str(photo) for photo in (SAMPLES / "photos").glob("*.jpg"))
    assert main(["read", "cube", *photos, "--profile", str(path)]) == 0
    assert TRUTH in capfd.readouterr().out


def test_a_state_that_the_user_tells(calibrate):
    status, out, _, path = calibrate(SAMPLES / "photos", "--state", TRUTH)
    assert (status, TRUTH in out) == (0, True)
    path.unlink()
    other = CUBE.format(apply_turns(CUBE.parse(TRUTH), parse_turns("R")))
    status, out, err, path = calibrate(SAMPLES / "photos", "--state", other)
    assert (status, out, path.exists()) == (1, "", False)
    assert f"stickers differ. It shows {TRUTH}." in err
    status, out, err, path = calibrate(SAMPLES / "photos", "--state", "UUU")
    assert (status, out, path.exists()) == (2, "", False)
    assert "54 letters" in err


def test_a_scan_without_all_faces_is_refused(calibrate, tmp_path):
    folder = tmp_path / "five"
    folder.mkdir()
    for photo in sorted((SAMPLES / "photos").glob("*.jpg"))[:5]:
        shutil.copy(photo, folder)
    status, out, err, path = calibrate(folder)
    assert (status, out, path.exists()) == (1, "", False)
    assert "Show the face with the white centre." in err


def test_pictures_without_a_cube(calibrate):
    stills = SAMPLES.parent / "rings" / "stills"
    status, out, err, path = calibrate(stills)
    assert (status, out, path.exists()) == (1, "", False)
    assert "No profile is written." in err


def test_what_was_learned_rests_on_every_face():
    told = []
    known = default_profile("cube")
    learned = learn(open_camera(str(SAMPLES / "photos")), known, progress=told.append)
    assert learned.state == CUBE.parse(TRUTH)
    assert learned.state != SOLVED
    # One of the photos shows a second face from the side.
    assert learned.views >= 6
    assert learned.missing == ()
    assert told[-1] == "All 6 faces seen."


def test_a_pattern_teaches_its_colours_without_being_one_state(calibrate, tmp_path):
    folder = tmp_path / "pattern"
    folder.mkdir()
    cube = apply_turns(SOLVED, parse_turns("R2 L2"))
    painted(folder, cube)
    status, out, _, path = calibrate(folder)
    assert status == 0
    assert "of a cube that can be read in 4 ways." in out
    assert set(load_profile(path).colours) == set(COLOURS)
    # One of the four is told; another state is none of them.
    status, out, _, path = calibrate(folder, "--state", CUBE.format(cube))
    assert (status, CUBE.format(cube) in out) == (0, True)
    path.unlink()
    other = CUBE.format(apply_turns(cube, parse_turns("U")))
    status, out, err, path = calibrate(folder, "--state", other)
    assert (status, out, path.exists()) == (1, "", False)
    assert "The cube does not show that state" in err
