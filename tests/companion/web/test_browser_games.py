"""Whole games before a webcam: from nothing through hands and a wrong move to the next words."""

import json

import pytest

from tests.companion.web.chromium import (
    EAR,
    FILM_FPS,
    accent_pixels,
    browser,
    film_of,
    missing,
    served,
)
from tests.companion.web.clips import CLIPS, SAMPLES

pytestmark = pytest.mark.skipif(missing() is not None, reason=str(missing()))

# Generous: the machine may be busy. Nothing waits for longer than it takes.
PATIENCE_MS = 90_000
SHOWN = "words => document.getElementById('words').textContent === words"


def golden(puzzle):
    lines = (SAMPLES / CLIPS[puzzle] / "cues.txt").read_text(encoding="utf-8").splitlines()
    return [json.loads(line) for line in lines]


def _held(end):
    """A clip until the end, in seconds; its first and its last picture last for longer."""
    moments = [number / FILM_FPS for number in range(round(end * FILM_FPS) + FILM_FPS)]
    return [(0.0, 3 * FILM_FPS), *((at, 1) for at in moments), (moments[-1], 20 * FILM_FPS)]


@pytest.mark.parametrize("puzzle", ["hanoi", "cube"])
def test_a_clip_as_a_webcam_leads_to_its_words(puzzle, tmp_path):
    cues = golden(puzzle)
    wrong = next(number for number, cue in enumerate(cues) if cue["kind"] == "wrong")
    expected = [cue["words"] for cue in cues[: wrong + 2] if cue["kind"] != "unsure"]
    film = film_of(puzzle, tmp_path / "film.mjpeg", _held(cues[wrong + 1]["t"]))
    with served() as where, browser(film) as opened:
        context = opened.new_context(permissions=["camera"])
        context.set_default_timeout(PATIENCE_MS)
        page = context.new_page()
        page.add_init_script(EAR)
        page.goto(where)
        page.check(f"input[value={puzzle}]", force=True)
        if puzzle == "hanoi":
            # As many discs as the sample's profile tells of.
            page.click("#more")
        page.click("#go")
        for words in expected:
            page.wait_for_function(SHOWN, arg=words)
        page.wait_for_function("() => pace.last.marks.length > 5")
        assert accent_pixels(page) > 100
        # A machine under load may see less of the film, and hear a move said again.
        spoken = iter(page.evaluate("spoken"))
        assert [words for words in expected if words in spoken] == expected
        page.click("#why")
        page.wait_for_function("n => spoken.length > n", arg=len(page.evaluate("spoken")))
        context.close()
