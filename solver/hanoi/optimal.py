"""The shortest ways between any two states of the Tower of Hanoi with three pegs.

A state is a tuple of pegs 0, 1, 2, the largest disc first. The largest disc that has to move does
so once or twice, and which of the two is shorter has to be counted out; sometimes both are (Hinz,
Klavžar, Petr: The Tower of Hanoi, Myths and Maths, 2.4). There are never more than two ways.
"""

from collections.abc import Sequence

from solver.hanoi.gather import gathering, scattering
from solver.hanoi.towers import Towers, tower


def gather_count(pegs: Sequence[int], peg: int) -> int:
    """The least number of moves that brings all these discs, the largest first, to one peg."""
    count, size = 0, len(pegs)
    for here in pegs:
        size -= 1
        if here != peg:
            count += 1 << size
            peg = 3 - here - peg
    return count


def distance(start: Sequence[int], goal: Sequence[int]) -> int:
    """The least number of moves between two states."""
    first = first_difference(start, goal)
    return 0 if first is None else min(lengths(start, goal, first))


def shortest_ways(start: Sequence[int], goal: Sequence[int]) -> tuple[Towers, ...]:
    """The shortest ways, one or two: the way on which the largest disc moves once comes first."""
    first = first_difference(start, goal)
    if first is None:
        return (Towers.of((), 3),)
    once, twice = lengths(start, goal, first)
    ways = []
    if once <= twice:
        ways.append(_once(start, goal, first))
    if twice <= once:
        ways.append(_twice(start, goal, first))
    return tuple(ways)


def first_difference(start: Sequence[int], goal: Sequence[int]) -> int | None:
    """The place of the largest disc that has to move, or None; larger ones never need to."""
    return next((i for i, (a, b) in enumerate(zip(start, goal, strict=True)) if a != b), None)


def lengths(start: Sequence[int], goal: Sequence[int], first: int) -> tuple[int, int]:
    """The lengths of the ways on which the disc at place `first` moves once, and twice.

    Twice means by the third peg, for which the smaller discs have to change pegs between.
    """
    here, there, rest = start[first], goal[first], first + 1
    wait = 3 - here - there
    across = (1 << (len(start) - rest)) - 1
    once = gather_count(start[rest:], wait) + 1 + gather_count(goal[rest:], wait)
    twice = gather_count(start[rest:], there) + gather_count(goal[rest:], here) + across + 2
    return once, twice


def _once(start: Sequence[int], goal: Sequence[int], first: int) -> Towers:
    here, there, rest = start[first], goal[first], first + 1
    wait = 3 - here - there
    before, after = gathering(start[rest:], wait), scattering(goal[rest:], wait)
    return Towers.of((*before, tower(1, here, there, 3, len(start) - rest), *after), 3)


def _twice(start: Sequence[int], goal: Sequence[int], first: int) -> Towers:
    here, there, rest = start[first], goal[first], first + 1
    wait, smaller = 3 - here - there, len(start) - rest
    middle = (
        tower(1, here, wait, 3, smaller),
        tower(smaller, there, here, 3),
        tower(1, wait, there, 3, smaller),
    )
    before, after = gathering(start[rest:], there), scattering(goal[rest:], here)
    return Towers.of((*before, *middle, *after), 3)
