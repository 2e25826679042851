"""The belief of a tower follows slips, discs put back, and moves that nobody saw."""

import numpy as np
import pytest

from solver import PUZZLES, Hanoi, belief_for
from solver.hanoi import DiscMove, HanoiBelief

THREE = Hanoi(3)


def table(puzzle: Hanoi, shown: tuple[int, ...], sure: float = 0.9) -> np.ndarray:
    """What a reader says that is so sure of every place."""
    symbols = len(puzzle.symbols)
    cells = np.full((puzzle.cells, symbols), (1 - sure) / (symbols - 1))
    cells[np.arange(puzzle.cells), shown] = sure
    return cells


def see(belief: HanoiBelief, puzzle: Hanoi, text: str, looks: int = 8):
    for _ in range(looks):
        estimate = belief.update(table(puzzle, puzzle.view(puzzle.parse(text))))
    return estimate


def slipped(puzzle: Hanoi, text: str, move: str) -> tuple[int, ...]:
    """What the places show after a move against the rules."""
    state, slip = puzzle.parse(text), puzzle.parse_move(move)
    shown = list(puzzle.view(state))
    (source,), (target,) = puzzle.sweep(state, slip)
    shown[source], shown[target] = 0, slip.disc
    return tuple(shown)


def blind(belief: HanoiBelief, puzzle: Hanoi, looks: int):
    symbols = len(puzzle.symbols)
    for _ in range(looks):
        estimate = belief.update(np.full((puzzle.cells, symbols), 1 / symbols))
    return estimate


def test_it_is_the_belief_of_towers() -> None:
    assert isinstance(belief_for(PUZZLES["hanoi"](4, 4)), HanoiBelief)


@pytest.mark.parametrize(
    ("text", "slip", "words"),
    [
        ("AAC", "2 A>C", "The middle disc may not lie on the small one: take it back."),
        ("ABC", "3 A>C", "The large disc may not lie on the small one: take it back."),
        ("ABC", "3 A>B", "The large disc may not lie on the middle one: take it back."),
    ],
)
def test_a_slip_is_seen_and_named_and_taken_back(text: str, slip: str, words: str) -> None:
    belief = HanoiBelief(THREE)
    assert see(belief, THREE, text).certainty > 0.99
    shown = slipped(THREE, text, slip)
    for _ in range(8):
        estimate = belief.update(table(THREE, shown))
    assert estimate.state is None
    assert estimate.certainty > 0.95
    move = THREE.parse_move(slip)
    assert estimate.against is not None
    assert estimate.against.back == DiscMove(move.disc, move.target, move.source)
    assert estimate.against.words == words
    estimate = see(belief, THREE, text)
    assert (estimate.state, estimate.against) == (THREE.parse(text), None)
    assert estimate.certainty > 0.95


def test_a_slip_of_many_discs_is_named_by_the_disc() -> None:
    five = Hanoi(5)
    belief = HanoiBelief(five)
    see(belief, five, "AAABC")
    for _ in range(8):
        estimate = belief.update(table(five, slipped(five, "AAABC", "2 B>C")))
    assert estimate.against is not None
    assert estimate.against.words == "Disc two may not lie on a smaller one: take it back."


def test_a_slip_may_be_mended_by_another_peg() -> None:
    belief = HanoiBelief(THREE)
    see(belief, THREE, "AAC")
    for _ in range(8):
        belief.update(table(THREE, slipped(THREE, "AAC", "2 A>C")))
    estimate = see(belief, THREE, "ABC")
    assert estimate.state == THREE.parse("ABC")
    assert estimate.certainty > 0.95


@pytest.mark.parametrize("puzzle", [Hanoi(3), Hanoi(4), Hanoi(6), Hanoi(4, 4)])
def test_legal_games_are_never_called_slips(puzzle: Hanoi) -> None:
    rng = np.random.default_rng(7)
    belief, state = HanoiBelief(puzzle), puzzle.start
    for _ in range(40):
        shown = puzzle.view(state)
        for _ in range(5):
            # One place in twelve is misread.
            wrong = rng.random(puzzle.cells) < 1 / 12
            seen = np.where(wrong, rng.integers(0, len(puzzle.symbols), puzzle.cells), shown)
            estimate = belief.update(table(puzzle, tuple(seen), 0.7))
            assert estimate.against is None or estimate.certainty < 0.9
        assert estimate.certainty < 0.9 or estimate.state == state
        moves = puzzle.moves(state)
        state = puzzle.apply(state, moves[rng.integers(len(moves))])


def test_two_moves_behind_a_hand() -> None:
    belief = HanoiBelief(THREE)
    see(belief, THREE, "AAA")
    blind(belief, THREE, 20)
    estimate = see(belief, THREE, "ABC", 6)
    assert estimate.state == THREE.parse("ABC")
    assert estimate.certainty > 0.95


def test_a_disc_that_is_put_back_is_where_it_was() -> None:
    belief = HanoiBelief(THREE)
    see(belief, THREE, "AAC")
    assert see(belief, THREE, "ABC", 6).state == THREE.parse("ABC")
    blind(belief, THREE, 12)
    estimate = see(belief, THREE, "AAC", 6)
    assert estimate.state == THREE.parse("AAC")
    assert estimate.certainty > 0.95


def test_a_disc_in_the_air_makes_the_state_wait() -> None:
    belief = HanoiBelief(THREE)
    see(belief, THREE, "AAC")
    estimate = blind(belief, THREE, 15)
    assert estimate.state == THREE.parse("AAC")
    assert estimate.certainty < 0.9
