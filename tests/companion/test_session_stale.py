"""What was seen long ago is not told as what the toy shows now."""

import pytest

from companion.session import Session
from solver import PUZZLES, Estimate

HANOI = PUZZLES["hanoi"](3, 3)
SURE = Estimate(HANOI.parse("CBB"), 0.95)
DOUBT = Estimate(HANOI.parse("CBB"), 0.4)


def show(session, estimates, since, fps=10.0):
    """Shows estimates one after the other; the cues that came, and the time of the last look."""
    times = [since + number / fps for number in range(len(estimates))]
    looks = zip(estimates, times, strict=True)
    return [cue for one, at in looks if (cue := session.update(one, at))], times[-1]


@pytest.mark.parametrize(("doubts", "told"), [(0, 1), (5, 1), (9, 1), (12, 0), (80, 0)])
@pytest.mark.parametrize("begun", [False, True])
def test_the_end_of_a_film_tells_only_what_was_just_seen(begun, doubts, told):
    session = Session(HANOI)
    if begun:
        assert show(session, [Estimate(HANOI.parse("CBA"), 0.95)] * 10, 0.0)[0]
    cues, at = show(session, [SURE] * 2 + [DOUBT] * doubts, 7.0)
    last = session.finish(at)
    assert [cue.state for cue in [*cues, last] if cue and cue.kind != "unsure"] == [
        SURE.state
    ] * told


def test_one_look_after_a_long_doubt_is_the_first_of_those_that_count():
    session = Session(HANOI)
    show(session, [SURE, *[DOUBT] * 400], 0.0)
    cues, _ = show(session, [SURE] * 8, 40.1)
    assert [cue.at for cue in cues] == pytest.approx([40.5], abs=0.15)


def test_one_look_after_a_long_sleep_is_the_first_of_those_that_count():
    session = Session(HANOI)
    show(session, [SURE, DOUBT], 7.0)
    assert session.update(SURE, 47.0) is None


def test_a_short_doubt_is_passed_over():
    session = Session(HANOI)
    cues, _ = show(session, [SURE, *[DOUBT] * 5, SURE], 0.0)
    assert [cue.at for cue in cues] == [0.6]


@pytest.mark.parametrize("fps", [0.1, 0.7, 1.0])
def test_a_source_may_be_as_slow_as_it_likes(fps):
    """Two of its pictures may lie between those that show the same, or after the last of them."""
    session = Session(HANOI)
    cues, at = show(session, [SURE, DOUBT, SURE], 0.0, fps)
    assert [(cue.kind, cue.at) for cue in cues if cue.kind == "next"] == [("next", at)]
    ended = Session(HANOI)
    cues, at = show(ended, [DOUBT, SURE, DOUBT, DOUBT], 0.0, fps)
    assert ended.finish(at) is not None
    cues, at = show(ended, [DOUBT, SURE, DOUBT, DOUBT, DOUBT], 60.0, fps)
    assert ended.finish(at) is None
