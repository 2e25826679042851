"""FaceView: one face of a cube as it lies in a picture, with its pixels set straight."""

from dataclasses import dataclass

import cv2
import numpy as np

from vision.frame import Floats, Image

# Pixels along the side of one sticker in a straightened face.
CELL = 24
SIDE = 3 * CELL
# Pixels around the straightened face that the second look needs.
MARGIN = CELL // 2

# The face's corners in lattice units, clockwise.
UNIT = np.array([[0, 0], [3, 0], [3, 3], [0, 3]], dtype=np.float32)
_MIDDLES = np.array([[x + 0.5, y + 0.5] for y in range(3) for x in range(3)], dtype=np.float64)


@dataclass(frozen=True, slots=True, eq=False)
class FaceView:
    """A face found in a picture.

    - `corners`: (4, 2) pixels, the face's outer corners, clockwise from its top left.
    - `centres`: (9, 2) pixels, the stickers' middles, row by row from that corner.
    - `straight`: (72, 72, 3) uint8, blue green red: the face seen from the front.
    - `score`: 0 to 1, how much it looks like a face.
    - `hidden`: stickers, 0 to 8, of which it is known that something lies over them.
    """

    corners: Floats
    centres: Floats
    straight: Image
    score: float
    hidden: frozenset[int] = frozenset()

    def __post_init__(self) -> None:
        shapes = (self.corners.shape, self.centres.shape, self.straight.shape)
        if shapes != ((4, 2), (9, 2), (SIDE, SIDE, 3)):
            raise ValueError(f"face: expected (4, 2), (9, 2), ({SIDE}, {SIDE}, 3), got {shapes}")

    def cell(self, index: int) -> Image:
        """The straightened pixels of one sticker, (24, 24, 3); index 0 to 8, row by row."""
        row, column = divmod(index, 3)
        return self.straight[
            row * CELL : (row + 1) * CELL,
            column * CELL : (column + 1) * CELL,
        ]


def map_of(corners: Floats) -> Floats:
    """The map from lattice units to pixels, (3, 3), of a face with these corners, (4, 2)."""
    return np.asarray(cv2.getPerspectiveTransform(UNIT, corners.astype(np.float32)), np.float64)


def corners_of(homography: Floats) -> Floats:
    """The face's outer corners, (4, 2), for a map from lattice units (0 to 3) to pixels."""
    return project(homography, UNIT.astype(np.float64))


def centres_of(homography: Floats) -> Floats:
    """The nine stickers' middles, (9, 2), for a map from lattice units (0 to 3) to pixels."""
    return project(homography, _MIDDLES)


def project(homography: Floats, points: Floats) -> Floats:
    """Maps (n, 2) points by a 3 x 3 homography."""
    mapped = points @ homography[:, :2].T + homography[:, 2]
    return np.asarray(mapped[:, :2] / mapped[:, 2:], dtype=np.float64)


def straighten(image: Image, homography: Floats) -> Image:
    """The face seen from the front with a margin around it, (96, 96, 3)."""
    # Pixel i of the straight picture covers i to i + 1; OpenCV's coordinates are pixel middles.
    move = (0.5 - MARGIN) / CELL
    scale = np.array([[1 / CELL, 0, move], [0, 1 / CELL, move], [0, 0, 1.0]])
    back = np.array([[1, 0, -0.5], [0, 1, -0.5], [0, 0, 1.0]])
    flags = cv2.INTER_LINEAR | cv2.WARP_INVERSE_MAP
    size = (SIDE + 2 * MARGIN, SIDE + 2 * MARGIN)
    full = back @ homography @ scale
    warped = cv2.warpPerspective(image, full, size, flags=flags, borderMode=cv2.BORDER_REPLICATE)
    return np.asarray(warped, dtype=np.uint8)


def turned(homography: Floats) -> Floats:
    """The same face, its lattice turned so that the first corner is the top left in the picture.

    The top left corner is the one with the least x + y; the corners go clockwise on the screen.
    """
    corners = corners_of(homography)
    x, y = corners.T
    area = float(np.sum(x * np.roll(y, -1) - np.roll(x, -1) * y))
    if area < 0:
        corners = corners[[0, 3, 2, 1]]
    corners = np.roll(corners, -int(np.argmin(corners.sum(axis=1))), axis=0)
    return map_of(corners)
