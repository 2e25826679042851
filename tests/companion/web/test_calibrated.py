"""The player's own profiles at the page: used for the very camera, and for no other."""

import pytest
from starlette.requests import HTTPConnection
from starlette.testclient import TestClient

from calibration import Profile, default_profile, dump_profile
from companion.profiles import place_of, profile_in_browser
from companion.web import make_app, player
from companion.web.whose import own_camera
from tests.companion.web.clips import HOME, clip
from tests.companion.web.line import connected

SIZE = (640, 480)
CAMERA = "HD Pro Webcam C920"
MADE = Profile("rings", count=9, doubt=0.04, camera=f"camera 2, {CAMERA}", size=SIZE)


@pytest.fixture
def settings(monkeypatch, tmp_path):
    """Writes profiles into a settings' folder of the test's own."""
    for name in ("XDG_CONFIG_HOME", "APPDATA"):
        monkeypatch.setenv(name, str(tmp_path))

    def keep(profile=MADE, text=None):
        place = place_of(profile.puzzle, profile.camera, profile.size)
        place.parent.mkdir(parents=True, exist_ok=True)
        place.write_text(text or dump_profile(profile), encoding="utf-8")

    return keep


@pytest.mark.parametrize("label", [CAMERA, f"{CAMERA} (046d:082d)"])
def test_a_browser_s_name_leads_to_the_profile_of_the_model(settings, label):
    settings()
    assert profile_in_browser("rings", label, SIZE) == MADE


@pytest.mark.parametrize(
    ("puzzle", "label", "size"),
    [
        ("hanoi", CAMERA, SIZE),
        ("rings", "HD Pro Webcam C922", SIZE),
        ("rings", "camera 2", SIZE),
        ("rings", "(046d:082d)", SIZE),
        ("rings", None, SIZE),
        ("rings", "", SIZE),
        ("rings", CAMERA, (640, 360)),
    ],
)
def test_other_cameras_sizes_and_puzzles_have_none(settings, puzzle, label, size):
    settings()
    assert profile_in_browser(puzzle, label, size) == default_profile(puzzle)


def test_of_two_cameras_of_one_model_neither_is_guessed(settings):
    settings()
    settings(Profile("rings", camera=f"camera 4, {CAMERA}", size=SIZE))
    assert profile_in_browser("rings", CAMERA, SIZE) == default_profile("rings")


def test_a_camera_whose_model_is_unknown_and_a_file_that_is_no_profile_are_passed_over(settings):
    settings(Profile("rings", camera="camera 0", size=SIZE))
    assert profile_in_browser("rings", "camera 0", SIZE) == default_profile("rings")
    settings(text="puzzle = ")
    assert profile_in_browser("rings", CAMERA, SIZE) == default_profile("rings")


@pytest.mark.parametrize(
    ("client", "server", "near"),
    [
        ("127.0.0.1", "127.0.0.1", True),
        ("::1", "::1", True),
        ("::ffff:127.0.0.1", "::", True),
        ("192.168.1.7", "192.168.1.7", True),
        ("192.168.1.8", "192.168.1.7", False),
        ("testclient", "127.0.0.1", False),
        (None, "127.0.0.1", False),
    ],
)
def test_only_cameras_of_this_computer_are_known_by_name(client, server, near):
    scope = {"type": "websocket", "headers": [], "server": (server, 8765)}
    asked = HTTPConnection({**scope, "client": client and (client, 40000)})
    assert own_camera(asked, CAMERA) == (CAMERA if near else None)
    for label in (None, "", "x" * 1000, "two\nlines"):
        assert own_camera(asked, label) is None


def game(client, camera, session=None):
    """What the page's server says to a few pictures; the session's key and the last answer."""
    with connected(client, "ws://127.0.0.1:8765/play", {"origin": HOME}) as socket:
        socket.send_json({"begin": "rings", "camera": camera, "session": session})
        key = socket.receive_json()["session"]
        for picture in clip("rings", 12):
            socket.send_bytes(picture)
            answer = socket.receive_json()
    return key, answer


def test_the_page_reads_and_believes_by_the_profile_and_begins_anew_without(settings, monkeypatch):
    settings()
    used, plain = [], player.toy_follower

    def noted(puzzle, profile, **options):
        used.append((profile.doubt, profile.count))
        return plain(puzzle, profile, **options)

    monkeypatch.setattr(player, "toy_follower", noted)
    app = make_app()
    with TestClient(app, base_url=HOME, client=("127.0.0.1", 40000)) as client:
        key, answer = game(client, f"{CAMERA} (046d:082d)")
        # The toy of the calibration had nine rings; this one is counted.
        assert (answer["calibrated"], answer["state"]) == (True, "11111")
        assert game(client, f"{CAMERA} (046d:082d)", key)[1]["calibrated"]
        assert used == [(0.04, None)]
        again, answer = game(client, "Other", key)
        assert (again, answer["calibrated"], answer["state"]) == (key, False, "11111")
        assert used == [(0.04, None), (0.1, None)]
    with TestClient(app, base_url=HOME, client=("192.168.1.8", 40000)) as client:
        assert not game(client, CAMERA)[1]["calibrated"]
