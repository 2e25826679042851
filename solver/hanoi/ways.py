"""The shortest ways between two states, when there are several of them."""

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from typing import Generic

from solver.phrase import Phrase
from solver.puzzle import M, NoPlanError, Plan, S


@dataclass(frozen=True, slots=True)
class Ways(Generic[S, M]):
    """Shortest ways, counted from 1. Nothing is counted before it is asked for."""

    _count: Callable[[], int]
    _plan: Callable[[int], Plan[S, M]]

    @property
    def count(self) -> int:
        """How many shortest ways there are."""
        return self._count()

    def plan(self, number: int = 1) -> Plan[S, M]:
        """One of them. Raises NoPlanError for a number that none has."""
        if number != 1 and not 1 <= number <= self.count:
            raise no_way(self.count, number)
        return self._plan(number)

    def __iter__(self) -> Iterator[Plan[S, M]]:
        return (self._plan(number) for number in range(1, self.count + 1))


def no_way(count: int, number: int) -> NoPlanError:
    """The error for a number that none of so many shortest ways has."""
    return NoPlanError(
        Phrase("hanoi: expected a way of 1 to {count}, got {number}", count=count, number=number)
    )
