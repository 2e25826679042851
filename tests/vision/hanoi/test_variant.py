"""Sorting and naming pieces, and the reader of toys with equal ones; truth stands for networks."""

import itertools
from collections.abc import Callable
from dataclasses import replace
from typing import Any

import cv2
import numpy as np
import pytest

import vision.hanoi.variant as variant_module
from calibration import Profile
from samples.hanoi_eye.scene import random_view
from solver import seen_variant
from tests.vision.hanoi.painted_variant import PAINTS, Toy
from tests.vision.hanoi.true_sight import TrueLooker
from vision.frame import Frame
from vision.hanoi.pieces import Pieces, Slope
from vision.hanoi.reader import COVERED, MISSING, NO_COUNT, TOO_TALL, UNDECIDED
from vision.hanoi.sight import Sight
from vision.hanoi.variant import (
    AGREEING,
    ALONE,
    ASTRAY,
    OTHER_TOY,
    UNLIKE,
    Kind,
    VariantReader,
    _steep,
)
from vision.hanoi.variant_counts import likely_counts, likely_total
from vision.hanoi.variant_names import letters_for
from vision.hanoi.variant_sort import _size_ways, sort_pieces

KINDS = {
    "antwerp": Kind(3),
    "little-antwerp": Kind(2),
    "london": Kind(3, balls=True),
    "tunstall": Kind(4, balls=True),
}
Watch = Callable[[Toy, str], tuple[VariantReader, TrueLooker]]


@pytest.fixture
def watch(monkeypatch: pytest.MonkeyPatch) -> Watch:
    """A reader of a toy, and what it looks with."""

    def made(toy: Toy, variant: str) -> tuple[VariantReader, TrueLooker]:
        looker = TrueLooker(toy)
        monkeypatch.setattr(variant_module, "Looker", lambda **_: looker)
        return VariantReader(Profile("hanoi"), KINDS[variant]), looker

    return made


def lab(*letters: str) -> np.ndarray:
    pixels = np.array([[PAINTS[letter] for letter in letters]], dtype=np.uint8)
    return cv2.cvtColor(pixels, cv2.COLOR_BGR2LAB)[0].astype(float)


def pieces(names: str, widths: dict[str, float], error: float = 0.01) -> Pieces:
    """Pieces as told by a text such as `y2 y1/r2 r1/b2 b1`."""
    piles = [pile.split() for pile in names.split("/")]
    pegs = np.array([peg for peg, pile in enumerate(piles) for _ in pile])
    heights = np.array([k for pile in piles for k, _ in enumerate(pile)])
    every = [word for pile in piles for word in pile]
    return Pieces(
        pegs,
        heights,
        np.array([widths[word[1]] for word in every]),
        np.full(len(every), error),
        lab(*(word[0] for word in every)),
        np.zeros(len(every)),
        Slope(10.0, 0.4),
    )


def six_discs(radii: list[float], stacks: tuple[tuple[int, ...], ...] = ((), (), ())) -> Toy:
    """A toy of six discs, red, yellow and blue in turns, of half widths from the smallest on."""
    toy = replace(Toy.of(950_003, "antwerp"), letters=("r", "y", "b"))
    tower = replace(toy.tower, radii=np.array(radii), thick=np.full(6, 0.12), stacks=stacks)
    toy = replace(toy, tower=replace(tower, paints=(0, 1, 2, 0, 1, 2)))
    return replace(toy, view=random_view(np.random.default_rng(8), toy.tower))


@pytest.mark.parametrize(
    "text", ["y2 y1/r2 r1/b2 b1", "y2 r2 y1 b1/b2/r1", "/r2 y2 b2 y1 b1/r1", "b1/r2 b2 r1/y2 y1"]
)
def test_pieces_are_sorted_by_size_and_colour(text: str) -> None:
    found = sort_pieces(pieces(text, {"2": 0.4, "1": 0.3}), 3)
    assert found is not None
    assert found.certainty > 0.99
    words = [word for pile in text.split("/") for word in pile.split()]
    order = list(dict.fromkeys(word[0] for word in words))
    assert found.sizes.tolist() == [int(word[1]) for word in words]
    assert found.colours.tolist() == [order.index(word[0]) for word in words]
    assert found.widths == pytest.approx([0.3, 0.4])


def test_sizes_that_hardly_differ_are_not_sorted_for_certain() -> None:
    found = sort_pieces(pieces("y2 r1/r2/y1", {"2": 0.31, "1": 0.30}, error=0.02), 2)
    assert found is not None
    assert found.certainty < 0.9


def test_a_colour_between_two_groups_is_astray() -> None:
    plain = pieces("y2 y1/r2 r1/b2 b1", {"2": 0.4, "1": 0.3})
    found = sort_pieces(plain, 3)
    assert found is not None
    assert found.astray < 0.1
    colours = plain.colours.copy()
    colours[3] = 0.25 * colours[3] + 0.75 * colours[5]
    found = sort_pieces(replace(plain, colours=colours), 3)
    assert found is not None
    assert found.astray > ASTRAY


def test_half_widths_that_are_no_pairs_are_unlike() -> None:
    for widths, unlike in (([0.4, 0.3], False), ([0.45, 0.25], True)):
        every = {"2": widths[0], "1": widths[1], "4": 0.4, "3": 0.3}
        found = sort_pieces(pieces("y2 y1/r4 r3/b2 b3", every, 0.005), 3)
        assert found is not None
        assert (found.unlike > UNLIKE) is unlike


def test_many_sizes_are_sorted_in_all_ways_that_there_are() -> None:
    whole = pieces("y2 y1 r1/r2/b2 b1", {"2": 0.4, "1": 0.3})
    ways = {tuple(way.tolist()) for way in _size_ways(whole, 2)}
    assert ways == {
        way
        for way in itertools.product((1, 2), repeat=6)
        if sum(way) == 9 and way[0] >= way[1] >= way[2] and way[4] >= way[5]
    }


def test_pieces_that_cannot_be_so_many_of_each_are_not_sorted() -> None:
    assert sort_pieces(pieces("y2 r2/y1/", {"2": 0.4, "1": 0.3}), 2) is None


def test_colours_are_named_one_letter_each() -> None:
    names, meant = letters_for(lab("r", "g", "b", "y"))
    assert names == ("r", "g", "b", "y")
    assert meant > 0.99


def test_a_dull_colour_gets_the_name_that_is_left() -> None:
    brown = np.array([[90.0, 140.0, 150.0]])
    assert letters_for(np.vstack([lab("r"), brown]), ("r", "o"))[0] == ("r", "o")
    assert letters_for(np.vstack([lab("r"), brown]), ("r", "z"))[0] == ("r", "z")


def test_two_colours_that_are_alike_may_be_meant_the_other_way_round() -> None:
    assert letters_for(np.vstack([lab("r"), lab("r") + 1]))[1] < 0.7


def test_counts_are_likely_together() -> None:
    table = np.full((3, 9), 0.01)
    table[0, [1, 2]] = 0.5, 0.4
    table[1, 1] = table[2, 1] = 0.9
    counted = likely_counts(table, 4)
    assert counted.best.tolist() == [2, 1, 1]
    assert counted.certainty > 0.9
    assert np.allclose(counted.shares.sum(axis=1), 1)
    assert counted.shares[0, 2] > 0.9


def test_a_total_is_that_of_a_whole_toy() -> None:
    table = np.full((3, 9), 0.001)
    table[0, 2] = table[1, 2] = 0.992
    table[2, [1, 2]] = 0.6, 0.4
    # Five pieces of three colours: one is missing, or there are six after all.
    assert likely_total(table, 3, None) is None
    found = likely_total(table, 3, 6)
    assert found is not None
    assert found[0] == 6
    assert 0.8 < found[1] < 0.97
    table[2, [1, 2]] = 0.01, 0.99
    assert likely_total(table, 3, None) == pytest.approx((6, 1.0), abs=0.02)


def test_a_count_has_to_fit_the_colours() -> None:
    with pytest.raises(ValueError, match="multiple of 3"):
        VariantReader(Profile("hanoi"), Kind(3), count=4)


@pytest.mark.parametrize("variant", KINDS)
def test_the_toy_is_told_in_numbers_and_followed(watch: Watch, variant: str) -> None:
    toy = Toy.of(950_001, variant)
    reader, looker = watch(toy, variant)
    for number in range(4):
        looker.seed = number
        seen = reader.read(Frame(toy.show(number), float(number)))
    puzzle = seen_variant(variant, *seen.size)
    state = puzzle.parse("".join(map(chr, seen.size[2:])))
    assert seen.cells.argmax(axis=1).tolist() == list(puzzle.view(state))
    assert seen.where.shape == (puzzle.cells, 2)
    counts = [len(pile) for pile in toy.tower.stacks]
    assert [len(pile) for pile in state] == counts


def test_nothing_is_told_of_what_cannot_be_seen(watch: Watch) -> None:
    toy = Toy.of(950_001, "antwerp")
    reader, looker = watch(toy, "antwerp")
    looker.clear = 0.3
    seen = reader.read(Frame(toy.show()))
    assert (seen.found, seen.problem) == (False, COVERED)
    looker.clear = 0.99
    for _ in range(AGREEING - 1):
        assert reader.read(Frame(toy.show())).found
    # What hides it must not speak for the state that it was seen in, until the toy is known.
    looker.clear = 0.3
    assert not reader.read(Frame(255 - toy.show())).found
    looker.clear = 0.99
    assert any(reader.read(Frame(toy.show())).found for _ in range(10))
    looker.clear = 0.3
    # Another picture: one that looks the same is not looked at anew.
    seen = reader.read(Frame(255 - toy.show()))
    assert seen.found
    assert np.ptp(seen.cells) == 0


def test_more_pieces_than_can_be_read_are_refused_in_words() -> None:
    reader = VariantReader(Profile("hanoi"), KINDS["antwerp"], count=27)
    seen = reader.read(Frame(np.full((480, 640, 3), 90, np.uint8)))
    assert (seen.found, seen.problem) == (False, TOO_TALL)


def test_piles_that_may_be_two_ways_tell_nothing(
    watch: Watch, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The same doubt in every picture is not to become a certainty."""
    toys = (Toy.of(seed, "antwerp") for seed in range(950_000, 950_100))
    toy = next(toy for toy in toys if sorted(map(len, toy.tower.stacks)) == [1, 2, 3])
    reader, looker = watch(toy, "antwerp")
    for number in range(4):
        seen = reader.read(Frame(toy.show(number), float(number)))
    assert np.ptp(seen.cells) > 0
    counts = [len(pile) for pile in toy.tower.stacks]
    fuller, emptier = int(np.argmax(counts)), int(np.argmin(counts))
    read = looker.look

    def doubtful(*shown: Any) -> Sight:
        sight = read(*shown)
        both = sight.stacks.counts.copy()
        both[fuller, counts[fuller] - 1] = both[fuller, counts[fuller]]
        both[emptier, counts[emptier] + 1] = both[emptier, counts[emptier]]
        both /= both.sum(axis=1, keepdims=True)
        return replace(sight, stacks=replace(sight.stacks, counts=both))

    monkeypatch.setattr(looker, "look", doubtful)
    # What looks the same is not looked at anew.
    seen = reader.read(Frame(np.uint8(0.96 * toy.show(4)), 4.0))
    assert seen.found
    assert seen.problem == MISSING
    assert np.ptp(seen.cells) == 0


def test_a_number_of_pieces_that_the_toy_cannot_have_is_not_sorted(watch: Watch) -> None:
    toys = (Toy.of(seed, "little-antwerp") for seed in range(950_000, 950_100))
    toy = next(toy for toy in toys if len(toy.tower.radii) == 4)
    reader, _ = watch(toy, "antwerp")
    assert reader.read(Frame(toy.show())).problem == NO_COUNT


def test_colours_that_are_hardly_called_what_was_said_are_another_toys(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    toy = six_discs([0.2, 0.2, 0.2, 0.4, 0.4, 0.4]).stacked("r2 y2/b2 b1/r1 y1")
    monkeypatch.setattr(variant_module, "Looker", lambda **_: TrueLooker(toy))
    for letters, other in ((("b", "r", "y"), False), (("g", "k", "w"), True)):
        seen = VariantReader(Profile("hanoi"), Kind(3, letters=letters)).read(Frame(toy.show()))
        assert (seen.problem == OTHER_TOY) is other


def test_colours_are_named_by_all_looks_at_a_toy(watch: Watch) -> None:
    toy = six_discs([0.2, 0.2, 0.2, 0.4, 0.4, 0.4]).stacked("r2 y2/b2 b1/r1 y1")
    reader, _ = watch(toy, "antwerp")
    reader._means = [lab("r", "y", "b"), lab("b", "r", "y")]
    assert np.array_equal(reader._pooled(lab("o", "y", "k")), lab("r", "y", "b"))


def test_a_move_before_a_toy_is_known_mixes_no_colours(watch: Watch) -> None:
    toy = six_discs([0.2, 0.2, 0.2, 0.4, 0.4, 0.4]).stacked("r2 y2/b2 b1/r1 y1")
    reader, looker = watch(toy, "antwerp")
    for number in range(8):
        if number == 2:
            first = reader._toy
            looker.toy = toy.stacked("y2/b2 b1/r2 r1 y1")
        seen = reader.read(Frame(looker.toy.show(number), number / 10))
    assert seen.problem is None
    assert first is not None
    assert reader._toy is not None
    assert set(reader._toy.letters) == set(first.letters)


def test_pieces_that_fit_no_group_are_another_toys(watch: Watch) -> None:
    toy = six_discs([0.15, 0.2, 0.25, 0.3, 0.38, 0.46], stacks=((3, 0), (4, 1), (5, 2)))
    reader, _ = watch(toy, "antwerp")
    seen = reader.read(Frame(toy.show()))
    assert (seen.found, seen.problem) == (False, OTHER_TOY)


def test_one_disc_a_peg_from_above_may_hide_others() -> None:
    assert not _steep(pieces("y1/r1/b1", {"1": 0.3}))
    for text, steep in (("y1/r1/b1", True), ("y2 y1/r2 r1/b2 b1", False)):
        seen = pieces(text, {"1": 0.3, "2": 0.4})
        assert _steep(replace(seen, slope=Slope(10.0, ALONE + 0.05))) is steep


def test_one_colour_is_not_two(watch: Watch) -> None:
    """Pieces in a picture without colours are alike: no pair is told for certain."""
    toy = next(
        toy
        for toy in (Toy.of(seed, "antwerp") for seed in range(950_000, 950_100))
        if len(toy.tower.radii) > 3
    )
    reader, _ = watch(toy, "antwerp")
    seen = reader.read(Frame(np.full_like(toy.show(), 90)))
    assert (seen.found, seen.problem) == (False, UNDECIDED)


@pytest.mark.parametrize(("clear", "found"), [(0.99, True), (0.3, True), (0.05, False)])
def test_a_disc_that_hides_a_smaller_one_is_found_by_its_colour(
    watch: Watch, clear: float, found: bool
) -> None:
    toy = six_discs([0.2, 0.2, 0.2, 0.4, 0.4, 0.4]).stacked("r2 y2/b2 b1/r1 y1")
    reader, looker = watch(toy, "antwerp")
    for number in range(4):
        seen = reader.read(Frame(toy.show(number), number / 10))
    before = seen.cells.argmax(axis=1).reshape(3, -1)
    reader.learn(tuple(before.ravel().tolist()))
    # It may look like something in front of the pegs.
    looker.toy, looker.hides = toy.stacked("r2/b2 b1/r1 y1 y2"), 2
    looker.clear = np.array([0.99, 0.99, clear])
    for number in range(4, 20):
        seen = reader.read(Frame(looker.toy.show(number), number / 10))
    after = before.copy()
    after[2, 2], after[0, 1] = before[0, 1], 0
    assert np.array_equal(seen.cells.argmax(axis=1).reshape(3, -1), after) is found
    assert bool(np.ptp(seen.cells) > 0) is found


def test_from_straight_above_discs_have_to_be_counted_by_somebody(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """Discs of one size hide each other there."""
    toys = (Toy.of(seed, "little-antwerp") for seed in range(950_000, 950_200))
    toy = next(toy for toy in toys if toy.view.position[2] > 6 * abs(toy.view.position[1]))
    monkeypatch.setattr(variant_module, "Looker", lambda **_: TrueLooker(toy))
    read = VariantReader(Profile("hanoi"), Kind(2)).read(Frame(toy.show()))
    assert (read.found, read.problem) == (False, NO_COUNT)
