"""The demo on one of its samples: everything that it promises to write is there and is real."""

import socket
import wave

import cv2
import numpy as np
import pytest

from companion import demo
from companion.cli import main
from companion.clips import bundled
from companion.window import X_PORT, has_display
from solver import PUZZLES


@pytest.fixture
def no_display(monkeypatch):
    monkeypatch.delenv("DISPLAY", raising=False)
    monkeypatch.delenv("WAYLAND_DISPLAY", raising=False)


def frames_in(path):
    capture = cv2.VideoCapture(str(path))
    count = 0
    while capture.read()[0]:
        count += 1
    return count


@pytest.mark.usefixtures("no_display")
def test_demo_writes_video_overlay_and_speech(tmp_path, monkeypatch, capsys):
    monkeypatch.setattr(demo, "PUZZLES", {"hanoi": PUZZLES["hanoi"]})
    out = tmp_path / "a new" / "folder"
    assert main(["demo", "--out", str(out)]) == 0
    printed = capsys.readouterr().out
    assert str(out) in printed
    assert "Put the small disc on the right-hand peg." in printed
    assert abs(frames_in(out / "hanoi.mp4") - frames_in(bundled("hanoi")[0] / "clip.mp4")) <= 1
    picture = cv2.imread(str(out / "hanoi.jpg"))
    assert picture is not None
    assert picture.std() > 10
    with wave.open(str(out / "hanoi.wav")) as file:
        sound = np.frombuffer(file.readframes(file.getnframes()), "<i2").astype(float)
    assert np.sqrt(np.mean(sound**2)) > 300


@pytest.mark.parametrize("puzzle", sorted(PUZZLES))
def test_there_is_a_sample_of_every_puzzle(puzzle):
    assert (bundled(puzzle)[0] / "truth.txt").exists()


@pytest.mark.usefixtures("no_display")
def test_a_folder_that_cannot_be_written(tmp_path, capsys):
    (tmp_path / "file").write_text("")
    assert main(["demo", "--out", str(tmp_path / "file" / "x")]) == 2
    assert "cannot be made" in capsys.readouterr().err


@pytest.mark.parametrize("display", ["", ":97531", "127.0.0.1:63000", "nonsense", "unix:97531"])
def test_a_display_has_to_answer(monkeypatch, display):
    monkeypatch.setattr("sys.platform", "linux")
    monkeypatch.setenv("DISPLAY", display)
    monkeypatch.setenv("WAYLAND_DISPLAY", "wayland-0")
    assert not has_display()


def test_a_display_that_answers(monkeypatch):
    with socket.create_server(("127.0.0.1", 0)) as server:
        number = server.getsockname()[1] - X_PORT
        monkeypatch.setattr("sys.platform", "linux")
        monkeypatch.setenv("DISPLAY", f"127.0.0.1:{number}.0")
        assert has_display() == (number >= 0)
    monkeypatch.setattr("sys.platform", "darwin")
    assert has_display()
