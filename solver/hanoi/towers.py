"""Moving whole towers: over three pegs the old recursion, over more that of Frame and Stewart.

The upper discs go aside over all pegs, the lower ones to the goal over one peg less, then the
upper ones follow (Frame, Stewart 1941). With three pegs no way is shorter, and the lower discs are
one disc; with four none is either (Bousch 2014); with more pegs no shorter way is known.
"""

from collections.abc import Iterator
from dataclasses import dataclass
from math import comb

# (disc, from, to); disc 1 is the smallest.
Step = tuple[int, int, int]


@dataclass(frozen=True, slots=True)
class Tower:
    """A task: the `discs` discs below the smallest `above` ones go from peg to peg.

    The spare pegs hold none of them or smaller ones.
    """

    above: int
    discs: int
    source: int
    target: int
    spare: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class Towers:
    """The moves of some towers, one tower after the other, made one by one.

    Keeps its own list of what is still to do, so towers may be of any height.
    """

    tasks: tuple[Tower, ...]
    pegs: int
    # For every number of pegs from 4, the moves that 0, 1, 2 ... discs need.
    _counts: tuple[tuple[int, ...], ...]

    @classmethod
    def of(cls, tasks: tuple[Tower, ...], pegs: int) -> "Towers":
        """The moves of these tasks on a toy of so many pegs."""
        most = max((task.discs for task in tasks), default=0)
        return cls(tasks, pegs, tuple(_counts(most, over) for over in range(4, pegs + 1)))

    @property
    def count(self) -> int:
        """The number of moves."""
        return sum(self._count(task) for task in self.tasks)

    def __iter__(self) -> Iterator[Step]:
        left = list(reversed(self.tasks))
        while left:
            task = left.pop()
            if task.discs == 1:
                yield task.above + 1, task.source, task.target
            elif task.discs > 1:
                left.extend(self._split(task))

    def _split(self, task: Tower) -> tuple[Tower, ...]:
        """The three towers that a tower is moved by, the first at the end."""
        aside = self._aside(task.discs, len(task.spare) + 2)
        wait, *rest = task.spare
        lower = Tower(task.above + aside, task.discs - aside, task.source, task.target, tuple(rest))
        first = Tower(task.above, aside, task.source, wait, (task.target, *rest))
        last = Tower(task.above, aside, wait, task.target, (task.source, *rest))
        return last, lower, first

    def _count(self, task: Tower) -> int:
        over = len(task.spare) + 2
        if over == 3:
            return (1 << task.discs) - 1
        return self._counts[over - 4][task.discs]

    def _aside(self, discs: int, pegs: int) -> int:
        """How many of the upper discs go aside first: the least that makes the way shortest.

        One more disc aside costs twice its own moves over all pegs and saves its moves over one
        peg less. The cost rises and the saving falls with every disc, so halving finds the place.
        """
        if pegs == 3:
            return discs - 1
        over = self._counts[pegs - 4]
        low, high = 0, discs - 1
        while low < high:
            k = (low + high) // 2
            if 2 * (over[k + 1] - over[k]) < self._saving(discs - k, pegs - 1):
                low = k + 1
            else:
                high = k
        return low

    def _saving(self, discs: int, pegs: int) -> int:
        """By how many moves a tower of one disc less is cheaper."""
        if pegs == 3:
            return 1 << (discs - 1)
        return self._counts[pegs - 4][discs] - self._counts[pegs - 4][discs - 1]


def tower(discs: int, source: int, target: int, pegs: int, above: int = 0) -> Tower:
    """A tower that may use all other pegs."""
    spare = tuple(peg for peg in range(pegs) if peg not in (source, target))
    return Tower(above, discs, source, target, spare)


def tower_between(start: tuple[int, ...], goal: tuple[int, ...], pegs: int) -> Tower | None:
    """The tower to move between two states, where the discs that differ are one; else None.

    The states are pegs, the largest disc first. Equal states make a tower without discs.
    """
    pairs = zip(start, goal, strict=True)
    first = next((i for i, (here, there) in enumerate(pairs) if here != there), len(start))
    source, target = set(start[first:]), set(goal[first:])
    if len(source) > 1 or len(target) > 1:
        return None
    if first == len(start):
        return tower(0, 0, 1, pegs)
    return tower(len(start) - first, source.pop(), target.pop(), pegs)


def frame_stewart(discs: int, pegs: int) -> int:
    """The moves that the way of Frame and Stewart takes. Raises ValueError for less than 3 pegs."""
    if discs < 0 or pegs < 3:
        raise ValueError(f"hanoi: expected 0 discs and 3 pegs at least, got {discs} and {pegs}")
    return (1 << discs) - 1 if pegs == 3 else _counts(discs, pegs)[-1]


def _counts(discs: int, pegs: int) -> tuple[int, ...]:
    """The moves that 0, 1, 2 ... discs need over four pegs or more.

    Each disc adds a power of two, and 2^j is added comb(pegs - 3 + j, j) times.
    """
    counts, power = [0], 0
    while len(counts) <= discs:
        for _ in range(min(comb(pegs - 3 + power, power), discs + 1 - len(counts))):
            counts.append(counts[-1] + (1 << power))
        power += 1
    return tuple(counts)
