"""The closed forms against the game, played out."""

import itertools
from collections.abc import Callable

import pytest

from solver.hanoi import (
    Hanoi,
    disc_of_move,
    gray_code,
    moves_made,
    moves_needed,
    moves_of_disc,
    peg_of_disc,
    resting_peg,
)
from solver.rings import unrank

pegs = pytest.mark.parametrize(
    ("source", "target"), list(itertools.permutations(range(3), 2)), ids=str
)


@pegs
@pytest.mark.parametrize("discs", range(1, 13))
def test_formulas_tell_the_game(discs: int, source: int, target: int) -> None:
    hanoi = Hanoi(discs)
    plan = hanoi.plan((source,) * discs, (target,) * discs, method="recursive")
    state, moved = plan.start, [0] * (discs + 1)
    for number, move in enumerate(plan, start=1):
        assert disc_of_move(number) == move.disc
        before = number - 1
        resting = resting_peg(discs, before, source=source, target=target)
        assert {resting, move.source, move.target} == {0, 1, 2}
        state = hanoi.apply(state, move)
        moved[move.disc] += 1
        place = discs - move.disc
        # Only one disc has moved, so only its formula can have changed; all are checked at times.
        checked = range(1, discs + 1) if number % 64 == 1 else (move.disc,)
        for disc in checked:
            peg = peg_of_disc(disc, discs, number, source=source, target=target)
            assert peg == state[discs - disc]
            assert moves_made(disc, number) == moved[disc]
        assert state[place] == move.target
    assert moves_needed(discs) == number


@pytest.mark.parametrize("discs", range(1, 13))
def test_the_moves_of_each_disc(discs: int) -> None:
    moves = range(1, moves_needed(discs) + 1)
    for disc in range(1, discs + 1):
        played = [move for move in moves if disc_of_move(move) == disc]
        assert list(moves_of_disc(disc, discs)) == played
        assert moves_of_disc(disc, discs)[0] == 2 ** (disc - 1)
        assert moves_of_disc(disc, discs)[-1] == 2**discs - 2 ** (disc - 1)
        assert played == [(2 * k + 1) * 2 ** (disc - 1) for k in range(2 ** (discs - disc))]


def test_the_gray_code_tells_who_moved_oddly_often() -> None:
    for after in range(1 << 10):
        assert gray_code(after) == unrank(after)
        assert gray_code(after) == sum(moves_made(d, after) % 2 << (d - 1) for d in range(1, 12))


def test_large_numbers() -> None:
    discs = 10_000
    last = moves_needed(discs)
    assert last == 2**10_000 - 1
    assert {peg_of_disc(disc, discs, last) for disc in range(1, discs + 1, 97)} == {2}
    assert disc_of_move(2**9_999) == 10_000
    assert moves_of_disc(10_000, discs) == range(2**9_999, 2**10_000, 2**10_000)
    assert resting_peg(discs, 0) == 2
    assert resting_peg(discs - 1, 0) == 1


@pytest.mark.parametrize(
    ("call", "message"),
    [
        (lambda: moves_needed(-1), "hanoi: expected discs of 0 or more, got -1"),
        (lambda: disc_of_move(0), "hanoi: expected a move of 1 or more, got 0"),
        (lambda: moves_of_disc(4, 3), "hanoi: expected a disc of 1 to 3, got 4"),
        (lambda: moves_of_disc(1, 0), "hanoi: expected discs of 1 or more, got 0"),
        (lambda: peg_of_disc(1, 3, 8), "hanoi: expected moves of 0 to 7, got 8"),
        (lambda: peg_of_disc(1, 3, 1, source=1, target=1), "expected two pegs of 0, 1, 2, got 1"),
        (lambda: resting_peg(3, 1, source=0, target=3), "expected two pegs of 0, 1, 2, got 0"),
        (lambda: gray_code(-5), "hanoi: expected moves of 0 or more, got -5"),
        (lambda: moves_made(0, 5), "hanoi: expected a disc of 1 or more, got 0"),
    ],
)
def test_numbers_that_make_no_sense(call: Callable[[], object], message: str) -> None:
    with pytest.raises(ValueError, match=message):
        call()
