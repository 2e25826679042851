"""The laws that every puzzle of the table keeps."""

from collections.abc import Callable
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from solver import PUZZLES, AnyPuzzle, NotationError
from tests.solver.cases import LARGE, SMALL, build, distances, label, walk

small = pytest.mark.parametrize("case", SMALL, ids=label)
every = pytest.mark.parametrize("case", SMALL + LARGE, ids=label)
walks = st.lists(st.integers(0, 1000), max_size=40)


def test_every_puzzle_of_the_table_is_tried() -> None:
    assert {name for name, _ in SMALL + LARGE} == set(PUZZLES)


@every
def test_properties_fit_together(case: Any) -> None:
    puzzle = build(case)
    assert puzzle.name == case[0]
    assert len(puzzle.view(puzzle.start)) == puzzle.cells
    assert len(set(puzzle.symbols)) == len(puzzle.symbols)
    assert puzzle.methods
    assert puzzle == build(case)


@small
def test_states_are_exactly_those_that_moves_reach(case: Any) -> None:
    puzzle = build(case)
    states = puzzle.states()
    assert states is not None
    assert len(set(states)) == len(states)
    assert set(distances(puzzle, puzzle.start)) == set(states)


@small
def test_view_tells_states_apart(case: Any) -> None:
    puzzle = build(case)
    states = list(puzzle.states() or ())
    views = {puzzle.view(state) for state in states}
    assert len(views) == len(states)
    assert {symbol for view in views for symbol in view} <= set(range(len(puzzle.symbols)))


@small
def test_every_move_is_legal_and_reversible(case: Any) -> None:
    puzzle = build(case)
    for state in puzzle.states() or ():
        for move in puzzle.moves(state):
            check_move(puzzle, state, move)


@small
def test_plans_are_shortest(case: Any) -> None:
    puzzle = build(case)
    states = list(puzzle.states() or ())
    for goal in states[:: max(1, len(states) // 9)]:
        for state, distance in distances(puzzle, goal).items():
            assert puzzle.plan(state, goal).count == distance


@every
@settings(max_examples=15, deadline=None)
@given(there=walks, back=walks)
def test_a_plan_reaches_its_goal(case: Any, there: list[int], back: list[int]) -> None:
    puzzle = build(case)
    state, goal = walk(puzzle, there), walk(puzzle, back)
    plan = puzzle.plan(state, goal)
    assert (plan.start, plan.goal) == (state, goal)
    moves = list(plan)
    assert len(moves) == len(plan) == plan.count
    assert list(plan) == moves
    assert plan.first == (moves[0] if moves else None)
    for move in moves:
        check_move(puzzle, state, move)
        state = puzzle.apply(state, move)
    assert state == goal


@every
@settings(max_examples=15, deadline=None)
@given(picks=walks)
def test_notation_reads_back(case: Any, picks: list[int]) -> None:
    puzzle = build(case)
    state = walk(puzzle, picks)
    text = puzzle.format(state)
    assert "\n" not in text
    assert puzzle.parse(text) == puzzle.parse(f"  {text}\n") == state
    for move in puzzle.moves(state):
        assert puzzle.parse_move(puzzle.format_move(move)) == move


@every
@settings(max_examples=60, deadline=None)
@given(text=st.text(max_size=60) | st.text("01AC>+12 onofURFDLB'xyz", max_size=60))
def test_any_text_is_read_or_refused_in_one_line(case: Any, text: str) -> None:
    puzzle = build(case)
    for parse, write in (
        (puzzle.parse, puzzle.format),
        (puzzle.parse_move, puzzle.format_move),
    ):
        answer = read_or_refusal(parse, text)
        if isinstance(answer, ValueError):
            assert "\n" not in str(answer)
            assert str(answer).startswith(f"{puzzle.name}: ")
        else:
            assert parse(write(answer)) == answer


@every
def test_the_goal_needs_no_move(case: Any) -> None:
    puzzle = build(case)
    plan = puzzle.plan(puzzle.goal, puzzle.goal)
    assert (list(plan), len(plan), plan.first) == ([], 0, None)


@every
def test_methods_have_names(case: Any) -> None:
    puzzle = build(case)
    for method in puzzle.methods:
        assert puzzle.plan(puzzle.goal, puzzle.goal, method=method).count == 0
    with pytest.raises(NotationError, match=f"{puzzle.name}: expected a method of .*'magic'"):
        puzzle.plan(puzzle.start, puzzle.goal, method="magic")


def check_move(puzzle: AnyPuzzle, state: Any, move: Any) -> None:
    """A move changes the state, can be taken back, has words, and sweeps over real cells."""
    after = puzzle.apply(state, move)
    assert after != state
    assert state in [puzzle.apply(after, back) for back in puzzle.moves(after)]
    words = puzzle.words(state, move)
    assert words[0].isupper()
    assert words.endswith(".")
    sources, targets = puzzle.sweep(state, move)
    assert sources
    assert targets
    assert {*sources, *targets} <= set(range(puzzle.cells))
    before, shown = puzzle.view(state), puzzle.view(after)
    changed = {cell for cell in range(puzzle.cells) if before[cell] != shown[cell]}
    assert changed <= {*sources, *targets}


def read_or_refusal(parse: Callable[[str], Any], text: str) -> Any:
    """What a text is read as, or the error."""
    try:
        return parse(text)
    except ValueError as error:
        return error
