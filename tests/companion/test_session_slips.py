"""A move against the rules stands until it is taken back, whatever is asked meanwhile."""

import pytest

from companion.session import Session
from solver import PUZZLES, Estimate
from solver.belief import Against

HANOI = PUZZLES["hanoi"](3, 3)
LEGAL = Estimate(HANOI.parse("AAC"), 0.99)
PLANNED = "Put the middle disc on the middle peg."
# The middle disc was put on the small one.
BACK = HANOI.parse_move("2 C>A")
SLIP = Estimate(None, 0.97, against=Against(BACK, "Take it back."))


def show(session, estimate, since, seconds, problem=None):
    """Shows one estimate ten times a second from one time on; the cues that came."""
    looks = (since + number / 10 for number in range(round(10 * seconds)))
    return [cue for at in looks if (cue := session.update(estimate, at, problem))]


def told(cues):
    return [(cue.kind, cue.move, cue.words) for cue in cues]


WRONG = ("wrong", BACK, "Take it back.")
NEXT = ("next", HANOI.parse_move("2 A>B"), PLANNED)


@pytest.fixture
def slipped():
    """A session in which a slip has been told at some time before three seconds."""
    session = Session(HANOI)
    assert told(show(session, LEGAL, 0.0, 1.0)) == [NEXT]
    assert told(show(session, SLIP, 1.0, 2.0)) == [WRONG]
    return session


def test_a_slip_is_told_after_half_a_second():
    session = Session(HANOI)
    show(session, LEGAL, 0.0, 1.0)
    looks = (1.0 + number / 10 for number in range(20))
    cue = next(cue for at in looks if (cue := session.update(SLIP, at)))
    assert cue.at == pytest.approx(1.5, abs=0.11)
    assert session.again(cue.at) == cue


@pytest.mark.parametrize("ask", ["again", "why"])
def test_what_is_asked_while_a_slip_stands_is_answered_by_it(slipped, ask):
    """The move of the plan cannot be made; and the player is still to hear how to go on."""
    cue = getattr(slipped, ask)(3.0)
    assert told([cue]) == [WRONG]
    assert (cue.at, cue.certainty, cue.state) == (3.0, 0.97, LEGAL.state)
    assert show(slipped, SLIP, 3.0, 1.0) == []
    assert told(show(slipped, LEGAL, 4.0, 2.0)) == [NEXT]
    assert told([slipped.again(6.0)]) == [NEXT]
    assert slipped.why(6.0).words.endswith("so: the middle disc to the middle peg. " + PLANNED)


def test_another_goal_does_not_hide_a_slip(slipped):
    cue = slipped.aim(HANOI.parse("BBB"), "New goal.", 3.0)
    assert told([cue]) == [("wrong", BACK, "New goal. Take it back.")]
    (after,) = show(slipped, LEGAL, 3.1, 1.0)
    assert (after.kind, HANOI.format_move(after.move)) == ("next", "1 C>B")


def test_a_slip_is_said_again_ever_more_rarely(slipped):
    cues = show(slipped, SLIP, 3.0, 250.0)
    assert told(cues) == [WRONG] * 3
    assert [round(cue.at - 1.5) for cue in cues] == [20, 60, 140]


def test_a_slip_is_said_again_at_the_goal():
    """Nothing is left to be done there but that."""
    session = Session(HANOI)
    show(session, Estimate(HANOI.goal, 0.99), 0.0, 1.0)
    against = Estimate(None, 0.97, against=Against(HANOI.parse_move("2 B>C"), "Take it back."))
    assert [round(cue.at - 1.5) for cue in show(session, against, 1.0, 30.0)] == [0, 20]


def test_a_long_doubt_does_not_make_a_slip_forgotten(slipped):
    """Fingers that take it back may leave a state likely that is not certain."""
    doubt = Estimate(LEGAL.state, 0.6)
    assert [cue.kind for cue in show(slipped, doubt, 3.0, 22.0)] == ["unsure"]
    assert told([slipped.again(25.0)]) == [WRONG]
    assert show(slipped, doubt, 25.0, 1.0) == []
    assert told(show(slipped, LEGAL, 26.0, 1.0)) == [NEXT]


def test_a_slip_that_is_seen_ends_a_doubt(slipped):
    doubt = Estimate(LEGAL.state, 0.6)
    assert show(slipped, doubt, 3.0, 3.0) == []
    show(slipped, SLIP, 6.0, 24.0)
    assert show(slipped, doubt, 30.0, 10.0) == []


def test_a_slip_is_said_again_after_the_camera_was_missing(slipped):
    slipped.missed()
    assert told([slipped.again(5.0)]) == [WRONG]
    assert told(show(slipped, SLIP, 6.0, 3.0)) == [WRONG]
