"""The 3x3x3 cube: cubies, facelets, turns."""

from solver.cube.belief import CubeBelief
from solver.cube.cubies import SOLVED, Cube
from solver.cube.decode import Decoded, decode, decode_table
from solver.cube.facelets import faults
from solver.cube.puzzle import CubePuzzle
from solver.cube.turns import FACE_TURNS, Turn

__all__ = [
    "FACE_TURNS",
    "SOLVED",
    "Cube",
    "CubeBelief",
    "CubePuzzle",
    "Decoded",
    "Turn",
    "decode",
    "decode_table",
    "faults",
]
