"""What a person calls the colours, in the places of a sentence that other languages inflect.

All are in the order of `COLOURS`.
"""

from solver.cube.colours import COLOURS
from solver.cube.geometry import FACES
from solver.phrase import Phrase

# Alone, or in a list.
COLOUR_NAMES = (
    Phrase("white"),
    Phrase("yellow"),
    Phrase("red"),
    Phrase("orange"),
    Phrase("green"),
    Phrase("blue"),
)
# In "the face with the ... centre".
CENTRES = (
    Phrase.within("with the … centre", "white"),
    Phrase.within("with the … centre", "yellow"),
    Phrase.within("with the … centre", "red"),
    Phrase.within("with the … centre", "orange"),
    Phrase.within("with the … centre", "green"),
    Phrase.within("with the … centre", "blue"),
)
# In "the ... face", "the ... one".
SIDES = (
    Phrase.within("the … face", "white"),
    Phrase.within("the … face", "yellow"),
    Phrase.within("the … face", "red"),
    Phrase.within("the … face", "orange"),
    Phrase.within("the … face", "green"),
    Phrase.within("the … face", "blue"),
)
# In "the edge of ... and ...".
_PIECES = (
    Phrase.within("the piece of …", "white"),
    Phrase.within("the piece of …", "yellow"),
    Phrase.within("the piece of …", "red"),
    Phrase.within("the piece of …", "orange"),
    Phrase.within("the piece of …", "green"),
    Phrase.within("the piece of …", "blue"),
)


def name_of(scheme: str, face: str) -> Phrase:
    """The colour of a face's centre, by itself."""
    return COLOUR_NAMES[_colour(scheme, face)]


def centre_of(scheme: str, face: str) -> Phrase:
    """A face, for "the face with the ... centre"."""
    return CENTRES[_colour(scheme, face)]


def side_of(scheme: str, face: str) -> Phrase:
    """A face, for "the ... face"."""
    return SIDES[_colour(scheme, face)]


def piece_of(scheme: str, face: str) -> Phrase:
    """A colour of a piece, for "the edge of ... and ..."."""
    return _PIECES[_colour(scheme, face)]


def _colour(scheme: str, face: str) -> int:
    return COLOURS.index(scheme[FACES.index(face)])
