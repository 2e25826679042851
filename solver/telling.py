"""A stack of purposes as one sentence: the outermost first, and the move that they lead to last."""

from collections.abc import Iterable, Iterator, Sequence
from itertools import islice

# A person keeps no more in mind: so many of the outermost purposes and of the innermost are said.
SAID = 6


def tell(
    outermost: Iterable[str], innermost: Iterable[str], count: int, move: str, *, more: str
) -> str:
    """The sentence of `count` purposes, given from both ends, of which only the ends are made.

    `more` names what is left out, in the plural. A purpose may consist of several clauses.
    """
    if count <= 2 * SAID:
        told = list(islice(outermost, count))
    else:
        told = list(islice(outermost, SAID))
        told[-1] += f"; and so on for {count - 2 * SAID} more {more}"
        told += reversed(list(islice(innermost, SAID)))
    sentence = "; for that ".join(told) + f"; so: {move}."
    return sentence[0].upper() + sentence[1:]


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
    sentence = "; that ".join(clauses) + ("; and so on." if here is not None else ".")
    return sentence[0].upper() + sentence[1:]


def _reason(ahead: Sequence[tuple[str, str, str]], place: int) -> tuple[int | None, str]:
    """Which later move a move serves, None where it serves itself, and how."""
    piece, left, reached = ahead[place]
    for later in range(place + 1, len(ahead)):
        other, source, target = ahead[later]
        if other == piece:
            return later, f"brings {piece} to {reached}, from where it goes on to {target}"
        if source == left:
            return later, f"makes way for {other} to go from {source} to {target}"
        if target == left:
            return later, f"makes room on {target} for {other}"
    return None, f"brings {piece} to {reached}, where it belongs"
