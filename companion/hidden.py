"""Plans for a cube that avoid turns which the camera could not see."""

from collections.abc import Sequence
from itertools import islice
from typing import Any

from solver import CubePuzzle, Plan
from solver.cube import FACES

# So many portions of work are spent on shorter plans, and so many moves a whole turn is worth.
PORTIONS = 12
WHOLE_TURN = 2
_OPPOSITE = dict(zip(FACES, FACES[3:] + FACES[:3], strict=True))


class HiddenPlanner:
    """Plans in which the face that lies away from the camera is not turned.

    Where one face is in sight, the opposite one is hidden; a plan that spares another one needs the
    whole cube turned once. Where more faces are in sight, every turn shows. Where none is known to
    be, some face is spared.
    """

    def __init__(self, puzzle: CubePuzzle) -> None:
        self._puzzle = puzzle

    def __call__(self, state: Any, goal: Any, placed: Sequence[int]) -> Plan[Any, Any]:
        """The plan with the fewest moves. Raises NoPlanError as the puzzle does."""
        seen = {FACES[cell // 9] for cell in placed if cell >= 0}
        usual = self._puzzle.plan(state, goal)
        if state == goal or len(seen) > 1:
            return usual
        hidden = _OPPOSITE[seen.pop()] if seen else ""
        if hidden and all(turn.axis != hidden for turn in usual):
            return usual
        plans = [self._best(state, goal, avoid=hidden)] if hidden else []
        plans.append(self._best(state, goal, held=True))
        known = [plan for plan in plans if plan is not None]

        def worth(plan: Plan[Any, Any]) -> int:
            turned = any(turn.axis == hidden for turn in plan)
            return plan.count + WHOLE_TURN * turned

        return min(known, key=worth, default=usual)

    def _best(self, state: Any, goal: Any, **wish: Any) -> Plan[Any, Any] | None:
        """The last plan found in so much work."""
        best: Plan[Any, Any] | None = None
        for plan in islice(self._puzzle.improve(state, goal, **wish), 4 * PORTIONS):
            best = plan or best
        return best
