"""Why a ring moves: the stack of purposes that a person would have in mind.

A purpose is a ring that is not as it has to be. For ring k to move, ring k-1 must be on and rings
1 to k-2 off; the first of those that is not so is the next purpose, down to a ring that can move.
Ring j has a purpose exactly where the binary number of the moves left for the first ring has a 1
at place j: each digit is a purpose that is still open.
"""

from collections.abc import Iterator
from dataclasses import dataclass
from itertools import islice

from solver.phrase import Phrase
from solver.rings.gray import rank
from solver.telling import for_that, tell


@dataclass(frozen=True, slots=True)
class Purpose:
    """A ring that has to go on the bar, or come off, before the purpose above it can be met."""

    ring: int
    on: bool

    @property
    def words(self) -> str:
        """What has to happen."""
        if self.on:
            return Phrase("ring {ring} must go on", ring=self.ring)
        return Phrase("ring {ring} must come off", ring=self.ring)

    @property
    def needs(self) -> str:
        """What the other rings have to be like for that; empty for ring 1, which needs nothing."""
        below = self.ring - 2
        if below < 0:
            return ""
        if below == 0:
            return Phrase("ring 1 must be on")
        if below == 1:
            return Phrase("ring 2 must be on and ring 1 off")
        if below == 2:
            return Phrase("ring 3 must be on and rings 1 and 2 off")
        return Phrase(
            "ring {ring} must be on and rings 1 to {last} off", ring=self.ring - 1, last=below
        )


@dataclass(frozen=True, slots=True)
class Purposes:
    """The open purposes in a state on the way to a goal, the outermost, which is the goal's, first.

    With `pair`, rings 1 and 2 are moved by heart and have no purposes of their own, unless they are
    all that is left to do.
    """

    state: int
    goal: int
    pair: bool = False

    @property
    def mask(self) -> int:
        """The rings with an open purpose, as bits."""
        ring = (self.state ^ self.goal).bit_length()
        whole = (1 << ring) - 1
        left = rank(self.state & whole)
        mask = whole ^ left if ring and self.goal >> (ring - 1) & 1 else left
        return mask & ~0b11 if self.pair else mask

    def __len__(self) -> int:
        return self.mask.bit_count()

    def __iter__(self) -> Iterator[Purpose]:
        mask = self.mask
        while mask:
            ring = mask.bit_length()
            yield self._purpose(ring)
            mask ^= 1 << (ring - 1)

    def innermost(self) -> Iterator[Purpose]:
        """The same from the other end: first the ring that can move."""
        mask = self.mask
        while mask:
            ring = (mask & -mask).bit_length()
            yield self._purpose(ring)
            mask &= mask - 1

    def words(self, move: str, *, can_move: bool = True) -> str:
        """The purposes as a sentence that ends in the move, such as `ring 1 off`.

        `can_move` tells that the move is the innermost purpose itself.
        """
        left = len(self) - 1 if can_move else len(self)
        if left > 0:
            inner = islice(self.innermost(), int(can_move), None)
            return tell(map(_clause, self), map(_clause, inner), left, move, more=_more)
        told = [purpose.words for purpose in self] or [Phrase("only rings 1 and 2 are left to do")]
        return tell(told, told, 1, move, more=_more)

    def _purpose(self, ring: int) -> Purpose:
        """An open purpose is to change the ring."""
        return Purpose(ring, not self.state >> (ring - 1) & 1)


def _clause(purpose: Purpose) -> str:
    return for_that(purpose.words, purpose.needs)


def _more(what: str, count: int) -> str:
    return Phrase.counted(
        "{what}; and so on for {count} more ring",
        "{what}; and so on for {count} more rings",
        count,
        what=what,
    )
