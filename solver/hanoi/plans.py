"""Which way is taken from one state to another: by method, number of pegs and size."""

from solver.hanoi.gather import way_over
from solver.hanoi.moves import DiscMove, DiscMoves, State, letter
from solver.hanoi.optimal import distance, first_difference, shortest_ways
from solver.hanoi.rounds import ROUNDS, RoundSteps
from solver.hanoi.search import SearchedSteps, too_large
from solver.hanoi.space import Level, Space
from solver.hanoi.towers import Tower, Towers, tower_between
from solver.hanoi.ways import Ways
from solver.phrase import Phrase, sentence
from solver.puzzle import NoPlanError, Plan

DiscPlan = Plan[State, DiscMove]

TOWER_METHODS = ("recursive", *ROUNDS)

_LONGER = sentence(
    "There are too many states to search for the shortest way; "
    "this is the way of Frame and Stewart, which may be longer."
)


def methods(pegs: int) -> tuple[str, ...]:
    """The methods for so many pegs, the default first."""
    return ("optimal", *TOWER_METHODS) if pegs == 3 else ("optimal", "frame-stewart")


def make_plan(state: State, goal: State, pegs: int, method: str) -> DiscPlan:
    """A way between two states. Raises NoPlanError where the method moves whole towers only."""
    if method == "frame-stewart":
        return _frame_stewart(state, goal, pegs)
    if method in TOWER_METHODS:
        return _tower_plan(state, goal, method)
    if pegs == 3:
        # The moves of a way are made when they are asked for, its length at once.
        steps = shortest_ways(state, goal)[0]
        return Plan(state, goal, "optimal", distance(state, goal), DiscMoves(steps))
    task = tower_between(state, goal, pegs)
    if task is not None and pegs == 4:
        towers = Towers.of((task,), pegs)
        return Plan(state, goal, "optimal", towers.count, DiscMoves(towers))
    if too_large(_space(state, goal, pegs)):
        return _frame_stewart(state, goal, pegs, _LONGER)
    return _searched(state, goal, _search(state, goal, pegs))


def make_ways(state: State, goal: State, pegs: int) -> Ways[State, DiscMove]:
    """All shortest ways. Raises NoPlanError where they are too many states to search."""
    if pegs == 3:
        plans = [
            Plan(state, goal, "optimal", steps.count, DiscMoves(steps))
            for steps in shortest_ways(state, goal)
        ]
        return Ways(lambda: len(plans), lambda number: plans[number - 1])
    found = _search(state, goal, pegs)
    return Ways(lambda: found.ways, lambda number: _searched(state, goal, found.way(number)))


def _tower_plan(state: State, goal: State, method: str) -> DiscPlan:
    task = tower_between(state, goal, 3)
    if task is None:
        raise NoPlanError(
            Phrase(
                "hanoi: the {method} method moves a whole tower from peg to peg: expected all "
                "discs that differ on one peg, got {state} and {goal}",
                method=method,
                state=_short(state),
                goal=_short(goal),
            )
        )
    count = (1 << task.discs) - 1
    steps = Towers.of((task,), 3) if method == "recursive" else _rounds(method, task)
    return Plan(state, goal, method, count, DiscMoves(steps))


def _rounds(method: str, task: Tower) -> RoundSteps | tuple[()]:
    return RoundSteps(method, task) if task.discs else ()


def _frame_stewart(state: State, goal: State, pegs: int, note: str | None = None) -> DiscPlan:
    """Whole towers by their formula; anything else gathers first and scatters afterwards."""
    task = tower_between(state, goal, pegs)
    towers = way_over(state, goal, pegs) if task is None else Towers.of((task,), pegs)
    return Plan(state, goal, "frame-stewart", towers.count, DiscMoves(towers), note)


def _space(state: State, goal: State, pegs: int) -> Space:
    """The states of the discs that have to move: larger ones in place may stay.

    Dropping the moves of those from any way leaves a way.
    """
    first = first_difference(state, goal)
    sizes = 0 if first is None else len(state) - first
    return Space(Level.of(1, pegs), sizes, pegs)


def _search(state: State, goal: State, pegs: int) -> SearchedSteps:
    space = _space(state, goal, pegs)
    first = len(state) - space.sizes
    return SearchedSteps.between(space, space.number(state[first:]), space.number(goal[first:]))


def _searched(state: State, goal: State, found: SearchedSteps) -> DiscPlan:
    return Plan(state, goal, "optimal", found.count, DiscMoves(found))


def _short(state: State) -> str:
    text = "".join(map(letter, state))
    return text if len(text) <= 30 else f"{text[:27]}..."
