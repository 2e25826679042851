"""What to ask of somebody whose cube is not known yet, in sentences."""

from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray

from solver.cube.colours import COLOUR_NAMES, COLOURS, DEFAULT_SCHEME, name_of
from solver.cube.cubies import Cube

Floats = NDArray[np.float64]

# How each face is held so that it is upright in the picture: the face that is above it.
UPRIGHT = {"U": "B", "R": "U", "F": "U", "D": "F", "L": "U", "B": "U"}

# The order in which a cube is easily turned from face to face.
ORDER = "FRBLUD"

# Colours that a lamp or its reflection turns into one another.
_LIGHT = ({"w", "y"}, {"r", "o"}, {"w", "b"})
# A sticker is between two colours when they have so much of its probability.
_BETWEEN = 0.6

_LAMP = "away from the lamp"
_STILL = "and hold it still"


def ask_for(colours: Sequence[str]) -> str:
    """The sentence that asks for the faces with these centres."""
    if len(colours) == 1:
        return f"Show the face with the {colours[0]} centre."
    return f"Show the faces with the {_listed(colours)} centres."


def in_order(ways: int, scheme: str = DEFAULT_SCHEME) -> str:
    """The sentence for a cube that can be read in some ways: its faces are wanted upright."""
    return f"This cube can be read in {ways} ways: {guidance(scheme)}"


def guidance(scheme: str = DEFAULT_SCHEME) -> str:
    """How to show the faces so that no two cubes look alike."""
    up, front, right, down, left, back = (name_of(scheme, face) for face in "UFRDLB")
    return (
        f"show its faces again in order. Keep {up} on top and show {front}, {right}, {back} and "
        f"{left}; then {up} with {front} below it, and {down} with {front} above it."
    )


def look_again(state: Cube, stickers: Floats, placed: Sequence[int], tables: Floats) -> str:
    """The sentence for a state that is not certain: which face to show, and what would help.

    `stickers` is (54,), how certain each one is; `placed` and `tables`, (k, 9, 6), as for decode.
    """
    face = int(np.argmin(stickers.reshape(6, 9).sum(axis=1)))
    name = COLOUR_NAMES[COLOURS.index(state.scheme[face])]
    rows = np.flatnonzero(np.array(placed) // 9 == face)
    hint = _LAMP if _is_light(tables.reshape(-1, 6)[rows]) else _STILL
    return f"Show the face with the {name} centre once more, {hint}."


def _is_light(rows: Floats) -> bool:
    """Whether the least certain of some stickers may be one of two colours that light confuses."""
    worst = rows[int(np.argmin(rows.max(axis=1)))]
    first, second = np.argsort(-worst, kind="stable")[:2]
    split = worst[first] + worst[second] > _BETWEEN
    return bool(split) and {COLOURS[first], COLOURS[second]} in _LIGHT


def _listed(names: Sequence[str]) -> str:
    return ", ".join(names[:-1]) + f" and {names[-1]}"
