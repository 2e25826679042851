"""The coach by itself: estimates in, cues out."""

import pytest

from companion.cue import cue_line
from companion.patience import Patience
from companion.session import Session
from solver import PUZZLES, Estimate, NotationError
from solver.belief import Against

RINGS = PUZZLES["rings"](5)
HANOI = PUZZLES["hanoi"](3, 3)


def feed(session, puzzle, text, at, *, certainty=0.97, frames=8, fps=15.0, **known):
    """Shows one state for some frames; the cues that came, and the time after the last frame."""
    cues = []
    state = None if text is None else puzzle.parse(text)
    for _ in range(frames):
        cue = session.update(Estimate(state, certainty), at, **known)
        cues += [cue] if cue else []
        at += 1 / fps
    return cues, at


def test_first_certain_state_gives_one_next_cue():
    session = Session(RINGS)
    cues, _ = feed(session, RINGS, "11111", 0.0, frames=40)
    assert [(c.kind, RINGS.format_move(c.move), c.remaining) for c in cues] == [
        ("next", "1 off", 21)
    ]
    assert cues[0].words == RINGS.words(RINGS.start, cues[0].move)
    assert 0.3 < cues[0].at < 0.6


def test_every_planned_state_gives_the_next_move_and_the_goal_is_done():
    session = Session(RINGS)
    state, at, kinds = RINGS.start, 0.0, []
    cues, at = feed(session, RINGS, RINGS.format(state), at)
    for move in RINGS.plan(state, RINGS.goal):
        assert cues[0].move == move
        kinds.append(cues[0].kind)
        state = RINGS.apply(state, move)
        cues, at = feed(session, RINGS, RINGS.format(state), at)
        assert len(cues) == 1
    assert kinds == ["next"] * 21
    assert cues[0].kind == "done"
    assert cues[0].move is None
    assert cues[0].remaining == 0


def test_wrong_move_is_told_and_taken_back():
    session = Session(HANOI)
    _, at = feed(session, HANOI, "AAA", 0.0)
    cues, at = feed(session, HANOI, "AAB", at)
    assert [c.kind for c in cues] == ["wrong"]
    assert cues[0].words.startswith("You put the small disc on the middle peg")
    # Disc 1 may go straight on to where it should be: no need to take it back first.
    assert HANOI.format_move(cues[0].move) == "1 B>C"
    assert cues[0].remaining == 7


def test_wrong_move_on_rings_is_to_be_taken_back():
    session = Session(RINGS)
    _, at = feed(session, RINGS, "11111", 0.0)
    cues, _ = feed(session, RINGS, "11101", at)
    assert cues[0].kind == "wrong"
    assert cues[0].words.startswith("You took ring two off the bar")
    assert cues[0].words.endswith("Put ring two back on the bar.")
    assert cues[0].remaining == 22


def test_moves_made_behind_a_hand_are_progress_along_the_plan():
    session = Session(HANOI)
    _, at = feed(session, HANOI, "AAA", 0.0)
    cues, _ = feed(session, HANOI, "ABB", at)
    assert [(c.kind, c.remaining) for c in cues] == [("next", 4)]


def test_the_stranger_a_state_the_longer_it_has_to_hold():
    def delay(text):
        session = Session(HANOI)
        _, at = feed(session, HANOI, "AAA", 0.0)
        cues, _ = feed(session, HANOI, text, at, frames=30)
        return cues[0].at - at

    planned, beside, elsewhere = delay("AAC"), delay("AAB"), delay("ACA")
    assert planned < 0.25 < beside < 0.55 < 0.9 < elsewhere


@pytest.mark.parametrize(("text", "sooner", "later"), [("11010", 2, 3), ("11111", 4, 6)])
def test_a_move_beyond_doubt_at_a_still_toy_counts_sooner(text, sooner, later):
    """As planned, or not: while fingers are at the toy, there is doubt, or something moves."""
    for certainty, stirred, frames in (
        (0.999, 0.05, sooner),
        (0.97, 0.05, later),
        (0.999, 0.2, later),
        (0.999, None, later),
    ):
        session = Session(RINGS)
        _, at = feed(session, RINGS, "11111", 0.0)
        _, at = feed(session, RINGS, "11110", at)
        known = {"certainty": certainty, "stirred": stirred}
        told, at = feed(session, RINGS, text, at, frames=frames, **known)
        assert told == []
        told, _ = feed(session, RINGS, text, at, frames=1, **known)
        assert len(told) == 1


def test_one_stirred_look_at_a_state_makes_it_wait():
    """How long the toy lies still counts from there on."""
    session = Session(RINGS)
    _, at = feed(session, RINGS, "11111", 0.0)
    told, at = feed(session, RINGS, "11101", at, certainty=0.999, frames=1, stirred=0.9)
    more, at = feed(session, RINGS, "11101", at, certainty=0.999, frames=4, stirred=0.0)
    assert told + more == []
    told, _ = feed(session, RINGS, "11101", at, certainty=0.999, frames=1, stirred=0.0)
    assert [cue.kind for cue in told] == ["wrong"]


def test_nothing_counts_in_a_look_in_which_something_is_done_to_the_toy():
    """Fingers may look as if a ring had been moved; but a hand may also hold a toy for good."""
    session = Session(RINGS)
    _, at = feed(session, RINGS, "11111", 0.0)
    told, at = feed(session, RINGS, "11110", at, frames=8, stirred=0.9)
    assert told == []
    told, at = feed(session, RINGS, "11110", at, frames=1, stirred=0.0)
    assert [cue.kind for cue in told] == ["next"]
    told, _ = feed(session, RINGS, "11010", at, frames=14, stirred=0.9)
    assert [cue.kind for cue in told] == ["next"]


@pytest.mark.parametrize(("cell", "cues"), [(0, 0), (1, 1)])
def test_what_has_been_moved_has_to_be_seen(cell, cues):
    """A finger at another ring is none at the one that was moved."""
    session = Session(RINGS)
    _, at = feed(session, RINGS, "11111", 0.0)
    table = [[1 - p, p] for p in (0.01, 0.99, 0.99, 0.99, 0.99)]
    known = {"stirred": 0.0, "table": [[0.5, 0.5] if k == cell else table[k] for k in range(5)]}
    told, at = feed(session, RINGS, "11110", at, frames=8, **known)
    assert len(told) == cues
    told, _ = feed(session, RINGS, "11110", at, frames=6, **known)
    assert len(told) == 1 - cues, "a ring that hides for good is waited for in vain"


def test_a_place_in_doubt_may_be_somebodys_finger():
    """What is told of a still toy counts sooner, but not while a place of it is in doubt."""
    for doubt, cues in ((0.95, 1), (0.8, 0)):
        session = Session(RINGS)
        _, at = feed(session, RINGS, "11111", 0.0)
        table = [[1 - p, p] for p in (0.99, 0.01, 0.99, 0.99, doubt)]
        known = {"stirred": 0.0, "table": table}
        told, _ = feed(session, RINGS, "11101", at, certainty=0.999, frames=5, **known)
        assert len(told) == cues


def test_flicker_of_one_look_says_nothing():
    session = Session(RINGS)
    _, at = feed(session, RINGS, "11111", 0.0)
    for _ in range(10):
        first, at = feed(session, RINGS, "11110", at, frames=1)
        second, at = feed(session, RINGS, "11111", at, frames=2)
        assert not first
        assert not second


@pytest.mark.parametrize(("away", "told"), [(0.1, True), (0.5, False)])
def test_looks_that_show_nothing_make_a_state_wait(away, told):
    session = Session(CUBE)
    _, at = look_at_cube(session, CUBE.parse_move("R'").cube, range(27), 0.0, 1.0)
    seen = Estimate(CUBE.goal, 0.99, tuple(range(27)))
    assert session.update(seen, at) is None
    assert session.update(None, at + away / 2) is None
    assert (session.update(seen, at + away + 0.05) is not None) == told


def test_a_dip_in_the_likeliest_state_makes_it_wait_and_no_more():
    session = Session(RINGS)
    _, at = feed(session, RINGS, "11111", 0.0)
    told = []
    for certainty in (0.95, 0.8, 0.95, 0.7, 0.85):
        cues, at = feed(session, RINGS, "11110", at, certainty=certainty, frames=1)
        told += cues
    assert not told
    cues, at = feed(session, RINGS, "11110", at, certainty=0.95, frames=1)
    assert [RINGS.format(cue.state) for cue in cues] == ["11110"]


def test_a_short_hand_is_passed_over_and_a_long_one_is_told_once():
    session = Session(RINGS)
    _, at = feed(session, RINGS, "11111", 0.0)
    cues, at = feed(session, RINGS, "11111", at, certainty=0.3, frames=60)
    assert not cues
    cues, at = feed(session, RINGS, "11111", at, frames=10)
    assert not cues
    cues, at = feed(session, RINGS, "11111", at, certainty=0.3, frames=400)
    assert [c.kind for c in cues] == ["unsure"]
    assert cues[0].state == RINGS.start
    # Sure again, then in doubt again: it may be told once more.
    _, at = feed(session, RINGS, "11111", at, frames=5)
    cues, _ = feed(session, RINGS, None, at, certainty=0.0, frames=400)
    assert [c.kind for c in cues] == ["unsure"]


def test_the_readers_own_sentence_is_said():
    session = Session(RINGS, patience=Patience(1.0))
    assert session.update(None, 0.0, "It is dark.") is None
    cue = session.update(None, 1.5, "It is dark.")
    assert cue is not None
    assert (cue.words, cue.state, cue.move, cue.remaining) == ("It is dark.", None, None, None)


def test_before_the_game_new_advice_is_given_and_old_advice_is_not_repeated():
    session = Session(RINGS, patience=Patience(1.0))
    advice = ["Show the red side."] * 40 + ["Show the blue side."] * 40
    cues = [session.update(None, number / 10, words) for number, words in enumerate(advice)]
    said = [(cue.at, cue.words) for cue in cues if cue]
    assert said == [(1.0, "Show the red side."), (4.0, "Show the blue side.")]


def test_hours_of_sleep_are_no_doubt():
    patience = Patience(5.0)
    assert patience.doubt(0.0, None) is None
    assert patience.doubt(30_000.0, None) is None
    assert patience.doubt(30_004.0, None) is None
    assert patience.doubt(30_005.0, "Look here.") == "Look here."


def test_goal_reached_from_the_beginning():
    cues, _ = feed(Session(RINGS), RINGS, "00000", 0.0)
    assert [(c.kind, c.remaining) for c in cues] == [("done", 0)]
    assert "nothing to do" in cues[0].words


def test_playing_on_after_the_goal_starts_anew():
    session = Session(RINGS)
    _, at = feed(session, RINGS, "00000", 0.0)
    cues, _ = feed(session, RINGS, "00001", at, frames=20)
    assert [(c.kind, c.remaining) for c in cues] == [("next", 1)]


def test_another_goal_and_a_method_that_does_not_exist():
    cues, _ = feed(Session(HANOI, HANOI.parse("BBB")), HANOI, "AAA", 0.0)
    assert HANOI.format_move(cues[0].move) == "1 A>B"
    with pytest.raises(NotationError):
        feed(Session(HANOI, method="magic"), HANOI, "AAA", 0.0)


def test_finish_says_what_was_only_settling():
    session = Session(RINGS)
    assert session.update(Estimate(RINGS.start, 0.99), 0.0) is None
    cue = session.finish(0.0)
    assert cue is not None
    assert cue.kind == "next"
    assert session.finish(0.0) is None


def test_cube_quarter_turn_towards_a_half_turn_keeps_the_plan():
    cube = PUZZLES["cube"]()
    state = cube.goal
    for text in ("F", "R2", "U"):
        state = cube.apply(state, cube.parse_move(text))
    session = Session(cube)
    cues, at = feed(session, cube, cube.format(state), 0.0)
    before = cues[0].remaining
    half = cube.apply(state, cube.parse_move("D"))
    cues, _ = feed(session, cube, cube.format(half), at)
    assert cues[0].kind == "wrong"
    assert cues[0].remaining <= before + 1


def test_cue_as_a_line_of_json():
    cues, _ = feed(Session(RINGS), RINGS, "11111", 3.2)
    line = cue_line(RINGS, cues[0])
    assert list(line) == ["t", "kind", "state", "certainty", "move", "words", "remaining"]
    assert (line["kind"], line["state"], line["move"]) == ("next", "11111", "1 off")
    assert "certainty" not in cue_line(RINGS, cues[0], certainty=False)


CUBE = PUZZLES["cube"]()


def look_at_cube(session, state, placed, at, seconds, fps=15.0):
    """Shows a cube of which some facelets are in sight; the cues that came, and the time after."""
    cues = []
    for _ in range(round(seconds * fps)):
        cue = session.update(Estimate(state, 0.99, tuple(placed)), at)
        cues += [cue] if cue else []
        at += 1 / fps
    return cues, at


def test_a_hidden_turn_waits_for_a_whole_turn_that_is_no_move():
    state = CUBE.parse_move("B'").cube
    session = Session(CUBE)
    cues, at = look_at_cube(session, state, range(18, 27), 0.0, 2.0)
    assert [cue.kind for cue in cues] == ["next"]
    assert cues[0].move.whole
    assert cues[0].remaining == 1
    assert cues[0].words.endswith("centre faces the camera.")
    cues, at = look_at_cube(session, state, range(9, 18), at, 2.0)
    assert [(CUBE.format_move(cue.move), cue.remaining) for cue in cues] == [("B", 1)]
    cues, _ = look_at_cube(session, CUBE.goal, range(9, 18), at, 1.0)
    assert [cue.kind for cue in cues] == ["done"]


def test_a_wrong_turn_of_a_cube_is_named_and_taken_back():
    session = Session(CUBE)
    state = CUBE.apply(CUBE.parse_move("F'").cube, CUBE.parse_move("R").inverse)
    _, at = look_at_cube(session, state, range(27), 0.0, 1.0)
    slipped = CUBE.apply(state, CUBE.parse_move("U"))
    cues, _ = look_at_cube(session, slipped, range(27), at, 1.0)
    assert [cue.kind for cue in cues] == ["wrong"]
    assert cues[0].words == (
        "You turned the white face a quarter turn clockwise, but the red face was next. "
        "Take that back. Turn the face with the white centre a quarter turn counter-clockwise."
    )
    assert CUBE.format_move(cues[0].move) == "U'"


def test_the_first_quarter_of_a_half_turn_is_no_wrong_turn():
    session = Session(CUBE)
    state = CUBE.parse_move("R2").cube
    _, at = look_at_cube(session, state, range(27), 0.0, 1.0)
    halfway = CUBE.apply(state, CUBE.parse_move("R"))
    cues, at = look_at_cube(session, halfway, range(27), at, 0.5)
    assert not cues
    cues, _ = look_at_cube(session, CUBE.goal, range(27), at, 0.5)
    assert [cue.kind for cue in cues] == ["done"]


def test_a_cube_tells_the_moves_that_are_coming():
    session = Session(CUBE)
    look_at_cube(session, CUBE.parse_move("R").cube, range(27), 0.0, 1.0)
    assert [CUBE.format_move(move) for move in session.expected] == ["R'"]


def test_a_lone_face_that_leaves_a_doubt_is_to_be_turned_aside():
    session = Session(CUBE)
    state = CUBE.parse_move("R'").cube
    _, at = look_at_cube(session, state, range(18, 27), 0.0, 1.0)
    doubt = Estimate(state, 0.5, tuple(range(18, 27)), "Turn the cube a little.")
    cues = [session.update(doubt, at + n / 15) for n in range(40)]
    (aside,) = [cue for cue in cues if cue is not None]
    assert (aside.kind, aside.move.whole, aside.remaining) == ("unsure", True, 1)
    assert aside.at == pytest.approx(at + 0.5, abs=0.1)
    cues, _ = look_at_cube(session, state, range(9, 18), at + 3.0, 0.5)
    assert [cue.kind for cue in cues] == ["next"]


def test_after_a_lost_toy_is_found_again_the_move_is_repeated():
    session = Session(CUBE)
    state = CUBE.parse_move("R'").cube
    said, at = look_at_cube(session, state, range(27), 0.0, 1.0)
    lost = Estimate(None, 0.0, problem="The cube is lost.")
    cues = [session.update(lost, at + n / 15, lost.problem) for n in range(90)]
    assert [str(cue.words) for cue in cues if cue is not None] == ["The cube is lost."]
    again, _ = look_at_cube(session, state, range(27), at + 7.0, 1.0)
    assert [(cue.kind, cue.words) for cue in again] == [("next", said[-1].words)]


def test_a_slow_camera_settles_states_too():
    session = Session(RINGS)
    cues, at = feed(session, RINGS, "11111", 0.0, frames=4, fps=1.5)
    assert [cue.kind for cue in cues] == ["next"]
    cues, _ = feed(session, RINGS, "11110", at, frames=4, fps=1.5)
    assert [cue.state for cue in cues] == [RINGS.parse("11110")]


def feed_slip(session, against, at, frames):
    """Shows something against the rules for some frames."""
    cues = []
    for _ in range(frames):
        cue = session.update(Estimate(None, 0.97, against=against), at)
        cues += [cue] if cue else []
        at += 1 / 15
    return cues, at


def test_a_larger_disc_on_a_smaller_one_is_pointed_out_once_and_mended():
    session = Session(HANOI)
    _, at = feed(session, HANOI, "AAC", 0.0)
    back = HANOI.parse_move("2 C>A")
    cues, at = feed_slip(session, Against(back, "No."), at, 60)
    assert [(c.kind, c.move, c.words, HANOI.format(c.state)) for c in cues] == [
        ("wrong", back, "No.", "AAC")
    ]
    cues, _ = feed(session, HANOI, "AAC", at)
    assert [(c.kind, HANOI.format_move(c.move)) for c in cues] == [("next", "2 A>B")]


def test_a_slip_that_flickers_is_passed_over():
    session = Session(HANOI)
    _, at = feed(session, HANOI, "AAC", 0.0)
    against = Against(HANOI.parse_move("2 C>A"), "No.")
    for _ in range(5):
        cues, at = feed_slip(session, against, at, 8)
        assert cues == []
        cues, at = feed(session, HANOI, "AAC", at)
        assert cues == []
