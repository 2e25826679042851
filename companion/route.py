"""A plan that is being followed: where the player is on it, and what comes next."""

from collections import deque
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from itertools import chain, islice
from typing import Generic

from solver import Plan, Puzzle
from solver.abilities import Joins
from solver.puzzle import M, S

# So many moves ahead a state still counts as "further along the plan": moves that were made
# while something was in the way.
AHEAD = 12
# How far ahead a way back onto the old plan is looked for.
REJOIN = 3


@dataclass(frozen=True, slots=True)
class Onward(Generic[S, M]):
    """A way to the goal, and whether it begins by taking the last move back."""

    plan: Plan[S, M]
    back: bool = False


@dataclass(frozen=True, slots=True)
class Slip(Generic[S, M]):
    """A move beside the plan: the state in which it was made, and the move that was planned."""

    state: S
    made: M
    wanted: M


class Route(Generic[S, M]):
    """Walks along a plan. The steps are drawn from the plan only as far as they are needed."""

    def __init__(self, puzzle: Puzzle[S, M], plan: Plan[S, M]) -> None:
        self._puzzle = puzzle
        self.plan = plan
        self.state = plan.start
        self.remaining = plan.count
        self._steps = iter(plan)
        self._ahead: deque[tuple[M, S]] = deque()
        self._draw()

    @property
    def move(self) -> M | None:
        """The next move, None at the goal."""
        return self._ahead[0][0] if self._ahead else None

    @property
    def coming(self) -> tuple[M, ...]:
        """The next moves, at most AHEAD."""
        return tuple(move for move, _ in self._ahead)

    def passes(self, state: S | None) -> bool:
        """Whether the plan leads through a state soon."""
        return any(after == state for _, after in self._ahead)

    def advance(self, state: S) -> bool:
        """Goes on to a state that the plan passes soon; says whether it does."""
        for passed, (_, after) in enumerate(self._ahead, start=1):
            if after == state:
                for _ in range(passed):
                    self._ahead.popleft()
                self.state = state
                self.remaining -= passed
                self._draw()
                return True
        return False

    def slip(self, state: S) -> Slip[S, M] | None:
        """The move beside the plan that led to a state; None where more than that was done.

        It was made where the player was seen last, or after planned moves that nobody saw.
        """
        before = self.state
        for wanted, after in islice(self._ahead, REJOIN):
            made = move_between(self._puzzle, before, state)
            if made is None and isinstance(self._puzzle, Joins):
                made = self._puzzle.together(before, state)
            if made is not None:
                return Slip(before, made, wanted)
            before = after
        return None

    def onward(self, fresh_plan: Plan[S, M]) -> Onward[S, M]:
        """The shortest known way to the goal from a state beside the plan.

        Besides a fresh plan from there, there is the way back to where the player was, and the way
        to where the plan leads soon. A solver that does not give shortest solutions would
        otherwise answer one slip with a whole new solution.
        """
        fresh = Onward(fresh_plan)
        rejoined = [*self._rejoin(fresh_plan.start, fresh_plan.goal), fresh]
        # The fresh plan wins where it is as short, unless the other one takes the move back.
        return min(rejoined, key=lambda way: (way.plan.count, not way.back))

    def _rejoin(self, state: S, goal: S) -> Iterator[Onward[S, M]]:
        nearby = {self._puzzle.apply(state, move): move for move in self._puzzle.moves(state)}
        ahead = [after for _, after in islice(self._ahead, REJOIN)]
        for passed, target in enumerate([self.state, *ahead]):
            if target in nearby:
                count = 1 + self.remaining - passed
                steps = _Joined(nearby[target], self, passed)
                yield Onward(Plan(state, goal, self.plan.method, count, steps), passed == 0)

    def _draw(self) -> None:
        last = self._ahead[-1][1] if self._ahead else self.state
        while len(self._ahead) < AHEAD:
            move = next(self._steps, None)
            if move is None:
                return
            last = self._puzzle.apply(last, move)
            self._ahead.append((move, last))


def move_between(puzzle: Puzzle[S, M], before: S, after: S | None) -> M | None:
    """The move that leads from one state to another; None where none does."""
    moves = puzzle.moves(before)
    return next((move for move in moves if puzzle.apply(before, move) == after), None)


class _Joined(Iterable[M]):
    """One move, then the rest of another route's plan as it was when this was made."""

    def __init__(self, first: M, route: Route[S, M], passed: int) -> None:
        self._first = first
        self._plan = route.plan
        self._skipped = route.plan.count - route.remaining + passed

    def __iter__(self) -> Iterator[M]:
        return chain([self._first], islice(iter(self._plan), self._skipped, None))
