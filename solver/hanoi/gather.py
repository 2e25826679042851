"""Bringing scattered discs to one peg, and from there to any state: a list of towers.

The largest disc that is not there yet has to go there, so the smaller ones have to be on a third
peg, so the next larger of them has to go there ... The smallest disc that is out of place can
move; then the tower of the smaller ones follows it, and so on up.
"""

from collections.abc import Sequence

from solver.hanoi.towers import Tower, Towers, tower


def gathering(state: Sequence[int], peg: int, pegs: int = 3) -> tuple[Tower, ...]:
    """The towers to move, in order, so that all discs of a state, the largest first, are on a peg.

    With three pegs no way is shorter (Hinz, Klavžar, Petr: The Tower of Hanoi, 2.3).
    """
    towers: list[Tower] = []
    for place, (here, wanted) in enumerate(_wanted(state, peg, pegs)):
        if here != wanted:
            above = len(state) - place - 1
            wait = _wait(state, place, wanted, pegs)
            towers.append(tower(above, wait, wanted, pegs))
            towers.append(tower(1, here, wanted, pegs, above))
    return tuple(reversed(towers))


def scattering(state: Sequence[int], peg: int, pegs: int = 3) -> tuple[Tower, ...]:
    """The towers to move, in order, from all discs on a peg to a state: gathering backwards."""
    towers = reversed(gathering(state, peg, pegs))
    return tuple(tower(t.discs, t.target, t.source, pegs, t.above) for t in towers)


def way_over(start: Sequence[int], goal: Sequence[int], pegs: int) -> Towers:
    """A way between any two states over any number of pegs, short but seldom the shortest.

    The smaller discs gather on the spare peg for which that is cheapest, the largest disc that
    differs moves once, and the smaller ones go where they belong.
    """
    pairs = zip(start, goal, strict=True)
    first = next((i for i, (here, there) in enumerate(pairs) if here != there), len(start))
    if first == len(start):
        return Towers.of((), pegs)
    here, there, rest = start[first], goal[first], first + 1
    ways = []
    for wait in range(pegs):
        if wait not in (here, there):
            move = tower(1, here, there, pegs, len(start) - rest)
            before, after = gathering(start[rest:], wait, pegs), scattering(goal[rest:], wait, pegs)
            ways.append(Towers.of((*before, move, *after), pegs))
    return min(ways, key=lambda way: way.count)


def _wanted(state: Sequence[int], peg: int, pegs: int) -> list[tuple[int, int]]:
    """For each disc, the largest first, where it is and where it has to be first."""
    found = []
    for place, here in enumerate(state):
        found.append((here, peg))
        if here != peg:
            peg = _wait(state, place, peg, pegs)
    return found


def _wait(state: Sequence[int], place: int, there: int, pegs: int) -> int:
    """The peg on which the smaller discs wait while the one at a place goes to another peg.

    With more than three pegs that of the largest of them, where it is in nobody's way.
    """
    here, smaller = state[place], state[place + 1 : place + 2]
    free = [peg for peg in range(pegs) if peg not in (here, there)]
    return smaller[0] if smaller and smaller[0] in free else free[0]
