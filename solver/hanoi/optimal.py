"""The shortest way between any two states of the Tower of Hanoi with three pegs.

A state is a tuple of pegs 0, 1, 2, the largest disc first. A move is (disc, from, to), with disc 1
the smallest. The largest disc that has to move does so once or twice, and which of the two is
shorter has to be counted out (Hinz, Klavžar, Petr: The Tower of Hanoi, Myths and Maths, 2.4).
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

Step = tuple[int, int, int]


def gather_count(pegs: Sequence[int], peg: int) -> int:
    """The least number of moves that brings all these discs to one peg."""
    count, size = 0, len(pegs)
    for here in pegs:
        size -= 1
        if here != peg:
            count += 1 << size
            peg = 3 - here - peg
    return count


def distance(start: Sequence[int], goal: Sequence[int]) -> int:
    """The least number of moves between two states."""
    first = _first_difference(start, goal)
    if first is None:
        return 0
    return min(_once(start, goal, first), _twice(start, goal, first))


def next_step(start: Sequence[int], goal: Sequence[int]) -> Step | None:
    """The first move of a shortest way, or None at the goal."""
    first = _first_difference(start, goal)
    if first is None:
        return None
    here, there = start[first], goal[first]
    if _once(start, goal, first) > _twice(start, goal, first):
        there = 3 - here - there
    # The smaller discs have to wait where the large one neither comes from nor goes to.
    step = _gather_step(start[first + 1 :], 3 - here - there)
    return step or (len(start) - first, here, there)


@dataclass(frozen=True, slots=True)
class OptimalSteps:
    """The moves of a shortest way, made one by one."""

    start: tuple[int, ...]
    goal: tuple[int, ...]

    def __iter__(self) -> Iterator[Step]:
        pegs = list(self.start)
        while (step := next_step(pegs, self.goal)) is not None:
            yield step
            pegs[len(pegs) - step[0]] = step[2]


def _first_difference(start: Sequence[int], goal: Sequence[int]) -> int | None:
    """The place of the largest disc that has to move; larger ones never need to."""
    return next((i for i, (a, b) in enumerate(zip(start, goal, strict=True)) if a != b), None)


def _once(start: Sequence[int], goal: Sequence[int], first: int) -> int:
    """The length of the way on which the disc at place `first` moves once."""
    wait = 3 - start[first] - goal[first]
    rest = first + 1
    return gather_count(start[rest:], wait) + 1 + gather_count(goal[rest:], wait)


def _twice(start: Sequence[int], goal: Sequence[int], first: int) -> int:
    """The length of the way on which the disc at place `first` goes by the third peg."""
    here, there, rest = start[first], goal[first], first + 1
    across = (1 << (len(start) - rest)) - 1
    return gather_count(start[rest:], there) + gather_count(goal[rest:], here) + across + 2


def _gather_step(pegs: Sequence[int], peg: int) -> Step | None:
    """The first move that brings all these discs to one peg, or None when they are there."""
    step, size = None, len(pegs)
    for here in pegs:
        if here != peg:
            step = (size, here, peg)
            peg = 3 - here - peg
        size -= 1
    return step
