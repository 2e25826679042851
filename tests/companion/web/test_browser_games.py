"""Whole games before a webcam: from nothing through hands and a wrong move to the next words."""

import json

import cv2
import numpy as np
import pytest

from tests.companion.web.chromium import (
    ACCENT,
    EAR,
    EYE,
    FILM_FPS,
    NEXT,
    TURN,
    browser,
    film_of,
    missing,
    places_of,
    served,
)
from tests.companion.web.clips import CLIPS, SAMPLES

pytestmark = [
    pytest.mark.live,
    pytest.mark.skipif(missing() is not None, reason=str(missing())),
]

# Generous: the machine may be busy. Nothing waits for longer than it takes. But a machine that
# stands still while the film goes on misses a state for good: then the film is begun anew.
PATIENCE_MS = 60_000
TRIES = 3


def golden(puzzle):
    lines = (SAMPLES / CLIPS[puzzle] / "cues.txt").read_text(encoding="utf-8").splitlines()
    return [json.loads(line) for line in lines]


def _held(end):
    """A clip until the end, in seconds; its first and its last picture last for longer."""
    moments = [number / FILM_FPS for number in range(round(end * FILM_FPS) + FILM_FPS)]
    return [(0.0, 3 * FILM_FPS), *((at, 1) for at in moments), (moments[-1], 20 * FILM_FPS)]


# Where what moves lies in the clips' pictures when these words come first, and where it goes, in
# pixels, as looked up by hand.
ARROWS = {
    "Put the small disc on the right-hand peg.": ((155, 215), (488, 280)),
    "Put the middle disc on the middle peg.": ((155, 240), (320, 275)),
    "Take ring one off the bar.": ((173, 78), (173, 145)),
    "Put ring one on the bar.": ((175, 145), (173, 78)),
}
NEAR = 40


def arrow_of(places, seam):
    """Tail and head of the arrow among the overlay's accents, in pixels of the picture.

    A bent arrow has a dark seam before its head, of up to so many pixels.
    """
    mask = np.zeros((480, 640), np.uint8)
    for x, y in places:
        mask[round(y) % 480, round(x) % 640] = 1
    # Outlines are thin and go; of the rest the arrow is the longest.
    thick = cv2.dilate(cv2.erode(mask, np.ones((3, 3))), np.ones((seam, seam)))
    _, labels, boxes, _ = cv2.connectedComponentsWithStats(thick)
    longest = 1 + np.argmax(boxes[1:, 2:4].max(axis=1))
    points = np.argwhere(labels == longest)[:, ::-1].astype(float)
    first = points[np.argmax(np.linalg.norm(points - points.mean(axis=0), axis=1))]
    other = points[np.argmax(np.linalg.norm(points - first, axis=1))]
    # The head is the end with more around it.
    around = [np.sum(np.linalg.norm(points - end, axis=1) < 22) for end in (first, other)]
    return (first, other) if around[1] > around[0] else (other, first)


def _played(context, where, puzzle, expected):
    """A page that showed these words in order, before the film from its beginning."""
    missed = []
    for _ in range(TRIES):
        page = context.new_page()
        page.add_init_script(EAR)
        page.add_init_script(EYE)
        page.goto(where)
        page.check(f"input[value={puzzle}]", force=True)
        if puzzle == "hanoi":
            # As many discs as the sample's profile tells of.
            page.click("#more")
        page.click("#go")
        late = _first_late(page, expected)
        if late is None:
            return page
        missed.append((late, page.evaluate("shown")))
        page.close()
    raise AssertionError(f"not shown, and what was instead: {missed}")


def _first_late(page, expected):
    from playwright.sync_api import TimeoutError as TooLate

    seen = 0
    for words in expected:
        try:
            seen = page.wait_for_function(NEXT, arg=[words, seen]).json_value()
        except TooLate:
            return words
    return None


@pytest.mark.parametrize("puzzle", ["rings", "hanoi", "cube"])
def test_a_clip_as_a_webcam_leads_to_its_words(puzzle, tmp_path):
    """Through hands to the words after a wrong move; the tower's to its end."""
    cues = golden(puzzle)
    wrong = next(number for number, cue in enumerate(cues) if cue["kind"] == "wrong")
    cues = cues if puzzle == "hanoi" else cues[: wrong + 2]
    expected = [cue["words"] for cue in cues if cue["kind"] != "unsure"]
    film = film_of(puzzle, tmp_path / "film.mjpeg", _held(cues[-1]["t"]))
    with served() as where, browser(film) as opened:
        context = opened.new_context(permissions=["camera"])
        context.set_default_timeout(PATIENCE_MS)
        page = _played(context, where, puzzle, expected)
        outlined = page.evaluate("outlined")
        for words in ARROWS.keys() & set(expected):
            ends = arrow_of(outlined[words], 7 if puzzle == "hanoi" else 1)
            for end, place in zip(ends, ARROWS[words], strict=True):
                assert np.linalg.norm(end - place) < NEAR, (words, ends)
        page.wait_for_function("() => pace.last.marks.length > 5")
        if puzzle == "cube":
            # The arrow of a turn lies on the cube.
            turn, cube = (np.array(places_of(page, one)) for one in (TURN, ACCENT))
            assert len(turn) > 100
            assert (turn.min(axis=0) >= cube.min(axis=0) - 1).all()
            assert (turn.max(axis=0) <= cube.max(axis=0) + 1).all()
        # A machine under load may see less of the film, and hear a move said again.
        spoken = iter(page.evaluate("spoken"))
        assert [words for words in expected if words in spoken] == expected
        if cues[-1]["kind"] == "done":
            assert page.get_attribute("#panel", "data-kind") == "done"
            assert page.is_disabled("#why")
            whole = page.get_attribute("#progress", "aria-valuemax")
            assert page.get_attribute("#progress", "aria-valuenow") == whole
        else:
            page.click("#why")
            page.wait_for_function("n => spoken.length > n", arg=len(page.evaluate("spoken")))
        context.close()
