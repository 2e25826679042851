"""Playing a puzzle by hand: legal moves, hints, undo and redo, any start and any target."""

from dataclasses import dataclass, replace
from random import Random
from typing import Generic

from solver.abilities import Forbids, Shuffles
from solver.phrase import Phrase
from solver.puzzle import M, Plan, Puzzle, S, SolverError


@dataclass(frozen=True, slots=True)
class Game(Generic[S, M]):
    """A game on the way from its start to its target; every action returns the game after it.

    `past` are the moves made, `future` those taken back that can be made again, the next first.
    `states` are all states so far, the one now last.
    """

    puzzle: Puzzle[S, M]
    states: tuple[S, ...]
    target: S
    past: tuple[M, ...] = ()
    future: tuple[M, ...] = ()

    @classmethod
    def begin(
        cls, puzzle: Puzzle[S, M], *, start: S | None = None, target: S | None = None
    ) -> "Game[S, M]":
        """A new game from the puzzle's own start and to its goal, or from and to other states."""
        first = puzzle.start if start is None else start
        return cls(puzzle, (first,), puzzle.goal if target is None else target)

    @classmethod
    def dealt(cls, puzzle: Puzzle[S, M], rng: Random, *, target: S | None = None) -> "Game[S, M]":
        """A new game from a random state. Raises SolverError where none can be dealt."""
        if not isinstance(puzzle, Shuffles):
            raise SolverError(f"{puzzle.name}: no random start is known for this puzzle")
        return cls.begin(puzzle, start=puzzle.shuffled(rng), target=target)

    @property
    def state(self) -> S:
        """The state now."""
        return self.states[-1]

    @property
    def solved(self) -> bool:
        """Whether the target is reached."""
        return self.state == self.target

    @property
    def legal(self) -> tuple[M, ...]:
        """The legal moves."""
        return self.puzzle.moves(self.state)

    @property
    def plan(self) -> Plan[S, M]:
        """A way from here to the target. Raises NoPlanError."""
        return self.puzzle.plan(self.state, self.target)

    @property
    def hint(self) -> M | None:
        """The next move of that way, or None at the target."""
        return self.plan.first

    @property
    def left(self) -> int:
        """How many moves that way has: none is listed for it."""
        return self.plan.count

    def why_not(self, move: M) -> str | None:
        """Why a move is not legal now, or None where it is."""
        if isinstance(self.puzzle, Forbids):
            return self.puzzle.why_not(self.state, move)
        return None if move in self.legal else Phrase("it is no move of this puzzle")

    def play(self, move: M) -> "Game[S, M]":
        """The game after a move; what was taken back is forgotten. Raises IllegalMoveError."""
        return replace(self._after(move), future=())

    def undo(self) -> "Game[S, M]":
        """The game before the last move; the same at the start."""
        if not self.past:
            return self
        return replace(
            self,
            states=self.states[:-1],
            past=self.past[:-1],
            future=(self.past[-1], *self.future),
        )

    def redo(self) -> "Game[S, M]":
        """The game after the move that was taken back last; the same where there is none."""
        return replace(self._after(self.future[0]), future=self.future[1:]) if self.future else self

    def aim(self, target: S) -> "Game[S, M]":
        """The same game with another target."""
        return replace(self, target=target)

    def _after(self, move: M) -> "Game[S, M]":
        state = self.puzzle.apply(self.state, move)
        return replace(self, states=(*self.states, state), past=(*self.past, move))
