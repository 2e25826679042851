"""How long nothing certain may be seen, and what is said of that."""

import pytest

from companion.patience import GAPS, Freshness, Patience


def said(patience, problems, since=0.0):
    """What is said, of one look a second, before a game."""
    return [words for at, one in enumerate(problems) if (words := patience.doubt(since + at, one))]


@pytest.mark.parametrize("turns", [1, 3, 7])
def test_two_hindrances_by_turns_are_told_once_each(turns):
    patience = Patience()
    flicker = [("It is dark.", "A hand is near.")[at // turns % 2] for at in range(120)]
    assert sorted(said(patience, flicker)) == ["A hand is near.", "It is dark."]
    patience.sure()
    # One certain look is no state that is known.
    assert said(patience, flicker, 200.0) == []
    patience.settled()
    assert sorted(said(patience, flicker, 400.0)) == ["A hand is near.", "It is dark."]


def test_a_new_hindrance_is_told_after_others_were():
    patience = Patience()
    problems = ["It is dark."] * 10 + ["A hand is near."] * 10
    assert said(patience, problems) == ["It is dark.", "A hand is near."]
    assert said(patience, [*problems, *["Too far."] * 10], 20.0) == ["Too far."]


def freshness(gap, looks=20):
    """One that has taken looks a gap apart, of which the first at 0 s was sure."""
    fresh = Freshness()
    for number in range(looks):
        fresh.look(number * gap)
    fresh.sure(0.0)
    return fresh


@pytest.mark.parametrize(("gap", "until"), [(0.03, 1.0), (0.4, 1.0), (1.0, 2.5), (10.0, 25.0)])
def test_what_was_seen_holds_for_a_second_or_two_looks(gap, until):
    fresh = freshness(gap)
    assert not fresh.gone(until - 0.01)
    assert fresh.gone(until + 0.01)


def test_one_long_gap_does_not_make_a_source_slow():
    fresh = freshness(0.1, GAPS)
    fresh.look(100.0)
    fresh.look(200.0)
    assert fresh.gone(2.0)
