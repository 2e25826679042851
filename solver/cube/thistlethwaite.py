"""Thistlethwaite's method (1981): four groups of cubes, each within the last, with fewer turns.

From each group the shortest way into the next one is taken, by tables of all distances: at most 7,
10, 13 and 15 turns.
"""

from functools import cache

from solver.cube.cubies import Cube
from solver.cube.steps import Step
from solver.cube.subgroups import Phase, make_phases
from solver.cube.turns import Turn


def solve(cube: Cube) -> tuple[Step, ...]:
    """The four steps, those without a turn left out; at most 45 turns."""
    steps = []
    for phase in _phases():
        turns: list[Turn] = []
        while left := phase.distance(cube):
            turn = next(t for t in phase.turns if phase.distance(cube * t.cube) == left - 1)
            cube = cube * turn.cube
            turns.append(turn)
        if turns:
            steps.append(Step(phase.name, phase.aim, tuple(turns)))
    return tuple(steps)


@cache
def _phases() -> tuple[Phase, ...]:
    """Made once a process."""
    return make_phases()
