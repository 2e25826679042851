"""A real browser with a clip as its webcam, and the real server: for tests and screenshots."""

import shutil
import socket
import subprocess
import sys
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path

from tests.companion.web.clips import CLIPS, SAMPLES, jpeg
from vision import open_camera

ROOT = SAMPLES.parent
FILM_FPS = 30
BROWSERS = ("chromium", "chromium-browser", "google-chrome")
SWITCHES = (
    "--no-sandbox",
    "--use-fake-device-for-media-stream",
    "--use-fake-ui-for-media-stream",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
    "--disable-quic",
    "--no-first-run",
)
# Headless browsers have no voices: what would be spoken is kept in `window.spoken`, and in
# `window.touched` whether the first call came while a touch was handled, as some browsers want.
EAR = """
window.spoken = [];
SpeechSynthesis.prototype.speak = function (speech) {
  window.touched ??= window.event?.isTrusted === true && navigator.userActivation.isActive;
  if (speech.text) window.spoken.push(speech.text);
};
"""
# How much lighter the lighter one of an element's two colours is, as WCAG counts it.
CONTRAST = """(part) => {
  const light = (colour) => {
    const [r, g, b] = colour.match(/[\\d.]+/g).map((value) => {
      const share = value / 255;
      return share <= 0.04045 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4;
    });
    return 0.2126 * r + 0.7152 * g + 0.0722 * b;
  };
  let ground = document.querySelector(part);
  const ink = light(getComputedStyle(ground).color);
  const under = () => getComputedStyle(ground).backgroundColor;
  while (under() === "rgba(0, 0, 0, 0)") ground = ground.parentElement;
  const paper = light(under());
  return (Math.max(ink, paper) + 0.05) / (Math.min(ink, paper) + 0.05);
}"""


def missing() -> str | None:
    """Why no browser can be driven here, or None."""
    try:
        import playwright.sync_api  # noqa: F401
    except ImportError:
        return "playwright is not installed"
    return None if _program() else f"none of {', '.join(BROWSERS)} is installed"


def _program() -> str | None:
    return next(filter(None, map(shutil.which, BROWSERS)), None)


@contextmanager
def browser(film: Path | None = None) -> Iterator[object]:
    """A headless Chromium; a film (.mjpeg) is its webcam, over and over, 30 pictures a second."""
    from playwright.sync_api import sync_playwright

    switches = [*SWITCHES, *([f"--use-file-for-fake-video-capture={film}"] if film else [])]
    with sync_playwright() as player:
        chromium = player.chromium.launch(executable_path=_program(), args=switches)
        try:
            yield chromium
        finally:
            chromium.close()


@contextmanager
def served(*options: str) -> Iterator[str]:
    """`companion serve` on a free port; the address that it prints."""
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        port = probe.getsockname()[1]
    command = [sys.executable, "-m", "companion", "serve", "--port", str(port), *options]
    with subprocess.Popen(command, cwd=ROOT, stdout=subprocess.PIPE, text=True) as server:
        try:
            assert server.stdout is not None
            yield server.stdout.readline().split()[-1]
        finally:
            server.terminate()


def film_of(puzzle: str, path: Path, parts: Sequence[tuple[float, int]] | None = None) -> Path:
    """Writes a clip as a film for the webcam, which shows 30 pictures a second.

    `parts` are moments of the clip, in seconds, and how often each is shown; without them the
    film is the whole clip as it was.
    """
    with open_camera(str(SAMPLES / CLIPS[puzzle] / "clip.mp4")) as camera:
        pictures = {frame.at: jpeg(frame.image) for frame in camera.frames()}
    times = sorted(pictures)
    if parts is None:
        parts = [(number / FILM_FPS, 1) for number in range(round(times[-1] * FILM_FPS))]
    with path.open("wb") as file:
        for at, often in parts:
            nearest = min(times, key=lambda time: abs(time - at))
            for _ in range(often):
                file.write(pictures[nearest])
    return path


# The colours of arrows and outlines, and of the arrows that lie on a cube.
ACCENT, TURN = (60, 200, 80), (240, 40, 215)
# Where the overlay has a colour, in pixels of the camera's picture.
PLACES = """(colour) => {
  const canvas = document.getElementById("marks");
  const { width, height } = canvas;
  const { data } = canvas.getContext("2d").getImageData(0, 0, width, height);
  const scale = pace.last ? pace.last.size[0] / width : 1;
  const places = [];
  for (let i = 0; i < data.length; i += 4)
    if ([...colour, 255].every((value, channel) => Math.abs(data[i + channel] - value) < 12))
      places.push([((i / 4) % width) * scale, Math.floor(i / 4 / width) * scale]);
  return places;
}"""
# What was shown, in order, and of which kinds it was; where arrows and outlines were when words
# came first. A test that looks now and then may miss some.
EYE = f"""
window.shown = [];
window.kinds = [];
window.outlined = {{}};
addEventListener("DOMContentLoaded", () => {{
  const words = document.getElementById("words");
  const note = () => {{
    window.shown.push(words.textContent);
    window.kinds.push(document.getElementById("panel").dataset.kind);
    window.outlined[words.textContent] ??= ({PLACES})({list(ACCENT)});
  }};
  new MutationObserver(note).observe(words, {{ childList: true }});
}});
"""
# Where in what was shown some words come next, counted from one, or zero.
NEXT = "([words, seen]) => shown.indexOf(words, seen) + 1"


def accent_pixels(page: object) -> int:
    """How many pixels of the overlay have the colour of arrows and outlines."""
    return len(places_of(page, ACCENT))


def places_of(page: object, colour: tuple[int, int, int]) -> list[tuple[float, float]]:
    """Where the overlay has a colour, in pixels of the picture."""
    return page.evaluate(PLACES, colour)  # type: ignore[attr-defined,no-any-return]
