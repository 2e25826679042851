"""From painted pictures to the sentence: a disc on a smaller one is pointed out, and mended."""

import pytest

from calibration import Profile
from companion.follow import follower
from companion.loop import Coach
from companion.session import Session
from solver import Hanoi
from tests.vision.hanoi.painted_game import Game
from vision.frame import Frame
from vision.hanoi.slips import piles_of


@pytest.mark.parametrize("toy", [777_000, 777_001, 777_003])
def test_a_slip_is_pointed_out_and_the_game_goes_on(toy: int):
    game, puzzle = Game.of(toy), Hanoi(3)
    legal = piles_of(puzzle.view(puzzle.parse("ACC")), 3)
    slipped = ((), (), (2, 1, 3))
    coach, number, cues = Coach(follower("hanoi", Profile("hanoi"), count=3), Session), 0, []
    for piles, looks in ((legal, 12), (slipped, 36), (legal, 12)):
        for _ in range(looks):
            cue = coach.step(Frame(game.show(piles, number), number / 15)).cue
            number += 1
            cues += [cue] if cue else []
    assert [cue.kind for cue in cues] == ["next", "wrong", "next"]
    assert cues[1].words == "The large disc may not lie on the small one: take it back."
    assert puzzle.format_move(cues[1].move) == "3 C>A"
    assert (cues[2].state, cues[2].words) == (cues[0].state, cues[0].words)
