"""A calibrated camera in a real browser: its profile is found by the name that the browser has."""

import pytest

from calibration import Profile, dump_profile
from companion.profiles import place_of
from tests.companion.web.chromium import browser, film_of, missing, served

pytestmark = [
    pytest.mark.live,
    pytest.mark.skipif(missing() is not None, reason=str(missing())),
]

# Generous: the machine may be busy. Nothing waits for longer than it takes.
PATIENCE_MS = 90_000
NAME = """async () => {
  const stream = await navigator.mediaDevices.getUserMedia({ video: true });
  const [track] = stream.getVideoTracks();
  track.stop();
  return track.label;
}"""


def test_the_page_tells_that_it_uses_the_profile_of_this_camera(tmp_path, monkeypatch):
    for name in ("XDG_CONFIG_HOME", "APPDATA"):
        monkeypatch.setenv(name, str(tmp_path))
    film = film_of("rings", tmp_path / "film.mjpeg", [(0.5, 60)])
    with served() as where, browser(film) as opened:
        context = opened.new_context(permissions=["camera"])
        context.set_default_timeout(PATIENCE_MS)
        page = context.new_page()
        page.goto(where)
        page.click("#go")
        page.wait_for_function("() => pace.answers > 3")
        assert page.is_hidden("#calibrated")
        page.click("#stop")
        profile = Profile("rings", camera=f"camera 0, {page.evaluate(NAME)}", size=(640, 480))
        place = place_of("rings", profile.camera, profile.size)
        place.parent.mkdir()
        place.write_text(dump_profile(profile), encoding="utf-8")
        page.click("#go")
        page.wait_for_selector("#calibrated:not([hidden])")
        context.close()
