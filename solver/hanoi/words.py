"""Discs and pegs as a person names them.

Where a disc goes to other languages inflect in their own ways; where it comes from is where it is
seen to lie. So many pegs that counting them takes long are named by their letters.
"""

from solver.hanoi.moves import letter
from solver.numerals import cardinal
from solver.phrase import Phrase, sentence

_TO_THREE = (
    Phrase.within("to the … peg", "left-hand"),
    Phrase.within("to the … peg", "middle"),
    Phrase.within("to the … peg", "right-hand"),
)
_TO = (
    Phrase.within("to the … peg", "first"),
    Phrase.within("to the … peg", "second"),
    Phrase.within("to the … peg", "third"),
    Phrase.within("to the … peg", "fourth"),
    Phrase.within("to the … peg", "fifth"),
    Phrase.within("to the … peg", "sixth"),
    Phrase.within("to the … peg", "seventh"),
    Phrase.within("to the … peg", "eighth"),
    Phrase.within("to the … peg", "ninth"),
    Phrase.within("to the … peg", "tenth"),
)


# The larger disc on the smaller one, of two or three: others are not named by their sizes alone.
_SLIPS = {
    (3, 1): sentence("The large disc may not lie on the small one: take it back."),
    (2, 1): sentence("The middle disc may not lie on the small one: take it back."),
    (3, 2): sentence("The large disc may not lie on the middle one: take it back."),
}


def disc_words(disc: int, discs: int) -> str:
    """A disc among so many: by its size where that names it, by its number otherwise."""
    if discs == 1:
        return Phrase("the disc")
    if discs <= 3 and disc in (1, discs):
        return Phrase("the small disc") if disc == 1 else Phrase("the large disc")
    if disc in (1, discs):
        return Phrase("the smallest disc") if disc == 1 else Phrase("the largest disc")
    if discs == 3:
        return Phrase("the middle disc")
    return Phrase("disc {number}", number=cardinal(disc))


def place_words(peg: int, pegs: int) -> str | None:
    """Where a peg stands, for its place in a sentence; None where its letter names it better."""
    if pegs > len(_TO):
        return None
    return (_TO_THREE if pegs == 3 else _TO)[peg]


def peg_words(peg: int, pegs: int) -> str:
    """A peg, as what something is put on."""
    place = place_words(peg, pegs)
    if place is None:
        return Phrase.within("put it on …", "peg {letter}", letter=letter(peg))
    return Phrase.within("put it on …", "the {place} peg", place=place)


def move_words(piece: str, target: int, pegs: int) -> str:
    """A move as a sentence; pegs are counted from 0 at the left."""
    to = place_words(target, pegs)
    if to is None:
        return Phrase("Put {piece} on peg {target}.", piece=piece, target=letter(target))
    return Phrase("Put {piece} on the {target} peg.", piece=piece, target=to)


def slip_words(disc: int, smaller: int, discs: int) -> str:
    """A disc that lies on a smaller one, as a sentence."""
    if discs == 2:
        return _SLIPS[3, 1]
    if discs == 3:
        return _SLIPS[disc, smaller]
    return larger_words(disc_words(disc, discs))


def larger_words(disc: str) -> str:
    """A disc, as a person names it, that lies on a smaller one."""
    return Phrase("{disc} may not lie on a smaller one: take it back.", disc=disc).capital


def full_words(piece: str) -> str:
    """A ball, as a person names it, on a peg that should hold no more of them."""
    return Phrase("There is no room for {piece} on that peg: take it back.", piece=piece)
