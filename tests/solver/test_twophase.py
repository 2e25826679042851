from collections.abc import Callable
from random import Random

import numpy as np
import pytest

from solver import CubePuzzle, NoPlanError, NotationError
from solver.cube import FACE_TURNS, SOLVED, Cube, apply_turns, parse_turns, random_cube
from solver.cube.cubies import parity
from solver.cube.twophase import Tables, TwoPhase, best_of, native
from solver.cube.twophase.coordinates import PERMUTATIONS, PHASE_2, corner_turns, permutations_of
from solver.cube.twophase.leaves import rank
from solver.cube.twophase.solve import Kernel
from solver.cube.twophase.symmetry import rotations, symmetries
from solver.cube.twophase.variants import EXHAUSTED, FOUND, MOST, PAUSED, renamed, variants

SUPERFLIP = apply_turns(SOLVED, parse_turns("U R2 F B R B2 R U2 L B2 R U' D' R2 F R' L B2 U2 F2"))
needs_kernel = pytest.mark.skipif(
    native.load_kernel() is None, reason="the kernel in C is not built"
)


@pytest.fixture(params=["C", "Python"], scope="module")
def solver(request: pytest.FixtureRequest, tables: Tables) -> TwoPhase:
    if request.param == "C" and native.load_kernel() is None:
        pytest.skip("the kernel in C is not built")
    return TwoPhase(tables, portable=request.param == "Python")


def puzzle_with(tables: Tables) -> CubePuzzle:
    return CubePuzzle(two_phase=lambda: TwoPhase(tables))


def times(count: int) -> Callable[[], bool]:
    """Says yes so many times."""
    left = iter(range(count))
    return lambda: next(left, None) is not None


def test_tables_are_a_megabyte_and_whole(tables: Tables) -> None:
    assert 1_000_000 < tables.size < 1_300_000
    with pytest.raises(ValueError, match="read-only"):
        tables.products[0, 0] = 1


def test_known_numbers_of_phase_2(tables: Tables) -> None:
    """The greatest distances of corners and of edges with the middle edges' order."""
    corner, edge = tables.corner_order, tables.edge_order
    assert (corner.max(), edge.max()) == (14, 12)
    assert corner.shape == edge.shape == (2768, 24)


def test_every_table_agrees_with_the_pieces() -> None:
    """A coordinate that is turned is that of the pieces that are turned."""
    turns, listed = corner_turns(), permutations_of(8)
    assert len(turns) == PERMUTATIONS
    rng = np.random.default_rng(1)
    for number in rng.integers(0, PERMUTATIONS, 50):
        pieces = tuple(int(piece) for piece in listed[number])
        assert rank(pieces) == number
        for column, turn in enumerate(PHASE_2):
            after = tuple(pieces[i] for i in FACE_TURNS[turn].cube.corners)
            assert rank(after) == turns[number, column]


def test_symmetries_are_a_group() -> None:
    group = symmetries()
    assert len(set(group)) == 16
    assert {a.then(b) for a in group for b in group} == set(group)
    assert [one.mirrored for one in group].count(True) == 8


def test_a_renamed_cube_is_made_by_renamed_turns() -> None:
    for rotation in rotations():
        for number, turn in enumerate(FACE_TURNS):
            assert renamed(turn.cube, rotation) == FACE_TURNS[rotation.turn(number)].cube


def test_symmetric_cubes_have_fewer_variants() -> None:
    assert len(variants(random_cube(Random(1)))) == 6
    assert len(variants(SUPERFLIP)) == len(variants(SOLVED)) == 1


def test_every_answer_solves_and_they_get_shorter(solver: TwoPhase) -> None:
    for seed in range(3):
        cube = random_cube(Random(seed))
        lengths = []
        more = times(4)
        for turns in solver.improve(cube):
            if turns is not None:
                assert apply_turns(cube, turns) == SOLVED
                lengths.append(len(turns))
            if lengths and not more():
                break
        assert lengths == sorted(set(lengths), reverse=True)
        assert lengths[-1] <= 22


@pytest.mark.parametrize("row", ["", "R", "R U", "R2 F' D", "U D' R L2", "M2 E2 S2", "F R' U2 B"])
def test_short_ways_are_shortest(solver: TwoPhase, row: str) -> None:
    """For cubes near the solved one the search comes to its end, and nothing is shorter."""
    turns = parse_turns(row)
    found = [answer for answer in solver.improve(apply_turns(SOLVED, turns)) if answer is not None]
    assert len(found[-1]) == len(turns)
    assert apply_turns(apply_turns(SOLVED, turns), found[-1]) == SOLVED


@needs_kernel
def test_both_kernels_do_the_same(tables: Tables) -> None:
    """The same solutions after the same number of nodes, whatever the portions are."""
    for seed in range(2):
        cubes = variants(random_cube(Random(seed)), frozenset("URFDLB"[: 6 - seed % 2]))
        assert events(TwoPhase(tables).kernel, cubes, 997) == events(
            TwoPhase(tables, portable=True).kernel, cubes, 1500
        )


def events(kernel: Kernel, cubes: tuple, portion: int) -> list[tuple[int, list[int], int]]:
    """The solutions within some nodes: the variant, the turns, and when."""
    search = kernel.begin(cubes)
    search.limit(MOST, 12)
    found = []
    while search.nodes < 15_000:
        event = search.run(portion)
        if event == FOUND:
            found.append((*search.found, search.nodes))
            search.limit(len(search.found[1]), 10)
        else:
            assert event == PAUSED
    return [one for one in found if one[2] < 15_000]


def test_a_finished_search_stays_finished(solver: TwoPhase) -> None:
    search = solver.kernel.begin(variants(SOLVED))
    assert [search.run(100) for _ in range(3)] == [FOUND, EXHAUSTED, EXHAUSTED]
    assert search.found == (0, [])


def test_a_search_can_be_left_at_any_time(solver: TwoPhase) -> None:
    pauses = solver.improve(random_cube(Random(4)), portion=10)
    assert [next(pauses) for _ in range(5)] == [None] * 5
    assert solver.solve(random_cube(Random(4)), effort=2000)


@needs_kernel
def test_the_superflip_needs_no_more_than_twenty(tables: Tables) -> None:
    answers = (turns for turns in TwoPhase(tables).improve(SUPERFLIP, portion=50_000) if turns)
    best = next(turns for turns in answers if len(turns) <= 20)
    assert len(best) == 20
    assert apply_turns(SUPERFLIP, best) == SOLVED


@pytest.mark.parametrize("avoid", ["B", "U"])
def test_a_face_can_be_left_alone(tables: Tables, avoid: str) -> None:
    solver = TwoPhase(tables)
    cube = random_cube(Random(7))
    turns = solver.solve(cube, avoid=avoid, effort=0)
    assert apply_turns(cube, turns) == SOLVED
    assert avoid not in {turn.axis for turn in turns}


@needs_kernel
@pytest.mark.parametrize("faces", ["URFL", "URLD", "URF", "RU"])
def test_few_faces_solve_what_they_can(tables: Tables, faces: str) -> None:
    rng, cube = Random(3), SOLVED
    for _ in range(30):
        face = 3 * "URFDLB".index(rng.choice(faces))
        cube = cube * FACE_TURNS[face + rng.randrange(3)].cube
    avoid = "".join(set("URFDLB") - set(faces))
    found = puzzle_with(tables).improve(cube, SOLVED, avoid=avoid)
    plan = next(plan for plan in found if plan is not None)
    assert apply_turns(cube, plan) == SOLVED
    assert {turn.axis for turn in plan} <= set(faces)


@needs_kernel
def test_a_cube_that_is_held_well_has_a_face_left_alone(tables: Tables) -> None:
    cube = random_cube(Random(8))
    found = (turns for turns in TwoPhase(tables).improve_held(cube) if turns is not None)
    turns = next(found)
    assert apply_turns(cube, turns) == SOLVED
    assert len({turn.axis for turn in turns}) < 6


def test_what_few_faces_cannot_solve_is_refused(tables: Tables) -> None:
    puzzle = puzzle_with(tables)
    with pytest.raises(NoPlanError, match="cube: turns of U R F alone do not lead to the goal"):
        next(puzzle.improve(random_cube(Random(1)), SOLVED, avoid="DLB"))
    with pytest.raises(NoPlanError, match="cube: turns of no face alone do not lead to the goal"):
        next(puzzle.improve(random_cube(Random(1)), SOLVED, avoid="URFDLB"))
    with pytest.raises(NotationError, match="cube: expected faces of URFDLB to avoid, got 'x'"):
        next(puzzle.improve(SOLVED, SOLVED, avoid="Bx"))


def test_any_pattern_can_be_the_goal(tables: Tables) -> None:
    start, goal = random_cube(Random(1)), random_cube(Random(2))
    puzzle = puzzle_with(tables)
    plan = next(plan for plan in puzzle.improve(start, goal) if plan is not None)
    assert apply_turns(start, plan) == goal
    assert apply_turns(start, puzzle.plan(start, goal)) == goal


def test_random_cubes_keep_the_laws() -> None:
    def lawful(cube: Cube) -> bool:
        turned = sum(cube.twists) % 3 == sum(cube.flips) % 2 == 0
        return turned and parity(cube.corners) == parity(cube.edges)

    assert all(lawful(CubePuzzle().shuffled(Random(seed))) for seed in range(100))


def test_the_last_solution_drawn_is_the_best() -> None:
    one, two = parse_turns("R U"), parse_turns("R")
    assert best_of(iter([None, one, None, two, None]), lambda: True) == two
    assert best_of(iter([None, one, two]), lambda: False) == one


def test_without_the_kernel_python_searches(
    tables: Tables, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("solver.cube.twophase.solve.load_kernel", lambda: None)
    cube = apply_turns(SOLVED, parse_turns("R U F"))
    assert len(TwoPhase(tables).solve(cube)) == 3
    native.load_kernel.cache_clear()
    monkeypatch.setattr(native, "EXTENSION_SUFFIXES", [".none"])
    assert native.load_kernel() is None
    native.load_kernel.cache_clear()
