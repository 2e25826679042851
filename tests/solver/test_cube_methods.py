from random import Random

import numpy as np
import pytest

from solver import CubePuzzle
from solver.abilities import Explains, Shuffles
from solver.cube import SOLVED, apply_turns, beginner, parse_turns, random_cube, thistlethwaite
from solver.cube.beginner import _shortest
from solver.cube.steps import all_turns
from solver.cube.turns import Turn

CUBE = CubePuzzle()
CUBES = [random_cube(Random(seed)) for seed in range(20)]


def test_distances_of_thistlethwaites_phases() -> None:
    """The sizes and depths of the four tables, as published: 7, 10, 13, 15."""
    known = [phase.table[phase.table < 255] for phase in thistlethwaite._phases()]
    sizes, depths = [len(some) for some in known], [int(some.max()) for some in known]
    assert depths == [7, 10, 13, 15]
    # The second is by classes of twists: 324 of 2187.
    assert sizes == [2048, 324 * 495, 29400, 663552]


def test_thistlethwaite_keeps_to_its_groups() -> None:
    counts = []
    for cube in CUBES:
        steps = thistlethwaite.solve(cube)
        turns = all_turns(steps)
        assert apply_turns(cube, turns) == SOLVED
        counts.append(len(turns))
        for step in steps:
            quarters = {turn.axis for turn in step.turns if turn.quarters != 2}
            phase = "1234".index(step.name.split()[1].strip(","))
            assert quarters <= set(["URFDLB", "URDL", "UD", ""][phase])
    assert max(counts) <= 45
    assert 28 < np.mean(counts) < 34
    assert thistlethwaite.solve(SOLVED) == ()


def test_beginners_solve_piece_by_piece() -> None:
    for cube in CUBES[:3]:
        steps = beginner.solve(cube)
        home = [0]
        for step in steps:
            cube = apply_turns(cube, step.turns)
            if step.name in ("The cross below", "The corners below", "The middle layer"):
                home.append(solved_below(cube))
        assert cube == SOLVED
        assert home == sorted(home)
        assert home[-1] == 12
        assert len(all_turns(steps)) < 200
    assert beginner.solve(SOLVED) == ()


def solved_below(cube) -> int:
    """The pieces of the lower two layers that are at home."""
    corners = sum((cube.corners[i], cube.twists[i]) == (i, 0) for i in range(4, 8))
    return corners + sum((cube.edges[i], cube.flips[i]) == (i, 0) for i in range(4, 12))


def test_beginners_are_told_the_aim() -> None:
    steps = beginner.solve(apply_turns(SOLVED, parse_turns("F2")))
    assert steps[0].name == "The cross below"
    assert steps[0].aim == "bring the edge of yellow and green to its place"


def test_the_pieces_of_a_pattern_are_named_as_they_look() -> None:
    """R takes the edge FR up, U takes it to the front, F2 down: there it belongs in the pattern."""
    goal = apply_turns(SOLVED, parse_turns("R L U D F2"))
    start = apply_turns(goal, parse_turns("F2"))
    (first, *_) = beginner.solve(start, goal)
    assert first.aim == "bring the edge of green and red to its place"


def test_rows_that_lead_nowhere_are_noticed() -> None:
    cube = apply_turns(SOLVED, parse_turns("R"))
    with pytest.raises(AssertionError, match="the rows reach every place"):
        _shortest(cube, [(Turn("U"),)], lambda one: one)


@pytest.mark.parametrize("method", CUBE.methods)
def test_every_turn_has_a_reason(method: str) -> None:
    assert isinstance(CUBE, Explains)
    assert isinstance(CUBE, Shuffles)
    start = apply_turns(SOLVED, parse_turns("R U2 F' L D"))
    plan = CUBE.plan(start, SOLVED, method=method)
    reasons = list(CUBE.reasons(plan))
    assert len(reasons) == plan.count
    assert all(reason[0].isupper() and reason.endswith(".") for reason in reasons)
    if method in ("twophase", "kociemba"):
        assert reasons[-1] == "Then 20 of the 20 pieces are where they belong."
    elif method == "thistlethwaite":
        assert reasons[-1] == "Phase 4, solved: finish by half turns."


@pytest.mark.parametrize("method", CUBE.methods)
def test_every_method_reaches_every_goal(method: str) -> None:
    start, goal = CUBES[:2]
    assert apply_turns(start, CUBE.plan(start, goal, method=method)) == goal
