"""A way between any two states of coloured towers, size by size: short to find, not the shortest.

The largest pieces go where they belong by a shortest way of their own. Before each of their moves
all smaller pieces are on the third peg: they gather there once, and then go about as one tower.
Then the next smaller size follows, until the smallest is done.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field

from solver.hanoi.search import SearchedSteps
from solver.hanoi.space import Arrangement, Level, Space, Step

_PEGS = 3


@dataclass(frozen=True, slots=True)
class _Task:
    """The top piece of a size goes from peg to peg; or, with `tower`, all of it and smaller."""

    size: int
    source: int
    target: int
    tower: bool = False


@dataclass(frozen=True, slots=True)
class BySize:
    """The steps of the way, made one by one; `pieces` is how many each size has."""

    pieces: int
    tasks: tuple[_Task, ...]

    @classmethod
    def between(
        cls, level: Level, start: Sequence[Arrangement], goal: Sequence[Arrangement]
    ) -> "BySize":
        """The way from some arrangements to others, the largest size first."""
        pieces = sum(map(len, start[0]))
        walk = _Walk(list(reversed(start)))
        for size in range(len(start), 0, -1):
            for source, target in _own_way(level, walk.now[size - 1], goal[len(start) - size]):
                walk.gather(size - 1, _PEGS - source - target)
                walk.step(size, source, target)
        return cls(pieces, tuple(walk.tasks))

    @property
    def count(self) -> int:
        """The number of steps."""
        return sum(self.pieces * ((1 << t.size) - 1) if t.tower else 1 for t in self.tasks)

    def __iter__(self) -> Iterator[Step]:
        left = list(reversed(self.tasks))
        while left:
            task = left.pop()
            if not task.tower:
                yield task.size, task.source, task.target
            elif task.size > 0:
                wait, smaller = _PEGS - task.source - task.target, task.size - 1
                left.append(_Task(smaller, wait, task.target, tower=True))
                left += [_Task(task.size, task.source, task.target)] * self.pieces
                left.append(_Task(smaller, task.source, wait, tower=True))


@dataclass(slots=True)
class _Walk:
    """The tasks so far, and the arrangement of each size after them, the smallest first."""

    now: list[Arrangement]
    tasks: list[_Task] = field(default_factory=list)

    def step(self, size: int, source: int, target: int) -> None:
        """Moves the top piece of a size."""
        piles = list(self.now[size - 1])
        piles[target] = (*piles[target], piles[source][-1])
        piles[source] = piles[source][:-1]
        self.now[size - 1] = tuple(piles)
        self.tasks.append(_Task(size, source, target))

    def gather(self, size: int, peg: int) -> None:
        """Brings all pieces up to a size to a peg."""
        if size == 0:
            return
        here = self._only_peg(size)
        if here is not None:
            self._tower(size, here, peg)
            return
        for source in range(_PEGS):
            for _ in range(len(self.now[size - 1][source]) if source != peg else 0):
                self.gather(size - 1, _PEGS - source - peg)
                self.step(size, source, peg)
        self.gather(size - 1, peg)

    def _tower(self, size: int, source: int, target: int) -> None:
        """Moves all pieces up to a size as a tower: only the order of its largest turns round.

        All smaller ones are moved an even number of times.
        """
        if source == target:
            return
        for place in range(size):
            pile = self.now[place][source]
            moved = pile[::-1] if place == size - 1 else pile
            self.now[place] = tuple(moved if peg == target else () for peg in range(_PEGS))
        self.tasks.append(_Task(size, source, target, tower=True))

    def _only_peg(self, size: int) -> int | None:
        """The peg on which all pieces up to a size are, or None."""
        used = {peg for a in self.now[:size] for peg, pile in enumerate(a) if pile}
        return used.pop() if len(used) == 1 else None


def _own_way(level: Level, start: Arrangement, goal: Arrangement) -> Iterator[tuple[int, int]]:
    """The shortest way of one size alone, as pegs from and to."""
    space = Space(level, 1, _PEGS)
    places = [level.arrangements.index(arrangement) for arrangement in (start, goal)]
    return ((source, target) for _, source, target in SearchedSteps.between(space, *places))
