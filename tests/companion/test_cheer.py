"""What is said beside the moves: praise, reasons, another goal, and the move once more."""

import numpy as np
import pytest

from companion.cheer import GOOD, HALFWAY, NO_REASON, REPEAT_S, Cheer, Reminder, reason_of
from companion.goals import aim_at, goal_after, goals_of
from companion.languages import LANGUAGES
from companion.loop import Coach
from companion.route import Route
from companion.session import Session
from solver import PUZZLES, Estimate
from tests.companion.follow_painted import painted_camera, painted_follower
from vision import Frame

RINGS, HANOI, CUBE = PUZZLES["rings"](5), PUZZLES["hanoi"](3, 3), PUZZLES["cube"]()


def test_praise_is_sparing():
    cheer = Cheer()
    cheer.begun(20)
    assert [cheer.went_on(left) for left in (19, 18, 11, 10, 9, 1, 0)] == [
        *[""] * 3,
        HALFWAY,
        *[""] * 3,
    ]
    cheer.begun(6)
    assert [cheer.went_on(left) for left in (5, 3, 2)] == [""] * 3
    cheer.slipped()
    assert [cheer.went_on(1), cheer.went_on(1)] == [GOOD, ""]


def test_a_move_is_said_again_ever_more_rarely():
    reminder = Reminder()
    reminder.told(0.0)
    assert not reminder.due(REPEAT_S - 1)
    assert reminder.due(REPEAT_S)
    reminder.told(REPEAT_S, again=True)
    assert not reminder.due(2.5 * REPEAT_S)
    assert reminder.due(3 * REPEAT_S)
    reminder.told(3 * REPEAT_S, again=True)
    assert not reminder.due(6.5 * REPEAT_S)
    assert reminder.due(7 * REPEAT_S)
    reminder.told(200.0)
    assert reminder.due(200.0 + REPEAT_S)


def test_a_toy_that_nobody_touches_is_reminded_of():
    session = Session(RINGS)
    sure = Estimate(RINGS.parse("11111"), 0.99)
    cues = [session.update(sure, number / 5) for number in range(2000)]
    told = [cue for cue in cues if cue]
    assert {cue.words for cue in told} == {"Take ring one off the bar."}
    assert [cue.at for cue in told] == pytest.approx([0, 20, 60, 140, 300], abs=1)
    # Who asks for it is there, and may want to hear it sooner.
    assert session.again(400.0) is not None
    assert session.update(sure, 419.9) is None
    assert session.update(sure, 420.0) is not None


def test_reasons_and_goals_of_every_puzzle():
    for puzzle, state in ((RINGS, "11010"), (HANOI, "ABC")):
        route = Route(puzzle, puzzle.plan(puzzle.parse(state), puzzle.goal))
        assert reason_of(puzzle, route, puzzle.goal) != NO_REASON
    for puzzle in (RINGS, HANOI, CUBE):
        goals = goals_of(puzzle)
        assert goals[0][1] == puzzle.goal
        assert len({puzzle.format(state) for _, state in goals}) == len(goals) >= 2
        seen = puzzle.goal
        for _ in goals:
            seen = goal_after(puzzle, seen)[1]
        assert seen == puzzle.goal


@pytest.fixture
def coach():
    """A coach who knows that all five rings are on, and the next picture of the same."""
    frames = list(painted_camera(RINGS, ["11111"], frames_each=60).frames())
    found = Coach(painted_follower("rings", 5), Session)
    for frame in frames[:20]:
        found.step(frame)
    rest = iter(frames[20:])
    return lambda wish=None, missing=None: found.step(_next(rest, missing), wish)


def _next(frames, missing):
    frame = next(frames)
    return Frame(np.array(frame.image), frame.at, missing)


@pytest.mark.parametrize("last", ["~", "11111"])
def test_a_game_goes_on_where_it_was_after_a_sleep_of_hours(last):
    frames = list(painted_camera(RINGS, ["11111", last], frames_each=20).frames())
    after = list(painted_camera(RINGS, ["11111", "11110"], frames_each=20).frames())
    found = Coach(painted_follower("rings", 5), Session)
    for frame in frames:
        found.step(frame)
    cues = [found.step(Frame(np.array(one.image), 40_000 + one.at)).cue for one in after]
    told = [(cue.kind, cue.words) for cue in cues if cue]
    # Who comes back hears once where the game stands.
    assert told == [
        ("next", "Take ring one off the bar."),
        ("next", "Take ring three off the bar."),
    ]


def test_a_move_that_was_just_said_again_need_not_be_repeated():
    """After a long pause both the player's key and the time that went by ask for it."""
    frames = list(painted_camera(RINGS, ["11111"], frames_each=40).frames())
    found = Coach(painted_follower("rings", 5), Session)
    for frame in frames[:20]:
        found.step(frame)
    wishes = ["repeat", *[None] * 19]
    cues = [
        found.step(Frame(np.array(frame.image), 100 + frame.at), wish).cue
        for frame, wish in zip(frames[20:], wishes, strict=True)
    ]
    assert [cue.words for cue in cues if cue] == ["Take ring one off the bar."]


def test_what_is_asked_for_is_said_at_once(coach):
    assert coach().cue is None
    assert coach("repeat").cue.words == "Take ring one off the bar."
    assert coach("why").cue.words.endswith("so: ring 1 off. Take ring one off the bar.")
    assert coach("goal").cue.words.startswith("New goal: all rings on the bar.")
    assert coach("goal").cue.words.startswith("New goal: all rings off the bar. Take")
    assert coach().cue is None


@pytest.mark.parametrize(("discs", "goal"), [(3, "BBB"), (4, "DDDD")])
def test_a_goal_that_was_chosen_outlives_a_new_beginning_with_the_same_toy(discs, goal):
    """A toy of another size goes to its own goal."""
    before, after = PUZZLES["hanoi"](3, 4), PUZZLES["hanoi"](discs, 4)
    coach = Coach(painted_follower("hanoi", 3, 4), Session)
    for number, frame in enumerate(painted_camera(before, ["AAA"], frames_each=20).frames()):
        coach.step(frame, aim_at(before, "BBB", before.start) if number == 12 else None)
    assert (coach.goal, coach.session.goal) == ("BBB", before.parse("BBB"))
    again = Coach(painted_follower("hanoi", discs, 4), Session, goal=coach.goal)
    cues = [
        again.step(frame).cue
        for frame in painted_camera(after, ["A" * discs], frames_each=20).frames()
    ]
    assert again.session.goal == after.parse(goal)
    assert again.goal == ("BBB" if discs == 3 else None)
    assert [cue.kind for cue in cues if cue] == ["next"]


def test_a_long_reason_is_told_by_its_ends():
    toy = PUZZLES["rings"](9)
    told = reason_of(toy, Route(toy, toy.plan(toy.start, toy.goal)), toy.goal)
    assert told == (
        "Ring 9 must come off; on the way there ring 4 must be on and rings 1 to 3 off; "
        "for that ring 3 must come off; for that ring 2 must be on and ring 1 off; so: ring 1 off."
    )
    assert LANGUAGES["de"].say(told).startswith("Ring 9 muss herunter; auf dem Weg dahin: Ring 4 ")


def test_a_cube_s_reason_comes_after_its_turn():
    session = Session(CUBE)
    state = CUBE.apply(CUBE.apply(CUBE.goal, CUBE.parse_move("R")), CUBE.parse_move("U"))
    for at in (0.0, 1.0):
        session.update(Estimate(state, 0.99), at)
    told = session.why(2.0).words
    assert told.startswith(session.again(2.1).words + " Then ")
    assert told.endswith("where they belong.")


def test_a_camera_that_is_missing_is_told_once_and_the_game_goes_on(coach):
    gone = [coach(missing="The camera sends no picture.") for _ in range(3)]
    assert [step.cue is not None for step in gone] == [True, False, False]
    assert gone[0].cue.kind == "unsure"
    assert RINGS.format(gone[0].cue.state) == "11111"
    back = [coach().cue for _ in range(4)]
    assert [cue.words for cue in back if cue] == ["Take ring one off the bar."]
