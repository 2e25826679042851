"""Round feet under the pegs are no discs."""

from dataclasses import replace
from typing import Any

import numpy as np
import pytest

from calibration import default_profile
from vision.frame import Frame, Image
from vision.hanoi import HanoiReader
from vision.hanoi.feet import on_round_feet, without_feet
from vision.hanoi.places import total_probabilities
from vision.hanoi.sight import Sight
from vision.hanoi.strangers import Seen

# Half widths of what lies on each peg, in units of the patch: discs, a foot below them.
FOOT = 0.48
PILES = ([0.4, 0.1], [0.3], [0.2])


def standing(sight: Sight, feet: tuple[float, float, float], sure: float = 0.99) -> Sight:
    """The piles on feet of such half widths."""
    counts, radii = np.zeros((3, 9)), np.full((3, 8), 0.1)
    for peg, (foot, pile) in enumerate(zip(feet, PILES, strict=True)):
        radii[peg, : len(pile) + 1] = [foot, *pile]
        counts[peg, len(pile) + 1], counts[peg, len(pile) + 2] = sure, 1 - sure
    stacks = replace(sight.stacks, counts=counts, radii=radii, spreads=np.full((3, 8), 0.01))
    return replace(sight, stacks=stacks, rough=stacks, first=stacks)


def test_what_lies_lowest_on_every_peg_and_is_alike_is_no_disc(sight: Sight) -> None:
    assert on_round_feet(standing(sight, (FOOT, 0.95 * FOOT, 1.03 * FOOT)), 4)


@pytest.mark.parametrize("feet", [(FOOT, 0.36, FOOT), (0.33, 0.35, 0.34)], ids=["unlike", "narrow"])
def test_discs_are_not_alike_and_none_is_wider_than_a_foot(
    sight: Sight, feet: tuple[float, float, float]
) -> None:
    assert not on_round_feet(standing(sight, feet), 4)


@pytest.mark.parametrize("count", [3, 5, 6, 7])
def test_there_must_be_one_more_on_each_peg_than_was_said(sight: Sight, count: int) -> None:
    assert not on_round_feet(standing(sight, (FOOT, FOOT, FOOT)), count)


def test_a_number_that_is_likelier_another_tells_nothing(sight: Sight) -> None:
    assert not on_round_feet(standing(sight, (FOOT, FOOT, FOOT), sure=0.6), 4)


def test_a_bare_peg_has_no_foot(sight: Sight) -> None:
    assert not on_round_feet(sight, 0)


def test_what_lies_on_the_feet_stays(sight: Sight) -> None:
    bare = without_feet(standing(sight, (FOOT, FOOT, FOOT)))
    assert bare.stacks.counts.argmax(axis=1).tolist() == [2, 1, 1]
    assert total_probabilities(bare.stacks.counts).sum() == pytest.approx(1)
    for peg, pile in enumerate(PILES):
        np.testing.assert_allclose(bare.stacks.radii[peg, : len(pile)], pile)
    assert bare.rough is not None
    np.testing.assert_allclose(bare.rough.radii, bare.stacks.radii)


class Looker:
    """Sees one sight after the other, the last for good."""

    def __init__(self, *sights: Sight) -> None:
        self._sights = list(sights)

    def find(self, image: Image, **known: Any) -> Sight:
        return self._sights[0]

    def strange(self, image: Image, found: Sight) -> Seen:
        return Seen(np.zeros((128, 128, 3), np.uint8), np.full((32, 32), -9.0))

    def together(self, image: Image, found: Sight) -> Sight:
        return found

    def twice(self, image: Image, found: Sight) -> Sight:
        return self._sights.pop(0) if len(self._sights) > 1 else self._sights[0]


PICTURE = Frame(np.zeros((300, 400, 3), np.uint8))


def test_a_number_that_was_only_read_tells_of_no_feet(
    sight: Sight, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Four discs were seen, two of them alike; then seven, of which three may have been hidden."""
    seen = standing(sight, (FOOT, FOOT, FOOT), sure=1 - 1e-9)
    fewer = without_feet(seen)
    radii = fewer.stacks.radii.copy()
    radii[2, 0] = radii[1, 0]
    stacks = replace(fewer.stacks, radii=radii)
    looker = Looker(replace(fewer, stacks=stacks, rough=stacks), seen)
    monkeypatch.setattr("vision.hanoi.reader.Looker", lambda: looker)
    reader = HanoiReader(default_profile("hanoi"))
    assert not reader.read(PICTURE).found
    told = reader.read(PICTURE)
    assert not told.found or told.size[0] == 7


def test_a_toy_on_feet_is_read_where_its_number_is_said(
    sight: Sight, monkeypatch: pytest.MonkeyPatch
) -> None:
    looker = Looker(standing(sight, (FOOT, FOOT, FOOT), sure=1 - 1e-9))
    monkeypatch.setattr("vision.hanoi.reader.Looker", lambda: looker)
    told = HanoiReader(default_profile("hanoi"), count=4).read(PICTURE)
    assert told.found
    # Discs from the smallest: on A, C, B, A.
    places = told.cells[:, 1:].argmax(axis=0)
    assert (places // 4).tolist() == [0, 2, 1, 0]
