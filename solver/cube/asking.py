"""What to ask of somebody whose cube is not known yet, in sentences."""

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from solver.cube.colours import COLOURS, DEFAULT_SCHEME
from solver.cube.cubies import Cube
from solver.cube.geometry import FACES
from solver.cube.naming import centre_of, piece_of, side_of
from solver.cube.scores import view_of
from solver.cube.unsolvable import Fault
from solver.phrase import Phrase, listed, sentence

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

TOO_MANY = sentence("More than six different faces were seen: show every face of one cube once.")
MIRRORED = sentence(
    "Two opposite colours of this cube are exchanged, or the pictures are mirrored: take them "
    "without mirroring."
)
NO_CUBE = sentence(
    "These faces do not make one cube: show all six again, and turn no side meanwhile."
)


def ask_for(colours: Sequence[str]) -> str:
    """The sentence that asks for the faces with these centres."""
    if len(colours) == 1:
        return Phrase("Show the face with the {colour} centre.", colour=colours[0])
    return Phrase("Show the faces with the {colours} centres.", colours=listed(colours))


def guidance(scheme: str = DEFAULT_SCHEME) -> str:
    """How to show the faces so that no two cubes look alike."""
    up, front, right, down, left, back = (side_of(scheme, face) for face in "UFRDLB")
    return Phrase(
        "show its faces again in order. Keep {up} on top and show {front}, {right}, {back} and "
        "{left}; then {up} with {front} below it, and {down} with {front} above it.",
        up=up,
        front=front,
        right=right,
        down=down,
        left=left,
        back=back,
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

    def at_fault(self, fault: Fault) -> str:
        """The sentence for a cube that is legal only where some stickers were misread."""
        letters = self.state.facelets()
        pieces = [piece_of(self.state.scheme, letters[facelet]) for facelet in fault.facelets]
        if fault.piece == "corner":
            return Phrase(
                "The corner of {colours} is twisted, or was read wrongly: look at it, "
                "and show the cube again.",
                colours=listed(pieces),
            )
        if fault.piece == "edge":
            return Phrase(
                "The edge of {colours} is flipped, or was read wrongly: look at it, "
                "and show the cube again.",
                colours=listed(pieces),
            )
        first, second = (side_of(self.state.scheme, FACES[f // 9]) for f in fault.facelets)
        if first is second:
            return Phrase(
                "Two stickers of the {face} face are exchanged, or were read wrongly: look at "
                "them, and show the cube again.",
                face=first,
            )
        return Phrase(
            "Two stickers are exchanged, one on the {first} face and one on the {second} one, or "
            "were read wrongly: look at them, and show the cube again.",
            first=first,
            second=second,
        )

    def in_order(self, ways: int) -> str:
        """The sentence for a cube that can be read in some ways: its faces are wanted upright."""
        return Phrase.counted(
            "This cube can be read in {count} way: {guidance}",
            "This cube can be read in {count} ways: {guidance}",
            ways,
            guidance=guidance(self.state.scheme),
        )

    def _once_more(self, face: int) -> str:
        colour = centre_of(self.state.scheme, FACES[face])
        rows = np.flatnonzero(np.array(self.placed) // 9 == face)
        if _is_light(self.tables.reshape(-1, 6)[rows]):
            return Phrase(
                "Show the face with the {colour} centre once more, away from the lamp.",
                colour=colour,
            )
        return Phrase(
            "Show the face with the {colour} centre once more, and hold it still.", colour=colour
        )


def _is_light(rows: Floats) -> bool:
    """Whether the least certain of some stickers may be one of two colours that light confuses."""
    worst = rows[int(np.argmin(rows.max(axis=1)))]
    first, second = np.argsort(-worst, kind="stable")[:2]
    split = worst[first] + worst[second] > _BETWEEN
    return bool(split) and {COLOURS[first], COLOURS[second]} in _LIGHT
