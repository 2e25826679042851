"""Colours tell which of two discs is the larger on toys that are coloured in an order."""

from dataclasses import replace

import numpy as np
import pytest

from samples.hanoi_eye.paint import random_scene
from samples.hanoi_eye.pool import rim_lines, settled_ends
from vision.hanoi.colouring import OWN, RAINBOW, order_factors
from vision.hanoi.patch import patch_matrix
from vision.hanoi.pieces import Pieces, Slope
from vision.hanoi.places import Arrangements
from vision.hanoi.rims import rim_rows
from vision.hanoi.row import Row
from vision.hanoi.sight import Looker, Sight
from vision.hanoi.weighing import weigh

Floats = np.ndarray

BIRCH, WALNUT = (60.0, 5.0, 20.0), (35.0, 8.0, 12.0)


def factors(colours: Floats, orders: list[tuple[int, ...]], noise: float = 1.0) -> Floats:
    """How much likelier some orders of discs are by their colours."""
    seen = colours + np.random.default_rng(5).normal(0, noise, colours.shape)
    shown = np.stack([seen[list(order)] for order in orders])
    return order_factors(shown, np.full(shown.shape[:2], 2.0))


def swaps(discs: int) -> list[tuple[int, ...]]:
    """The true order, then each in which two neighbours have changed places."""
    every = [list(range(discs)) for _ in range(discs)]
    for k, order in enumerate(every[1:]):
        order[k], order[k + 1] = order[k + 1], order[k]
    return [tuple(order) for order in every]


@pytest.mark.parametrize("discs", range(3, 9))
def test_two_colours_in_turn_forbid_a_change_of_places(discs: int) -> None:
    told = factors(np.array([(BIRCH, WALNUT)[k % 2] for k in range(discs)]), swaps(discs))
    # As many ways as there are to part discs in two speak for chance.
    assert told[0] > discs
    assert told[1:].max() < 1.2


@pytest.mark.parametrize("discs", [3, 6, 8])
def test_discs_of_one_colour_tell_nothing(discs: int) -> None:
    told = factors(np.tile(BIRCH, (discs, 1)), swaps(discs))
    assert told.max() / told.min() < 1.2


def test_colours_of_the_rainbow_stand_in_its_order() -> None:
    angles = np.radians(40 + 45 * np.arange(7))
    rainbow = np.stack([np.full(7, 20.0), 50 * np.cos(angles), 50 * np.sin(angles)], axis=1)
    for way in (rainbow, rainbow[::-1], np.roll(rainbow, 3, axis=0)):
        told = factors(way, swaps(7))
        assert told[0] > 20
        assert told[1:].max() < 1.5


@pytest.mark.parametrize("discs", [3, 4, 6])
def test_colours_in_no_order_gain_by_chance_what_that_is_worth(discs: int) -> None:
    """A Bayes factor is one on average where there is nothing to tell: RAINBOW / OWN is added."""
    rng = np.random.default_rng(2)
    toys = rng.uniform((10, -60, -60), (70, 60, 60), (800, discs, 3))
    told = [order_factors(one[None], np.full((1, discs), 2.0))[0] for one in toys]
    assert np.mean(told) == pytest.approx(1 + RAINBOW / OWN, abs=0.25)


def test_colours_that_vary_within_a_disc_tell_less() -> None:
    turns = np.array([(BIRCH, WALNUT)[k % 2] for k in range(5)])
    plain, printed = (order_factors(turns[None], np.full((1, 5), far))[0] for far in (1.0, 30.0))
    assert plain > 3 * printed


def test_arrangements_are_compared_by_colours(
    monkeypatch: pytest.MonkeyPatch, sight: Sight
) -> None:
    """Two discs on the first peg, one on the second that is as wide as the upper one."""
    radii = sight.stacks.radii.copy()
    radii[0, :2], radii[1, 0] = (0.4, 0.2), 0.2
    alike = replace(sight, stacks=replace(sight.stacks, radii=radii))
    every = Arrangements(3, 3)

    def share(colours: Floats) -> float:
        """How likely the disc that lies alone is the middle one, not the smallest."""
        pieces = Pieces(
            np.array([0, 0, 1]), np.array([0, 1, 0]), np.ones(3), np.ones(3),
            colours + 128.0, np.ones(3), Slope(8.0, 0.3),
        )  # fmt: skip
        monkeypatch.setattr("vision.hanoi.colouring.pieces_of", lambda *_: pieces)
        both = weigh(every, alike).both
        middle, smallest = (
            both[(every.peg_of == pegs).all(axis=1)][0] for pegs in ([0, 1, 0], [1, 0, 0])
        )
        return float(middle / (middle + smallest))

    light, dark = (100.0, 0.0, 20.0), (20.0, 10.0, 5.0)
    assert share(np.array([light, light, light])) == pytest.approx(0.5, abs=0.05)
    # Largest and smallest are alike, and the one beside them is not; or the two on one peg differ.
    assert share(np.array([light, light, dark])) > 0.75
    assert share(np.array([light, dark, light])) < 0.25
    # Known sizes tell more than colours.
    told = weigh(every, alike, np.array([0.2, 0.21, 0.4])).both
    assert told[(every.peg_of == [0, 1, 0]).all(axis=1)] == pytest.approx(
        told[(every.peg_of == [1, 0, 0]).all(axis=1)], rel=0.2
    )


def test_closer_looks_tell_where_rims_are() -> None:
    rng, looker, off = np.random.default_rng(31), Looker(), []
    while len(off) < 40:
        made = random_scene(rng)
        tower = made.tower
        if made.covered.max() > 0 or tower.paints or tower.pegs != 3:
            continue
        feet, tips = settled_ends(rng, made)
        found = looker.together(made.image, looker.look(made.image, Row(feet, tips, 1.0)))
        for peg, stack in enumerate(tower.stacks):
            if len(stack) and found.stacks.counts[peg].argmax() == len(stack):
                rows = rim_rows(found.stacks.rims[peg], len(stack))
                unit = float(found.row.units[peg])
                matrix = patch_matrix(found.row.feet[peg], found.row.tips[peg], unit)
                off.extend(found.stacks.lines[peg, rows] - rim_lines(made, peg, matrix))
    # Pixels of a patch, which has 128 lines.
    assert np.median(np.abs(off)) < 1.5
    assert abs(float(np.median(off))) < 0.8
