"""All shortest ways between two states of a space that fits in memory, by breadth-first search."""

from collections.abc import Iterator
from dataclasses import dataclass, field, replace

import numpy as np
from numpy.typing import NDArray

from solver.hanoi.space import LIMIT, Numbers, Space, Step
from solver.hanoi.ways import no_way
from solver.phrase import Phrase
from solver.puzzle import NoPlanError

# How many shortest ways go on from a state, by the state's number.
_Ways = dict[int, int]


@dataclass(frozen=True, slots=True, eq=False)
class SearchedSteps:
    """The steps of a shortest way from `start` to `goal`, read off a table of distances.

    `number` tells which of the shortest ways, from 1; they are ordered by their steps.
    """

    space: Space
    start: int
    goal: int
    count: int
    number: int = 1
    _distances: NDArray[np.int16] = field(default_factory=lambda: np.empty(0, dtype=np.int16))
    _onward: _Ways = field(default_factory=dict)

    @classmethod
    def between(cls, space: Space, start: int, goal: int) -> "SearchedSteps":
        """Searches breadth-first from the goal until the start is reached.

        Raises NoPlanError where the table of distances would be too large.
        """
        if too_large(space):
            raise NoPlanError(
                Phrase(
                    "hanoi: {states} states are too many to search: expected at most {most}",
                    states=f"{space.digit_values}^{space.sizes}",
                    most=LIMIT,
                )
            )
        distances = space.distances(goal, start)
        return cls(space, start, goal, int(distances[start]), _distances=distances)

    @property
    def ways(self) -> int:
        """How many shortest ways there are. Counted once, when it is asked for."""
        if not self._onward:
            self._onward.update(self._count_ways())
        return self._onward[self.start]

    def way(self, number: int) -> "SearchedSteps":
        """Another of the shortest ways. Raises NoPlanError for a number that none has."""
        if number == 1:  # needs no counting
            return replace(self, number=1)
        if not 1 <= number <= self.ways:
            raise no_way(self.ways, number)
        return replace(self, number=number)

    def __iter__(self) -> Iterator[Step]:
        here, left = self.start, self.number - 1
        for depth in range(self.count - 1, -1, -1):
            for after, step in self.space.steps(here):
                if self._distances[after] == depth:
                    # The first way needs no counts: no way is passed over.
                    passed = self._onward[after] if left else 1
                    if left < passed:
                        here = after
                        yield step
                        break
                    left -= passed

    def _count_ways(self) -> _Ways:
        """From the goal back, over the states that lie on a shortest way only."""
        onward: _Ways = {self.goal: 1}
        for front in reversed(self._layers()[:-1]):
            counts = np.zeros(len(front), dtype=object)
            depth = self._distances[front[0]] - 1
            for places, found in self.space.edges(front):
                closer = self._distances[found] == depth
                for place, after in zip(places[closer], found[closer].tolist(), strict=True):
                    counts[place] += onward[after]
            onward.update(zip(front.tolist(), counts.tolist(), strict=True))
        return onward

    def _layers(self) -> list[Numbers]:
        """The states that lie on a shortest way, by the steps from the start."""
        layers = [np.array([self.start], dtype=np.int32)]
        for depth in range(self.count - 1, -1, -1):
            reached = [
                found[self._distances[found] == depth] for _, found in self.space.edges(layers[-1])
            ]
            layers.append(np.unique(np.concatenate(reached)))
        return layers


def too_large(space: Space) -> bool:
    """Whether the table of distances would not fit in memory."""
    # The logarithm is bounded first: a power of a large count would be a huge number.
    return space.sizes > LIMIT.bit_length() or space.states > LIMIT
