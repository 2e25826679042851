"""What to ask of somebody whose cube is not known yet, in sentences."""

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from solver.cube.colours import COLOURS, DEFAULT_SCHEME, name_of
from solver.cube.cubies import Cube
from solver.cube.geometry import FACES
from solver.cube.scores import view_of

Floats = NDArray[np.float64]

# How each face is held so that it is upright in the picture: the face that is above it.
UPRIGHT = {"U": "B", "R": "U", "F": "U", "D": "F", "L": "U", "B": "U"}

# The order in which a cube is easily turned from face to face.
ORDER = "FRBLUD"

# Colours that a lamp or its reflection turns into one another.
_LIGHT = ({"w", "y"}, {"r", "o"}, {"w", "b"})
# A sticker is between two colours when they have so much of its probability.
_BETWEEN = 0.6

# A face alone is at fault when it has so much of what does not fit.
_MOSTLY = 0.6

TOO_MANY = "More than six different faces were seen: show every face of one cube once."
MIRRORED = (
    "Two opposite colours of this cube are exchanged, or the pictures are mirrored: take them "
    "without mirroring."
)
NO_CUBE = "These faces do not make one cube: show all six again, and turn no side meanwhile."

_LAMP = "away from the lamp"
_STILL = "and hold it still"


def ask_for(colours: Sequence[str]) -> str:
    """The sentence that asks for the faces with these centres."""
    if len(colours) == 1:
        return f"Show the face with the {colours[0]} centre."
    return f"Show the faces with the {_listed(colours)} centres."


def guidance(scheme: str = DEFAULT_SCHEME) -> str:
    """How to show the faces so that no two cubes look alike."""
    up, front, right, down, left, back = (name_of(scheme, face) for face in "UFRDLB")
    return (
        f"show its faces again in order. Keep {up} on top and show {front}, {right}, {back} and "
        f"{left}; then {up} with {front} below it, and {down} with {front} above it."
    )


@dataclass(frozen=True, slots=True, eq=False)
class Look:
    """A look at a cube that was not certain.

    - `state`: the most probable one;
    - `stickers`: (54,), how certain each sticker of it is;
    - `placed`, `tables`: the facelet of each row of the groups of stickers, (k, 9, 6).
    """

    state: Cube
    stickers: Floats
    placed: tuple[int, ...]
    tables: Floats

    def again(self) -> str:
        """Which face to show once more, and what would help."""
        return self._once_more(int(np.argmin(self.stickers.reshape(6, 9).sum(axis=1))))

    def no_cube(self) -> str:
        """The sentence for faces that make no cube: the one that does not fit in, or all."""
        placed = np.array(self.placed)
        rows = self.tables.reshape(-1, 6)[placed >= 0]
        placed = placed[placed >= 0]
        fits = rows[np.arange(len(rows)), view_of(self.state)[placed]]
        off = np.bincount(placed // 9, weights=np.log(rows.max(axis=1) / fits), minlength=6)
        return self._once_more(int(off.argmax())) if off.max() > _MOSTLY * off.sum() else NO_CUBE

    def in_order(self, ways: int) -> str:
        """The sentence for a cube that can be read in some ways: its faces are wanted upright."""
        return f"This cube can be read in {ways} ways: {guidance(self.state.scheme)}"

    def _once_more(self, face: int) -> str:
        name = name_of(self.state.scheme, FACES[face])
        rows = np.flatnonzero(np.array(self.placed) // 9 == face)
        hint = _LAMP if _is_light(self.tables.reshape(-1, 6)[rows]) else _STILL
        return f"Show the face with the {name} centre once more, {hint}."


def _is_light(rows: Floats) -> bool:
    """Whether the least certain of some stickers may be one of two colours that light confuses."""
    worst = rows[int(np.argmin(rows.max(axis=1)))]
    first, second = np.argsort(-worst, kind="stable")[:2]
    split = worst[first] + worst[second] > _BETWEEN
    return bool(split) and {COLOURS[first], COLOURS[second]} in _LIGHT


def _listed(names: Sequence[str]) -> str:
    return ", ".join(names[:-1]) + f" and {names[-1]}"
