"""What is said beside the moves: sparing praise, and the move once more where nothing happens."""

from companion.route import Route
from solver import Plan, Puzzle
from solver.abilities import Explains
from solver.phrase import sentence
from solver.puzzle import M, S
from solver.telling import brief

# A move is said again after so many seconds in which nothing changed, then after twice as many.
REPEAT_S = 20.0
# Ways of fewer moves are not halved.
LONG_WAY = 8

GOOD = sentence("Good.")
HALFWAY = sentence("Halfway there.")
NO_REASON = sentence("It is the next move of the shortest way that I know.")


class Cheer:
    """Counts what deserves a word: a slip that was mended, and half of a long way."""

    def __init__(self) -> None:
        self._most = 0
        self._slipped = False

    def begun(self, remaining: int) -> None:
        """A new way to the goal begins."""
        self._most, self._slipped = remaining, False

    def slipped(self) -> None:
        """A move beside the plan was made and told."""
        self._slipped = True

    def went_on(self, remaining: int) -> str:
        """The praise for a move of the plan, mostly none."""
        slipped, self._slipped = self._slipped, False
        if self._most >= LONG_WAY and remaining <= self._most // 2:
            self._most = 0
            return HALFWAY if remaining else ""
        return GOOD if slipped and remaining else ""


class Reminder:
    """Tells when a move had better be said again."""

    def __init__(self, seconds: float = REPEAT_S) -> None:
        self._seconds = seconds
        self._wait = seconds
        self._told = 0.0

    def told(self, at: float, *, again: bool = False) -> None:
        """Something was said; where it was said `again` the next time comes later."""
        self._told = at
        self._wait = 2 * self._wait if again else self._seconds

    def due(self, at: float) -> bool:
        """Whether it is time."""
        return at - self._told >= self._wait


def reason_of(puzzle: Puzzle[S, M], route: Route[S, M], goal: S) -> str:
    """Why the next move of a route is made, in a sentence."""
    if not isinstance(puzzle, Explains):
        return NO_REASON
    ahead = Plan(route.state, goal, route.plan.method, route.remaining, route.coming)
    return brief(next(iter(puzzle.reasons(ahead)), NO_REASON))
