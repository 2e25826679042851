"""The command line: what goes in wrong comes out as one line, and JSON is as it is promised."""

import json
import os
import subprocess
import sys
from pathlib import Path

import numpy as np
import pytest

from calibration import RING_COUNTS
from companion.cli import COMMANDS, main
from companion.web.toys import COUNTS
from tests.vision.pictures import encoded, png_of_size, scene
from vision.rings.reader import OTHER_SIZE

ROOT = Path(__file__).parents[2]
# A picture without a ring puzzle or a tower.
BARE = str(next((ROOT / "samples" / "cube" / "photos").rglob("*.jpg")))
SOLVED = "UUUUUUUUURRRRRRRRRFFFFFFFFFDDDDDDDDDLLLLLLLLLBBBBBBBBB"
TWISTED = "UUUUUUUURRRRRRRFRRRFFUFFFFFFDDDDDDDDDLLLLLLLLLBBBBBBBBB"


@pytest.fixture
def command(capfd):
    """Runs a command; its status, and what it wrote on both streams, byte for byte."""

    def run(*arguments):
        status = main([str(argument) for argument in arguments])
        written = capfd.readouterr()
        return status, written.out, written.err

    return run


@pytest.fixture
def files(tmp_path):
    """One file of every bad kind, by name."""
    whole = encoded(".jpg", np.random.default_rng(0).integers(0, 255, (90, 90, 3), np.uint8))
    contents = {
        "empty.jpg": b"",
        "text.jpg": b"I am no picture.\n",
        "cut.jpg": whole[: len(whole) // 2],
        "huge.png": png_of_size(60000, 60000),
        "empty.mp4": b"",
        "text.mp4": b"I am no film.\n" * 20,
        "broken.toml": b"puzzle = \n",
        "hanoi.toml": b'puzzle = "hanoi"\n',
    }
    for name, data in contents.items():
        (tmp_path / name).write_bytes(data)
    (tmp_path / "folder").mkdir()
    return tmp_path


def is_one_line(text):
    return text.startswith("companion: ") and text.count("\n") == 1 and text.endswith("\n")


BAD_STATES = [
    (["rings", "12"], "digits 0 or 1"),
    (["rings", ""], "rings"),
    (["rings", "111", "--goal", "1111"], "rings"),
    (["hanoi", "AAA", "--goal", "CCCC"], "hanoi"),
    (["hanoi", "A1"], "hanoi"),
    (["hanoi", "AAA", "--pegs", "2"], "--pegs"),
    (["hanoi", "AAA", "--variant", "moscow"], "--variant"),
    (["hanoi", "AAA", "--method", "magic"], "magic"),
    (["cube", "UUU"], "54 letters"),
    (["cube", "X" * 54], "cube"),
    (["cube", SOLVED[:-1] + "U"], "cube"),
    (["cube", TWISTED], "cube"),
    (["rings", "111", "--pegs", "4"], "for hanoi"),
    (["chess", "e4"], "chess"),
    (["rings"], "STATE"),
    (["rings", "111", "--nonsense"], "--nonsense"),
]


@pytest.mark.parametrize(("arguments", "hint"), BAD_STATES)
def test_bad_states(command, arguments, hint):
    status, out, err = command("solve", *arguments)
    assert (status, out) == (2, "")
    assert is_one_line(err)
    assert hint in err


@pytest.mark.parametrize("puzzle", ["rings", "hanoi", "cube"])
@pytest.mark.parametrize(
    ("name", "hint"),
    [
        ("missing.jpg", "no such file"),
        ("empty.jpg", "empty"),
        ("text.jpg", "not a picture"),
        ("cut.jpg", "truncated"),
        ("huge.png", "megapixels"),
        ("folder", "got a folder"),
    ],
)
def test_bad_photos(command, files, puzzle, name, hint):
    status, out, err = command("read", puzzle, files / name, "--json")
    assert (status, out) == (2, "")
    assert is_one_line(err)
    assert hint in err
    assert err.count(str(files / name)) == 1


@pytest.mark.parametrize(
    ("source", "hint"),
    [
        ("missing.mp4", "no such camera"),
        ("empty.mp4", "empty"),
        ("text.mp4", "cannot be read as a video"),
        ("folder", "no pictures"),
        ("cut.jpg", "truncated"),
    ],
)
def test_bad_sources(command, files, source, hint):
    for name in ("guide", "calibrate"):
        status, out, err = command(name, "hanoi", "--source", files / source)
        assert (status, out) == (2, "")
        assert is_one_line(err)
        assert hint in err


@pytest.mark.parametrize(
    ("arguments", "hint"),
    [
        (["guide", "rings", "--source", "63"], "camera 63 is not there"),
        (["guide", "rings", "--source", "9" * 20], "no such camera"),
        (["guide", "rings", "--source", ""], "got nothing"),
        (["guide", "rings", "--source", "demo", "--fps", "0"], "--fps"),
        (["guide", "rings", "--source", "demo", "--fps", "many"], "--fps"),
        (["guide", "rings", "--source", "demo", "--count", "0"], "--count"),
        (["guide", "cube", "--source", "demo", "--count", "4"], "--count"),
        (["guide", "rings", "--source", "demo", "--lang", "xx"], "--lang"),
        (["guide", "hanoi", "--source", "demo", "--voice", "nobody"], "voice"),
        (["guide", "hanoi", "--source", "demo", "--record", "a.docx"], "a.docx"),
        (
            ["guide", "hanoi", "--source", "demo", "--record", "/dev/null/a.mp4"],
            "cannot be written",
        ),
        (["guide", "rings", "--source", "demo", "--count", "20"], "expected 3 to 12 rings, got 20"),
        # What no toy can be in is refused although none is seen here.
        (["read", "rings", BARE, "--goal", "12"], "expected 2 digits 0 or 1, got '12'"),
        (["read", "hanoi", BARE, "--goal", "AAX"], "got 'AAX'"),
        (["read", "rings", BARE, "--goal", "111", "--count", "4"], "expected 4 digits"),
        (["guide", "rings", "--source", BARE, "--goal", "xyz", "--no-window"], "got 'xyz'"),
        (["calibrate", "hanoi", "--source", BARE, "--state", "abc"], "got 'abc'"),
        (["read", "rings", "--faces", "x.jpg"], "--faces"),
        (["read", "rings"], "PHOTO"),
        (["replay", "/nowhere"], "truth.txt"),
        (["fly"], "fly"),
    ],
)
def test_bad_options(command, arguments, hint):
    status, out, err = command(*arguments)
    assert (status, out) == (2, "")
    assert is_one_line(err)
    assert hint in err


def test_a_space_at_the_end_of_a_goal_is_no_disc(command):
    """The toy is not seen here; the goal is not what is wrong."""
    status, _, err = command("read", "hanoi", BARE, "--goal", " CCCC ")
    assert "expected" not in err
    assert status == 1


def test_rings_are_counted_alike_everywhere(command):
    low, high = RING_COUNTS
    assert COUNTS["rings"] == RING_COUNTS
    assert f" {low} to {high} rings " in OTHER_SIZE
    for count in (low - 1, high + 1):
        _, _, err = command("guide", "rings", "--source", "demo", "--count", count)
        assert f"expected {low} to {high} rings, got {count}" in err


@pytest.mark.parametrize(
    ("profile", "hint"),
    [
        ("broken.toml", "TOML"),
        ("hanoi.toml", "expected a profile for rings"),
        ("no.toml", "no.toml"),
    ],
)
def test_bad_profiles(command, files, profile, hint):
    status, out, err = command("guide", "rings", "--source", "demo", "--profile", files / profile)
    assert (status, out) == (2, "")
    assert is_one_line(err)
    assert hint in err


def test_a_goal_that_does_not_fit_the_toy(command):
    arguments = [
        "guide",
        "hanoi",
        "--source",
        "demo",
        "--count",
        "3",
        "--goal",
        "CC",
        "--no-window",
    ]
    status, out, err = command(*arguments)
    assert (status, out) == (2, "")
    assert is_one_line(err)


@pytest.mark.parametrize("arguments", [["hanoi"], ["rings"], ["cube", "--faces"]])
def test_a_bad_photo_does_not_keep_the_others_from_being_read(command, files, arguments):
    (files / "scene.png").write_bytes(encoded(".png", scene(320, 240)))
    photos = files / "text.jpg", files / "scene.png"
    status, out, err = command("read", *arguments, *photos, "--json")
    assert status == 2
    assert is_one_line(err)
    line = json.loads(out)
    assert line["photo"].endswith("scene.png")
    assert line["puzzle"] == arguments[0]
    assert (line.get("state"), line.get("next")) == (None, None)
    assert line["reason"].endswith(".")
    assert line["ms"] > 0


@pytest.mark.parametrize(
    "image",
    [
        scene(320, 240),
        np.zeros((240, 320, 3), np.uint8),
        np.full((240, 320), 255, np.uint8),
        np.random.default_rng(0).integers(0, 65535, (240, 320, 3)).astype(np.uint16),
        np.full((1, 1, 3), 9, np.uint8),
        np.full((3, 2000, 3), 9, np.uint8),
    ],
    ids=["patches", "black", "grey", "sixteen bits", "one pixel", "a stripe"],
)
@pytest.mark.parametrize("puzzle", ["rings", "hanoi", "cube"])
def test_pictures_without_a_toy_are_not_certain(command, tmp_path, image, puzzle):
    path = tmp_path / "photo.png"
    path.write_bytes(encoded(".png", image))
    status, out, err = command("read", puzzle, path, "--json", "--overlay", tmp_path / "over")
    assert (status, err) == (1, "")
    line = json.loads(out)
    assert line["state"] is None
    assert line["reason"]
    assert line.get("rings") == ([] if puzzle == "rings" else None)
    assert (tmp_path / "over" / "photo.jpg").stat().st_size > 500


def test_a_single_picture_is_a_source_too(command):
    stills = ROOT / "samples" / "hanoi" / "stills"
    truth = dict(line.split() for line in (stills / "truth.txt").read_text().splitlines())
    photo = stills / "plain-four.jpg"
    status, out, err = command(
        "guide", "hanoi", "--source", photo, "--count", "4", "--no-window", "--json"
    )
    assert (status, err) == (0, "")
    assert json.loads(out)["state"] == truth[photo.name]


def test_faces_of_a_picture_without_a_cube(command, tmp_path):
    (tmp_path / "a.png").write_bytes(encoded(".png", scene(320, 240)))
    status, out, _ = command("read", "cube", tmp_path / "a.png", "--faces", "--json")
    line = json.loads(out)
    assert (status, list(line)) == (1, ["photo", "puzzle", "faces", "reason", "ms"])
    assert line["faces"] == []


@pytest.mark.parametrize(
    ("arguments", "count", "first"),
    [
        (["rings", "111111111"], 341, "1 off"),
        (["rings", "11111", "--pair"], None, None),
        (["hanoi", "AAAA"], 15, "1 A>B"),
        (["hanoi", "AAAA", "--pegs", "4", "--goal", "DDDD"], 9, None),
        (["cube", SOLVED], 0, None),
    ],
)
def test_solve_as_json(command, arguments, count, first):
    status, out, err = command("solve", *arguments, "--json")
    assert (status, err) == (0, "")
    line = json.loads(out)
    keys = ["puzzle", "state", "goal", "method", "moves", "count", "words", "seconds"]
    # More fields may follow, as the number of shortest ways does for hanoi.
    assert list(line)[: len(keys)] == keys
    assert len(line["moves"]) == len(line["words"]) == line["count"]
    assert count is None or line["count"] == count
    assert first is None or line["moves"][0] == first
    assert all(words.endswith(".") for words in line["words"])


def test_solve_in_words_and_with_reasons(command):
    status, out, _ = command("solve", "hanoi", "AA", "--explain")
    assert status == 0
    assert "1 A>B" in out
    assert "3 moves" in out
    assert command("solve", "rings", "000")[1].startswith("There is nothing to do")


def test_a_plan_too_long_to_list_is_cut_short_and_said(command):
    status, out, err = command("solve", "rings", "1" * 40, "--json")
    assert status == 1
    assert json.loads(out)["count"] > 10**11
    assert "Only the first" in err


def test_help_names_every_command(command):
    status, out, _ = command("--help")
    assert status == 0
    assert all(name in out for name in COMMANDS)
    for name in COMMANDS:
        assert command(name, "--help")[0] == 0


def python(*arguments, **variables):
    environment = {k: v for k, v in os.environ.items() if k not in ("DISPLAY", "WAYLAND_DISPLAY")}
    return subprocess.run(
        [sys.executable, "-m", "companion", *arguments],
        cwd=ROOT,
        env={**environment, **variables},
        capture_output=True,
        text=True,
        timeout=120,
        check=False,
    )


def test_no_abort_and_no_noise_without_a_display(tmp_path):
    for number in range(3):
        (tmp_path / f"{number}.png").write_bytes(encoded(".png", scene(320, 240)))
    done = python("guide", "rings", "--source", str(tmp_path), "--json")
    assert (done.returncode, done.stdout) == (1, "")
    # One line: that nothing was recognised, and the reader's sentence on why.
    assert done.stderr.startswith("The toy was not recognised. No ")
    assert (done.stderr.count("\n"), done.stderr[-2:]) == (1, ".\n")


def test_without_a_display_the_page_is_offered_once():
    clip = str(ROOT / "samples" / "hanoi" / "three-discs" / "clip.mp4")
    told = python("guide", "hanoi", "--source", clip, "--count", "3").stderr.splitlines()
    assert [line.startswith("There is no display, so no window") for line in told] == [True]
    assert "`companion serve`" in told[0]


def test_one_line_on_the_real_error_stream(tmp_path):
    (tmp_path / "text.mp4").write_text("no film\n" * 50)
    for source in ("63", str(tmp_path / "text.mp4"), "http://127.0.0.1:9/x"):
        done = python("guide", "hanoi", "--source", source)
        assert (done.returncode, done.stdout) == (2, "")
        assert is_one_line(done.stderr)


def shell(command):
    companion = f'p() {{ "{sys.executable}" -m companion "$@"; }}'
    return subprocess.run(
        ["bash", "-c", f"set -o pipefail; {companion}; {command}"],
        cwd=ROOT,
        capture_output=True,
        text=True,
        timeout=120,
        check=False,
    )


@pytest.mark.parametrize(
    "command",
    [f"p solve rings {'1' * 20} | head -n 1", "p solve rings 111111111 --json | true"],
    ids=["a line", "nothing"],
)
def test_a_reader_that_leaves_early_is_no_error(command):
    done = shell(command)
    assert (done.returncode, done.stderr) == (0, "")
    assert done.stdout.count("\n") <= 1


@pytest.mark.parametrize("closed", ["<&-", ">&-", "2>&-"])
def test_streams_that_the_caller_has_closed(closed):
    done = shell(f"p solve rings 111 --json {closed}")
    assert (done.returncode, done.stderr) == (0, "")
    assert bool(done.stdout) == (closed != ">&-")


def test_json_loses_no_letters_where_the_output_is_not_utf8(tmp_path):
    path = tmp_path / "环 ü.png"
    path.write_bytes(encoded(".png", scene(64, 48)))
    done = python("read", "rings", str(path), "--json", PYTHONIOENCODING="ascii")
    assert json.loads(done.stdout)["photo"] == str(path)
    assert done.stderr == ""
