"""The real window on a display of the test's own, with keys pressed as a person does."""

import time

import cv2
import numpy as np
import pytest

from companion.controls import HELP, Controls
from companion.keys import draw_keys
from companion.languages import LANGUAGES
from tests.companion.display import display, game, missing_tools
from tests.companion.web.clips import CLIPS, SAMPLES
from vision import open_camera

needs_display = pytest.mark.skipif(missing_tools() is not None, reason=str(missing_tools()))
PATIENCE_S = 60.0


@pytest.fixture(scope="module")
def screen():
    with display() as opened:
        yield opened


def still(screen):
    """Waits until the screen stops changing, and returns what it shows."""
    end = time.monotonic() + PATIENCE_S
    before = screen.picture()
    while time.monotonic() < end:
        time.sleep(0.4)
        now = screen.picture()
        if now.std() > 10 and np.array_equal(before, now):
            return now
        before = now
    raise AssertionError("the picture never stood still")


@pytest.fixture(scope="module")
def film(tmp_path_factory):
    """Five rings that nobody touches, for longer than the keys need."""
    path = tmp_path_factory.mktemp("film") / "still.avi"
    with open_camera(str(SAMPLES / CLIPS["rings"] / "clip.mp4")) as camera:
        picture = next(frame.image for frame in camera.frames() if frame.at >= 0.5)
    high, wide = picture.shape[:2]
    writer = cv2.VideoWriter(str(path), cv2.VideoWriter.fourcc(*"MJPG"), 15, (wide, high))
    for _ in range(900):
        writer.write(picture)
    writer.release()
    return str(path)


def told(desk, text):
    """Waits for a cue that says it."""
    return next(cue for cue in iter(desk.cue, None) if text in cue["words"])


@pytest.mark.live
@needs_display
def test_keys_pause_explain_aim_elsewhere_and_end(screen, film):
    with game(screen, "rings", film) as desk:
        assert desk.cue()["words"] == "Take ring one off the bar."
        desk.press("p")
        paused = still(screen)
        desk.press("h")
        assert np.any(still(screen) != paused)
        desk.press("w")
        assert told(desk, "; so: ring 1 off. Take ring one off the bar.")["kind"] == "next"
        desk.press("r")
        assert desk.cue()["words"] == "Take ring one off the bar."
        desk.press("g")
        assert told(desk, "New goal: all rings on the bar.")["kind"] == "done"
        desk.press("g")
        assert told(desk, "New goal: all rings off the bar. Take ring one off the bar.")
        desk.press("q")
        assert desk.process.wait(PATIENCE_S) == 0


def test_keys_change_the_session():
    controls = Controls()
    assert [controls.key(ord(letter)) for letter in "pmh"] == ["p", "m", "h"]
    assert (controls.paused, controls.muted, controls.helping) == (True, True, True)
    assert controls.note == "Paused. The voice is off."
    # What is asked for is answered at once, also in a pause.
    assert controls.key(ord("W")) == "w"
    assert not controls.paused
    assert controls.take() == "why"
    assert controls.take() is None
    assert controls.key(13) == "r"
    assert controls.take() == "repeat"
    assert [controls.key(code) for code in (ord("x"), 65361, 0, -1)] == [None] * 4


@pytest.mark.parametrize("language", LANGUAGES.values(), ids=lambda one: one.code)
def test_the_keys_are_shown_in_every_language(language):
    picture = np.full((540, 720, 3), 200, np.uint8)
    draw_keys(picture, Controls(), None, language)
    hint = np.count_nonzero(picture != 200)
    draw_keys(picture, Controls(helping=True), "There is no correction to take back.", language)
    assert np.count_nonzero(picture != 200) > len(HELP) * hint / 3
    assert np.all(picture[400:] == 200)
