"""Recordings: true to the times, of one size, and with a clear line where they cannot be."""

import json
from dataclasses import replace

import cv2
import numpy as np
import pytest

from calibration import default_profile, load_profile
from companion.cli import main
from companion.film import Film
from companion.loop import Step, run, watch
from companion.record import Recorder
from companion.sample import SampleRecorder, folder_beside, new_film
from companion.session import Session
from companion.truth import load_truth
from solver import PUZZLES
from tests.companion.follow_painted import painted_camera, painted_follower
from tests.companion.web.clips import CLIPS, SAMPLES
from vision import CameraError, Frame, Observation

RINGS = PUZZLES["rings"](5)


def pictures(path):
    capture = cv2.VideoCapture(str(path))
    found = []
    while True:
        good, image = capture.read()
        if not good:
            return found, capture.get(cv2.CAP_PROP_FPS)
        found.append(image)


def filmed(path, fps, *greys):
    """The film of grey pictures, each with its time."""
    film = Film(path, fps)
    for at, grey in greys:
        film.write(np.full((240, 320, 3), grey, np.uint8), at)
    assert film.close()
    return pictures(path)[0]


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


def test_in_a_gap_the_film_shows_what_was_there_before(tmp_path):
    """As while a camera is lost: the next state must not be seen before its time."""
    shown = filmed(tmp_path / "a.avi", 15.0, (0.0, 40), (1.0, 40), (2.8, 200))
    assert len(shown) == 43
    assert max(image.max() for image in shown[:42]) < 60
    assert shown[42].min() > 180


@pytest.mark.parametrize("away", [5.0, 600.0])
def test_a_long_gap_is_cut_short(tmp_path, away):
    """As after a pause: to write all of it at once would hold the game up."""
    back = 1.0 + away
    shown = filmed(tmp_path / "a.avi", 15.0, (0.0, 40), (1.0, 40), (back, 200), (back + 1, 90))
    assert [round(image.mean(), -1) for image in (shown[44], shown[45], shown[60])] == [40, 200, 90]
    assert len(shown) == 61


def test_slow_pictures_are_no_gap(tmp_path):
    times = [(5.0 * number, 20 * number + 40) for number in range(8)]
    shown = filmed(tmp_path / "a.avi", 0.2, *times)
    assert [round(image.mean(), -1) for image in shown] == [grey for _, grey in times]


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


def test_nothing_is_made_or_emptied_before_the_first_picture(tmp_path):
    Recorder(tmp_path / "new" / "a.mp4", 15.0)
    SampleRecorder(tmp_path / "game", 15.0, default_profile("rings"))
    assert not list(tmp_path.iterdir())
    (tmp_path / "b.mp4").write_bytes(b"an older film")
    Recorder(tmp_path / "b.mp4", 15.0).close()
    assert (tmp_path / "b.mp4").read_bytes() == b"an older film"


@pytest.mark.parametrize("wrong", [["--goal", "1"], ["--method", "x"]])
def test_a_session_that_fails_as_it_begins_leaves_nothing(tmp_path, wrong, capsys):
    film = tmp_path / "new" / "game.mp4"
    guide = ["guide", "rings", "--source", "demo", "--record", str(film), "--no-window"]
    assert main([*guide, *wrong]) == 2
    assert not list(tmp_path.iterdir())
    assert "rings: expected" in capsys.readouterr().err


def test_a_session_that_fails_later_is_kept(tmp_path):
    camera = painted_camera(RINGS, ["11111"], frames_each=60, breaks_after=45)
    sinks = [Recorder(tmp_path / "a.mp4", 15.0)]
    sinks.append(SampleRecorder(tmp_path / "a", 15.0, default_profile("rings")))
    with pytest.raises(CameraError):
        run(watch(camera, painted_follower("rings", 5), Session), sinks)
    assert len(pictures(tmp_path / "a.mp4")[0]) == 45
    assert (tmp_path / "a" / "truth.txt").exists()


def test_a_wrong_ending_is_told_alone(tmp_path, capsys):
    (tmp_path / "game").mkdir()
    film = str(tmp_path / "game.txt")
    guide = ["guide", "rings", "--source", "demo", "--record", film, "--no-window", "--lang", "en"]
    assert main(guide) == 2
    (line,) = capsys.readouterr().err.splitlines()
    assert "expected a name that ends in .mp4" in line


@pytest.mark.parametrize("name", ["a.docx", "a", "folder.mp4"])
def test_files_that_cannot_be_written(tmp_path, name):
    (tmp_path / "folder.mp4").mkdir()
    with pytest.raises(OSError, match=name):
        Recorder(tmp_path / name, 15.0)


def test_a_recorded_session_is_a_sample_that_can_be_replayed(tmp_path, capsys):
    film = tmp_path / "game.mp4"
    source = str(SAMPLES / CLIPS["rings"])
    assert main(["guide", "rings", "--source", source, "--record", str(film), "--no-window"]) == 0
    assert film.stat().st_size > 10_000
    folder = tmp_path / "game"
    assert (load_profile(folder / "profile.toml").count) == 5
    capsys.readouterr()
    assert main(["replay", str(folder), "--json"]) == 0
    line = json.loads(capsys.readouterr().out)
    assert (line["frames"], line["moves"], line["moves_noticed"]) == (192, 10, 10)


def test_the_moment_of_a_change_is_left_open(tmp_path):
    """Replayed, it may be noticed a picture sooner or later than in the game."""
    camera = painted_camera(RINGS, ["11111", "11110"], frames_each=15)
    sample = SampleRecorder(tmp_path / "new", camera.fps, default_profile("rings"))
    steps = list(watch(camera, painted_follower("rings", 5), Session))
    run(steps, [sample])
    noticed = next(
        step.frame.at
        for step in steps
        if step.estimate and step.estimate.state == RINGS.parse("11110")
    )
    truth = load_truth(tmp_path / "new/truth.txt")
    assert [truth.at(noticed + by) for by in (-0.3, -0.1, 0.1, 0.3)] == [
        "11111",
        None,
        None,
        "11110",
    ]


@pytest.mark.parametrize("away", [0.0, 90.0])
def test_the_truth_fits_the_film_after_a_pause(tmp_path, away):
    """The change is made after the pause, and truth.txt has it where the film shows it."""
    camera = painted_camera(RINGS, ["11111", "11111", "11110"], frames_each=30)
    frames = list(camera.frames())
    later = [Frame(frame.image, frame.at + away) for frame in frames[30:]]
    camera.frames = lambda: iter([*frames[:30], *later])
    sample = SampleRecorder(tmp_path / "new", camera.fps, default_profile("rings"))
    run(watch(camera, painted_follower("rings", 5), Session), [sample])
    film, _ = pictures(tmp_path / "new/clip.mp4")
    assert len(film) == (119 if away else 90)
    # The squares change with the last 30 pictures.
    change = len(film) - 30
    assert np.abs(film[change].astype(int) - film[change - 1]).max() > 100
    truth = load_truth(tmp_path / "new/truth.txt")
    assert truth.at(change / 15 - 0.2) == "11111"
    assert truth.at(change / 15 + 0.6) == "11110"


def test_what_was_told_with_another_number_is_no_truth(tmp_path):
    sample = SampleRecorder(tmp_path / "new", 15.0, default_profile("rings"))
    for start, rings in ((0.0, 4), (4.0, 5)):
        on = "1" * rings
        camera = painted_camera(PUZZLES["rings"](rings), [on, on])
        for step in watch(camera, painted_follower("rings", rings), Session):
            sample.show(replace(step, frame=Frame(step.frame.image, start + step.frame.at)))
    sample.close()
    lines = (tmp_path / "new" / "truth.txt").read_text(encoding="utf-8").split()
    assert set(lines[1::2]) == {"?", "11111"}
    assert load_profile(tmp_path / "new" / "profile.toml").count == 5


def test_a_second_recording_does_not_overwrite_the_first(tmp_path):
    film = tmp_path / "game.mp4"
    assert (new_film(film), folder_beside(film)) == (film, tmp_path / "game")
    (tmp_path / "game").mkdir()
    assert new_film(film) == tmp_path / "game-2.mp4"
    (tmp_path / "game-2.mp4").touch()
    assert new_film(film) == tmp_path / "game-3.mp4"


def test_guide_says_where_a_second_recording_goes(tmp_path, capsys):
    film = tmp_path / "game.mp4"
    film.write_bytes(b"the first game")
    source = str(SAMPLES / CLIPS["rings"])
    guide = ["guide", "rings", "--source", source, "--record", str(film), "--no-window"]
    assert main([*guide, "--lang", "en"]) == 0
    other = tmp_path / "game-2.mp4"
    told = capsys.readouterr().err.splitlines()
    assert f"{film} is there already: this session goes to {other}." in told
    assert film.read_bytes() == b"the first game"
    assert other.stat().st_size > 10_000
    assert (tmp_path / "game-2" / "truth.txt").exists()


def test_record_wants_a_new_folder_and_leaves_none_without_pictures(tmp_path, capsys):
    assert main(["record", "rings", str(tmp_path)]) == 2
    assert "is there already" in capsys.readouterr().err
    film = tmp_path / "new"
    sample = SampleRecorder(film, 0.0, default_profile("rings"))
    sample.close()
    assert not film.exists()


def test_a_glimpse_of_a_state_is_no_truth(tmp_path):
    camera = painted_camera(PUZZLES["rings"](5), ["11111", "~", "11110"], frames_each=15)
    sample = SampleRecorder(tmp_path / "new", camera.fps, default_profile("rings"))
    run(watch(camera, painted_follower("rings", 5), Session), [sample])
    states = [line.split()[1] for line in (tmp_path / "new/truth.txt").read_text().splitlines()]
    assert next(state for state in states if state != "?") == "11111"
    assert states[-1] == "11110"
