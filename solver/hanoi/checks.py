"""Whether pieces on pegs are a state of a toy, and the sentence where they are not."""

from collections import Counter
from collections.abc import Sequence
from itertools import pairwise

from solver.hanoi.moves import letter
from solver.hanoi.pieces import Pegs, Piece, format_piece
from solver.phrase import Phrase
from solver.puzzle import IllegalStateError


def check_state(state: Pegs, wanted: Sequence[Piece], holds: Sequence[int], numbered: bool) -> None:
    """Raises IllegalStateError for pieces that are too many, missing, too large or out of room."""
    _check_pieces(state, wanted, numbered)
    for peg, pile in enumerate(state):
        if len(pile) > holds[peg]:
            raise IllegalStateError(
                Phrase(
                    "hanoi: peg {peg} holds {most}, got {count} pieces",
                    peg=letter(peg),
                    most=holds[peg],
                    count=len(pile),
                )
            )
        for below, above in pairwise(pile):
            if above.size > below.size:
                larger, smaller = format_piece(above, numbered), format_piece(below, numbered)
                raise IllegalStateError(
                    Phrase(
                        "hanoi: on peg {peg} the larger {larger} lies on the smaller {smaller}",
                        peg=letter(peg),
                        larger=larger,
                        smaller=smaller,
                    )
                )


def _check_pieces(state: Pegs, wanted: Sequence[Piece], numbered: bool) -> None:
    found = Counter(piece for pile in state for piece in pile)
    for piece in (*wanted, *found):
        expected = int(piece in wanted)
        if found[piece] != expected:
            every = " ".join(format_piece(each, numbered) for each in wanted)
            raise IllegalStateError(
                Phrase(
                    "hanoi: expected each of {every} once, got {piece} {times} times",
                    every=every,
                    piece=format_piece(piece, numbered),
                    times=found[piece],
                )
            )
