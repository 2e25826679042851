"""A stack of purposes as one sentence: the outermost first, and the move that they lead to last."""

from collections.abc import Callable, Iterable, Iterator, Sequence
from functools import reduce
from itertools import islice

from solver.phrase import Phrase

# A person keeps no more in mind: so many of the outermost purposes and of the innermost are said.
SAID = 6
# So many clauses are said of a stack that is heard and not read.
HEARD = 4


# A clause, and how many purposes more follow it that are not said.
More = Callable[[str, int], str]


def tell(
    outermost: Iterable[str], innermost: Iterable[str], count: int, move: str, *, more: More
) -> str:
    """The sentence of `count` purposes, given from both ends, of which only the ends are made.

    `more` tells of those that are left out. A purpose may consist of several clauses.
    """
    if count <= 2 * SAID:
        told = list(islice(outermost, count))
    else:
        told = list(islice(outermost, SAID))
        told[-1] = more(told[-1], count - 2 * SAID)
        told += reversed(list(islice(innermost, SAID)))
    return _so(reduce(for_that, told), move)


def brief(reason: str) -> str:
    """A sentence of `tell` that can be listened to: of a long stack its outermost and last clauses.

    Other sentences stay as they are.
    """
    made = reason.made if isinstance(reason, Phrase) else None
    if made is None or set(made.fields) != {"reasons", "move"}:
        return reason
    clauses = _clauses(made.fields["reasons"])
    if len(clauses) <= HEARD:
        return reason
    way: str = Phrase("{what}; on the way there {needs}", what=clauses[0], needs=clauses[1 - HEARD])
    move = made.fields["move"]
    assert isinstance(move, str)
    return _so(reduce(for_that, clauses[2 - HEARD :], way), move)


def _clauses(reasons: object) -> list[str]:
    """The clauses that `for_that` has put one after the other."""
    made = reasons.made if isinstance(reasons, Phrase) else None
    if made is None or set(made.fields) != {"what", "needs"}:
        assert isinstance(reasons, str)
        return [reasons]
    return [*_clauses(made.fields["what"]), *_clauses(made.fields["needs"])]


def _so(reasons: str, move: str) -> str:
    return Phrase("{reasons}; so: {move}.", reasons=reasons, move=move).capital


def for_that(what: str, needs: str) -> str:
    """A purpose, and what has to be done for it."""
    return Phrase("{what}; for that {needs}", what=what, needs=needs)


def following(moves: Iterable[tuple[str, str, str]], *, most: int = 500) -> Iterator[str]:
    """A reason for each move of a plan, found by looking at most so many moves ahead.

    A move is (piece, from, to). Its reason is the next move that needs the peg which it leaves,
    or that takes the same piece on; that move has its own reason, and so on.
    """
    ahead: list[tuple[str, str, str]] = []
    coming = iter(moves)
    ahead.extend(islice(coming, most))
    while ahead:
        yield _chain(ahead)
        ahead.pop(0)
        ahead.extend(islice(coming, 1))


def _chain(ahead: Sequence[tuple[str, str, str]]) -> str:
    """The reasons of the first of some moves, one leading to the next."""
    clauses: list[str] = []
    here: int | None = 0
    while here is not None and len(clauses) < SAID:
        here, clause = _reason(ahead, here)
        clauses.append(clause)
    reasons = reduce(_that, clauses)
    if here is not None:
        return Phrase("{reasons}; and so on.", reasons=reasons).capital
    return Phrase("{reasons}.", reasons=reasons).capital


def _that(clause: str, further: str) -> str:
    return Phrase("{clause}; that {further}", clause=clause, further=further)


def _reason(ahead: Sequence[tuple[str, str, str]], place: int) -> tuple[int | None, str]:
    """Which later move a move serves, None where it serves itself, and how."""
    piece, left, reached = ahead[place]
    for later in range(place + 1, len(ahead)):
        other, source, target = ahead[later]
        if other == piece:
            return later, Phrase(
                "brings {piece} to {reached}, from where it goes on to {target}",
                piece=piece,
                reached=reached,
                target=target,
            )
        if source == left:
            return later, Phrase(
                "makes way for {piece} to go to {target}", piece=other, target=target
            )
        if target == left:
            return later, Phrase("makes room on {peg} for {piece}", peg=target, piece=other)
    return None, Phrase("brings {piece} to {peg}, where it belongs", piece=piece, peg=reached)
