"""How sure a first picture is: more that speaks for it never makes it less sure."""

from dataclasses import replace

import numpy as np
import pytest

from tests.vision.hanoi.conftest import STEP, with_bare_peg
from vision.hanoi.memory import Memory
from vision.hanoi.places import Arrangements
from vision.hanoi.row import Support
from vision.hanoi.sight import Sight
from vision.hanoi.surety import (
    KINDS,
    SHIFTS,
    SHIFTS_TWICE,
    SLOPES,
    SLOPES_TWICE,
    evidence,
    surety,
)
from vision.hanoi.weighing import weigh


def sure_of(sight: Sight, whole: float = 0.99, number: float = 1.0) -> float:
    every = Arrangements(3, 3)
    return surety(evidence(sight, every, weigh(every, sight), whole, number))


def test_a_plain_sight_is_sure(sight: Sight) -> None:
    every = Arrangements(3, 3)
    weighed = weigh(every, sight)
    assert every.peg_of[weighed.both.argmax()].tolist() == [0, 1, 0]
    assert weighed.both.sum() == pytest.approx(1.0)
    assert sure_of(sight) > 0.97


def test_whatever_is_in_doubt_is_a_doubt_in_all(sight: Sight) -> None:
    stacks, plain = sight.stacks, sure_of(sight)
    alike, hidden, torn = stacks.radii.copy(), stacks.clear.copy(), stacks.counts.copy()
    alike[1, 0], hidden[2] = 0.2 + 0.1 * STEP, 1e-4
    # Three discs, one of them on either of two pegs.
    torn[[0, 1], [1, 2]] = 0.9
    for doubtful in (
        replace(sight, stacks=replace(stacks, radii=alike)),
        replace(sight, stacks=replace(stacks, clear=hidden)),
        replace(sight, stacks=replace(stacks, counts=torn)),
        replace(sight, support=Support(0.1)),
        replace(sight, support=Support(0.95, rivals=((1.0, sight.row),))),
    ):
        assert sure_of(doubtful) < plain - 0.002
    assert sure_of(sight, whole=0.1) < plain - 0.002
    assert sure_of(sight, number=0.95) < plain - 0.002


def test_each_network_that_doubts_by_itself_is_a_doubt_in_all(sight: Sight) -> None:
    stacks = sight.stacks
    torn = stacks.counts.copy()
    torn[[0, 1], [1, 2]] = 0.9
    agreed = sure_of(replace(sight, alone=(stacks, stacks)))
    for order in ((0, 1), (1, 0)):
        pair = (stacks, replace(stacks, counts=torn))
        assert sure_of(replace(sight, alone=tuple(pair[k] for k in order))) < agreed - 0.01


def test_a_row_of_which_a_part_is_a_better_one_tells_nothing(sight: Sight) -> None:
    # By the fitted factors a lesser rival is a small doubt only.
    assert 0.9 < sure_of(replace(sight, support=Support(0.95, fewer=1.3))) < sure_of(sight)
    assert sure_of(replace(sight, support=Support(0.95, fewer=1.5))) < 0.5


def test_a_row_with_an_end_peg_on_other_ground_tells_nothing(sight: Sight) -> None:
    assert sure_of(replace(sight, support=Support(0.95, ground=8.0))) > 0.9
    assert sure_of(replace(sight, support=Support(0.95, ground=10.0))) < 0.5


@pytest.mark.parametrize("end", [0, 3])
def test_a_fourth_peg_that_something_hides_may_be_none(sight: Sight, end: int) -> None:
    every = Arrangements(3, 4)
    for clear, tells in ((0.95, True), (0.1, False)):
        four = with_bare_peg(sight, end, clear)
        told = evidence(four, every, weigh(every, four), 0.99, 1.0)
        assert (surety(told) > 0.9) == tells
        # Somebody may have said that there are four.
        known = replace(four, support=Support(0.95, given=True))
        assert surety(evidence(known, every, weigh(every, known), 0.99, 1.0)) > 0.9


def test_ends_that_may_be_anywhere_tell_nothing(sight: Sight) -> None:
    assert sure_of(replace(sight, vague=0.01)) > 0.97
    assert sure_of(replace(sight, vague=0.08)) < 0.5


def test_a_row_does_not_drift_after_vague_ends(sight: Sight) -> None:
    away = replace(sight.row, feet=sight.row.feet + 5.0)
    for vague, drifts in ((0.01, True), (0.08, False)):
        memory = Memory()
        memory.start(sight)
        memory.follow(replace(sight, moved=away, vague=vague))
        assert memory.row is not None
        assert (abs(memory.row.feet - sight.row.feet).max() > 0.1) == drifts


def test_a_row_that_nobody_looked_for_is_as_plain_as_its_score(sight: Sight) -> None:
    known, support = replace(sight, support=None), Support(sight.row.score)
    assert sure_of(known) == pytest.approx(sure_of(replace(sight, support=support)))


@pytest.mark.parametrize("twice", [False, True])
@pytest.mark.parametrize("kind", range(KINDS))
def test_each_kind_of_evidence_alone_can_be_a_doubt(kind: int, twice: bool) -> None:
    told = np.full(KINDS, 9.0)
    assert surety(told, twice=twice) > 0.98
    sure = []
    for value in (9.0, 3.0, 0.0, -3.0, -11.0):
        told[kind] = value
        sure.append(surety(told, twice=twice))
    assert sure == sorted(sure, reverse=True)
    assert sure[-1] < 0.95


def test_the_factors_are_of_all_kinds() -> None:
    assert SHIFTS.shape == SLOPES.shape == (KINDS,)
    assert SHIFTS_TWICE.shape == SLOPES_TWICE.shape == (KINDS,)
    assert (SLOPES > 0).all()
    assert (SLOPES_TWICE > 0).all()


def test_discs_that_are_counted_in_doubt_must_be_ordered_without() -> None:
    told = np.array([9.0, 9.0, 3.0, 9.0, 9.0, 9.0, 3.0, 3.0, 9.0])
    assert surety(told) > 0.97
    assert surety(np.array([6.0, *told[1:]])) == 0
    assert surety(np.array([6.0, 9.0, 6.0, *told[3:]])) > 0.97


def test_two_networks_that_count_alike_are_believed_where_one_is_not() -> None:
    told = np.array([6.0, 9.0, 3.5, 9.0, 9.0, 9.0, 3.0, 3.0, 9.0])
    assert surety(told) == 0
    assert surety(told, twice=True) > 0.97
