"""From 54 letters to a cube, or the reason why no cube can look like that.

The letters are U R F D L B. A text whose centres stand elsewhere is a cube that was turned as a
whole, or whose letters name other colours: every letter is taken for the face that it is the
centre of, so that whole turns never change a state.
"""

from collections import Counter

from solver.cube.cubies import Cube, parity
from solver.cube.geometry import CORNER_FACELETS, CORNER_NAMES, EDGE_FACELETS, EDGE_NAMES, FACES
from solver.phrase import Phrase, in_a_row
from solver.puzzle import IllegalStateError, NotationError

# What is known of one kind of piece: the piece and its turn at every place.
_Pieces = tuple[tuple[int, ...], tuple[int, ...]]


def read(text: str) -> Cube:
    """The cube of a text. Raises NotationError, or IllegalStateError with every reason."""
    text = "".join(text.split())
    check_letters(text)
    cube, reasons = _examine(text)
    if cube is None:
        raise IllegalStateError(Phrase("cube: impossible: {reasons}", reasons=in_a_row(reasons)))
    return cube


def faults(text: str) -> tuple[str, ...]:
    """Why no cube can show these 54 letters; nothing for a legal cube. Raises NotationError."""
    check_letters(text)
    return _examine(text)[1]


def check_letters(text: str) -> None:
    """Raises NotationError unless the text is 54 letters of U R F D L B."""
    for place, letter in enumerate(text, start=1):
        if letter not in FACES:
            raise NotationError(
                Phrase(
                    "cube: expected letters of U R F D L B, got {got!r} at place {place}",
                    got=letter,
                    place=place,
                )
            )
    if len(text) != 54:
        raise NotationError(Phrase("cube: expected 54 letters, got {count}", count=len(text)))


def _examine(text: str) -> tuple[Cube | None, tuple[str, ...]]:
    """The cube, or None and the reasons."""
    reasons = _count_faults(text) or _centre_faults(text)
    if reasons:
        return None, tuple(reasons)
    text = text.translate(str.maketrans(text[4::9], FACES))
    corners, corner_faults = _pieces(text, CORNER_FACELETS, CORNER_NAMES)
    edges, edge_faults = _pieces(text, EDGE_FACELETS, EDGE_NAMES)
    reasons = corner_faults + edge_faults or _law_faults(corners, edges)
    return (None if reasons else Cube(*corners, *edges)), tuple(reasons)


def _count_faults(text: str) -> list[str]:
    counts = Counter(text)
    wrong = [
        Phrase("{count} of {face}", count=counts[face], face=face)
        for face in FACES
        if counts[face] != 9
    ]
    if not wrong:
        return []
    return [Phrase("expected 9 stickers of each colour, got {wrong}", wrong=in_a_row(wrong))]


def _centre_faults(text: str) -> list[str]:
    counts = Counter(text[4::9])
    return [
        Phrase("the centre {face} comes {count} times", face=face, count=count)
        for face, count in counts.items()
        if count > 1
    ]


def _pieces(
    text: str, facelets: tuple[tuple[int, ...], ...], names: tuple[str, ...]
) -> tuple[_Pieces, list[str]]:
    """The pieces of one kind and their turns, and what is wrong with them."""
    known = {
        name[-turn:] + name[:-turn]: (piece, turn)
        for piece, name in enumerate(names)
        for turn in range(len(name))
    }
    shown = ["".join(text[cell] for cell in cells) for cells in facelets]
    strange = [
        _strange(seen, place) for seen, place in zip(shown, names, strict=True) if seen not in known
    ]
    if strange:
        more = [Phrase("and {count} more", count=len(strange) - 2)] if len(strange) > 2 else []
        return ((), ()), strange[:2] + more
    found = [known[seen] for seen in shown]
    pieces, turns = tuple(piece for piece, _ in found), tuple(turn for _, turn in found)
    twice = [names[piece] for piece, count in Counter(pieces).items() if count > 1]
    return (pieces, turns), [_twice(name) for name in twice]


def _strange(seen: str, place: str) -> str:
    """No piece shows this; a corner has three letters, an edge two."""
    if len(place) == 3:
        return Phrase("no corner shows {seen}, as at {place}", seen=seen, place=place)
    return Phrase("no edge shows {seen}, as at {place}", seen=seen, place=place)


def _twice(name: str) -> str:
    if len(name) == 3:
        return Phrase("the corner {name} comes twice", name=name)
    return Phrase("the edge {name} comes twice", name=name)


def _law_faults(corners: _Pieces, edges: _Pieces) -> list[str]:
    """The three laws that hold together what turns can do to a cube."""
    reasons: list[str] = []
    if sum(corners[1]) % 3:
        reasons.append(Phrase("one corner twisted"))
    if sum(edges[1]) % 2:
        reasons.append(Phrase("one edge flipped"))
    if parity(corners[0]) != parity(edges[0]):
        reasons.append(Phrase("parity odd"))
    return reasons
