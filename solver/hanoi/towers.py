"""Moving whole towers over four pegs or more: the way of Frame and Stewart (1941).

The upper discs go aside over all pegs, the lower ones to the goal over one peg less, then the
upper ones follow. With four pegs no way is shorter (Bousch 2014); with more none is known.
"""

from collections.abc import Iterator
from dataclasses import dataclass
from math import comb

from solver.hanoi.optimal import Step


@dataclass(frozen=True, slots=True)
class TowerSteps:
    """The moves of a tower of `discs` from one peg to another, made one by one."""

    discs: int
    source: int
    target: int
    pegs: int
    # For every number of pegs from 3, the moves that 0, 1, 2 ... discs need.
    _counts: tuple[tuple[int, ...], ...]

    @classmethod
    def between(
        cls, start: tuple[int, ...], goal: tuple[int, ...], pegs: int
    ) -> "TowerSteps | None":
        """The way between two states in which all discs that differ stand on one peg, or None."""
        while start and start[0] == goal[0]:
            start, goal = start[1:], goal[1:]
        if len(set(start)) != 1 or len(set(goal)) != 1:
            return None
        counts = tuple(_counts(len(start), over) for over in range(3, pegs + 1))
        return cls(len(start), start[0], goal[0], pegs, counts)

    @property
    def count(self) -> int:
        """The number of moves."""
        return self._counts[-1][self.discs]

    def __iter__(self) -> Iterator[Step]:
        spare = [peg for peg in range(self.pegs) if peg not in (self.source, self.target)]
        return self._tower(0, self.discs, self.source, self.target, spare)

    def _tower(
        self, above: int, discs: int, source: int, target: int, spare: list[int]
    ) -> Iterator[Step]:
        """Moves the discs below the smallest `above` ones, over the spare pegs."""
        if discs == 0:
            return
        aside = self._aside(discs, len(spare) + 2)
        wait, *rest = spare
        yield from self._tower(above, aside, source, wait, [target, *rest])
        if discs - aside == 1:
            yield (above + discs, source, target)
        else:
            yield from self._tower(above + aside, discs - aside, source, target, rest)
        yield from self._tower(above, aside, wait, target, [source, *rest])

    def _aside(self, discs: int, pegs: int) -> int:
        """How many of the upper discs go aside first."""
        if pegs == 3:
            return discs - 1
        over, under = self._counts[pegs - 3], self._counts[pegs - 4]
        return min(range(discs), key=lambda k: 2 * over[k] + under[discs - k])


def _counts(discs: int, pegs: int) -> tuple[int, ...]:
    """The moves that 0, 1, 2 ... discs need.

    Each disc adds a power of two, and 2^j is added comb(pegs - 3 + j, j) times.
    """
    counts, power = [0], 0
    while len(counts) <= discs:
        for _ in range(min(comb(pegs - 3 + power, power), discs + 1 - len(counts))):
            counts.append(counts[-1] + (1 << power))
        power += 1
    return tuple(counts)
