"""Recordings: true to the times, of one size, and with a clear line where they cannot be."""

import cv2
import numpy as np
import pytest

from companion.loop import Step, run, watch
from companion.record import Recorder
from companion.session import Session
from solver import PUZZLES
from tests.companion.follow_painted import painted_camera, painted_follower
from vision import Frame, Observation

RINGS = PUZZLES["rings"](5)


def pictures(path):
    capture = cv2.VideoCapture(str(path))
    found = []
    while True:
        good, image = capture.read()
        if not good:
            return found, capture.get(cv2.CAP_PROP_FPS)
        found.append(image)


def bare(at, shape=(240, 320)):
    image = np.full((*shape, 3), 120, np.uint8)
    nothing = Observation.nothing(at, 2, "There is nothing.")
    return Step(Frame(image, at), nothing, None, None, None, None, 0.0)


@pytest.mark.parametrize("suffix", [".mp4", ".avi", ".webm"])
def test_a_session_becomes_a_film_of_the_same_length(tmp_path, suffix):
    path = tmp_path / "new" / f"film{suffix}"
    camera = painted_camera(RINGS, ["11111", "11110"])
    run(watch(camera, painted_follower("rings", 5), Session), [Recorder(path, camera.fps)])
    film, fps = pictures(path)
    assert len(film) == 24
    assert fps == pytest.approx(15.0)
    # The banner with the words lies over the lower edge once there is a cue.
    assert film[-1][-30:].mean() < film[0][-30:].mean() - 20


def test_late_frames_leave_no_gap_and_early_ones_are_dropped(tmp_path):
    recorder = Recorder(tmp_path / "a.avi", 0.0)
    for at in (10.0, 10.01, 10.02, 11.0):
        recorder.show(bare(at))
    recorder.close()
    film, fps = pictures(tmp_path / "a.avi")
    assert (len(film), fps) == (16, pytest.approx(15.0))


def test_pictures_of_other_sizes_are_fitted_in(tmp_path):
    recorder = Recorder(tmp_path / "a.avi", 10.0)
    for number, shape in enumerate([(240, 321), (640, 240), (100, 900)]):
        recorder.show(bare(number / 10, shape))
    recorder.close()
    film, _ = pictures(tmp_path / "a.avi")
    assert len({image.shape for image in film}) == 1
    assert len(film) == 3


def test_nothing_seen_leaves_no_file(tmp_path):
    Recorder(tmp_path / "a.mp4", 15.0).close()
    assert not (tmp_path / "a.mp4").exists()


@pytest.mark.parametrize("name", ["a.docx", "a", "folder.mp4"])
def test_files_that_cannot_be_written(tmp_path, name):
    (tmp_path / "folder.mp4").mkdir()
    with pytest.raises(OSError, match=name):
        Recorder(tmp_path / name, 15.0)
