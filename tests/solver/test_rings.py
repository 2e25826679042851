import itertools
import sys

import pytest

from solver import IllegalMoveError, NotationError
from solver.rings import RingMove, Rings, rank, unrank

SINGLE = [1, 2, 5, 10, 21, 42, 85, 170, 341]
PAIR = [1, 1, 4, 7, 16, 31, 64, 127, 256]


@pytest.mark.parametrize("count", range(1, 10))
def test_known_lengths(count: int) -> None:
    single, pair = Rings(count), Rings(count, pair=True)
    assert single.plan(single.start, single.goal).count == SINGLE[count - 1]
    assert pair.plan(pair.start, pair.goal).count == PAIR[count - 1]
    assert single.plan(1 << (count - 1), 0).count == 2**count - 1


def test_the_first_moves_of_nine_rings() -> None:
    rings = Rings(9)
    moves = itertools.islice(rings.plan(rings.start, rings.goal), 5)
    assert [rings.format_move(move) for move in moves] == [
        "1 off",
        "3 off",
        "1 on",
        "2 off",
        "1 off",
    ]


def test_rank_is_the_place_on_the_code() -> None:
    assert [rank(state) for state in (0b0, 0b1, 0b11, 0b10, 0b110)] == [0, 1, 2, 3, 4]
    assert all(rank(unrank(place)) == place for place in range(1 << 12))


def test_long_plans_are_made_lazily() -> None:
    rings = Rings(200)
    plan = rings.plan(rings.start, rings.goal)
    assert plan.count == 2**201 // 3 > sys.maxsize
    assert plan.first == RingMove(2, on=False)
    assert rings.states() is None
    paired = Rings(200, pair=True)
    assert paired.plan(paired.start, paired.goal).first == RingMove(2, on=False, pair=True)


def test_text_has_ring_one_at_its_right() -> None:
    rings = Rings(5)
    assert rings.parse("11010") == 0b11010
    assert rings.view(0b11010) == (0, 1, 0, 1, 1)
    assert rings.format(3) == "00011"


@pytest.mark.parametrize(
    ("state", "move", "message"),
    [
        ("110100001", "4 on", "ring 4 cannot move in 110100001: ring 3 is off the bar"),
        ("110101101", "5 on", "ring 5 cannot move in 110101101: ring 1 is on the bar"),
        ("110101100", "5 on", "ring 5 cannot move in 110101100: ring 3 is on the bar"),
        ("000000001", "1 on", "ring 1 cannot move in 000000001: it is on the bar already"),
        ("000000001", "3 off", "ring 3 cannot move in 000000001: it is off the bar already"),
        (
            "000000011",
            "1+2 off",
            "rings 1 and 2 cannot move in 000000011: only one ring may move at a time here",
        ),
    ],
)
def test_illegal_moves_say_why(state: str, move: str, message: str) -> None:
    rings = Rings(9)
    with pytest.raises(IllegalMoveError) as error:
        rings.apply(rings.parse(state), rings.parse_move(move))
    assert str(error.value) == message


def test_the_pair_needs_both_in_one_position() -> None:
    rings = Rings(3, pair=True)
    assert rings.apply(0b111, rings.parse_move("2+1 off")) == 0b100
    assert rings.apply(0b100, rings.parse_move("1+2 on")) == 0b111
    with pytest.raises(IllegalMoveError, match="ring 2 is on the bar already"):
        rings.apply(0b110, RingMove(2, on=True, pair=True))


def test_a_move_of_another_toy_is_illegal() -> None:
    with pytest.raises(IllegalMoveError, match="ring 7 cannot move in 11: there are only 2 rings"):
        Rings(2).apply(0b11, RingMove(7, on=False))
    with pytest.raises(IllegalMoveError, match="ring 0 cannot move in 11: rings are counted from"):
        Rings(2).apply(0b11, RingMove(0, on=False))


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("11010", "rings: expected 9 digits 0 or 1, got '11010'"),
        ("11111111x", "rings: expected 9 digits 0 or 1, got '11111111x'"),
    ],
)
def test_bad_states(text: str, message: str) -> None:
    with pytest.raises(NotationError) as error:
        Rings(9).parse(text)
    assert str(error.value) == message


@pytest.mark.parametrize("text", ["", "5", "5off", "0 off", "5 up", "1+3 off", "x off", "²  on"])
def test_bad_moves(text: str) -> None:
    with pytest.raises(NotationError, match="expected a move like '5 off' or '1\\+2 on', got"):
        Rings(9).parse_move(text)


def test_moves_of_rings_that_are_not_there() -> None:
    with pytest.raises(NotationError, match="rings: expected a ring of 1 to 9, got '12 off'"):
        Rings(9).parse_move("12 off")
    with pytest.raises(NotationError, match="rings: expected a ring of 1 to 1"):
        Rings(1).parse_move("1+2 off")


@pytest.mark.parametrize("count", [0, -3])
def test_no_rings(count: int) -> None:
    with pytest.raises(NotationError, match=f"rings: expected at least 1 ring, got {count}"):
        Rings(count)


@pytest.mark.parametrize(
    ("move", "words"),
    [
        ("3 off", "Take ring three off the bar."),
        ("3 on", "Put ring three on the bar."),
        ("25 on", "Put ring 25 on the bar."),
        ("1+2 off", "Take rings one and two off the bar together."),
        ("1+2 on", "Put rings one and two on the bar together."),
    ],
)
def test_words(move: str, words: str) -> None:
    rings = Rings(30, pair=True)
    assert rings.words(rings.start, rings.parse_move(move)) == words


def test_sweep_stays_in_the_ring_s_place() -> None:
    rings = Rings(4, pair=True)
    assert rings.sweep(0b1111, RingMove(2, on=False)) == ((1,), (1,))
    assert rings.sweep(0b1111, RingMove(2, on=False, pair=True)) == ((0, 1), (0, 1))
