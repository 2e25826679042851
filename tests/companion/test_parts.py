"""Numbers beside the rings, and marks of those whose position is not clear."""

import numpy as np
import pytest

from companion.marking import marks_for
from companion.marks import ACCENT, INK, Area, Disc, Label
from companion.session import Session
from solver import PUZZLES, Estimate
from vision import Observation

RINGS = PUZZLES["rings"](5)
SHAPE = (480, 640)
STEP = 40.0


def look(*on, hidden=(), feet=True):
    """Five rings in a row, their numbers below them."""
    where = np.array([(200.0 + STEP * ring, 150.0) for ring in range(5)])
    beside = where + np.array([0.0, 130.0])
    where[list(hidden)] = np.nan
    cells = np.array([(1 - chance, chance) for chance in on], float)
    cells[list(hidden)] = 0.5
    return Observation(cells, where, 0.0, (5,), beside=beside if feet else None)


def labels(marks):
    return {mark.text: mark.at.tolist() for mark in marks if isinstance(mark, Label)}


def ground_of(marks, number):
    """The colour under a number."""
    at = next(i for i, one in enumerate(marks) if isinstance(one, Label) and one.text == number)
    return marks[at - 1].colour


def cue_for(text):
    session = Session(RINGS)
    session.update(Estimate(RINGS.parse(text), 0.97), 0.0)
    return session.finish(0.0)


def test_every_ring_has_its_number_beyond_its_rod():
    places = labels(marks_for(SHAPE, look(1, 1, 1, 1, 1), RINGS))
    assert places == {str(ring + 1): [200 + STEP * ring, 280] for ring in range(5)}


def test_numbers_scale_with_the_picture_and_stay_inside():
    seen = look(1, 1, 1, 1, 1)
    large = labels(marks_for((960, 1280), seen, RINGS, scale=2.0))
    assert large["3"] == [560, 560]
    low = labels(marks_for((270, 640), seen, RINGS))
    assert all(at[1] < 270 for at in low.values())
    # Nor do words cover them.
    freed = labels(marks_for(SHAPE, seen, RINGS, free=(0, 260)))
    assert all(240 < at[1] < 255 for at in freed.values())
    assert [at[0] for at in freed.values()] == [200 + STEP * ring for ring in range(5)]


@pytest.mark.parametrize("hidden", [(), (0,), (4,), (1, 2)])
def test_without_a_place_for_numbers_they_stand_over_rings_that_are_seen(hidden):
    places = labels(marks_for(SHAPE, look(1, 1, 1, 1, 1, hidden=hidden, feet=False), RINGS))
    seen = [str(ring + 1) for ring in range(5) if ring not in hidden]
    assert [number for number in places if number != "?"] == seen
    assert all(places[number][1] < 140 for number in seen)


def test_the_number_of_the_next_ring_stands_out():
    cue = cue_for("11111")
    seen = look(1, 1, 1, 1, 1)
    marks = marks_for(SHAPE, seen, RINGS, Estimate(cue.state, 0.97), cue)
    assert ground_of(marks, "1") == ACCENT
    assert ground_of(marks, "2") == INK
    # An old cue marks nothing.
    later = marks_for(SHAPE, seen, RINGS, Estimate(RINGS.parse("11110"), 0.97), cue)
    assert ground_of(later, "1") == INK


@pytest.mark.parametrize(
    ("ring", "feet", "place"),
    [(2, True, [280, 150]), (0, True, [200, 150]), (2, False, [280, 150]), (0, False, None)],
)
def test_a_ring_that_cannot_be_told_gets_a_question_mark_where_it_must_be(ring, feet, place):
    marks = marks_for(SHAPE, look(1, 1, 1, 1, 1, hidden=[ring], feet=feet), RINGS)
    assert labels(marks).get("?") == place


def test_a_ring_between_is_half_filled():
    def halves(seen, estimate=None):
        """Where the half discs are."""
        marks = marks_for(SHAPE, seen, RINGS, estimate)
        return [round(mark.points[:, 0].mean()) for mark in marks if isinstance(mark, Area)]

    assert halves(look(1, 1, 0.6, 1, 1)) == [280]
    assert halves(look(1, 1, 0.95, 1, 1)) == []
    # What is believed for certain wins over a small doubt, and not over a large one.
    believed = Estimate(RINGS.parse("11111"), 0.99)
    assert halves(look(1, 1, 0.8, 1, 1), believed) == []
    assert halves(look(1, 1, 0.5001, 0.4, 1), believed) == [320]
    assert halves(look(1, 1, 0.2, 1, 1), believed) == [280]


def test_toys_without_numbers_get_none():
    hanoi = PUZZLES["hanoi"](3, 3)
    where = np.array([(200 + 250 * p, 400 - 50 * h) for p in range(3) for h in range(3)], float)
    marks = marks_for(SHAPE, Observation(np.full((9, 4), 0.25), where, 0.0, (3, 3)), hanoi)
    assert not [mark for mark in marks if isinstance(mark, Disc | Label)]
