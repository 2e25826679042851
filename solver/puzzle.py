"""The Puzzle protocol, plans, and the errors of this package.

SolverError
├── NotationError      (ValueError)  a text that is no state, move, goal or method
├── IllegalStateError  (ValueError)  a text of the right form that no toy can show
├── IllegalMoveError   (ValueError)  a move that the rules forbid in that state
└── NoPlanError        (ValueError)  no way from here to there
"""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from typing import Any, Generic, Protocol, TypeVar

from solver.phrase import Phrase

S = TypeVar("S")
M = TypeVar("M")


class SolverError(Exception):
    """The root of every error that this package raises on purpose."""


class NotationError(SolverError, ValueError):
    """A text is not a state, a move or a method of the puzzle."""


class IllegalStateError(SolverError, ValueError):
    """A state of the right form cannot occur on the toy."""


class IllegalMoveError(SolverError, ValueError):
    """The rules forbid the move in the given state."""


class NoPlanError(SolverError, ValueError):
    """No sequence of legal moves joins the two states."""


def unknown_method(puzzle: str, methods: Sequence[str], got: str | None) -> NotationError:
    """The error for a method that a puzzle does not have."""
    known = ", ".join(methods)
    return NotationError(
        Phrase(
            "{puzzle}: expected a method of {methods}, got {got!r}",
            puzzle=puzzle,
            methods=known,
            got=got,
        )
    )


@dataclass(frozen=True, slots=True)
class Plan(Generic[S, M]):
    """A way from one state to another: iterating it yields the moves in order.

    `count` is the number of moves; `steps` may produce them lazily, and can be iterated again.
    `note` is a sentence for the user where the way is not what could be expected.
    """

    start: S
    goal: S
    method: str
    count: int
    steps: Iterable[M]
    note: str | None = None

    def __iter__(self) -> Iterator[M]:
        return iter(self.steps)

    def __len__(self) -> int:
        return self.count

    @property
    def first(self) -> M | None:
        """The next move, or None at the goal."""
        return next(iter(self.steps), None)


class Puzzle(Protocol[S, M]):
    """What the belief, the coach and the command line know of a puzzle.

    States and moves are frozen and hashable. A *cell* is a place that a camera can look at, a
    *symbol* what it may show; `view` is the only bridge between the rules and the eye.
    """

    @property
    def name(self) -> str:
        """The puzzle's word on the command line."""

    @property
    def symbols(self) -> tuple[str, ...]:
        """What one cell may show, in the order of the columns of a table of probabilities."""

    @property
    def cells(self) -> int:
        """The number of cells, the rows of that table."""

    @property
    def start(self) -> S:
        """The state in which the toy is usually handed over."""

    @property
    def goal(self) -> S:
        """The usual goal."""

    @property
    def methods(self) -> tuple[str, ...]:
        """The names of the planning methods, the default first."""

    def states(self) -> Sequence[S] | None:
        """Every legal state in a fixed order, or None where there are too many to list."""

    def moves(self, state: S) -> tuple[M, ...]:
        """The legal moves."""

    def apply(self, state: S, move: M) -> S:
        """The state after a legal move. Raises IllegalMoveError."""

    def view(self, state: S) -> tuple[int, ...]:
        """The symbol that every cell shows, as an index into `symbols`; one entry a cell."""

    def sweep(self, state: S, move: M) -> tuple[tuple[int, ...], tuple[int, ...]]:
        """The cells that a move takes something from, and the cells that it goes to."""

    def plan(self, state: S, goal: S, *, method: str | None = None) -> Plan[S, M]:
        """A way from `state` to `goal`. Raises NoPlanError, or NotationError for the method."""

    def words(self, state: S, move: M) -> str:
        """The move as a sentence for a person, in English."""

    def parse(self, text: str) -> S:
        """The state of a line of text. Raises NotationError or IllegalStateError."""

    def format(self, state: S) -> str:
        """The state as a line of text; `parse` reads it back."""

    def parse_move(self, text: str) -> M:
        """The move of a piece of text. Raises NotationError."""

    def format_move(self, move: M) -> str:
        """The move as text; `parse_move` reads it back."""


AnyPuzzle = Puzzle[Any, Any]
