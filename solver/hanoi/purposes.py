"""Why a disc moves on three pegs: the stack of purposes, from the largest disc to the smallest."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from solver.hanoi.moves import DiscMove, State, letter
from solver.hanoi.optimal import first_difference, lengths
from solver.telling import tell


@dataclass(frozen=True, slots=True)
class Purpose:
    """A disc has to go to a peg, before the purpose above it can be met.

    `then` is the peg that it goes on to, where the way by another peg is the shorter one.
    """

    disc: int
    source: int
    target: int
    then: int | None = None

    @property
    def words(self) -> str:
        """What has to happen, and what the smaller discs have to be like for that."""
        what = f"disc {self.disc} must go to {letter(self.target)}"
        if self.then is not None:
            what += f" on its way to {letter(self.then)}"
        wait = letter(3 - self.source - self.target)
        below = {1: "", 2: "disc 1", 3: "discs 1 and 2"}.get(
            self.disc, f"discs 1 to {self.disc - 1}"
        )
        return f"{what}; for that {below} must be on {wait}" if below else what

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
    outermost = Purpose(disc, here, target, None if once else there)
    return (outermost, *_below(state[first + 1 :], 3 - here - target))


def why(state: State, move: DiscMove, goal: State) -> str:
    """The reason for the next move of a shortest way."""
    stack = purposes(state, goal)
    if stack and not stack[-1].is_done_by(move):
        # Where both ways are shortest the move may belong to the other one.
        stack = purposes(state, goal, once=stack[0].then is not None)
    told = f"disc {move.disc} from {letter(move.source)} to {letter(move.target)}"
    if len(stack) == 1:
        belongs = stack[0].words.partition(";")[0]
        return f"{belongs[0].upper()}{belongs[1:]}; so: {told}."
    above = stack[:-1]
    return tell(
        (purpose.words for purpose in above),
        (purpose.words for purpose in reversed(above)),
        len(above),
        told,
        more="discs",
    )


def _below(smaller: Sequence[int], peg: int) -> Iterator[Purpose]:
    """The purposes of the smaller discs, the largest first, that have to be on a peg."""
    for place, here in enumerate(smaller):
        if here != peg:
            yield Purpose(len(smaller) - place, here, peg)
            peg = 3 - here - peg
