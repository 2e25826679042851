"""Why a disc moves on three pegs: the stack of purposes, from the largest disc to the smallest."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from solver.hanoi.moves import DiscMove, State
from solver.hanoi.optimal import first_difference, lengths
from solver.hanoi.words import disc_words, peg_words
from solver.phrase import Phrase
from solver.telling import for_that, tell

PEGS = 3


@dataclass(frozen=True, slots=True)
class Purpose:
    """A disc, one of `discs`, has to go to a peg, before the purpose above it can be met.

    `then` is the peg that it goes on to, where the way by another peg is the shorter one.
    """

    disc: int
    discs: int
    source: int
    target: int
    then: int | None = None

    @property
    def aim(self) -> Phrase:
        """What has to happen."""
        disc, peg = disc_words(self.disc, self.discs), peg_words(self.target, PEGS)
        if self.then is None:
            return Phrase("{disc} must go to {peg}", disc=disc, peg=peg)
        return Phrase(
            "{disc} must go to {peg} on its way to {then}",
            disc=disc,
            peg=peg,
            then=peg_words(self.then, PEGS),
        )

    @property
    def words(self) -> str:
        """What has to happen, and what the smaller discs have to be like for that."""
        if self.disc == 1:
            return self.aim
        wait = peg_words(3 - self.source - self.target, PEGS)
        if self.disc == 2:
            smallest = disc_words(1, self.discs)
            return for_that(self.aim, Phrase("{disc} must be on {peg}", disc=smallest, peg=wait))
        if self.disc == 3:
            return for_that(self.aim, Phrase("both smaller discs must be on {peg}", peg=wait))
        return for_that(self.aim, Phrase("all smaller discs must be on {peg}", peg=wait))

    def is_done_by(self, move: DiscMove) -> bool:
        """Whether a move is all that the purpose needs."""
        return (self.disc, self.source, self.target) == (move.disc, move.source, move.target)


def purposes(state: State, goal: State, *, once: bool | None = None) -> tuple[Purpose, ...]:
    """The open purposes in a state, the largest disc's first; the last is the disc that can move.

    `once` tells whether the largest disc goes straight to its peg; without it the shorter is
    taken, and straight where both are shortest.
    """
    first = first_difference(state, goal)
    if first is None:
        return ()
    here, there = state[first], goal[first]
    straight, detour = lengths(state, goal, first)
    if once is None:
        once = straight <= detour
    target = there if once else 3 - here - there
    disc = len(state) - first
    outermost = Purpose(disc, len(state), here, target, None if once else there)
    return (outermost, *_below(state[first + 1 :], 3 - here - target, len(state)))


def why(state: State, move: DiscMove, goal: State) -> str:
    """The reason for the next move of a shortest way."""
    stack = purposes(state, goal)
    if stack and not stack[-1].is_done_by(move):
        # Where both ways are shortest the move may belong to the other one.
        stack = purposes(state, goal, once=stack[0].then is not None)
    told = Phrase(
        "{disc} to {target}",
        disc=disc_words(move.disc, len(state)),
        target=peg_words(move.target, PEGS),
    )
    if len(stack) == 1:
        return tell([stack[0].aim], (), 1, told, more=_more)
    above = stack[:-1]
    return tell(
        (purpose.words for purpose in above),
        (purpose.words for purpose in reversed(above)),
        len(above),
        told,
        more=_more,
    )


def _more(what: str, count: int) -> str:
    return Phrase.counted(
        "{what}; and so on for {count} more disc",
        "{what}; and so on for {count} more discs",
        count,
        what=what,
    )


def _below(smaller: Sequence[int], peg: int, discs: int) -> Iterator[Purpose]:
    """The purposes of the smaller discs, the largest first, that have to be on a peg."""
    for place, here in enumerate(smaller):
        if here != peg:
            yield Purpose(len(smaller) - place, discs, here, peg)
            peg = 3 - here - peg
