"""Cubes that no turns lead to: never read for certain as the legal one beside them."""

from itertools import combinations

import numpy as np
import pytest

from solver.cube import COLOURS, decode, decode_table
from solver.cube.answer import SURE
from solver.cube.geometry import CORNER_FACELETS, EDGE_FACELETS
from solver.cube.scores import view_of
from solver.cube.unsolvable import fault_of
from tests.solver.synthetic import Floats, random_cube

RED, ORANGE = COLOURS.index("r"), COLOURS.index("o")


def seen(colours: np.ndarray) -> Floats:
    """A good look: nothing misread, and red a little like orange."""
    table = np.full((54, 6), 0.001)
    table[np.arange(54), colours] = 0.995
    for one, other in ((RED, ORANGE), (ORANGE, RED)):
        table[colours == one, other] = 0.015
    return table / table.sum(axis=1, keepdims=True)


def exchanged(colours: np.ndarray, facelets: tuple[int, ...], turn: int = 1) -> np.ndarray:
    """The colours of some facelets moved on to the next."""
    other = colours.copy()
    other[list(facelets)] = np.roll(colours[list(facelets)], turn)
    return other


def pairs(colours: np.ndarray) -> list[tuple[int, int]]:
    cells = [cell for cell in range(54) if cell % 9 != 4]
    return [(a, b) for a, b in combinations(cells, 2) if colours[a] != colours[b]]


@pytest.mark.parametrize("number", range(3))
def test_two_exchanged_stickers_are_never_overlooked(number: int) -> None:
    rng = np.random.default_rng(number)
    colours = view_of(random_cube(rng))
    alike = [p for p in pairs(colours) if {colours[p[0]], colours[p[1]]} == {RED, ORANGE}]
    chosen = [*rng.permutation(pairs(colours))[:3], *rng.permutation(alike)[:3]]
    told = 0
    for pair in chosen:
        table = seen(exchanged(colours, tuple(pair)))
        for found in (decode_table(table), decode(table.reshape(6, 9, 6))):
            assert found.certainty < SURE
            assert found.problem is not None
            told += found.problem.startswith("Two stickers")
    # Now and then there is another cube as near.
    assert told >= len(chosen)


@pytest.mark.parametrize(
    ("facelets", "turns", "words"),
    [(CORNER_FACELETS, (1, 2), "The corner of "), (EDGE_FACELETS, (1,), "The edge of ")],
)
def test_a_piece_that_is_turned_is_named(facelets, turns, words: str) -> None:
    rng = np.random.default_rng(12)
    for cells in facelets:
        colours = view_of(random_cube(rng))
        for turn in turns:
            found = decode(seen(exchanged(colours, cells, turn)).reshape(6, 9, 6))
            assert found.certainty < SURE
            assert (found.problem or "").startswith(words)


def test_one_misread_sticker_is_no_fault() -> None:
    rng = np.random.default_rng(13)
    for _ in range(20):
        colours = view_of(random_cube(rng))
        table = seen(colours)
        cell = int(rng.choice([cell for cell in range(54) if cell % 9 != 4]))
        table[cell] = np.roll(table[cell], 1)
        assert decode(table.reshape(6, 9, 6)).certainty > SURE


def test_the_odds_are_those_of_all_faults_one_by_one() -> None:
    rng = np.random.default_rng(14)
    colours = view_of(random_cube(rng))
    logs = np.log(rng.dirichlet(np.ones(6), 54))

    def odds(facelets: tuple[int, ...], turn: int = 1) -> float:
        other = exchanged(colours, facelets, turn)
        rows = np.arange(54)
        return float(np.exp((logs[rows, other] - logs[rows, colours]).sum()))

    some = pairs(colours)
    turned = [odds(cells) for cells in EDGE_FACELETS]
    turned += [odds(cells, turn) for cells in CORNER_FACELETS for turn in (1, 2)]
    total = 0.05 * np.mean([odds(pair) for pair in some]) + 0.05 * np.mean(turned)
    assert fault_of(logs, colours).log_odds == pytest.approx(np.log(total))
