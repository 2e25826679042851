"""Discs and pegs as a person names them.

Where a disc goes from, and where it goes to, other languages inflect in their own ways. So many
pegs that counting them takes long are named by their letters.
"""

from solver.hanoi.moves import letter
from solver.numerals import cardinal
from solver.phrase import Phrase

_FROM_THREE = (
    Phrase.within("from the … peg", "left"),
    Phrase.within("from the … peg", "middle"),
    Phrase.within("from the … peg", "right"),
)
_FROM = (
    Phrase.within("from the … peg", "first"),
    Phrase.within("from the … peg", "second"),
    Phrase.within("from the … peg", "third"),
    Phrase.within("from the … peg", "fourth"),
    Phrase.within("from the … peg", "fifth"),
    Phrase.within("from the … peg", "sixth"),
    Phrase.within("from the … peg", "seventh"),
    Phrase.within("from the … peg", "eighth"),
    Phrase.within("from the … peg", "ninth"),
    Phrase.within("from the … peg", "tenth"),
)
_TO_THREE = (
    Phrase.within("to the … peg", "left"),
    Phrase.within("to the … peg", "middle"),
    Phrase.within("to the … peg", "right"),
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


def disc_words(disc: int, discs: int) -> str:
    """A disc among so many: by its size where that names it, by its number otherwise."""
    if discs == 1:
        return Phrase("the disc")
    if discs == 2:
        return Phrase("the smaller disc") if disc == 1 else Phrase("the larger disc")
    if disc in (1, discs):
        return Phrase("the smallest disc") if disc == 1 else Phrase("the largest disc")
    if discs == 3:
        return Phrase("the middle disc")
    return Phrase("disc {number}", number=cardinal(disc))


def move_words(piece: str, source: int, target: int, pegs: int) -> str:
    """A move as a sentence; pegs are counted from 0 at the left."""
    if pegs > len(_FROM):
        return Phrase(
            "Move {piece} from peg {source} to peg {target}.",
            piece=piece,
            source=letter(source),
            target=letter(target),
        )
    return Phrase(
        "Move {piece} from the {source} peg to the {target} peg.",
        piece=piece,
        source=(_FROM_THREE if pegs == 3 else _FROM)[source],
        target=(_TO_THREE if pegs == 3 else _TO)[target],
    )
