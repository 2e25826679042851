"""The towers of Antwerp, London and Tunstall."""

import itertools
import re
from functools import partial
from random import Random

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from solver import (
    IllegalMoveError,
    IllegalStateError,
    NoPlanError,
    NotationError,
    puzzle_of_state,
)
from solver.hanoi import Piece, PieceMove, Variant, variant_of_state
from solver.hanoi.numbering import Numbering
from tests.solver.cases import distances
from tests.solver.test_laws import read_or_refusal

NAMES = ["antwerp", "little-antwerp", "london", "tunstall"]


def tower(colour: str, sizes: int) -> str:
    """A tower of one colour as text."""
    return " ".join(f"{colour}{size}" for size in range(sizes, 0, -1))


def alternating(first: str, second: str, sizes: int) -> str:
    pairs = itertools.cycle([first, second])
    return " ".join(f"{next(pairs)}{size}" for size in range(sizes, 0, -1))


def count(variant: str, start: str, goal: str) -> tuple[int, int]:
    """The length of the shortest ways, and how many there are."""
    toy = variant_of_state(variant, start, goal)
    assert toy.quick_ways
    ways = toy.ways(toy.parse(start), toy.parse(goal))
    return ways.plan().count, ways.count


@pytest.mark.parametrize(("sizes", "moves", "ways"), [(1, 5, 3), (2, 22, 30), (3, 62, 12)])
def test_antwerp_turns_round(sizes: int, moves: int, ways: int) -> None:
    towers = [tower(colour, sizes) for colour in "yrb"]
    toy = variant_of_state("antwerp", "/".join(towers))
    assert toy.format(toy.goal) == toy.format(toy.parse("/".join([towers[2], *towers[:2]])))
    assert count("antwerp", "/".join(towers), toy.format(toy.goal)) == (moves, ways)
    # Either way round.
    assert count("antwerp", "/".join(towers), "/".join([*towers[1:], towers[0]]))[0] == moves
    if sizes > 1:
        assert moves == 3 * 2 ** (sizes + 2) - 8 * sizes - 10


@pytest.mark.parametrize(("sizes", "exchange"), [(1, 3), (2, 9), (3, 25), (4, 59)])
def test_little_antwerp(sizes: int, exchange: int) -> None:
    yellow, red = tower("y", sizes), tower("r", sizes)
    assert count("little-antwerp", f"{yellow}/{red}/", f"{red}/{yellow}/")[0] == exchange
    mixed = f"{alternating('y', 'r', sizes)}/{alternating('r', 'y', sizes)}/"
    sorted_, crossed = (count("little-antwerp", mixed, f"{a}/{b}/")[0] for a, b in
                        ((yellow, red), (red, yellow)))  # fmt: skip
    assert (sorted_, crossed) == {1: (0, 3), 2: (3, 10), 3: (10, 29), 4: (29, 67)}[sizes]


@pytest.mark.parametrize(
    ("variant", "colours", "states", "diameter"),
    [("london", "rgb", 36, 8), ("tunstall", "rgby", 264, 10)],
)
def test_balls_on_pegs_that_hold_so_many(
    variant: str, colours: str, states: int, diameter: int
) -> None:
    toy = Variant(variant, colours)
    listed = list(toy.states() or ())
    assert len(listed) == len(set(listed)) == states
    farthest = []
    for goal in listed[::7]:
        found = distances(toy, goal)
        assert set(found) == set(listed)
        for start in listed[::11]:
            assert toy.plan(start, goal).count == found[start]
        farthest.append(max(found.values()))
    # The colours may be exchanged, so a goal for each arrangement of the pegs is enough.
    shapes = {tuple(map(len, state)): state for state in listed}
    ends = [max(distances(toy, goal).values()) for goal in shapes.values()]
    assert max(ends) == diameter == max(*ends, *farthest)


@pytest.mark.parametrize("name", NAMES)
def test_ways_are_different_shortest_and_all(name: str) -> None:
    toy = Variant(name, "yrbg"[: {"little-antwerp": 2, "tunstall": 4}.get(name, 3)])
    states = list(toy.states() or ())
    goal = states[len(states) // 2]
    found = distances(toy, goal)
    number = {goal: 1}
    for state in sorted(found, key=found.__getitem__):
        after = [toy.apply(state, move) for move in toy.moves(state)]
        if state != goal:
            number[state] = sum(number[s] for s in after if found[s] < found[state])
    for start in states[:: len(states) // 12]:
        ways = [tuple(plan) for plan in toy.ways(start, goal)]
        assert len(set(ways)) == len(ways) == number[start] == toy.ways(start, goal).count
        for way in ways:
            state = start
            for move in way:
                state = toy.apply(state, move)
            assert (state, len(way)) == (goal, found[start])
        reasons = list(toy.reasons(toy.plan(start, goal)))
        assert len(reasons) == found[start]
        assert all(reason.endswith(".") for reason in reasons)


@settings(max_examples=15, deadline=None)
@given(seed=st.integers(0, 10_000), name=st.sampled_from(NAMES[:2]))
def test_any_state_to_any_state(seed: int, name: str) -> None:
    toy = Variant(name, "yrb"[: 3 if name == "antwerp" else 2], sizes=2)
    rng = Random(seed)
    start, goal = toy.shuffled(rng), toy.shuffled(rng)
    state = start
    for move in toy.plan(start, goal):
        state = toy.apply(state, move)
    assert state == goal
    assert toy.parse(toy.format(start)) == start


def test_numbers_and_states_are_one_to_one() -> None:
    toy = Variant("antwerp", "yrb", sizes=2)
    numbering = Numbering.of(toy.colours, toy.sizes, toy.holds)
    states = list(toy.states() or ())
    assert [numbering.number(state) for state in states] == list(range(3600))
    fronts = np.array([5, 1234], dtype=np.int32)
    for places, found in numbering.space.edges(fronts):
        for place, after in zip(places.tolist(), found.tolist(), strict=True):
            before = states[fronts[place]]
            assert states[after] in [toy.apply(before, move) for move in toy.moves(before)]
    reached = sum(len(found) for _, found in numbering.space.edges(fronts))
    assert reached == len(toy.moves(states[5])) + len(toy.moves(states[1234]))


@pytest.mark.parametrize(
    ("variant", "texts", "goal", "holds"),
    [
        ("antwerp", ["y2 y1/r2 r1/b2 b1"], "b2 b1/y2 y1/r2 r1", (6, 6, 6)),
        ("antwerp", ["y/r/b"], "b/y/r", (3, 3, 3)),
        ("antwerp", ["y1/r1/b1"], "b1/y1/r1", (3, 3, 3)),
        ("antwerp", ["y2 r2 b2//r1 y1 b1"], "b2 b1/y2 y1/r2 r1", (6, 6, 6)),
        ("little-antwerp", ["k2 w1//w2 k1"], "k2 k1//w2 w1", (4, 4, 4)),
        ("little-antwerp", ["k2 k1//w2 w1"], "w2 w1//k2 k1", (4, 4, 4)),
        ("little-antwerp", ["y2 r2 y1 r1//"], "y2 y1/r2 r1/", (4, 4, 4)),
        ("little-antwerp", ["y2 r2/y1 r1/"], "y2 y1/r2 r1/", (4, 4, 4)),
        ("london", ["r g b//"], "b g r//", (3, 2, 1)),
        ("london", ["//r g b"], "//b g r", (1, 2, 3)),
        ("london", ["r/g/b", "//r g b"], "//b g r", (1, 2, 3)),
        ("london", ["r/g b/", "//r g b"], "//b g r", (1, 2, 3)),
        ("tunstall", ["r g b k//"], "k b g r//", (4, 3, 2)),
        ("tunstall", ["/r g/b k"], "k b g r//", (4, 3, 2)),
    ],
)
def test_the_toy_of_a_state(
    variant: str, texts: list[str], goal: str, holds: tuple[int, ...]
) -> None:
    toy = puzzle_of_state("hanoi", *texts, variant=variant)
    assert isinstance(toy, Variant)
    assert toy.holds == holds
    assert toy.format(toy.goal) == goal
    assert toy.format(toy.parse(texts[0])) == texts[0]


def test_usual_starts() -> None:
    shown = {
        "antwerp": "y2 y1/r2 r1/b2 b1",
        "little-antwerp": "y2 r1/r2 y1/",
    }
    for name, text in shown.items():
        toy = Variant(name, "yrb"[: 3 if name == "antwerp" else 2], sizes=2)
        assert toy.format(toy.start) == text
    assert Variant("little-antwerp", "yr", 3).format(Variant("little-antwerp", "yr", 3).goal) == (
        "y3 y2 y1/r3 r2 r1/"
    )
    assert Variant("london", "rgb").format(Variant("london", "rgb").start) == "r g b//"


@pytest.mark.parametrize(
    ("variant", "text", "error", "message"),
    [
        ("antwerp", "y2 y1/r2 r1", NotationError, "expected 3 pegs separated by '/', got"),
        ("antwerp", "AAAA", NotationError, "expected 3 pegs separated by '/', got 'AAAA'"),
        ("antwerp", "", NotationError, "expected 3 pegs separated by '/', got ''"),
        ("antwerp", "//", NotationError, "antwerp: expected pieces of 3 colours, got none"),
        ("antwerp", "y1/r1/", NotationError, "antwerp: expected pieces of 3 colours, got y r"),
        ("antwerp", "y2 y1/r2 r1/b2 1", NotationError, "a piece like 'y2' on peg C, got '1'"),
        ("antwerp", "y2 y/r2 r/b2 b", NotationError, "a piece like 'y2' on peg A, got 'y'"),
        (
            "antwerp", "y2 y1/r2 r1/b2 b2", IllegalStateError,
            "expected each of y2 y1 r2 r1 b2 b1 once, got b2 2 times",
        ),
        ("antwerp", "y3 y1/r2 r1/b2 b1", IllegalStateError, "got y2 0 times"),
        (
            "antwerp", "y1 y2/r2 r1/b2 b1", IllegalStateError,
            "on peg A the larger y2 lies on the smaller y1",
        ),
        ("london", "r g r//", NotationError, "london: expected pieces of 3 colours, got r g"),
        ("london", "r g b b//", IllegalStateError, "expected each of r g b once, got b 2 times"),
        ("london", "r g/b/g", IllegalStateError, "expected each of r g b once, got g 2 times"),
        ("london", "/r g b/", IllegalStateError, "peg B holds 2, got 3 pieces"),
        ("london", "r1 g1 b2//", NotationError, "london: expected 1 size, got 2"),
        ("hexagon", "r g b//", NotationError, "expected a variant of classic, antwerp, little-"),
    ],
)  # fmt: skip
def test_bad_states(variant: str, text: str, error: type[Exception], message: str) -> None:
    with pytest.raises(error) as raised:
        puzzle_of_state("hanoi", text, variant=variant)
    assert str(raised.value).startswith("hanoi: ")
    assert message in str(raised.value)
    assert "\n" not in str(raised.value)


@settings(max_examples=200, deadline=None)
@given(name=st.sampled_from(NAMES), text=st.text("yrbg123/ é\n", max_size=30) | st.text())
def test_any_text_is_a_state_or_refused_in_one_line(name: str, text: str) -> None:
    answer = read_or_refusal(partial(variant_of_state, name), text)
    if isinstance(answer, ValueError):
        assert str(answer).startswith("hanoi: ")
        assert "\n" not in str(answer)
    else:
        state = answer.parse(text)
        assert answer.parse(answer.format(state)) == state


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("y1 A-C", "hanoi: expected a move like 'y1 A>C', got 'y1 A-C'"),
        ("y3 A>C", "hanoi: expected a size of 1 to 2, got 'y3'"),
        ("y A>C", "hanoi: expected a piece like 'y2', got 'y'"),
        ("y1 A>A", "hanoi: expected two different pegs of A to C, got 'y1 A>A'"),
        ("y1 A>D", "hanoi: expected two different pegs of A to C, got 'y1 A>D'"),
    ],
)
def test_bad_moves(text: str, message: str) -> None:
    with pytest.raises(NotationError) as error:
        Variant("antwerp", "yrb", 2).parse_move(text)
    assert str(error.value) == message
    with pytest.raises(NotationError, match="expected a move like 'r A>C', got 'r A'"):
        Variant("london", "rgb").parse_move("r A")
    with pytest.raises(NotationError, match="expected a piece like 'r', got '2'"):
        Variant("london", "rgb").parse_move("2 A>B")


@pytest.mark.parametrize(
    ("variant", "state", "move", "message"),
    [
        ("antwerp", "y2 y1/r2 r1/b2 b1", "y2 A>B", "y2 cannot go from A to B in .*: y1 lies on it"),
        ("antwerp", "y2/r2 r1 y1/b2 b1", "y2 A>B", ": y1 there is smaller"),
        ("antwerp", "y2/r2 r1 y1/b2 b1", "y1 A>B", ": it is not on A"),
        ("london", "r/g/b", "r A>C", "r cannot go from A to C in r/g/b: C is full"),
    ],
)
def test_illegal_moves_say_why(variant: str, state: str, move: str, message: str) -> None:
    holds = {"holds": (3, 2, 1)} if variant == "london" else {"sizes": 2}
    toy = Variant(variant, "yrb" if variant == "antwerp" else "rgb", **holds)  # type: ignore[arg-type]
    with pytest.raises(IllegalMoveError, match=message):
        toy.apply(toy.parse(state), toy.parse_move(move))


def test_a_move_to_a_peg_that_is_not_there() -> None:
    toy = Variant("london", "rgb")
    for move in (PieceMove(Piece("b", 1), 0, 3), PieceMove(Piece("b", 1), 0, 0)):
        with pytest.raises(IllegalMoveError, match="expected two different pegs of A to C"):
            toy.apply(toy.start, move)


@pytest.mark.parametrize(
    ("sizes", "move", "words"),
    [
        (1, "y A>C", "Put the yellow disc on the right-hand peg."),
        (2, "k1 A>C", "Put the smaller black disc on the right-hand peg."),
        (2, "y2 A>B", "Put the larger yellow disc on the middle peg."),
        (3, "y2 A>B", "Put the middle yellow disc on the middle peg."),
        (4, "y1 A>B", "Put the smallest yellow disc on the middle peg."),
        (4, "y4 A>B", "Put the largest yellow disc on the middle peg."),
        (4, "é3 A>B", "Put é disc three on the middle peg."),
    ],
)
def test_words(sizes: int, move: str, words: str) -> None:
    toy = Variant("antwerp", "yké", sizes)
    assert toy.words(toy.start, toy.parse_move(move)) == words
    ball = Variant("london", "rgb")
    assert ball.words(ball.start, ball.parse_move("b A>B")) == (
        "Put the blue ball on the middle peg."
    )


@settings(max_examples=60, deadline=None)
@given(seed=st.integers(0, 10_000), name=st.sampled_from(NAMES[:2]), sizes=st.integers(1, 6))
def test_size_by_size_from_any_state_to_any_state(seed: int, name: str, sizes: int) -> None:
    toy = Variant(name, "yrb"[: 3 if name == "antwerp" else 2], sizes)
    rng = Random(seed)
    start, goal = toy.shuffled(rng), toy.shuffled(rng)
    plan = toy.plan(start, goal, method="by-size")
    state = start
    moves = list(plan)
    for move in moves:
        state = toy.apply(state, move)
    assert state == goal
    assert plan.count == len(moves)
    assert (plan.method, plan.note) == ("by-size", None)
    assert sizes > 2 or plan.count >= toy.plan(start, goal).count


def test_size_by_size_is_not_much_longer() -> None:
    toy = Variant("antwerp", "yrb", 3)
    assert toy.plan(toy.start, toy.goal).count == 62
    assert toy.plan(toy.start, toy.goal, method="by-size").count < 3 * 62
    assert toy.plan(toy.goal, toy.goal, method="by-size").count == 0


def test_too_many_sizes_to_search() -> None:
    toy = Variant("antwerp", "yrb", sizes=40)
    assert toy.states() is None
    assert not toy.quick_ways
    plan = toy.plan(toy.start, toy.goal)
    assert plan.method == "by-size"
    assert plan.note is not None
    assert plan.note.startswith("There are too many states to search")
    state = toy.start
    for move in itertools.islice(plan, 300):
        state = toy.apply(state, move)
    with pytest.raises(NoPlanError, match=r"60\^40 states are too many to search: expected at"):
        toy.ways(toy.start, toy.goal)
    assert Variant("london", "rgb").methods == ("optimal",)


@pytest.mark.parametrize(("colours", "sizes"), [("yr", 1), ("yyr", 1), ("yrb", 0)])
def test_toys_that_are_not_made(colours: str, sizes: int) -> None:
    with pytest.raises(NotationError, match="hanoi: antwerp: expected"):
        Variant("antwerp", colours, sizes)


@pytest.mark.parametrize(
    ("variant", "state", "reason"),
    [
        ("london", "r g b//", "Makes way for the green ball to go to the left-hand peg; "),
        ("antwerp", "y/r/b", "Makes way for the "),
    ],
)
def test_reasons_name_pieces_and_pegs_as_moves_do(variant: str, state: str, reason: str) -> None:
    toy = variant_of_state(variant, state)
    plan = toy.plan(toy.parse(state), toy.goal)
    told = list(toy.reasons(plan))
    assert len(told) == plan.count
    assert not any(re.search(r"\b[A-Zbgry]\b", words) for words in told), told
