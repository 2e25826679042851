"""The guided scan: cubes that look alike in many ways are known once their faces lie upright."""

import numpy as np
import pytest

from companion.follow import NOTHING_YET, Follower
from companion.loop import Coach
from companion.session import Session
from solver import PUZZLES, belief_for
from solver.cube import FACES, parse_turns
from tests.companion.test_scan import BLANK
from vision import Frame, Observation

CUBE = PUZZLES["cube"]()
SQUARE = np.array([[0, 0], [9, 0], [9, 9], [0, 9]], float)
IN_ORDER = [FACES.index(face) for face in "FRBLUD"]


def state_of(turns):
    state = CUBE.goal
    for turn in parse_turns(turns):
        state = CUBE.apply(state, turn)
    return state


# Patterns, and whether they look alike in several ways.
PATTERNS = {
    "": False,
    "R": True,
    "R2 L2": True,
    "U D R2 L2": True,
    "U R2 F B R B2 R U2 L B2 R U' D' R2 F R' L B2 U2 F2": True,
}


class Hand:
    """A reader of what is held before it: the last face is the nearest; all were remembered."""

    def __init__(self, state):
        self.view = np.array(CUBE.view(state)).reshape(6, 9)
        self.seen = {}
        self.held = []

    def read(self, frame):
        if not self.held:
            return Observation.nothing(frame.at, 6, "Nothing is there.")
        tables = [self.table(face, turn) for face, turn in self.held]
        for (face, _), table in zip(self.held, tables, strict=True):
            self.seen[face] = table
        cells, gathered = np.concatenate(tables), np.concatenate(list(self.seen.values()))
        sizes = np.arange(1, len(tables) + 1)[:, None, None]
        where = np.zeros((len(cells), 2))
        return Observation(cells, where, frame.at, (3,), gathered, SQUARE * sizes)

    def table(self, face, quarters):
        shown = np.rot90(self.view[face].reshape(3, 3), quarters).ravel()
        return np.eye(6)[shown] * 0.9 + 0.1 / 6


def follower(state):
    hand = Hand(state)
    toy = Follower(
        lambda count: hand,
        PUZZLES["cube"],
        lambda one: belief_for(one, 0.1),
        make_upright=lambda one: belief_for(one, 0.1, upright=True),
        agreeing=1,
    )
    return toy, hand


def hold(toy, hand, *held, times=12):
    hand.held = list(held)
    for _ in range(times):
        toy.look(Frame(BLANK))


def test_nothing_is_guided_before_anything_was_seen():
    toy, _ = follower(CUBE.goal)
    assert toy.guide() == NOTHING_YET
    assert toy.hint is None


@pytest.mark.parametrize("turns", PATTERNS)
def test_a_pattern_is_known_after_a_guided_scan(turns):
    state = state_of(turns)
    toy, hand = follower(state)
    for face in range(6):
        hold(toy, hand, (face, 1), times=2)
    if PATTERNS[turns]:
        assert toy.estimate.certainty < 0.9
        assert "ways" in toy.flat.note
    assert toy.guide() is None
    hand.seen.clear()
    for step, face in enumerate(IN_ORDER, start=1):
        assert toy.hint.step == step
        # What was believed before the scan in order is forgotten with its first look.
        assert step == 1 or toy.estimate.problem == toy.hint.words
        # Other faces, and this one while it is turned to its place, are passed over.
        hold(toy, hand, (IN_ORDER[step % 6], 2), times=3)
        hold(toy, hand, (IN_ORDER[step % 6], 0), (face, 0))
        assert sum(toy.flat.seen) == step
    assert toy.hint is None
    hold(toy, hand, (0, 0), times=2)
    assert toy.estimate.state == state
    assert toy.estimate.certainty > 0.9
    assert toy.flat.settled


def test_the_hints_tell_how_to_hold_it():
    toy, hand = follower(state_of("R2 L2"))
    hold(toy, hand, (0, 0))
    toy.guide()
    said = []
    for face in IN_ORDER:
        hint = toy.hint
        said.append((hint.show, hint.beside, hint.above, hint.words))
        hold(toy, hand, (face, 0))
    assert [one[:3] for one in said] == [
        ("g", "w", True),
        ("r", "w", True),
        ("b", "w", True),
        ("o", "w", True),
        ("w", "g", False),
        ("y", "g", True),
    ]
    assert said[0][3] == "Keep the white face on top, and show me the green face."
    assert said[4][3] == "Show me the white face, with the green one below it."
    assert said[5][3] == "Show me the yellow face, with the green one above it."


def test_faces_that_are_read_in_another_rotation_later_stay_upright():
    toy, hand = follower(state_of("R"))
    hold(toy, hand, (0, 0))
    toy.guide()
    hold(toy, hand, (2, 0))
    before = toy.flat
    hold(toy, hand, (2, 3), times=2)
    upright = [sticker.colour for sticker in toy.flat.stickers[18:27]]
    assert upright == [sticker.colour for sticker in before.stickers[18:27]]


def test_each_hint_is_said_at_once():
    toy, hand = follower(state_of("R"))
    coach = Coach(toy, Session)
    hand.held = [(0, 0)]
    coach.step(Frame(BLANK))
    toy.guide()
    said = []
    for number in range(60):
        hand.held = [(IN_ORDER[number // 10], 0)]
        cue = coach.step(Frame(BLANK, number / 20)).cue
        said += [cue.words] if cue else []
    assert [words for words in said if "how me the" in words] == [
        "Keep the white face on top, and show me the green face.",
        "Keep the white face on top, and show me the red face.",
        "Keep the white face on top, and show me the blue face.",
        "Keep the white face on top, and show me the orange face.",
        "Show me the white face, with the green one below it.",
        "Show me the yellow face, with the green one above it.",
    ]


def test_other_colours_are_asked_for_by_their_names():
    """A Japanese cube has blue below and yellow behind."""
    toy, hand = follower(state_of("R U F"))
    paint = {0: 0, 1: 5, 2: 2, 3: 3, 4: 4, 5: 1}
    hand.view = np.vectorize(paint.get)(np.array(CUBE.view(state_of("R U F"))).reshape(6, 9))
    for face in range(6):
        hold(toy, hand, (face, 0), times=2)
    toy.guide()
    hand.seen.clear()
    asked = []
    for face in IN_ORDER:
        asked.append(toy.hint.show)
        hold(toy, hand, (face, 0))
    assert asked == ["g", "r", "y", "o", "w", "b"]


def test_scanning_anew_ends_the_guide():
    toy, hand = follower(CUBE.goal)
    hold(toy, hand, (0, 0))
    toy.guide()
    assert toy.hint.step == 1
    toy.restart()
    assert toy.hint is None
