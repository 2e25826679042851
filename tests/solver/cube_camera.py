"""What a reader tells of a cube in front of a camera, worked out from its pose; no pictures.

Everything here starts from vectors in space, so that it shares no table with the belief.
"""

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from solver.cube import FACES, Cube, Turn
from solver.cube.geometry import _CUBIES, _FACING
from solver.cube.scores import view_of

Floats = NDArray[np.float64]

# The cube's middle in the picture, and pixels a sticker.
MIDDLE, PITCH = np.array([320.0, 240.0]), 48.0
# A face is found when it looks at the camera at least so much.
FOUND = 0.42


def about(axis: Sequence[float] | Floats, degrees: float) -> Floats:
    """The rotation (3, 3) about an axis, anticlockwise as seen against it (Rodrigues)."""
    x, y, z = np.asarray(axis, dtype=float) / np.linalg.norm(axis)
    cross = np.array([[0, -z, y], [z, 0, -x], [-y, x, 0]])
    angle = np.radians(degrees)
    return np.asarray(np.eye(3) + np.sin(angle) * cross + (1 - np.cos(angle)) * cross @ cross)


# Front to the camera, with the lean of a hand; and the corner view of three faces.
ONE = about((1, 0, 0), 8) @ about((0, 1, 0), -7)
THREE = about((1, 0, 0), 36) @ about((0, 1, 0), -43)


@dataclass(frozen=True)
class Mess:
    """How badly stickers are read.

    - `slips`: share of stickers misread in one picture;
    - `dirt`: share of stickers that are misread as long as nothing moves;
    - `boast`: the probability that is given to what was read.
    """

    slips: float = 0.02
    dirt: float = 0.02
    boast: float = 0.97


class CubeCamera:
    """Tables and outlines of a cube that is held and turned."""

    def __init__(self, pose: Floats, mess: Mess, rng: np.random.Generator) -> None:
        self.pose = pose
        self._mess = mess
        self._rng = rng
        self._dirt: dict[tuple[str, int], int] = {}

    def settle(self) -> None:
        """Something moved: other stickers are misread from now on."""
        faces = [(face, cell) for face in FACES for cell in range(9)]
        wrong = self._rng.random(54) < self._mess.dirt
        self._dirt = {
            key: int(self._rng.integers(6)) for key, bad in zip(faces, wrong, strict=True) if bad
        }

    def look(
        self,
        cube: Cube,
        *,
        turning: Turn | None = None,
        share: float = 0.0,
        pose: Floats | None = None,
    ) -> tuple[Floats, Floats]:
        """The (9 k, 6) table and (k, 4, 2) outlines; `share` of a turn is under way."""
        pose = self.pose if pose is None else pose
        shake = about(self._rng.standard_normal(3), float(self._rng.normal(0, 0.7)))
        pose = shake @ pose
        cells, outlines = [], []
        for number in range(6):
            normal = pose @ _FACING[9 * number]
            if normal[2] < FOUND or (turning is not None and self._rng.random() < 0.5):
                continue
            corners = self._corners(number, pose)
            cells.append(self._read(cube, number, corners, pose, turning, share))
            outlines.append(corners)
        if not cells:
            return np.empty((0, 6)), np.empty((0, 4, 2))
        order = self._rng.permutation(len(cells))
        return np.concatenate([cells[i] for i in order]), np.array([outlines[i] for i in order])

    def _corners(self, number: int, pose: Floats) -> Floats:
        """The outline of a face, clockwise from its top left, a pixel or three off."""
        places = _CUBIES[9 * number : 9 * number + 9] + 0.5 * _FACING[9 * number]
        middle = places[4]
        spread = 1.5 * (places[[0, 2, 8, 6]] - middle)
        corners = _project(middle + spread, pose)
        x, y = corners.T
        if np.sum(x * np.roll(y, -1) - np.roll(x, -1) * y) < 0:
            corners = corners[::-1]
        corners = corners + self._rng.normal(0, 2.0, (4, 2))
        return np.roll(corners, -int(np.argmin(corners.sum(axis=1))), axis=0)

    def _read(
        self,
        cube: Cube,
        number: int,
        corners: Floats,
        pose: Floats,
        turning: Turn | None,
        share: float,
    ) -> Floats:
        """Nine rows, row by row from the first corner."""
        facelets = 9 * number + np.arange(9)
        if turning is not None and share > 0.5:
            cube = cube * turning.cube
        colours = view_of(cube)
        seen = _project((_CUBIES + 0.5 * _FACING)[facelets].astype(float), pose)
        table = np.empty((9, 6))
        for cell in range(9):
            row, column = divmod(cell, 3)
            u, v = (column + 0.5) / 3, (row + 0.5) / 3
            at = (
                corners[0] * (1 - u) * (1 - v)
                + corners[1] * u * (1 - v)
                + corners[2] * u * v
                + corners[3] * (1 - u) * v
            )
            facelet = facelets[int(np.argmin(np.linalg.norm(seen - at, axis=1)))]
            table[cell] = self._named(int(colours[facelet]), int(facelet), turning, share)
        return table

    def _named(self, colour: int, facelet: int, turning: Turn | None, share: float) -> Floats:
        rng = self._rng
        colour = self._dirt.get((FACES[facelet // 9], facelet % 9), colour)
        moved = turning is not None and turning.goes()[facelet] != facelet
        askew = 1 - abs(2 * share - 1)
        if rng.random() < self._mess.slips or (moved and rng.random() < askew):
            colour = int(rng.integers(6))
        boast = self._mess.boast * rng.uniform(0.8, 1)
        row = np.full(6, (1 - boast) / 5)
        row[colour] = boast
        return row


def _project(points: Floats, pose: Floats) -> Floats:
    """Pixels (n, 2) of points in the cube's frame; a little perspective."""
    x, y, z = (points @ pose.T).T
    scale = PITCH / (1 - 0.03 * z)
    return np.asarray(np.stack([x * scale, -y * scale], axis=1) + MIDDLE)


def whole(turn: Turn, pose: Floats) -> tuple[Floats, float]:
    """The axis in the cube's own frame and the degrees of a whole turn as the camera sees it."""
    meant = np.eye(3)["xyz".index(turn.axis)]
    near = pose.T @ meant
    axis = np.zeros(3)
    place = int(np.abs(near).argmax())
    axis[place] = np.sign(near[place])
    return axis, -90.0 * turn.quarters if turn.quarters < 3 else 90.0
