"""Rings and their moves as a person names them."""

from collections.abc import Sequence

from solver.numerals import cardinal
from solver.phrase import Phrase, listed
from solver.rings.moves import RingMove


def unseen_words(cells: Sequence[int]) -> str:
    """A sentence: some rings, at least one, cannot be seen."""
    names = _named(cells)
    if len(cells) == 1:
        return Phrase("Ring {ring} cannot be seen.", ring=names)
    return Phrase("Rings {rings} cannot be seen.", rings=names)


def halfway_words(cells: Sequence[int]) -> str:
    """A sentence: some rings, at least one, are neither on the bar nor off it."""
    names = _named(cells)
    if len(cells) == 1:
        return Phrase("It is not clear whether ring {ring} is on the bar.", ring=names)
    return Phrase("It is not clear whether rings {rings} are on the bar.", rings=names)


def move_words(move: RingMove) -> str:
    """A move to make, as a sentence."""
    if move.pair and move.on:
        return Phrase("Put rings one and two on the bar together.")
    if move.pair:
        return Phrase("Take rings one and two off the bar together.")
    if move.on:
        return Phrase("Put ring {ring} on the bar.", ring=cardinal(move.ring))
    return Phrase("Take ring {ring} off the bar.", ring=cardinal(move.ring))


def back_words(move: RingMove) -> str:
    """A move that takes back the one before it, as a sentence."""
    if move.pair and move.on:
        return Phrase("Put rings one and two back on the bar together.")
    if move.pair:
        return Phrase("Take rings one and two off the bar together again.")
    if move.on:
        return Phrase("Put ring {ring} back on the bar.", ring=cardinal(move.ring))
    return Phrase("Take ring {ring} off the bar again.", ring=cardinal(move.ring))


def instead_words(made: RingMove, wanted: RingMove) -> str:
    """A sentence: one move was made, but another was wanted.

    Which ring it was says enough of that: from where it is it can go one way only.
    """
    if wanted.pair:
        turn: str = Phrase("rings one and two were next, both together")
    else:
        turn = Phrase("ring {ring} was next", ring=cardinal(wanted.ring))
    return Phrase("{made}, but {wanted}.", made=_made(made), wanted=turn).capital


def told(move: RingMove) -> str:
    """A move as the end of a reason."""
    if move.pair and move.on:
        return Phrase("rings 1 and 2 on together")
    if move.pair:
        return Phrase("rings 1 and 2 off together")
    if move.on:
        return Phrase("ring {ring} on", ring=move.ring)
    return Phrase("ring {ring} off", ring=move.ring)


def _made(move: RingMove) -> str:
    """A move that was made, as the beginning of a sentence."""
    if move.pair and move.on:
        return Phrase("you put rings one and two on the bar")
    if move.pair:
        return Phrase("you took rings one and two off the bar")
    if move.on:
        return Phrase("you put ring {ring} on the bar", ring=cardinal(move.ring))
    return Phrase("you took ring {ring} off the bar", ring=cardinal(move.ring))


def _named(cells: Sequence[int]) -> str:
    return listed([cardinal(cell + 1) for cell in cells])
