"""A move that was not the planned one, as a person is told of it."""

from typing import NamedTuple

from solver.hanoi.words import move_words, peg_words
from solver.phrase import Phrase, joined


class Told(NamedTuple):
    """A move whose piece is named as a person names it; pegs are counted from 0 at the left."""

    piece: str
    source: int
    target: int


def astray_words(made: Told, wanted: Told, onward: Told, *, pegs: int) -> str:
    """What was done in place of the wanted move, and the move that goes on from there."""
    known = {"piece": made.piece, "there": peg_words(made.target, pegs)}
    if made.piece == onward.piece == wanted.piece and onward.target == wanted.target:
        peg = peg_words(wanted.target, pegs)
        return Phrase("You put {piece} on {there}; it belongs on {peg}.", peg=peg, **known)
    if made.piece == wanted.piece:
        peg = peg_words(wanted.target, pegs)
        told: str = Phrase("You put {piece} on {there} instead of {peg}.", peg=peg, **known)
    else:
        told = Phrase(
            "You put {piece} on {there}, but {wanted} was next.", wanted=wanted.piece, **known
        )
    return joined(told, _onward(made, onward, pegs))


def _onward(made: Told, onward: Told, pegs: int) -> str:
    if onward == Told(made.piece, made.target, made.source):
        peg = peg_words(made.source, pegs)
        return Phrase("Put {piece} back on {peg}.", piece=made.piece, peg=peg)
    return move_words(onward.piece, onward.target, pegs)
