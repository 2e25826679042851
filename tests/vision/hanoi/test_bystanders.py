"""What stands in line with a toy's pegs, and is none of them."""

from dataclasses import replace
from pathlib import Path
from typing import cast

import cv2
import numpy as np
import pytest

from calibration import default_profile
from tests.vision.hanoi.conftest import with_bare_peg
from vision.frame import Frame, Image
from vision.hanoi import HanoiReader
from vision.hanoi.bystanders import without_bystander
from vision.hanoi.row import Row, Support
from vision.hanoi.sight import Looker, Sight
from vision.hanoi.strangers import Seen

STILLS = Path(__file__).resolve().parents[3] / "samples" / "hanoi" / "stills"
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

    def part(self, image: Image, sight: Sight, chosen: slice) -> Sight:
        row = sight.moved
        own = self.settled(image, Row(row.feet[chosen], row.tips[chosen], 0.9))
        return replace(own, support=Support(0.9, rivals=((0.4, row),)))

    def strange(self, *_: object) -> Seen:
        return Seen(np.zeros((128, 128, 3), np.uint8), np.full((32, 32), self._logit))


def told(own: Sight, four: Sight, sight: Sight, strange: float = -4.0) -> Sight:
    return without_bystander(cast(Looker, FakeLooker(own, four, strange)), PICTURE, sight)


def found(sight: Sight, end: int, clear: float) -> Sight:
    """The sight of a row of four that was looked for, an end of it not clear."""
    return replace(with_bare_peg(sight, end, clear), support=Support(0.2, fewer=1.5))


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
    three = replace(sight, support=Support(0.9, rivals=((0.4, four.row),)))
    own = told(sight, four, three, strange)
    assert own.support is not None
    assert own.support.more == more


def test_each_rival_is_judged_by_itself(sight: Sight) -> None:
    thing, peg = with_bare_peg(sight, 0, HIDDEN), with_bare_peg(sight, 3, SEEN)

    class TwoRivals(FakeLooker):
        def settled(self, _: Image, row: Row) -> Sight:
            return peg if row is peg.row else thing

    looker = TwoRivals(sight, thing)
    support = Support(
        0.9,
        rivals=(
            (0.5, thing.row),
            (0.3, peg.row),
        ),
    )
    own = without_bystander(cast(Looker, looker), PICTURE, replace(sight, support=support))
    assert own.support is not None
    assert own.support.rivals == ((0.3, peg.row),)
    assert own.support.more == 0.3


def test_a_hidden_peg_that_both_rows_have_says_nothing_of_the_other(sight: Sight) -> None:
    four = with_bare_peg(sight, 0, SEEN)
    clear = four.stacks.clear.copy()
    clear[-1] = HIDDEN
    four = replace(four, stacks=replace(four.stacks, clear=clear))
    three = replace(sight, support=Support(0.9, rivals=((0.4, four.row),)))
    assert told(sight, four, three).support == three.support


def test_who_says_how_many_pegs_there_are_is_believed(sight: Sight) -> None:
    four = replace(with_bare_peg(sight, 0, HIDDEN), support=Support(0.9, given=True))
    assert told(sight, four, four) is four


def test_rows_without_a_rival_are_not_looked_at_again(sight: Sight) -> None:
    for support in (None, Support(0.9), Support(0.9, rivals=((0.01, sight.row),))):
        alone = replace(sight, support=support)
        assert told(sight, sight, alone) is alone


def test_a_reader_asks_until_it_follows(monkeypatch: pytest.MonkeyPatch) -> None:
    asked: list[int] = []

    def seen(_: Looker, __: Image, sight: Sight) -> Sight:
        asked.append(sight.row.pegs)
        return sight

    monkeypatch.setattr("vision.hanoi.reader.without_bystander", seen)
    reader = HanoiReader(default_profile("hanoi"))
    image = np.asarray(cv2.imread(str(STILLS / "plain-four.jpg")), np.uint8)
    assert reader.read(Frame(image, 0.0)).found
    assert asked == [3]
    assert reader.read(Frame(image, 0.1)).found
    assert asked == [3]


def test_rivals_grow_with_their_sight(sight: Sight) -> None:
    four = with_bare_peg(sight, 0, SEEN)
    support = Support(0.9, rivals=((0.4, four.row),))
    large = replace(sight, support=support).scaled(2.5).support
    assert large is not None
    assert large.more == 0.4
    assert np.allclose(large.rivals[0][1].feet, 2.5 * four.row.feet)
