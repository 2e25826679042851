"""All states of a toy of pieces on pegs, numbered, so that a search can hold them in arrays.

The pieces of one size make a *level*; its *arrangements* say which piece stands where. A state's
number has one digit a level, the smallest size the lowest, and the digit is the number of the
arrangement. The Tower of Hanoi has one piece a level, so its digits are pegs.
"""

import itertools
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import lru_cache

import numpy as np
from numpy.typing import NDArray

# (level, from, to): the topmost piece of that size on a peg goes to another; level 1 the smallest.
Step = tuple[int, int, int]
# For each peg the pieces of the level on it, from bottom to top, by their number in the level.
Arrangement = tuple[tuple[int, ...], ...]
Numbers = NDArray[np.int32]

# States, of two bytes each in the table of distances: what takes some seconds to search.
LIMIT = 1 << 24


@dataclass(frozen=True, slots=True, eq=False)
class Level:
    """The arrangements of the pieces of one size, and how one becomes another.

    `occupied` (arrangements,) holds a bit for each peg with a piece of the level; `gains`
    (pegs, pegs, arrangements) what is added to the arrangement's number when the top piece goes
    from one peg to another, 0 where there is none or no room.
    """

    arrangements: tuple[Arrangement, ...]
    occupied: Numbers
    gains: Numbers

    @classmethod
    @lru_cache(maxsize=16)
    def of(cls, pieces: int, pegs: int, holds: tuple[int, ...] | None = None) -> "Level":
        """All arrangements of some pieces; `holds` is how many fit on each peg, any without it."""
        room = holds or [pieces] * pegs
        kept = [a for a in _arrangements(pieces, pegs) if _fits(a, room)]
        index = {arrangement: i for i, arrangement in enumerate(kept)}
        gains = np.zeros((pegs, pegs, len(kept)), dtype=np.int32)
        for i, arrangement in enumerate(kept):
            for source, target in itertools.permutations(range(pegs), 2):
                if arrangement[source]:
                    after = index.get(_moved(arrangement, source, target), i)
                    gains[source, target, i] = after - i
        bits = [sum(1 << peg for peg, pile in enumerate(a) if pile) for a in kept]
        occupied = np.array(bits, dtype=np.int32)
        for array in (occupied, gains):
            array.flags.writeable = False
        return cls(tuple(kept), occupied, gains)


@dataclass(frozen=True, slots=True)
class Space:
    """The states of `sizes` equal levels on some pegs."""

    level: Level
    sizes: int
    pegs: int

    @property
    def states(self) -> int:
        """How many states there are."""
        return int(self.digit_values**self.sizes)

    @property
    def digit_values(self) -> int:
        """The base of the numbers."""
        return len(self.level.arrangements)

    def number(self, digits: Sequence[int]) -> int:
        """The number of a state, from its digits, the largest size first."""
        number = 0
        for digit in digits:
            number = number * self.digit_values + digit
        return number

    def steps(self, number: int) -> Iterator[tuple[int, Step]]:
        """The legal steps in a state and where they lead, smallest size and left pegs first."""
        free: Sequence[int] = range(self.pegs)
        weight = 1
        for level in range(1, self.sizes + 1):
            digit = number // weight % self.digit_values
            for source, target in itertools.permutations(free, 2):
                gain = int(self.level.gains[source, target, digit])
                if gain:
                    yield number + gain * weight, (level, source, target)
            occupied = int(self.level.occupied[digit])
            free = [peg for peg in free if not occupied >> peg & 1]
            weight *= self.digit_values

    def edges(self, front: Numbers) -> Iterator[tuple[Numbers, Numbers]]:
        """From some states (k,) all steps, in batches: places in the front, and where they lead."""
        places, rest = np.arange(len(front)), front
        free = np.full(len(front), (1 << self.pegs) - 1, dtype=np.int32)
        weight = 1
        for _ in range(self.sizes):
            rest, digit = np.divmod(rest, self.digit_values)
            for source in range(self.pegs):
                here = np.flatnonzero(self.level.occupied[digit] & free & 1 << source)
                for target in range(self.pegs):
                    gain = (self.level.gains[source, target] * weight)[digit[here]]
                    legal = (gain != 0) & (free[here] >> target & 1 == 1)
                    found = places[here[legal]]
                    yield found, front[found] + gain[legal]
            free = free & ~self.level.occupied[digit]
            # A single free peg is of no use to larger pieces.
            left = np.flatnonzero(free & (free - 1))
            places, rest, free = places[left], rest[left], free[left]
            weight *= self.digit_values

    def distances(self, goal: int, start: int) -> NDArray[np.int16]:
        """The distance of each state to the goal, up to that of the start; -1 where not reached."""
        distances = np.full(self.states, -1, dtype=np.int16)
        distances[goal] = 0
        front: Numbers = np.array([goal], dtype=np.int32)
        depth = 0
        while distances[start] < 0 and len(front):
            depth += 1
            reached = []
            for _, found in self.edges(front):
                # No two states of a batch lead to the same one, so nothing comes twice.
                fresh = found[distances[found] < 0]
                distances[fresh] = depth
                reached.append(fresh)
            front = np.concatenate(reached)
        return distances


def _arrangements(pieces: int, pegs: int) -> Iterator[Arrangement]:
    """Every order of the pieces, cut into a pile for each peg; those on the left peg first."""
    cuts = list(itertools.combinations_with_replacement(range(pieces + 1), pegs - 1))
    for order in itertools.permutations(range(pieces)):
        for cut in reversed(cuts):
            ends = (0, *cut, pieces)
            yield tuple(order[low:high] for low, high in itertools.pairwise(ends))


def _fits(arrangement: Arrangement, room: Sequence[int]) -> bool:
    return all(len(pile) <= most for pile, most in zip(arrangement, room, strict=True))


def _moved(arrangement: Arrangement, source: int, target: int) -> Arrangement:
    piles = list(arrangement)
    piles[target] = (*piles[target], piles[source][-1])
    piles[source] = piles[source][:-1]
    return tuple(piles)
