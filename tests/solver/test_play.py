"""Games by hand."""

from random import Random
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from solver import AnyPuzzle, Game, IllegalMoveError, SolverError
from solver.cube import CubePuzzle
from solver.hanoi import Hanoi, Variant
from solver.rings import RingMove, Rings
from tests.solver.cases import LARGE, SMALL, build, label

DEALT = [case for case in SMALL + LARGE if case[0] != "cube"]


@pytest.mark.parametrize("count", range(3, 13))
def test_following_the_hints_solves(count: int) -> None:
    game = Game.dealt(Rings(count), Random(count))
    steps = game.left
    for left in range(steps, 0, -1):
        assert game.left == left
        assert not game.solved
        hint = game.hint
        assert hint in game.legal
        assert hint is not None
        game = game.play(hint)
    assert game.solved
    assert (game.hint, game.left, len(game.past)) == (None, 0, steps)


@pytest.mark.parametrize("case", DEALT, ids=label)
def test_starts_are_dealt_by_the_seed(case: Any) -> None:
    puzzle = build(case)
    games = [Game.dealt(puzzle, Random(seed)) for seed in range(12)]
    assert games == [Game.dealt(puzzle, Random(seed)) for seed in range(12)]
    assert len({game.state for game in games}) > 1
    assert all(puzzle.parse(puzzle.format(game.state)) == game.state for game in games)
    assert {game.target for game in games} == {puzzle.goal}


@pytest.mark.parametrize("puzzle", [Rings(3), Hanoi(2), Variant("london", "rgb")], ids=str)
def test_every_state_is_dealt_sometimes(puzzle: AnyPuzzle) -> None:
    rng = Random(1)
    seen = {Game.dealt(puzzle, rng).state for _ in range(600)}
    assert seen == set(puzzle.states() or ())


@pytest.mark.parametrize("case", DEALT, ids=label)
@settings(max_examples=10, deadline=None)
@given(seed=st.integers(0, 1000), moves=st.integers(1, 12))
def test_undo_and_redo(case: Any, seed: int, moves: int) -> None:
    rng = Random(seed)
    games = [Game.dealt(build(case), rng)]
    for _ in range(moves):
        games.append(games[-1].play(rng.choice(games[-1].legal)))
    game = games[-1]
    for before in reversed(games):
        assert (game.state, game.past, game.states) == (before.state, before.past, before.states)
        game = game.undo()
    assert game.undo() == game
    for after in games[1:]:
        game = game.redo()
        assert (game.state, game.past) == (after.state, after.past)
    assert game == games[-1] == game.redo()


def test_a_new_move_forgets_what_was_taken_back() -> None:
    game = Game.begin(Rings(3)).play(RingMove(1, on=False)).undo()
    assert game.future
    other = game.play(RingMove(2, on=False))
    assert other.redo() == other


def test_illegal_moves_have_a_reason() -> None:
    game = Game.begin(Rings(5), start=0b11010)
    move = RingMove(5, on=False)
    assert game.why_not(move) == "ring 2 is on the bar"
    with pytest.raises(IllegalMoveError, match="ring 5 cannot move in 11010: ring 2 is on the bar"):
        game.play(move)
    assert all(game.why_not(move) is None for move in game.legal)


@pytest.mark.parametrize("case", SMALL, ids=label)
def test_there_is_a_reason_exactly_where_a_move_is_illegal(case: Any) -> None:
    puzzle = build(case)
    states = list(puzzle.states() or ())
    every = {move for state in states for move in puzzle.moves(state)}
    for state in states[:: max(1, len(states) // 50)]:
        game = Game.begin(puzzle, start=state)
        assert {move for move in every if game.why_not(move) is None} == set(game.legal)


def test_any_target() -> None:
    game = Game.begin(Rings(9), target=0b101010101)
    assert game.state == 0b111111111
    assert game.left == game.plan.count > 0
    assert game.aim(game.state).solved
    assert Game.begin(Rings(40)).left == 2**41 // 3


def test_a_cube_is_played_too() -> None:
    cube = CubePuzzle()
    turn = cube.parse_move("R")
    game = Game.begin(cube).play(turn)
    assert game.undo().solved
    assert game.why_not(turn) is None
    assert game.why_not(cube.parse_move("x")) == "it is no move of this puzzle"


def test_a_puzzle_that_cannot_be_dealt() -> None:
    class Plain:
        name = "plain"

    with pytest.raises(SolverError, match="plain: no random start is known for this puzzle"):
        Game.dealt(Plain(), Random(0))  # type: ignore[arg-type]
