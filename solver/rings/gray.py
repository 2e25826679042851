"""The reflected Gray code, on which every state of the rings has its place.

A state is an int: bit k-1 is set while ring k is on the bar. Every single move is a step of one
place along the code (Gros 1872), so a plan is the difference of two ranks. When rings 1 and 2 may
move together, each block of four places with the same rings 3 to n gets one short cut, from both
off to both on, and the blocks still form a path: distances stay a closed form.
"""

from collections.abc import Iterator
from dataclasses import dataclass

# In a block, from the two lowest rings as they are to as they should be: as they are one move on.
# Ring 2 alone on (0b10) is next only to both on (0b11); the other three are next to each other.
NEXT_IN_BLOCK = {
    (0b00, 0b01): 0b01,
    (0b00, 0b10): 0b11,
    (0b00, 0b11): 0b11,
    (0b01, 0b00): 0b00,
    (0b01, 0b10): 0b11,
    (0b01, 0b11): 0b11,
    (0b10, 0b00): 0b11,
    (0b10, 0b01): 0b11,
    (0b10, 0b11): 0b11,
    (0b11, 0b00): 0b00,
    (0b11, 0b01): 0b01,
    (0b11, 0b10): 0b10,
}


def rank(state: int) -> int:
    """The place of a state on the Gray code; all rings off is place 0."""
    shift = 1
    while state >> shift:
        state ^= state >> shift
        shift *= 2
    return state


def unrank(place: int) -> int:
    """The state at a place of the Gray code; the inverse of `rank`."""
    return place ^ (place >> 1)


def changing_ring(step: int) -> int:
    """The ring that step 1, 2, 3 ... along the code from all rings off changes: 1 2 1 3 1 2 1 4.

    Raises ValueError for a step below 1.
    """
    if step < 1:
        raise ValueError(f"rings: expected a step of 1 or more, got {step}")
    return (step & -step).bit_length()


def pair_distance(start: int, goal: int) -> int:
    """The number of moves between two states when rings 1 and 2 may move together."""
    low, high = sorted((rank(start), rank(goal)))
    blocks = high // 4 - low // 4
    if blocks == 0:
        return _in_block(start & 3, goal & 3)
    # A block between the two costs two moves inside it and one move to leave it.
    leave = _in_block(unrank(low) & 3, _exit(low, low // 4 + 1))
    enter = _in_block(unrank(high) & 3, _exit(high, high // 4 - 1))
    return leave + 1 + 3 * (blocks - 1) + enter


@dataclass(frozen=True, slots=True)
class GrayPath:
    """The states after each move from `start` to `goal`, made one by one.

    With `pair`, rings 1 and 2 may move together and the path is the shortest with that move.
    """

    start: int
    goal: int
    pair: bool = False

    @property
    def count(self) -> int:
        """The number of moves."""
        if self.pair:
            return pair_distance(self.start, self.goal)
        return abs(rank(self.start) - rank(self.goal))

    def __iter__(self) -> Iterator[int]:
        here, there = rank(self.start), rank(self.goal)
        while here != there:
            here = self._pair_step(here, there) if self.pair else here + _towards(here, there)
            yield unrank(here)

    @staticmethod
    def _pair_step(here: int, there: int) -> int:
        """The place one move on, from place `here` to place `there`."""
        state = unrank(here)
        wanted = unrank(there) & 3 if here // 4 == there // 4 else _exit(here, there // 4)
        if state & 3 == wanted:
            return here + _towards(here, there)
        return rank(state & ~3 | NEXT_IN_BLOCK[state & 3, wanted])


def _towards(here: int, there: int) -> int:
    return 1 if there > here else -1


def _exit(place: int, block: int) -> int:
    """The two lowest rings at the end of the place's block that looks to another block."""
    end = place | 3 if block > place // 4 else place & ~3
    return unrank(end) & 3


def _in_block(low: int, wanted: int) -> int:
    """The number of moves between two positions of the two lowest rings, the others still."""
    count = 0
    while low != wanted:
        low = NEXT_IN_BLOCK[low, wanted]
        count += 1
    return count
