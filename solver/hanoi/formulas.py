"""Closed forms of the shortest way of a tower over three pegs: nothing is played out.

Moves are counted from 1. `discs` go from peg `source` to peg `target`, both of 0, 1, 2. From the
book of Hinz, Klavžar and Petr, The Tower of Hanoi, Myths and Maths, 2.1.
"""


def moves_needed(discs: int) -> int:
    """The number of moves, 2^n - 1."""
    return (1 << _checked("discs", discs, 0)) - 1


def disc_of_move(move: int) -> int:
    """The disc that a move moves, the ruler sequence 1 2 1 3 1 2 1 4 ..."""
    return (_checked("a move", move, 1) & -move).bit_length()


def moves_of_disc(disc: int, discs: int) -> range:
    """All moves in which a disc moves: (2k+1) * 2^(d-1); its first and last are the range's ends.

    The range is lazy, so the discs may be many.
    """
    _checked("a disc", disc, 1, _checked("discs", discs, 1))
    return range(1 << (disc - 1), 1 << discs, 1 << disc)


def moves_made(disc: int, after: int) -> int:
    """How often a disc has moved in the first `after` moves."""
    return (_checked("moves", after, 0) + (1 << (_checked("a disc", disc, 1) - 1))) >> disc


def peg_of_disc(disc: int, discs: int, after: int, *, source: int = 0, target: int = 2) -> int:
    """The peg of a disc after so many moves: each disc goes round, its neighbours the other way.

    The largest disc goes by the target first, so does every second one.
    """
    _checked("a disc", disc, 1, _checked("discs", discs, 1))
    _checked("moves", after, 0, moves_needed(discs))
    spare = _spare(source, target)
    odd = (discs - disc) % 2
    order = (source, spare, target) if odd else (source, target, spare)
    return order[moves_made(disc, after) % 3]


def resting_peg(discs: int, after: int, *, source: int = 0, target: int = 2) -> int:
    """The peg that rests in the move that follows the first `after` ones.

    The rest goes round: from the spare peg by the target where the number of discs is odd, from
    the target by the spare peg where it is even.
    """
    _checked("discs", discs, 1)
    _checked("moves", after, 0, moves_needed(discs))
    spare = _spare(source, target)
    order = (spare, target, source) if discs % 2 else (target, spare, source)
    return order[after % 3]


def gray_code(after: int) -> int:
    """The Gray code of a number of moves: bit d-1 is set where disc d has moved an odd number."""
    return _checked("moves", after, 0) ^ (after >> 1)


def _spare(source: int, target: int) -> int:
    if {source, target} not in ({0, 1}, {0, 2}, {1, 2}):
        raise ValueError(f"hanoi: expected two pegs of 0, 1, 2, got {source} and {target}")
    return 3 - source - target


def _checked(what: str, value: int, least: int, most: int | None = None) -> int:
    """The value. Raises ValueError where it is out of its range."""
    if value < least or (most is not None and value > most):
        bounds = f"{least} or more" if most is None else f"{least} to {most}"
        raise ValueError(f"hanoi: expected {what} of {bounds}, got {value}")
    return value
