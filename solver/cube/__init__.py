"""The 3x3x3 cube: cubies, facelets, turns; notation, mixing and solving."""

from solver.cube.answer import Decoded
from solver.cube.asking import guidance
from solver.cube.belief import CubeBelief
from solver.cube.colours import (
    COLOURS,
    DEFAULT_SCHEME,
    JAPANESE_SCHEME,
    SCHEME,
    is_mirrored,
    schemes,
)
from solver.cube.cubies import SOLVED, Cube
from solver.cube.decode import Face, decode, decode_table
from solver.cube.facelets import faults
from solver.cube.geometry import FACES
from solver.cube.naming import COLOUR_NAMES, name_of
from solver.cube.notation import apply_turns, format_turns, invert, parse_turns, simplify
from solver.cube.puzzle import CubePuzzle
from solver.cube.scramble import random_cube, random_turns
from solver.cube.sightings import Joins
from solver.cube.turns import FACE_TURNS, Turn

__all__ = [
    "COLOURS",
    "COLOUR_NAMES",
    "DEFAULT_SCHEME",
    "FACES",
    "FACE_TURNS",
    "JAPANESE_SCHEME",
    "SCHEME",
    "SOLVED",
    "Cube",
    "CubeBelief",
    "CubePuzzle",
    "Decoded",
    "Face",
    "Joins",
    "Turn",
    "apply_turns",
    "decode",
    "decode_table",
    "faults",
    "format_turns",
    "guidance",
    "invert",
    "is_mirrored",
    "name_of",
    "parse_turns",
    "random_cube",
    "random_turns",
    "schemes",
    "simplify",
]
