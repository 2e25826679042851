"""Rows of turns in Singmaster's notation: read, printed, applied, inverted, simplified.

On input there may also be whole turns (x y z), turns of the middle layers (M like L, E like D, S
like F) and of two layers at once (r or Rw, and so on). They are rewritten as turns of the six faces
for a holder who never turns the whole cube, so that afterwards every letter names the same face,
whose centre stays where it is.
"""

import re
from collections.abc import Iterable, Sequence

from solver.cube.cubies import Cube
from solver.cube.geometry import FACES
from solver.cube.turns import Turn, parse_turn
from solver.phrase import Phrase
from solver.puzzle import NotationError

Turns = tuple[Turn, ...]

# A layer as turns of faces and of the whole cube: whole = this layer and what lies beside it.
_LAYERS = {
    "M": ("R", "L'", "x'"),
    "E": ("U", "D'", "y'"),
    "S": ("F'", "B", "z"),
    "r": ("L", "x"),
    "l": ("R", "x'"),
    "u": ("D", "y"),
    "d": ("U", "y'"),
    "f": ("B", "z"),
    "b": ("F", "z'"),
}
_WORD = re.compile(r"([URFDLB]w|[URFDLBurfdlbMESxyz])(2'|['’23]?)")
_SEPARATED = re.compile(r"[\s,()]+")


def parse_turns(text: str) -> Turns:
    """The face turns of a row such as `R U R' U'`, separated by spaces or not.

    Raises NotationError, which names the turn that is none.
    """
    turns: list[Turn] = []
    for number, word in enumerate(_words(text), start=1):
        found = _WORD.fullmatch(word)
        if found is None:
            raise NotationError(
                Phrase(
                    "cube: turn {number}: expected a turn like R, R', R2, M or x, got {got!r}",
                    number=number,
                    got=word,
                )
            )
        turns += _read(found[1], parse_turn("U" + found[2]).quarters)
    return face_turns(turns)


def _words(text: str) -> list[str]:
    """The turns of a text; a run without spaces is taken apart where all of it are turns."""
    words: list[str] = []
    for run in filter(None, _SEPARATED.split(text)):
        apart = [found[0] for found in _WORD.finditer(run)]
        words += apart if "".join(apart) == run else [run]
    return words


def _read(layer: str, quarters: int) -> list[Turn]:
    """A word as turns of faces and of the whole cube."""
    name = layer[0].lower() if layer.endswith("w") else layer
    parts = [parse_turn(part) for part in _LAYERS.get(name, (name,))]
    several = ((part.axis, part.quarters * quarters % 4) for part in parts)
    return [Turn(axis, amount) for axis, amount in several if amount]


def face_turns(turns: Iterable[Turn]) -> Turns:
    """The same turns for a holder who never turns the whole cube."""
    # The face whose centre is now where that of the key was.
    name = dict(zip(FACES, FACES, strict=True))
    kept = []
    for turn in turns:
        if not turn.whole:
            kept.append(Turn(name[turn.axis], turn.quarters))
            continue
        goes = turn.goes()
        name = {FACES[goes[9 * i + 4] // 9]: name[face] for i, face in enumerate(FACES)}
    return tuple(kept)


def format_turns(turns: Iterable[Turn]) -> str:
    """The turns as a row of text."""
    return " ".join(str(turn) for turn in turns)


def apply_turns(cube: Cube, turns: Iterable[Turn]) -> Cube:
    """The cube after the turns."""
    for turn in turns:
        cube = cube * turn.cube
    return cube


def invert(turns: Sequence[Turn]) -> Turns:
    """The turns that take these back."""
    return tuple(turn.inverse for turn in reversed(turns))


def simplify(turns: Iterable[Turn]) -> Turns:
    """The turns with those of one face joined, also across a turn of the opposite face."""
    kept: list[Turn] = []
    for turn in turns:
        place = len(kept) - 1
        if place > 0 and _opposite(kept[place].axis, turn.axis):
            place -= 1
        if place < 0 or kept[place].axis != turn.axis:
            kept.append(turn)
            continue
        quarters = (kept[place].quarters + turn.quarters) % 4
        kept[place : place + 1] = [Turn(turn.axis, quarters)] if quarters else []
    return tuple(kept)


def _opposite(a: str, b: str) -> bool:
    return a != b and FACES.index(a) % 3 == FACES.index(b) % 3
