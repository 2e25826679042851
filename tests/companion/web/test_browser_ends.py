"""Painted games before a webcam that go on until the puzzle is solved."""

from dataclasses import replace
from functools import reduce

import pytest

from samples.render.cube_clips import FOLLOW, frames
from samples.render.rings_game import FPS, RingsGame, Script
from samples.render.webcam import Webcam
from solver.cube import SOLVED
from solver.cube.turns import parse_turn
from tests.companion.web.chromium import (
    ACCENT,
    EAR,
    EYE,
    FILM_FPS,
    TURN,
    browser,
    missing,
    places_of,
    served,
)
from tests.companion.web.clips import jpeg

pytestmark = [
    pytest.mark.live,
    pytest.mark.skipif(missing() is not None, reason=str(missing())),
]

PATIENCE_MS = 120_000
# A cube's scramble, and the number of the turn before which another is made and taken back.
SCRAMBLE, WRONG = "R U", 1
# The end of the way of nine rings, and a game in which it is left once.
NEARLY, RINGS_SEED = 0b000000111, 700_029


def rings_pictures():
    game = RingsGame(RINGS_SEED, Script(9, NEARLY, 0, slips=0.2, leaves=0.0, lies=True))
    return [picture.image for picture in game.pictures()], FPS


def cube_pictures():
    scramble = [parse_turn(turn) for turn in SCRAMBLE.split()]
    cube = reduce(lambda cube, turn: cube * turn.cube, scramble, SOLVED)
    clip = replace(FOLLOW, webcam=Webcam(size=(320, 240)), wrong=(WRONG,), covered=(0,))
    return list(frames(clip, cube)), clip.webcam.fps


PICTURES = {"rings": rings_pictures, "cube": cube_pictures}


def film(puzzle, path):
    """Writes the game as a film for the webcam; its first and last picture last for longer."""
    pictures, fps = PICTURES[puzzle]()
    packed = [jpeg(picture) for picture in pictures]
    often = round(FILM_FPS / fps)
    lasting = [3 * FILM_FPS, *[often] * (len(packed) - 2), 20 * FILM_FPS]
    path.write_bytes(b"".join(one * times for one, times in zip(packed, lasting, strict=True)))
    return path


@pytest.mark.parametrize("puzzle", ["rings", "cube"])
def test_a_painted_game_is_coached_to_its_end(puzzle, tmp_path):
    """From nothing through a hand and a wrong move until all is done."""
    game = film(puzzle, tmp_path / "film.mjpeg")
    with served() as where, browser(game) as opened:
        context = opened.new_context(permissions=["camera"])
        context.set_default_timeout(PATIENCE_MS)
        page = context.new_page()
        page.add_init_script(EAR)
        page.add_init_script(EYE)
        page.goto(where)
        page.check(f"input[value={puzzle}]", force=True)
        page.click("#go")
        page.wait_for_function("() => kinds.includes('done')")
        kinds, shown = page.evaluate("kinds"), page.evaluate("shown")
        assert kinds.index("next") < kinds.index("wrong") < kinds.index("done")
        assert "done" in shown[kinds.index("done")].lower()
        assert page.get_attribute("#progress", "aria-valuenow") == page.get_attribute(
            "#progress", "aria-valuemax"
        )
        # Every move was said, and something was outlined when it was shown.
        moves = [words for words, kind in zip(shown, kinds, strict=True) if kind == "next"]
        assert len(moves) >= 3
        assert set(moves) <= set(page.evaluate("spoken"))
        outlined = page.evaluate("outlined")
        assert all(len(outlined[words]) > 20 for words in moves)
        assert not places_of(page, TURN)
        assert places_of(page, ACCENT)
        context.close()
