"""The cube as pieces: which piece is where, and how it is turned there."""

from dataclasses import dataclass, field

from solver.cube.colours import DEFAULT_SCHEME
from solver.cube.geometry import CORNER_FACELETS, CORNER_NAMES, EDGE_FACELETS, EDGE_NAMES, FACES


@dataclass(frozen=True, slots=True)
class Cube:
    """A legal cube in the holder's hand, centres U R F D L B in their places.

    `corners[i]` is the piece at corner place i and `twists[i]` its clockwise twist, 0 to 2;
    `edges[i]` and `flips[i]` likewise, in the order of geometry.CORNER_NAMES and EDGE_NAMES
    (Kociemba's cubie level). `scheme` is the colours of the faces, for words and pictures: two
    cubes are equal whatever their paint. Built by `facelets.read`, by turns and by products, which
    all keep it legal; the constructor does not check.
    """

    corners: tuple[int, ...]
    twists: tuple[int, ...]
    edges: tuple[int, ...]
    flips: tuple[int, ...]
    scheme: str = field(default=DEFAULT_SCHEME, compare=False)

    def __mul__(self, then: "Cube") -> "Cube":
        """This cube, then the turns that make `then` from a solved one."""
        return Cube(
            tuple(self.corners[i] for i in then.corners),
            tuple(
                (self.twists[i] + twist) % 3
                for i, twist in zip(then.corners, then.twists, strict=True)
            ),
            tuple(self.edges[i] for i in then.edges),
            tuple(self.flips[i] ^ flip for i, flip in zip(then.edges, then.flips, strict=True)),
            self.scheme,
        )

    def inverse(self) -> "Cube":
        """The cube that makes this one solved when it follows it."""
        corners, edges = _inverse(self.corners), _inverse(self.edges)
        return Cube(
            corners,
            tuple(-self.twists[i] % 3 for i in corners),
            edges,
            tuple(self.flips[i] for i in edges),
            self.scheme,
        )

    def facelets(self) -> str:
        """The letters of the 54 stickers in the order U R F D L B."""
        letters = [face for face in FACES for _ in range(9)]
        places = (
            (CORNER_FACELETS, CORNER_NAMES, self.corners, self.twists),
            (EDGE_FACELETS, EDGE_NAMES, self.edges, self.flips),
        )
        for facelets, names, pieces, turns in places:
            for cells, piece, turn in zip(facelets, pieces, turns, strict=True):
                name = names[piece]
                for i, letter in enumerate(name):
                    letters[cells[(i + turn) % len(name)]] = letter
        return "".join(letters)


SOLVED = Cube(tuple(range(8)), (0,) * 8, tuple(range(12)), (0,) * 12)


def parity(pieces: tuple[int, ...]) -> int:
    """0 for an even permutation, 1 for an odd one."""
    pairs = ((a, b) for i, a in enumerate(pieces) for b in pieces[i + 1 :])
    return sum(a > b for a, b in pairs) % 2


def _inverse(pieces: tuple[int, ...]) -> tuple[int, ...]:
    where = {piece: place for place, piece in enumerate(pieces)}
    return tuple(where[i] for i in range(len(pieces)))
