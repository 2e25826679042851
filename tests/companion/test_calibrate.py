"""Calibration over the painted camera: what a still toy teaches, and what it must not."""

from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest

from calibration import Profile, default_profile, dump_profile, load_profile
from companion import calibrate as room
from companion.calibrate import (
    ENOUGH,
    PLACES,
    SHOW,
    STILL,
    ContradictedError,
    UnmovedError,
    calibrate,
)
from companion.cli import main
from companion.commands.own import profile_used
from companion.follow import PHOTO_DOUBT, follower
from companion.languages import ENGLISH
from companion.profiles import fitting, own_profile, place_of
from solver import PUZZLES, NotationError
from solver.hanoi.belief import _view
from tests.companion.follow_painted import painted_camera, painted_follower
from vision.fake import PaintedCamera, PaintedReader

HANOI, RINGS = PUZZLES["hanoi"](3, 3), PUZZLES["rings"](3)


@pytest.fixture
def measured(monkeypatch):
    """Calibrates on painted states, with the state that the user gives, if any."""
    monkeypatch.setattr(room, "follower", lambda *_, **__: painted_follower("hanoi", 3, 3))

    def run(texts, state=None, **options):
        return calibrate(painted_camera(HANOI, texts, **options), default_profile("hanoi"), state)

    return run


def test_a_toy_that_is_read_well(measured):
    found = measured(["ABC"], frames_each=30)
    assert (found.state, found.misread, found.profile.misread) == ("ABC", 0.0, 0.0)
    # Nine places in one film are not much: the doubt goes down by little.
    assert found.profile.doubt == pytest.approx(0.1 * 60 / 69, abs=1e-3)
    assert (found.profile.puzzle, found.profile.count) == ("hanoi", 3)
    assert 20 <= found.frames <= 30


def test_a_toy_that_was_moved_meanwhile_is_not_called_misread(measured):
    found = measured(["AAA", "AAB", "ACB"], frames_each=14)
    assert found.misread == 0.0
    assert found.frames <= 14


def test_the_state_that_the_user_gives_is_true(measured):
    found = measured(["AAA", "AAB"], "AAB", frames_each=20)
    # Half of the looks see two of nine places otherwise: where disc 1 is, and where it should be.
    assert found.misread == pytest.approx(1 / 9, abs=0.03)
    # A place has one of four symbols, and arbitrary ones are right at times.
    assert found.profile.misread == pytest.approx(found.misread * 4 / 3, abs=0.01)
    assert found.profile.doubt == pytest.approx((6 + 9 * found.profile.misread) / 69, abs=1e-3)


def test_a_state_that_the_picture_contradicts_is_refused(monkeypatch, tmp_path, capsys):
    camera = painted_camera(HANOI, ["AAA"], frames_each=20)
    monkeypatch.setattr(room, "follower", lambda *_, **__: painted_follower("hanoi", 3, 3))
    monkeypatch.setattr("companion.sources.open_source", lambda *_: camera)
    out = tmp_path / "mine.toml"
    assert main(["calibrate", "hanoi", "--state", "AAB", "--out", str(out)]) == 2
    assert not out.exists()
    written = capsys.readouterr()
    assert (written.out, written.err.count("\n")) == ("", 1)
    assert "expected AAB as told by --state, got AAA in " in written.err
    assert "2 of 9 places differ; no profile is written" in written.err


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


def test_a_disc_on_a_smaller_one_is_no_look_at_a_state(monkeypatch):
    """It is told for certain, and there is no state in it."""
    right = HANOI.parse("AAC")
    slipped = _view(HANOI, right, next(iter(HANOI.slips(right))))
    camera = PaintedCamera([HANOI.view(right), *[slipped] * 4], len(HANOI.symbols))
    monkeypatch.setattr(room, "follower", lambda *_, **__: painted_follower("hanoi", 3, 3))
    found = calibrate(camera, default_profile("hanoi"))
    assert (found.state, found.misread) == ("AAC", 0.0)
    assert found.frames <= 12


@pytest.mark.parametrize(("pegs", "told"), [(3, None), (4, 4)])
def test_more_pegs_than_are_usual_are_told(monkeypatch, pegs, told):
    toy = PUZZLES["hanoi"](3, pegs)
    monkeypatch.setattr(room, "follower", lambda *_, **__: painted_follower("hanoi", 3, pegs))
    found = calibrate(painted_camera(toy, ["AAC"]), default_profile("hanoi"))
    assert (found.profile.count, found.profile.pegs) == (3, told)


@pytest.mark.parametrize(
    ("shown", "status"),
    # Of 9 places 2 are another one's in half of the looks; then up to 6 in most of them.
    [(["AAB", "AAA"], 0), (["AAB", "AAA", "ACC", "BCC", "CCC"], 1)],
)
def test_a_state_that_is_often_contradicted_is_warned_of(
    monkeypatch, tmp_path, capsys, shown, status
):
    camera = painted_camera(HANOI, shown, frames_each=12)
    monkeypatch.setattr(room, "follower", lambda *_, **__: painted_follower("hanoi", 3, 3))
    monkeypatch.setattr("companion.sources.open_source", lambda *_: camera)
    out = tmp_path / "mine.toml"
    given = ["calibrate", "hanoi", "--state", "AAB", "--out", str(out), "--lang", "en"]
    assert main(given) == status
    assert out.exists() == (status == 0)
    if status == 0:
        assert load_profile(out).misread < room.MOST_MISREAD
        return
    written = capsys.readouterr()
    assert (written.out, written.err.count("\n")) == ("", 1)
    assert "% of the places were seen otherwise than AAB has them" in written.err
    assert "No profile is written." in written.err


class Wandering(PaintedReader):
    """Sees the toy go on by `pace` pixels, and grow by a share of `growth`, every second.

    After `until` seconds it is back where it began.
    """

    def __init__(self, size, cells, symbols, pace=12.0, growth=0.0, until=np.inf):
        super().__init__(size, cells, symbols)
        self._pace, self._growth, self._until = pace, growth, until

    def read(self, frame):
        found = super().read(frame)
        if not found.found:
            return found
        gone = frame.at if frame.at < self._until else 0.0
        middle = found.where.mean(axis=0)
        grown = (found.where - middle) * (1 + self._growth * gone) + middle
        return replace(found, where=grown + np.array([self._pace * gone, 0.0]))


def follower_by(reader, *options):
    """A follower of a painted tower with a reader of one's own and its options."""
    toy = painted_follower("hanoi", 3, 3)
    toy._reader = reader((3, 3), HANOI.cells, len(HANOI.symbols), *options)
    return toy


@pytest.fixture
def live(monkeypatch, tmp_path):
    """A painted toy before a camera that has a name and a size; settings of the test's own."""
    monkeypatch.setenv("XDG_CONFIG_HOME", str(tmp_path))
    monkeypatch.setattr(room, "follower", lambda *_, **__: follower_by(Wandering))

    def start(texts=("AAC",), key="camera 0, Desk", size=(640, 480), **options):
        camera = painted_camera(HANOI, list(texts), **options)
        camera.live, camera.key, camera.size = True, key, size
        monkeypatch.setattr("companion.sources.open_source", lambda *_: camera)
        return camera

    return start


def test_a_camera_is_shown_the_toy_in_three_places_one_thing_at_a_time(live):
    told = []
    found = calibrate(
        live([None, "AAC"], frames_each=400), default_profile("hanoi"), tell=told.append
    )
    assert (found.frames, found.profile.camera) == (3 * ENOUGH, "camera 0, Desk")
    seen = "I see AAC. Leave it as it is for a moment."
    right, wrong = told.pop(2), "If that is wrong, press Ctrl+C and tell me with --state"
    assert right.startswith(f"I see AAC. {wrong} what it shows.")
    assert told == [SHOW, "There is nothing on the table.", PLACES[0], seen, PLACES[1], seen]


def test_who_tells_the_state_is_not_asked_whether_it_is_seen_right(live):
    told = []
    calibrate(live(frames_each=400), default_profile("hanoi"), "AAC", told.append)
    assert told[1] == "I see AAC. Leave it as it is for a moment."


@pytest.mark.parametrize(
    ("pace", "growth"),
    # The second and the third are not still, but no farther off, and no larger, than readers err.
    [(0.0, 0.0), (1.0, 0.0), (0.0, 0.005)],
)
def test_a_toy_that_is_not_moved_is_asked_for_again(live, monkeypatch, pace, growth):
    told = []
    still = follower_by(Wandering, pace, growth, 8.0)
    monkeypatch.setattr(room, "follower", lambda *_, **__: still)
    with pytest.raises(UnmovedError, match="was not moved to another place"):
        calibrate(live(frames_each=2100), default_profile("hanoi"), tell=told.append)
    assert told[0] == SHOW
    assert told[2:] == [PLACES[0], STILL]


def test_the_first_place_is_no_third_one(live, monkeypatch):
    told = []
    back = follower_by(Wandering, 12.0, 0.0, 11.0)
    monkeypatch.setattr(room, "follower", lambda *_, **__: back)
    with pytest.raises(UnmovedError):
        calibrate(live(frames_each=2200), default_profile("hanoi"), tell=told.append)
    assert told[-2:] == [PLACES[1], STILL]


def test_a_toy_that_comes_nearer_is_in_another_place(live, monkeypatch):
    monkeypatch.setattr(room, "follower", lambda *_, **__: follower_by(Wandering, 0.0, 0.02))
    assert calibrate(live(frames_each=400), default_profile("hanoi")).frames == 3 * ENOUGH


def test_who_never_moves_the_toy_is_told_so(live, monkeypatch, tmp_path, capsys):
    monkeypatch.setattr(room, "follower", lambda *_, **__: follower_by(Wandering, 0.0))
    live(frames_each=2100)
    out = tmp_path / "mine.toml"
    assert main(["calibrate", "hanoi", "--out", str(out), "--lang", "de"]) == 2
    assert "wurde nicht an eine andere Stelle bewegt" in capsys.readouterr().err.splitlines()[-1]
    assert not out.exists()


class Slipping(Wandering):
    """Misreads one place of nine in every third picture, and is sure of itself."""

    seen = 0

    def read(self, frame):
        found = super().read(frame)
        self.seen += 1
        if not found.found or self.seen % 3:
            return found
        cells = found.cells.copy()
        cells[0] = np.roll(cells[0], 1)
        return replace(found, cells=cells)


def test_what_is_misread_now_and_then_is_counted_and_doubted(live, monkeypatch):
    monkeypatch.setattr(room, "follower", lambda *_, **__: follower_by(Slipping))
    found = calibrate(live(frames_each=500), default_profile("hanoi"))
    assert found.state == "AAC"
    assert found.misread == pytest.approx(1 / 27, abs=0.005)
    assert found.profile.misread == pytest.approx(4 / 3 / 27, abs=0.005)
    assert found.profile.doubt == pytest.approx((6 + 27 * found.profile.misread) / 87, abs=1e-3)


def test_a_toy_that_shows_another_state_in_the_next_place_is_no_measure(live):
    with pytest.raises(ContradictedError, match="expected AAC as in the first place, got AAB in"):
        calibrate(live(["AAC", "AAB"], frames_each=90), default_profile("hanoi"))


def test_a_place_that_is_misread_counts_where_the_state_was_told(live):
    found = calibrate(live(["AAC", "AAB"], frames_each=90), default_profile("hanoi"), "AAC")
    # Two of nine places in the later pictures.
    assert found.misread > 0.1
    assert found.profile.doubt > default_profile("hanoi").doubt


def test_photos_are_doubted_by_what_was_measured(monkeypatch):
    doubts = []
    monkeypatch.setattr("companion.follow.belief_for", lambda toy, doubt: doubts.append(doubt))
    for misread in (None, 0.0, 0.03):
        toy = follower("rings", Profile("rings", misread=misread), count=3, once=True)
        toy._make_belief(RINGS)
    toy = follower("rings", Profile("rings", doubt=0.06, misread=0.03), count=3)
    toy._make_belief(RINGS)
    assert doubts == [PHOTO_DOUBT, PHOTO_DOUBT, 0.03, 0.06]


def test_nothing_is_waited_for_without_end(live):
    assert calibrate(live([None], frames_each=2000), default_profile("hanoi")) is None


def test_what_was_measured_is_found_for_the_same_camera_and_size_alone(live, capsys):
    live(frames_each=400)
    assert main(["calibrate", "hanoi"]) == 0
    place = place_of("hanoi", "camera 0, Desk", (640, 480))
    assert place.name == "hanoi-camera-0-Desk-640x480.toml"
    assert str(place) in capsys.readouterr().out
    assert own_profile("hanoi", live()) == load_profile(place)
    assert own_profile("hanoi", live()).misread == 0.0
    assert own_profile("hanoi", live()).doubt < default_profile("hanoi").doubt
    for other in ({"key": "camera 1"}, {"size": (1280, 720)}):
        assert own_profile("hanoi", live(**other)) == default_profile("hanoi")


@pytest.mark.parametrize(
    ("other", "words"),
    [
        ({"key": "camera 1"}, "made for the camera 'camera 0, Desk', and this is 'camera 1'"),
        ({"size": (1280, 720)}, "made for pictures of 640x480, and these are 1280x720"),
    ],
)
def test_a_profile_of_another_camera_or_size_is_refused(live, other, words, tmp_path, capsys):
    path = tmp_path / "mine.toml"
    profile = Profile("hanoi", camera="camera 0, Desk", size=(640, 480))
    path.write_text(dump_profile(profile), encoding="utf-8")
    camera = live(**other)
    assert main(["guide", "hanoi", "--profile", str(path), "--voice", "off", "--no-window"]) == 2
    error = capsys.readouterr().err.splitlines()[-1]
    assert words in error
    assert "companion calibrate hanoi" in error
    camera.key = None
    assert fitting(profile, "hanoi", camera, path) is profile


@pytest.mark.parametrize("count", [None, 4])
def test_it_is_told_that_the_own_profile_has_a_count(live, capsys, count):
    live(frames_each=400)
    assert main(["calibrate", "hanoi"]) == 0
    capsys.readouterr()
    given = default_profile("hanoi")
    own = profile_used(live(), given, None, count, ENGLISH)
    told = capsys.readouterr().err
    assert own == own_profile("hanoi", live())
    assert ("made with a toy of size 3: for another one say --count" in told) == (count is None)
    assert profile_used(live(), given, Path("any.toml"), None, ENGLISH) is given
    assert capsys.readouterr().err == ""
