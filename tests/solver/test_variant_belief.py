"""The belief of toys with equal pieces follows moves, slips and moves that nobody saw."""

import numpy as np
import pytest

from solver import Variant, belief_for, seen_variant
from solver.hanoi import VariantBelief

ANTWERP = Variant("antwerp", "yrb", 3)
LONDON = Variant("london", "rgb")


def table(puzzle: Variant, text: str, sure: float = 0.9) -> np.ndarray:
    """What a reader says that is so sure of every place; the text may be against the rules."""
    symbols, places = puzzle.symbols, puzzle.cells // 3
    piles = [pile.split() for pile in text.split("/")]
    words = [word for pile in piles for word in [*pile, *["empty"] * (places - len(pile))]]
    shown = [symbols.index(word) for word in words]
    cells = np.full((puzzle.cells, len(symbols)), (1 - sure) / (len(symbols) - 1))
    cells[np.arange(puzzle.cells), shown] = sure
    return cells


def see(belief: VariantBelief, puzzle: Variant, text: str, looks: int = 6):
    for _ in range(looks):
        estimate = belief.update(table(puzzle, text))
    return estimate


def test_the_first_table_counts_as_much_as_its_least_certain_place() -> None:
    belief = belief_for(ANTWERP)
    assert isinstance(belief, VariantBelief)
    estimate = belief.update(table(ANTWERP, "y3 y2 y1/r3 r2 r1/b3 b2 b1", 0.93))
    assert ANTWERP.format(estimate.state) == "y3 y2 y1/r3 r2 r1/b3 b2 b1"
    assert estimate.certainty == pytest.approx(0.93)


def test_nothing_is_known_before_anything_was_seen() -> None:
    belief = VariantBelief(LONDON)
    for _ in range(3):
        estimate = belief.update(np.full((9, 4), 0.25))
        assert (estimate.state, estimate.certainty) == (None, 0.0)


@pytest.mark.parametrize(
    "after",
    [
        "y3 y2/r3 r2 r1 y1/b3 b2 b1",
        "y3/r3 r2 r1 y1/b3 b2 y2 b1",
        "y3 y2 y1 b1/r3 r2/b3 b2 r1",
        "y3 b3 r2 r1/r3 y2 y1/b2 b1",
    ],
)
def test_moves_are_followed_however_many_were_hidden(after: str) -> None:
    belief = VariantBelief(ANTWERP)
    see(belief, ANTWERP, "y3 y2 y1/r3 r2 r1/b3 b2 b1")
    blind = np.full((ANTWERP.cells, 10), 0.1)
    for _ in range(20):
        estimate = belief.update(blind)
    estimate = see(belief, ANTWERP, after)
    assert ANTWERP.format(estimate.state) == after
    assert estimate.certainty > 0.99


@pytest.mark.parametrize(
    ("puzzle", "before", "after", "move", "words"),
    [
        (
            ANTWERP,
            "y3 y2 b1/r3 r2 r1/b3 b2 y1",
            "y3 y2/r3 r2 r1 b1/b3 b2 y1",
            None,
            "",
        ),
        (
            ANTWERP,
            "y3 y2/r3 r2 r1 y1/b3 b2 b1",
            "y3/r3 r2 r1 y1/b3 b2 b1 y2",
            "y2 C>A",
            "The middle yellow disc may not lie on a smaller one: take it back.",
        ),
        (
            LONDON,
            "r g/b/",
            "r//b g",
            None,
            "",
        ),
        (
            LONDON,
            "r/b/g",
            "/b/g r",
            "r C>A",
            "There is no room for the red ball on that peg: take it back.",
        ),
    ],
)
def test_slips_are_told_and_legal_moves_are_not(
    puzzle: Variant, before: str, after: str, move: str | None, words: str
) -> None:
    belief = VariantBelief(puzzle)
    see(belief, puzzle, before)
    estimate = see(belief, puzzle, after)
    assert estimate.certainty > 0.95
    if move is None:
        assert estimate.against is None
        return
    assert estimate.state is None
    assert estimate.against is not None
    assert puzzle.format_move(estimate.against.back) == move
    assert estimate.against.words == words
    back = see(belief, puzzle, before)
    assert puzzle.format(back.state) == before


def test_another_shape_is_refused() -> None:
    with pytest.raises(ValueError, match="expected 9 x 4"):
        VariantBelief(LONDON).update(np.full((6, 4), 0.25))


@pytest.mark.parametrize(
    ("text", "mirrored", "holds"),
    [("r/g/b", 0, (3, 2, 1)), ("r/g/b", 1, (1, 2, 3)), ("r g/b/", 1, (3, 2, 1))],
)
def test_the_peg_that_holds_most_is_seen_where_the_state_allows_it(
    text: str, mirrored: int, holds: tuple[int, ...]
) -> None:
    assert seen_variant("london", 3, mirrored, *map(ord, text)).holds == holds


@pytest.mark.parametrize(("goal", "holds"), [("r g b//", (3, 2, 1)), ("//r g b", (1, 2, 3))])
def test_the_peg_that_holds_most_is_where_the_goal_needs_it(
    goal: str, holds: tuple[int, ...]
) -> None:
    for mirrored in (0, 1):
        assert seen_variant("london", 3, mirrored, *map(ord, "r/g/b"), goal=goal).holds == holds
