"""The way a person thinks: a ring wants to move, so its neighbours have to, so theirs have to.

Starts at the innermost ring that is not as it should be. A ring that is not as wanted and cannot
move wants its outer neighbour on; one that is as wanted wants the next one off; until a ring can
move.
"""

from collections.abc import Iterator
from dataclasses import dataclass

from solver.rings.gray import NEXT_IN_BLOCK

# A ring, and whether it should be on the bar.
Wish = tuple[int, bool]


@dataclass(frozen=True, slots=True)
class HumanPath:
    """The states after each move from `start` to `goal`, made one by one.

    With `pair`, whoever thinks so knows by heart how to bring rings 1 and 2 to any position when
    they may move together.
    """

    start: int
    goal: int
    pair: bool = False

    def __iter__(self) -> Iterator[int]:
        state, wishes = self.start, list[Wish]()
        while state != self.goal or wishes:
            if not wishes:
                wishes.append(self._first_wish(state))
            ring, on = wishes[-1]
            if is_on(state, ring) == on:
                wishes.pop()
            elif self.pair and ring <= 2:
                state = state & ~0b11 | NEXT_IN_BLOCK[state & 0b11, self._low(wishes)]
                yield state
            elif (wish := next_wish(state, ring)) is not None:
                wishes.append(wish)
            else:
                state ^= 1 << (ring - 1)
                yield state

    def _first_wish(self, state: int) -> Wish:
        ring = (state ^ self.goal).bit_length()
        return ring, is_on(self.goal, ring)

    def _low(self, wishes: list[Wish]) -> int:
        """How rings 1 and 2 should be: as ring 3 needs them, or a larger one, or the goal."""
        if len(wishes) == 1:
            return self.goal & 0b11
        return 0b10 if wishes[-2][0] == 3 else 0b00


def is_on(state: int, ring: int) -> bool:
    """Whether a ring is on the bar."""
    return bool(state >> (ring - 1) & 1)


def next_wish(state: int, ring: int) -> Wish | None:
    """What a ring that has to move wants first, or None when it can move."""
    if ring == 1:
        return None
    if not is_on(state, ring - 1):
        return ring - 1, True
    highest = (state & ((1 << (ring - 2)) - 1)).bit_length()
    return (highest, False) if highest else None
