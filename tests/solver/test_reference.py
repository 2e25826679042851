import importlib.util
import sys

import numpy as np
import pytest

from solver import NoPlanError
from solver.cube import SOLVED, CubePuzzle, Turn, reference
from tests.solver.synthetic import random_cube

CUBE = CubePuzzle()
RNG_CUBES = [random_cube(np.random.default_rng(seed)) for seed in range(8)]


@pytest.fixture(params=["kociemba", "magiccube"])
def engine(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> str:
    """Each engine in turn, where it is installed."""
    if request.param == "kociemba":
        pytest.importorskip("kociemba", reason="the optional engine is not installed")
    else:
        monkeypatch.setattr(reference, "kociemba", None)
    return str(request.param)


def test_every_answer_solves(engine: str) -> None:
    for cube in RNG_CUBES:
        plan = CUBE.plan(cube, SOLVED, method="kociemba")
        assert plan.method == engine
        assert reference.solves(cube, tuple(plan))
        assert plan.count <= (22 if engine == "kociemba" else 250)


def test_a_solved_cube_needs_no_turn(engine: str) -> None:
    assert CUBE.plan(SOLVED, SOLVED, method="kociemba").count == 0
    assert CUBE.plan(RNG_CUBES[0], RNG_CUBES[0], method="kociemba").count == 0


def test_other_goals(engine: str) -> None:
    start, goal = RNG_CUBES[:2]
    state = start
    for turn in CUBE.plan(start, goal, method="kociemba"):
        state = CUBE.apply(state, turn)
    assert state == goal


def test_a_wrong_answer_is_not_passed_on(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(reference, "kociemba", None)
    monkeypatch.setattr(reference, "_magiccube", lambda cube: (Turn("R"),))
    with pytest.raises(NoPlanError, match="cube: magiccube gave a wrong answer for"):
        reference.solve(RNG_CUBES[0])


def test_without_the_optional_engine(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "kociemba", None)
    spec = importlib.util.find_spec("solver.cube.reference")
    assert spec is not None
    assert spec.loader is not None
    without = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(without)
    assert without.engine() == "magiccube"
