"""What stands in line with a toy's pegs, and is none of them."""

from dataclasses import replace
from typing import cast

import numpy as np
import pytest

from tests.vision.hanoi.conftest import with_bare_peg
from vision.frame import Image
from vision.hanoi.bystanders import without_bystander
from vision.hanoi.row import Row, Support
from vision.hanoi.sight import Looker, Sight
from vision.hanoi.strangers import Seen

PICTURE = np.zeros((480, 640, 3), np.uint8)
HIDDEN, SEEN = 0.1, 0.95


class FakeLooker:
    """Shows `own` where a row of three is looked at, else `four`; `strange` is the surest logit."""

    def __init__(self, own: Sight, four: Sight, strange: float = -4.0) -> None:
        self._own, self._four, self._logit = own, four, strange

    def settled(self, _: Image, row: Row) -> Sight:
        sight = self._own if row.pegs == 3 else self._four
        return replace(sight, row=row, moved=row)

    def together(self, _: Image, sight: Sight) -> Sight:
        return sight

    def strange(self, *_: object) -> Seen:
        return Seen(np.zeros((128, 128, 3), np.uint8), np.full((32, 32), self._logit))


def told(own: Sight, four: Sight, sight: Sight, strange: float = -4.0) -> Sight:
    return without_bystander(cast(Looker, FakeLooker(own, four, strange)), PICTURE, sight)


def found(sight: Sight, end: int, clear: float) -> Sight:
    """The sight of a row of four that was looked for, its odd one the least plain."""
    four = with_bare_peg(sight, end, clear)
    each = [0.9] * 4
    each[end] = 0.2
    return replace(four, support=Support(0.2, fewer=1.5, each=tuple(each)))


@pytest.mark.parametrize("end", [0, 3])
def test_a_thing_at_an_end_of_the_row_is_no_peg(sight: Sight, end: int) -> None:
    four = found(sight, end, HIDDEN)
    own = told(sight, four, four)
    assert np.allclose(own.row.feet, sight.row.feet)
    assert own.support is not None
    assert (own.support.plain, own.support.fewer, own.support.more) == (0.9, 0.0, 0.0)


def test_a_peg_that_is_seen_is_one(sight: Sight) -> None:
    four = found(sight, 3, SEEN)
    assert told(sight, four, four) is four


def test_a_peg_behind_a_hand_may_be_one(sight: Sight) -> None:
    four = found(sight, 0, HIDDEN)
    assert told(sight, four, four, strange=1.0) is four


def test_where_another_peg_is_hidden_too_nobody_knows(sight: Sight) -> None:
    four = found(sight, 0, HIDDEN)
    clear = four.stacks.clear.copy()
    clear[2] = 0.3
    hidden = replace(four, stacks=replace(four.stacks, clear=clear))
    assert told(sight, hidden, hidden) is hidden


@pytest.mark.parametrize("end", [0, 3])
@pytest.mark.parametrize(
    ("clear", "strange", "more"),
    [(HIDDEN, -4.0, 0.0), (SEEN, -4.0, 0.4), (HIDDEN, 1.0, 0.4)],
    ids=["a thing", "a peg", "a peg behind a hand"],
)
def test_a_rival_with_a_thing_for_a_peg_is_none(
    sight: Sight, end: int, clear: float, strange: float, more: float
) -> None:
    four = with_bare_peg(sight, end, clear)
    three = replace(sight, support=Support(0.9, more=0.4, rival=four.row))
    own = told(sight, four, three, strange)
    assert own.support is not None
    assert own.support.more == more


def test_rows_without_a_rival_are_not_looked_at_again(sight: Sight) -> None:
    for support in (None, Support(0.9), Support(0.9, more=0.01, rival=sight.row)):
        alone = replace(sight, support=support)
        assert told(sight, sight, alone) is alone
