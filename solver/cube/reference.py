"""The reference engine: kociemba where it is installed, else magiccube.

The only file that imports either. kociemba answers some illegal cubes wrongly and a solved one
with a row of turns that does nothing, so that a `Cube`, which is always legal, goes in, a solved
one is answered here, and every answer is tried on the cube before it goes out.
"""

from collections.abc import Callable

from solver.cube.cubies import SOLVED, Cube
from solver.cube.geometry import FACES
from solver.cube.notation import Turns, apply_turns, face_turns, simplify
from solver.cube.turns import Turn, parse_turn
from solver.puzzle import NoPlanError

try:
    import kociemba
except ImportError:
    kociemba = None

# magiccube's order of the faces, and the colours that it knows them by.
_MAGIC_FACES = "ULFRBD"
_MAGIC_COLOURS = dict(zip(_MAGIC_FACES, "WOGRBY", strict=True))


def engine() -> str:
    """The name of the engine that solves here."""
    return "magiccube" if kociemba is None else "kociemba"


def solve(cube: Cube) -> Turns:
    """Face turns that solve the cube. Raises NoPlanError where the engine fails."""
    if cube == SOLVED:
        return ()
    engines: dict[str, Callable[[Cube], Turns]] = {"kociemba": _kociemba, "magiccube": _magiccube}
    turns = engines[engine()](cube)
    if not solves(cube, turns):
        raise NoPlanError(f"cube: {engine()} gave a wrong answer for {cube.facelets()}")
    return turns


def solves(cube: Cube, turns: Turns) -> bool:
    """Whether the turns solve the cube."""
    return apply_turns(cube, turns) == SOLVED


def _kociemba(cube: Cube) -> Turns:
    return tuple(parse_turn(word) for word in kociemba.solve(cube.facelets()).split())


def _magiccube(cube: Cube) -> Turns:
    """magiccube's layer by layer method: some 100 turns, none of them needing a compiler."""
    import magiccube

    text = cube.facelets()
    faces = (text[9 * FACES.index(face) :][:9] for face in _MAGIC_FACES)
    state = "".join(_MAGIC_COLOURS[letter] for letter in "".join(faces))
    words = magiccube.BasicSolver(magiccube.Cube(3, state)).solve()
    return simplify(face_turns(_magic_turn(str(word)) for word in words))


def _magic_turn(word: str) -> Turn:
    """magiccube writes whole turns as capitals: X, Y, Z."""
    return parse_turn(word[0].lower() + word[1:] if word[0] in "XYZ" else word)
