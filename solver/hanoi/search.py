"""The shortest way between two states of the Tower of Hanoi with any number of pegs, by search.

States are numbered: the pegs of the discs are the digits, the smallest disc the lowest one.
"""

from collections.abc import Iterator
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from solver.hanoi.optimal import Step
from solver.puzzle import NoPlanError

# Bytes of the table of distances, and the largest search that takes a second or two.
LIMIT = 2_000_000

Numbers = NDArray[np.int64]


@dataclass(frozen=True, slots=True, eq=False)
class SearchedSteps:
    """The moves of a shortest way over `pegs` pegs, read off a table of distances to the goal.

    Larger discs that are in place already are left out of the search: dropping their moves from
    any way leaves a way.
    """

    start: tuple[int, ...]
    goal: tuple[int, ...]
    pegs: int
    count: int
    _distances: NDArray[np.int16]

    @classmethod
    def between(cls, start: tuple[int, ...], goal: tuple[int, ...], pegs: int) -> "SearchedSteps":
        """Searches breadth-first from the goal until the start is reached.

        Raises NoPlanError where the table of distances would be too large.
        """
        first = _first_difference(start, goal)
        if too_large(start, goal, pegs):
            raise NoPlanError(
                f"hanoi: {len(start) - first} discs to move on {pegs} pegs are too many to search: "
                f"expected at most {_most_discs(pegs)}"
            )
        start, goal = start[first:], goal[first:]
        distances = _distances(_number(goal, pegs), _number(start, pegs), len(start), pegs)
        count = int(distances[_number(start, pegs)])
        return cls(start, goal, pegs, count, distances)

    def __iter__(self) -> Iterator[Step]:
        number = _number(self.start, self.pegs)
        for left in range(self.count - 1, -1, -1):
            number, step = self._closer(number, left)
            yield step

    def _closer(self, number: int, left: int) -> tuple[int, Step]:
        """A neighbour from which `left` moves are left, and the move to it."""
        return next(
            (after, step) for after, step in self._moves(number) if self._distances[after] == left
        )

    def _moves(self, number: int) -> Iterator[tuple[int, Step]]:
        """The legal moves of a state, and the states that they lead to."""
        covered: set[int] = set()
        for disc in range(1, len(self.start) + 1):
            weight = self.pegs ** (disc - 1)
            here = number // weight % self.pegs
            if here not in covered:
                covered.add(here)
                for there in set(range(self.pegs)) - covered:
                    yield number + (there - here) * weight, (disc, here, there)


def too_large(start: tuple[int, ...], goal: tuple[int, ...], pegs: int) -> bool:
    """Whether the discs that have to move have more states than can be searched."""
    return len(start) - _first_difference(start, goal) > _most_discs(pegs)


def _first_difference(start: tuple[int, ...], goal: tuple[int, ...]) -> int:
    """The number of largest discs that are in place already."""
    pairs = enumerate(zip(start, goal, strict=True))
    return next((i for i, (here, there) in pairs if here != there), len(start))


def _most_discs(pegs: int) -> int:
    discs = 0
    while pegs ** (discs + 1) <= LIMIT:
        discs += 1
    return discs


def _number(state: tuple[int, ...], pegs: int) -> int:
    number = 0
    for peg in state:
        number = number * pegs + peg
    return number


def _distances(goal: int, start: int, discs: int, pegs: int) -> NDArray[np.int16]:
    """The distances to the goal, up to that of the start; -1 where not reached."""
    distances = np.full(pegs**discs, -1, dtype=np.int16)
    distances[goal] = 0
    front: Numbers = np.array([goal], dtype=np.int64)
    depth = 0
    while distances[start] < 0:
        depth += 1
        for found in _neighbours(front, discs, pegs):
            distances[found[distances[found] < 0]] = depth
        front = np.flatnonzero(distances == depth)
    return distances


def _neighbours(front: Numbers, discs: int, pegs: int) -> Iterator[Numbers]:
    """The states one move from those of the front, a batch for each disc and target peg."""
    free = np.full(len(front), (1 << pegs) - 1, dtype=np.int64)
    for disc in range(discs):
        weight = pegs**disc
        here = front // weight % pegs
        on_top = free >> here & 1 == 1
        for there in range(pegs):
            legal = on_top & (free >> there & 1 == 1) & (here != there)
            yield front[legal] + (there - here[legal]) * weight
        free &= ~(1 << here)
