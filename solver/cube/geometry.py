"""Where the 54 facelets of a cube lie, and where a turn carries them.

Facelets are numbered 0 to 53: the faces U R F D L B, each row by row as it is seen from outside
(for U with B on top, for D with F on top). Directions are x to the right, y up, z to the front.
"""

import numpy as np
from numpy.typing import NDArray

FACES = "URFDLB"

# Pieces by the faces they touch, clockwise as seen from outside, U or D first; edges without U
# and D have F or B first. The order is Kociemba's.
CORNER_NAMES = ("URF", "UFL", "ULB", "UBR", "DFR", "DLF", "DBL", "DRB")
EDGE_NAMES = ("UR", "UF", "UL", "UB", "DR", "DF", "DL", "DB", "FR", "FL", "BL", "BR")

_NORMALS = {
    "U": (0, 1, 0),
    "R": (1, 0, 0),
    "F": (0, 0, 1),
    "D": (0, -1, 0),
    "L": (-1, 0, 0),
    "B": (0, 0, -1),
}
# For every face, the directions in which its rows and its columns are counted.
_DOWN = {"U": "F", "R": "D", "F": "D", "D": "B", "L": "D", "B": "D"}
_RIGHT = {"U": "R", "R": "B", "F": "R", "D": "R", "L": "F", "B": "L"}

# Whole turns go the way of these faces.
WHOLE = {"x": "R", "y": "U", "z": "F"}

Vectors = NDArray[np.intp]


def _vector(faces: str) -> Vectors:
    """The sum of the normals of some faces: the place of the cubie that touches them."""
    normals = np.array([_NORMALS[face] for face in faces])
    return np.asarray(normals.sum(axis=0), dtype=np.intp)


def _places() -> tuple[Vectors, Vectors]:
    """The cubie and the normal of every facelet: two arrays of (54, 3)."""
    cubies, normals = [], []
    for face in FACES:
        for row in (-1, 0, 1):
            for column in (-1, 0, 1):
                down, right = _vector(_DOWN[face]), _vector(_RIGHT[face])
                cubies.append(_vector(face) + row * down + column * right)
                normals.append(_vector(face))
    return np.array(cubies), np.array(normals)


_CUBIES, _FACING = _places()


def middles() -> tuple[Vectors, Vectors]:
    """The cubie and the outward direction of every facelet: two arrays of (54, 3)."""
    return _CUBIES, _FACING


def _find(cubie: Vectors, normal: Vectors) -> int:
    """The facelet of a cubie that faces a direction."""
    match = (cubie == _CUBIES).all(axis=1) & (normal == _FACING).all(axis=1)
    return int(np.flatnonzero(match)[0])


def facelets_of(piece: str) -> tuple[int, ...]:
    """The facelets at the place of a piece, in the order of the letters of its name."""
    return tuple(_find(_vector(piece), _vector(face)) for face in piece)


CORNER_FACELETS = tuple(facelets_of(name) for name in CORNER_NAMES)
EDGE_FACELETS = tuple(facelets_of(name) for name in EDGE_NAMES)


def quarter_turn(axis: str) -> tuple[int, ...]:
    """Where each facelet goes in a quarter turn, clockwise, of a face or the whole cube.

    `axis` is a face, or x, y, z for the whole cube turned like R, U, F.
    """
    normal = _vector(WHOLE.get(axis, axis))
    goes = []
    for facelet in range(54):
        cubie, facing = _CUBIES[facelet], _FACING[facelet]
        if axis in WHOLE or cubie @ normal == 1:
            cubie, facing = _clockwise(cubie, normal), _clockwise(facing, normal)
        goes.append(_find(cubie, facing))
    return tuple(goes)


def _clockwise(vector: Vectors, axis: Vectors) -> Vectors:
    """The vector turned by 90 degrees about an axis, clockwise when looking against the axis."""
    return np.asarray(np.cross(vector, axis) + (vector @ axis) * axis, dtype=np.intp)
