"""How well every piece fits every place, for every way to turn the six faces.

Six face tables with a known naming, but unknown rotations, are 4^6 tables of a cube. An edge lies
on two faces and a corner on three, so that 12 x 4^2 and 8 x 4^3 little tables hold them all.
"""

from dataclasses import dataclass
from typing import TypeVar

import numpy as np
from numpy.typing import NDArray

from solver.cube.colours import COLOURS, SCHEME
from solver.cube.cubies import Cube
from solver.cube.geometry import CORNER_FACELETS, CORNER_NAMES, EDGE_FACELETS, EDGE_NAMES, FACES

Floats = NDArray[np.float64]
Indices = NDArray[np.intp]
D = TypeVar("D", bound=np.generic)

# TURNED[r]: which cell of a picture the nine cells of a face show, when the picture was taken with
# the face turned r quarters counter-clockwise. (4, 9)
TURNED: Indices = np.array(
    [np.rot90(np.arange(9).reshape(3, 3), quarters).ravel() for quarters in range(4)]
)

# All ways to turn six faces. (4096, 6)
ROTATIONS: Indices = np.indices((4,) * 6).reshape(6, -1).T


def _colours(names: tuple[str, ...]) -> Indices:
    """The colour that each piece, with each turn, shows on each side of its place."""
    return np.array(
        [
            [[SCHEME[name[(side - turn) % len(name)]] for side in range(len(name))]
             for turn in range(len(name))]
            for name in names
        ]
    )  # fmt: skip


@dataclass(frozen=True, slots=True, eq=False)
class Pieces:
    """The places of one kind of piece: `facelets` (n, k); `colours` (n pieces, k turns, k)."""

    facelets: Indices
    colours: Indices

    def scores(self, faces: Floats) -> Floats:
        """The log-likelihood of every piece and turn at every place, for all rotations.

        `faces` is (6, 4, 9, 6): face, rotation, cell, colour. The result is
        (places, 4, ..., 4, pieces, turns) with one axis of rotations a side.
        """
        count, sides = self.facelets.shape
        total: Floats = np.zeros(1)
        for side in range(sides):
            face, cell = np.divmod(self.facelets[:, side], 9)
            shown = faces[face, :, cell][:, :, self.colours[:, :, side]]
            axes = [1] * sides
            axes[side] = 4
            total = total + shown.reshape(count, *axes, count, sides)
        return total

    def at(self, table: NDArray[D], rotations: Indices) -> NDArray[D]:
        """Entries of a table over (places, 4, ..., 4) for rotations of six faces, (batch, 6).

        The result is (batch, places, ...).
        """
        faces = self.facelets // 9
        turned = tuple(rotations[:, faces[:, side]] for side in range(faces.shape[1]))
        picked: NDArray[D] = table[(np.arange(len(faces)), *turned)]
        return picked


def view_of(state: Cube) -> Indices:
    """The colour of each of the 54 stickers."""
    colour_of = {face: COLOURS.index(c) for face, c in zip(FACES, state.scheme, strict=True)}
    return np.array([colour_of[letter] for letter in state.facelets()], dtype=np.intp)


EDGES = Pieces(np.array(EDGE_FACELETS), _colours(EDGE_NAMES))
CORNERS = Pieces(np.array(CORNER_FACELETS), _colours(CORNER_NAMES))
