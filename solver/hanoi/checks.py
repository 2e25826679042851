"""Whether pieces on pegs are a state of a toy, and the sentence where they are not."""

from collections import Counter
from collections.abc import Sequence
from itertools import pairwise

from solver.hanoi.moves import letter
from solver.hanoi.pieces import Pegs, Piece, format_piece
from solver.puzzle import IllegalStateError


def check_state(state: Pegs, wanted: Sequence[Piece], holds: Sequence[int], sizes: int) -> None:
    """Raises IllegalStateError for pieces that are too many, missing, too large or out of room."""
    _check_pieces(state, wanted, sizes)
    for peg, pile in enumerate(state):
        if len(pile) > holds[peg]:
            raise IllegalStateError(
                f"hanoi: peg {letter(peg)} holds {holds[peg]}, got {len(pile)} pieces"
            )
        for below, above in pairwise(pile):
            if above.size > below.size:
                larger, smaller = format_piece(above, sizes), format_piece(below, sizes)
                raise IllegalStateError(
                    f"hanoi: on peg {letter(peg)} the larger {larger} lies on the smaller {smaller}"
                )


def _check_pieces(state: Pegs, wanted: Sequence[Piece], sizes: int) -> None:
    found = Counter(piece for pile in state for piece in pile)
    for piece in (*wanted, *found):
        expected = int(piece in wanted)
        if found[piece] != expected:
            every = " ".join(format_piece(each, sizes) for each in wanted)
            raise IllegalStateError(
                f"hanoi: expected each of {every} once, got {format_piece(piece, sizes)} "
                f"{found[piece]} times"
            )
