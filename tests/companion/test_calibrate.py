"""Calibration over the painted camera: what a still toy teaches, and what it must not."""

import pytest

from calibration import default_profile, load_profile
from companion import calibrate as room
from companion.calibrate import LEAST_DOUBT, calibrate
from companion.cli import main
from solver import PUZZLES, NotationError
from tests.companion.follow_painted import painted_camera, painted_follower

HANOI = PUZZLES["hanoi"](3, 3)


@pytest.fixture
def measured(monkeypatch):
    """Calibrates on painted states, with the state that the user gives, if any."""
    monkeypatch.setattr(room, "follower", lambda *_, **__: painted_follower("hanoi", 3, 3))

    def run(texts, state=None, **options):
        return calibrate(painted_camera(HANOI, texts, **options), default_profile("hanoi"), state)

    return run


def test_a_toy_that_is_read_well(measured):
    found = measured(["ABC"], frames_each=30)
    assert (found.state, found.misread, found.profile.doubt) == ("ABC", 0.0, LEAST_DOUBT)
    assert (found.profile.puzzle, found.profile.count) == ("hanoi", 3)
    assert 20 <= found.frames <= 30


def test_a_toy_that_was_moved_meanwhile_is_not_called_misread(measured):
    found = measured(["AAA", "AAB", "ACB"], frames_each=14)
    assert found.misread == 0.0
    assert found.frames <= 14


def test_the_state_that_the_user_gives_is_true(measured):
    found = measured(["AAA"], "AAB", frames_each=20)
    # Two of nine places look otherwise: where disc 1 is, and where it should be.
    assert found.misread == pytest.approx(2 / 9)
    assert found.profile.doubt == pytest.approx(3 / 9, abs=1e-3)


def test_a_toy_that_is_not_there(measured):
    assert measured([None] * 3) is None
    assert measured(["~"], frames_each=10) is None


def test_a_state_that_no_toy_shows(measured):
    with pytest.raises(NotationError):
        measured(["AAA"], "AXA")


def test_the_profile_is_written_and_can_be_used(monkeypatch, tmp_path, capsys):
    camera = painted_camera(HANOI, ["AAC"], frames_each=20)
    monkeypatch.setattr(room, "follower", lambda *_, **__: painted_follower("hanoi", 3, 3))
    monkeypatch.setattr("companion.sources.open_source", lambda *_: camera)
    out = tmp_path / "new folder" / "mine.toml"
    assert main(["calibrate", "hanoi", "--out", str(out)]) == 0
    assert load_profile(out).count == 3
    assert str(out) in capsys.readouterr().out


def test_nothing_is_written_without_a_toy(monkeypatch, tmp_path, capsys):
    camera = painted_camera(HANOI, [None])
    monkeypatch.setattr(room, "follower", lambda *_, **__: painted_follower("hanoi", 3, 3))
    monkeypatch.setattr("companion.sources.open_source", lambda *_: camera)
    out = tmp_path / "mine.toml"
    assert main(["calibrate", "hanoi", "--out", str(out)]) == 1
    assert not out.exists()
    written = capsys.readouterr()
    assert (written.out, written.err.count("\n")) == ("", 1)
