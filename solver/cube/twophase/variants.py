"""One cube as several: turned as a whole, and taken back instead of solved.

The method treats the axis of U and D unlike the others, so that each axis, and the inverse of each,
is another search for the same solution.
"""

from dataclasses import dataclass

from solver.cube.cubies import Cube
from solver.cube.geometry import CORNER_FACELETS, EDGE_FACELETS, FACES
from solver.cube.notation import Turns, invert
from solver.cube.turns import FACE_TURNS, Turn
from solver.cube.twophase.symmetry import Symmetry, rotations

# What a portion of a search ends with, and turns that no solution reaches.
PAUSED, FOUND, EXHAUSTED = range(3)
MOST = 31


@dataclass(frozen=True, slots=True)
class Variant:
    """A cube to solve with some turns, and how its solution becomes one of the first cube."""

    cube: Cube
    allowed: int
    back: Symmetry
    inverse: bool

    def answer(self, turns: list[int]) -> Turns:
        """The solution of the first cube from one of this cube, as numbers of turns."""
        named = [FACE_TURNS[self.back.turn(turn)] for turn in turns]
        return invert(named) if self.inverse else tuple(named)


def variants(cube: Cube, faces: frozenset[str] = frozenset(FACES)) -> tuple[Variant, ...]:
    """The six variants of a cube, fewer where it is symmetric; `faces` may be turned."""
    found = (
        Variant(renamed(one, rotation), _allowed(faces, rotation), back, inverse)
        for rotation, back in _ROTATIONS
        for one, inverse in ((cube, False), (cube.inverse(), True))
    )
    different: dict[tuple[Cube, int], Variant] = {}
    for one in found:
        different.setdefault((one.cube, one.allowed), one)
    return tuple(different.values())


def _backwards() -> tuple[tuple[Symmetry, Symmetry], ...]:
    """Every rotation with the one that takes it back."""
    turned = rotations()
    return tuple((a, b) for a in turned for b in turned if a.then(b) == turned[0])


def renamed(cube: Cube, rotation: Symmetry) -> Cube:
    """The cube with every face renamed: held differently, with the stickers' names following."""
    turned = _TURNED[rotation]
    return turned.inverse() * cube * turned


def _turned(rotation: Symmetry) -> Cube:
    """The whole turn as if it were a cube: its pieces keep their names, not their places."""
    goes = _goes(rotation)
    return Cube(*_moved(goes, CORNER_FACELETS), *_moved(goes, EDGE_FACELETS))


def _moved(
    goes: tuple[int, ...], facelets: tuple[tuple[int, ...], ...]
) -> tuple[tuple[int, ...], tuple[int, ...]]:
    """The pieces of one kind by place, and their turns."""
    found = {}
    for piece, cells in enumerate(facelets):
        first = goes[cells[0]]
        place = next(i for i, there in enumerate(facelets) if first in there)
        found[place] = piece, facelets[place].index(first)
    places = range(len(facelets))
    return tuple(found[i][0] for i in places), tuple(found[i][1] for i in places)


def _goes(rotation: Symmetry) -> tuple[int, ...]:
    """Where each facelet goes when the cube is turned as a whole so that the faces go there."""
    goes = tuple(range(54))
    for turn in _WHOLE[rotation.faces[:3]]:
        goes = tuple(turn.goes()[facelet] for facelet in goes)
    return goes


# U to U, R or F; R and F follow. x takes U to B and y takes F to L.
_WHOLE: dict[tuple[int, ...], tuple[Turn, ...]] = {
    (0, 1, 2): (),
    (1, 2, 0): (Turn("x"), Turn("y")),
    (2, 0, 1): (Turn("y", 3), Turn("x", 3)),
}


def _allowed(faces: frozenset[str], rotation: Symmetry) -> int:
    """The allowed turns of a renamed cube, a bit a turn."""
    named = {FACES[rotation.faces[FACES.index(face)]] for face in faces}
    return sum(1 << i for i, turn in enumerate(FACE_TURNS) if turn.axis in named)


_ROTATIONS = _backwards()
_TURNED = {rotation: _turned(rotation) for rotation in rotations()}
