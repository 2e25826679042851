"""Plans for the cube by each method, and why each of their turns is made."""

from collections.abc import Callable, Iterator, Mapping

from solver.cube import beginner, reference, thistlethwaite
from solver.cube.cubies import Cube
from solver.cube.geometry import FACES
from solver.cube.reach import can_solve
from solver.cube.steps import Step, all_turns, reasons
from solver.cube.turns import Turn
from solver.cube.twophase import TwoPhase
from solver.phrase import Phrase
from solver.puzzle import NoPlanError, NotationError, Plan, unknown_method

CubePlan = Plan[Cube, Turn]

# Methods that solve in steps with names, from a state to a goal.
_STEPWISE: Mapping[str, Callable[[Cube, Cube], tuple[Step, ...]]] = {
    "thistlethwaite": lambda state, goal: thistlethwaite.solve(goal.inverse() * state),
    "beginner": beginner.solve,
}
METHODS = ("twophase", "kociemba", *_STEPWISE)


def plan_by(
    method: str | None, state: Cube, goal: Cube, two_phase: Callable[[], TwoPhase]
) -> CubePlan:
    """A way by face turns. For kociemba, `Plan.method` names the engine that found it."""
    if method not in (None, *METHODS):
        raise unknown_method("cube", METHODS, method)
    # Renaming the stickers so that the goal looks solved leaves the turns as they are.
    cube = goal.inverse() * state
    name = method or METHODS[0]
    if name in _STEPWISE:
        turns = all_turns(_STEPWISE[name](state, goal))
    elif name == "kociemba":
        turns, name = reference.solve(cube), reference.engine()
    else:
        turns = two_phase().solve(cube)
    return Plan(state, goal, name, len(turns), turns)


def improve(
    state: Cube, goal: Cube, solver: TwoPhase, *, avoid: str, held: bool
) -> Iterator[CubePlan | None]:
    """Shorter and shorter plans, and None after every portion of work: stop when you like.

    `avoid` are faces that are not to be turned; with `held` each plan leaves some face alone.
    Raises NotationError for other letters and NoPlanError where the other faces are not enough.
    """
    for face in avoid:
        if face not in FACES:
            raise NotationError(
                Phrase(
                    "cube: expected faces of {faces} to avoid, got {got!r}", faces=FACES, got=face
                )
            )
    cube = goal.inverse() * state
    left = frozenset(FACES) - frozenset(avoid)
    if not can_solve(cube, left):
        named = " ".join(face for face in FACES if face in left)
        raise NoPlanError(
            Phrase("cube: turns of {faces} alone do not lead to the goal", faces=named)
            if named
            else Phrase("cube: turns of no face alone do not lead to the goal")
        )
    found = solver.improve_held(cube) if held else solver.improve(cube, avoid=avoid)
    for turns in found:
        yield None if turns is None else Plan(state, goal, METHODS[0], len(turns), turns)


def reasons_of(plan: CubePlan) -> Iterator[str]:
    """A sentence for every turn: its step, or what is achieved by it where there are no steps."""
    if plan.method in _STEPWISE:
        yield from reasons(_STEPWISE[plan.method](plan.start, plan.goal))
        return
    state = plan.start
    for turn in plan:
        state = state * turn.cube
        home = _at_home(plan.goal.inverse() * state)
        yield Phrase.counted(
            "Then {count} of the 20 pieces is where it belongs.",
            "Then {count} of the 20 pieces are where they belong.",
            home,
        )


def _at_home(cube: Cube) -> int:
    """The pieces that are in their places and not turned there."""
    corners = zip(cube.corners, cube.twists, strict=True)
    edges = zip(cube.edges, cube.flips, strict=True)
    return sum(
        piece == place and not turn
        for pieces in (corners, edges)
        for place, (piece, turn) in enumerate(pieces)
    )
