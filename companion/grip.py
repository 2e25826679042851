"""How a toy is held, and when it has to be turned as a whole before the game can go on."""

from collections.abc import Sequence
from typing import Generic

from companion.route import Route
from companion.sight import Sight
from solver import Estimate, Puzzle
from solver.abilities import Held
from solver.puzzle import M, S

# For so many seconds a move has to be out of sight before the whole toy is to be turned, and in
# sight again before that was done.
WHOLE_S = (1.0, 0.15)
# So long a doubt stays the same before the toy is to be turned, to tell what was done.
ASIDE_S = 0.5


class Grip(Generic[S, M]):
    """Watches which cells of a toy are in sight; toys that are not `Held` are never turned.

    A turn of the whole toy comes as its move and the sentence that asks for it.
    """

    def __init__(self, puzzle: Puzzle[S, M]) -> None:
        self.held = puzzle if isinstance(puzzle, Held) else None
        self._sight = Sight()
        # Whether the whole toy is to be turned first, and since when that is otherwise.
        self._whole = False
        self._otherwise: float | None = None
        # What was in doubt, since when, and whether the toy is to be turned because of it.
        self._doubted: tuple[S, float] | None = None
        self._aside = False

    @property
    def placed(self) -> tuple[int, ...]:
        """The cells that were in sight lately."""
        return self._sight.placed

    def take(self, placed: Sequence[int] | None, at: float) -> None:
        """Takes the cell of every row of one certain look at `at` seconds."""
        self._sight.take(placed, at)

    def whole_turn(self, route: Route[S, M] | None) -> tuple[M, str] | None:
        """The turn that has to come before the next move, None where that move can be seen."""
        if self.held is None or route is None or route.move is None:
            return None
        return self.held.whole_turn(route.state, route.coming, self.placed)

    def tell(self, route: Route[S, M]) -> tuple[M, str] | None:
        """The whole turn that is told now, if any: what was doubted before is settled."""
        turn = self.whole_turn(route)
        self._whole, self._otherwise = turn is not None, None
        self._doubted, self._aside = None, False
        return turn

    def changed(self, route: Route[S, M], at: float) -> bool:
        """Whether the toy, in the state that was known, is held so that another cue is due."""
        self._doubted = None
        if self._aside:
            return True
        if (self.whole_turn(route) is not None) == self._whole:
            self._otherwise = None
            return False
        if self._otherwise is None:
            self._otherwise = at
        return at - self._otherwise >= WHOLE_S[self._whole]

    def aside(
        self, route: Route[S, M] | None, estimate: Estimate[S] | None, at: float
    ) -> tuple[M, str] | None:
        """The turn to make where one look at the toy for long does not tell what was done."""
        if self.held is None or route is None or not route.remaining or self._aside:
            return None
        if estimate is None or estimate.state is None or estimate.problem is None:
            return None
        if self._doubted is None or self._doubted[0] != estimate.state:
            self._doubted = estimate.state, at
        if at - self._doubted[1] < ASIDE_S:
            return None
        self._aside = True
        return self.held.aside
