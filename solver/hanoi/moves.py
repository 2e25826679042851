"""States and moves of the Tower of Hanoi, and how they are written."""

import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from string import ascii_uppercase

from solver.hanoi.towers import Step
from solver.phrase import Phrase
from solver.puzzle import IllegalMoveError, NotationError

# The peg of each disc, the largest first.
State = tuple[int, ...]

_MOVE = re.compile(r"([1-9][0-9]{0,8})\s+([A-Z])>([A-Z])", re.ASCII)


@dataclass(frozen=True, slots=True)
class DiscMove:
    """A disc, 1 the smallest, goes from one peg to another; peg 0 is the leftmost."""

    disc: int
    source: int
    target: int

    def __str__(self) -> str:
        return f"{self.disc} {letter(self.source)}>{letter(self.target)}"


@dataclass(frozen=True, slots=True)
class DiscMoves:
    """Steps as moves; can be iterated again."""

    steps: Iterable[Step]

    def __iter__(self) -> Iterator[DiscMove]:
        return (DiscMove(*step) for step in self.steps)


def letter(peg: int) -> str:
    """The letter of a peg, A the leftmost; a number where no letter is left."""
    return ascii_uppercase[peg] if 0 <= peg < len(ascii_uppercase) else str(peg)


def parse_move(text: str, discs: int, pegs: int) -> DiscMove:
    """The move of a text such as `1 A>C`. Raises NotationError."""
    found = _MOVE.fullmatch(text.strip())
    if found is None:
        raise no_move("1", text)
    disc, source, target = int(found[1]), *map(ascii_uppercase.index, found.groups()[1:])
    if disc > discs:
        raise NotationError(
            Phrase("hanoi: expected a disc of 1 to {discs}, got {got!r}", discs=discs, got=text)
        )
    check_pegs(source, target, pegs, text)
    return DiscMove(disc, source, target)


def no_move(example: str, got: str) -> NotationError:
    """The error for a text that is no move; `example` is a piece of the toy."""
    return NotationError(
        Phrase("hanoi: expected a move like '{example} A>C', got {got!r}", example=example, got=got)
    )


def check_pegs(source: int, target: int, pegs: int, text: str) -> None:
    """Raises NotationError unless a move, written as the text, joins two pegs of the toy."""
    if source == target or max(source, target) >= pegs:
        raise NotationError(
            Phrase(
                "hanoi: expected two different pegs of A to {last}, got {got!r}",
                last=letter(pegs - 1),
                got=text,
            )
        )


def cannot_go(piece: str, source: int, target: int, state: str, reason: str) -> IllegalMoveError:
    """The error for a move that the rules forbid."""
    return IllegalMoveError(
        Phrase(
            "{piece} cannot go from {source} to {target} in {state}: {reason}",
            piece=piece,
            source=letter(source),
            target=letter(target),
            state=state,
            reason=reason,
        )
    )
