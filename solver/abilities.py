"""What some puzzles can do beyond the `Puzzle` protocol: ask with isinstance."""

from collections.abc import Iterator, Sequence
from random import Random
from typing import Any, Protocol, runtime_checkable

import numpy as np
from numpy.typing import NDArray

from solver.puzzle import Plan

Floats = NDArray[np.float64]


@runtime_checkable
class Explains(Protocol):
    """A puzzle that can tell why each move of its plans is made."""

    def reasons(self, plan: Plan[Any, Any]) -> Iterator[str]:
        """A sentence for each move, made one by one."""


@runtime_checkable
class Expects(Protocol):
    """A belief to which some moves are likelier than others."""

    def expect(self, moves: Sequence[Any]) -> None:
        """Tells the next moves of the plan that somebody is following."""


class SeveralWays(Protocol):
    """Shortest ways, counted from 1."""

    @property
    def count(self) -> int:
        """How many there are; counted when it is asked for."""

    def plan(self, number: int = 1) -> Plan[Any, Any]:
        """One of them. Raises NoPlanError for a number that none has."""


@runtime_checkable
class OffersWays(Protocol):
    """A puzzle in which several ways may be shortest, and all are offered."""

    @property
    def quick_ways(self) -> bool:
        """Whether finding and counting all takes no longer than finding one."""

    def ways(self, state: Any, goal: Any) -> SeveralWays:
        """All shortest ways. Raises NoPlanError where they cannot be counted."""


@runtime_checkable
class Forbids(Protocol):
    """A puzzle with illegal moves, which can tell why a move is one."""

    def why_not(self, state: Any, move: Any) -> str | None:
        """Why a move is illegal, or None where it is legal."""


@runtime_checkable
class Shuffles(Protocol):
    """A puzzle that can be dealt at random."""

    def shuffled(self, rng: Random) -> Any:
        """A random state, all equally probable."""


@runtime_checkable
class Recounts(Protocol):
    """A puzzle that can tell which move was made in place of another, and how to go on."""

    def astray(self, state: Any, made: Any, wanted: Any, onward: Any) -> str:
        """A sentence or two about a move made in a state, and the move that goes on after it."""


@runtime_checkable
class Joins(Protocol):
    """A puzzle of whose moves hands make some at once, even where its rules count each."""

    def together(self, before: Any, after: Any) -> Any | None:
        """The moves between two states as one that can be told; None for others."""


@runtime_checkable
class Numbered(Protocol):
    """A puzzle whose cells are parts with numbers, each in the first or the second position."""

    @property
    def part(self) -> str:
        """What one of them is called in English, also by other programs."""

    @property
    def numbers(self) -> tuple[int, ...]:
        """The number of the part in each cell, as players count them."""

    def unseen(self, cells: Sequence[int]) -> str:
        """A sentence: some parts, at least one, cannot be seen."""

    def halfway(self, cells: Sequence[int]) -> str:
        """A sentence: some parts, at least one, are in neither position."""


@runtime_checkable
class Paced(Protocol):
    """A puzzle that is played at a pace of its own."""

    @property
    def settled(self) -> tuple[float, float, float, float]:
        """Seconds for which a state has to be seen: the first, planned, a move beside, others."""


@runtime_checkable
class Held(Protocol):
    """A puzzle that is held in hands, and turned as a whole where a move could not be seen."""

    def whole_turn(
        self, state: Any, moves: Sequence[Any], placed: Sequence[int]
    ) -> tuple[Any, str] | None:
        """The whole turn that has to come before the first of some moves, and its sentence.

        `placed` are the cells in sight. None where the move can be seen as it is.
        """

    @property
    def aside(self) -> tuple[Any, str]:
        """The whole turn that shows another side, and the sentence that asks for it."""

    def partly(self, move: Any, made: Any) -> bool:
        """Whether a move that was made may become the wanted one by going on."""

    def in_place(self, state: Any, made: Any, wanted: Any) -> str:
        """A sentence about a move that was made in a state, and the one that was planned."""

    def flow(self, move: Any, placed: Sequence[int]) -> tuple[Floats, Floats]:
        """Where the cells are in space, and which way they set out in a move: two of (cells, 3)."""
