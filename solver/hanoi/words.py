"""Discs and pegs as a person names them."""

from solver.numerals import cardinal, ordinal


def disc_words(disc: int, discs: int) -> str:
    """A disc among so many: by its size where that names it, by its number otherwise."""
    if discs == 1:
        return "the disc"
    if discs == 2:
        return "the smaller disc" if disc == 1 else "the larger disc"
    if disc in (1, discs):
        return "the smallest disc" if disc == 1 else "the largest disc"
    return "the middle disc" if discs == 3 else f"disc {cardinal(disc)}"


def peg_words(peg: int, pegs: int) -> str:
    """A peg among so many, from left to right."""
    return ("left", "middle", "right")[peg] if pegs == 3 else ordinal(peg + 1)


def move_words(piece: str, source: int, target: int, pegs: int) -> str:
    """A move as a sentence."""
    return (
        f"Move {piece} from the {peg_words(source, pegs)} peg to the {peg_words(target, pegs)} peg."
    )
