"""The whole way that a progress bar stands for."""

import pytest

from companion.session import Session
from solver import PUZZLES, Estimate

NINE = PUZZLES["rings"](9)
HANOI = PUZZLES["hanoi"](4, 3)
CUBE = PUZZLES["cube"]()


def shown(session, puzzle, text, at=0.0):
    """The first cue after a state was seen for two seconds, or None."""
    estimate = Estimate(puzzle.parse(text), 0.97)
    cues = [session.update(estimate, at + frame / 10) for frame in range(20)]
    return next((cue for cue in cues if cue), None)


@pytest.mark.parametrize(
    ("puzzle", "state", "made", "whole"),
    [
        (NINE, "111111111", 0, 341),
        (NINE, "111111110", 1, 341),
        (NINE, "000000001", 340, 341),
        (NINE, "000000000", 341, 341),
        # Farther away than where the toy is handed over.
        (NINE, "100000000", 0, 511),
        (HANOI, "AAAA", 0, 15),
        (HANOI, "CCCA", 14, 15),
    ],
)
def test_it_goes_from_where_the_toy_is_handed_over(puzzle, state, made, whole):
    cue = shown(Session(puzzle), puzzle, state)
    assert (cue.made, cue.whole) == (made, whole)


def test_it_stays_as_long_while_the_player_goes_on_or_astray():
    session = Session(NINE)
    assert shown(session, NINE, "111111111").whole == 341
    right = shown(session, NINE, "111111110", 5.0)
    assert (right.made, right.whole) == (1, 341)
    back = shown(session, NINE, "111111111", 10.0)
    assert (back.kind, back.made, back.whole) == ("wrong", 0, 341)
    # Still farther away: there is nothing behind the player.
    away = shown(session, NINE, "111111101", 15.0)
    assert (away.kind, away.made, away.whole) == ("wrong", 0, 342)


def test_another_goal_is_another_way():
    session = Session(NINE)
    shown(session, NINE, "111111110")
    cue = session.aim(NINE.parse("1" * 9), "", 5.0)
    assert (cue.made, cue.whole) == (0, 1)
    cue = session.aim(NINE.parse("0" * 9), "", 6.0)
    assert (cue.made, cue.whole) == (1, 341)


def test_a_cubes_way_begins_with_its_scan():
    state = CUBE.apply(CUBE.apply(CUBE.goal, CUBE.parse_move("R")), CUBE.parse_move("U2"))
    session = Session(CUBE)
    for frame in range(60):
        cue = session.update(Estimate(state, 0.99, tuple(range(27))), frame / 10)
        if cue is not None:
            break
    assert cue.remaining == cue.whole > 0
    assert cue.made == 0
    solved = Session(CUBE).update(Estimate(CUBE.goal, 0.99, tuple(range(27))), 0.0)
    assert solved is None or solved.made is None


def test_what_is_said_in_between_keeps_it():
    session = Session(NINE)
    shown(session, NINE, "111111110")
    doubts = [session.update(None, 5.0 + frame, "Too dark.") for frame in range(40)]
    told = [cue for cue in doubts if cue is not None]
    assert told
    assert {(cue.made, cue.whole) for cue in told} == {(1, 341)}
    assert Session(NINE).whole is None
