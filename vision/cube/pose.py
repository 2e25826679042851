"""The pose of a solid before a camera, and the lines on it that set the pose closer.

Gauss-Newton steps over rotation, shift and focal length, with the weights of a robust loss
(Hartley and Zisserman, Multiple View Geometry, A6; Holland and Welsch 1977).
"""

from dataclasses import dataclass

import cv2
import numpy as np

from vision.frame import Floats, Image

# The usual focal length of cameras, in longer sides of their pictures, and how unlike they are,
# in logarithms: telephones have 0.7, pictures that were cut out 3.
FOCAL, FOCALS = 1.0, 0.7
# How exactly a line is seen, in pixels, and how exactly it is made, in sides of a sticker.
_SEEN, _MADE = 0.5, 0.06
# Lines fit that are less far off, in stickers.
_FITS = 0.35
_STEPS = 3
_DAMPING = 1e-6
_DIAGONAL = np.diag_indices(7)


@dataclass(frozen=True, slots=True, eq=False)
class Pose:
    """Where a solid is: focal length and middle of the picture in pixels, turn (3, 3), shift (3,).

    A point x of the solid lies at turn x + shift before the camera.
    """

    focal: float
    middle: Floats
    turn: Floats
    shift: Floats

    @property
    def camera(self) -> Floats:
        """The camera's matrix, (3, 3)."""
        x, y = self.middle
        return np.array([[self.focal, 0, x], [0, self.focal, y], [0, 0, 1.0]])

    def depths(self, points: Floats) -> Floats:
        """How far points, (n, 3), lie before the camera, (n,)."""
        return np.asarray(points @ self.turn[2] + self.shift[2], np.float64)

    def seen(self, points: Floats) -> Floats:
        """The pixels, (n, 2), of points, (n, 3)."""
        placed = points @ self.turn.T + self.shift
        return np.asarray(self.middle + self.focal * placed[:, :2] / placed[:, 2:])


@dataclass(frozen=True, slots=True, eq=False)
class Lines:
    """Where points of a solid, (n, 3), were seen across lines: parallel arrays.

    Each is known only along `normals`, (n, 2), of length one, to lie level with `pixels`, (n, 2).
    `sides` are those of a sticker there, along the normal, in pixels, (n,).
    """

    points: Floats
    pixels: Floats
    normals: Floats
    sides: Floats

    def __len__(self) -> int:
        return len(self.points)


def poses_of_plane(image: Image, points: Floats, pixels: Floats, focal: float) -> list[Pose]:
    """The two poses that lead points of a plane, (n, 3), to pixels, the better one first.

    Seen with a focal length of so many longer sides of the picture (Collins and Bartoli 2014);
    fewer where one lies behind the camera.
    """
    rows, columns = image.shape[:2]
    middle = np.array([columns / 2, rows / 2])
    usual = Pose(focal * max(rows, columns), middle, np.eye(3), np.zeros(3))
    try:
        _, turns, shifts, _ = cv2.solvePnPGeneric(
            points, pixels, usual.camera, None, flags=cv2.SOLVEPNP_IPPE
        )
    except cv2.error:
        return []
    poses = [
        Pose(
            usual.focal,
            middle,
            np.asarray(cv2.Rodrigues(turn)[0], np.float64),
            np.asarray(shift, np.float64).ravel(),
        )
        for turn, shift in zip(turns, shifts, strict=True)
    ]
    return [pose for pose in poses if pose.shift[2] > 0 and np.isfinite(pose.shift).all()]


def set_closer(pose: Pose, lines: Lines, usual: float, reach: float) -> tuple[Pose, float]:
    """The pose that fits lines best, near one that is known, and how many of them fit it.

    `usual` is the usual focal length in pixels; lines more than `reach` stickers off do not count.
    """
    for _ in range(_STEPS):
        off, trust = _trusted(pose, lines, reach)
        trust /= _SEEN**2 + (_MADE * lines.sides) ** 2
        slopes = _slopes(pose, lines)
        weighted = (slopes * trust[:, None]).T
        normal, wanted = weighted @ slopes, weighted @ off
        normal[6, 6] += FOCALS**-2
        wanted[6] -= np.log(pose.focal / usual) * FOCALS**-2
        normal[_DIAGONAL] *= 1 + _DAMPING
        normal[_DIAGONAL] += 1e-12
        pose = _stepped(pose, np.asarray(np.linalg.solve(normal, wanted), np.float64))
    return pose, float(_trusted(pose, lines, _FITS)[1].sum())


def _trusted(pose: Pose, lines: Lines, reach: float) -> tuple[Floats, Floats]:
    """How far lines are off, in pixels, and how far each is to be trusted for that, 0 to 1."""
    off = ((lines.pixels - pose.seen(lines.points)) * lines.normals).sum(axis=1)
    return off, np.clip(1 - (off / (reach * lines.sides)) ** 2, 0, None) ** 2


def _slopes(pose: Pose, lines: Lines) -> Floats:
    """How far each point moves along its normal with each part of a step, (n, 7)."""
    turned = lines.points @ pose.turn.T
    x, y, z = (turned + pose.shift).T
    right, down = (lines.normals * (pose.focal / z)[:, None]).T
    inward = -(right * x + down * y) / z
    # A longer lens from as many times farther away: only the perspective changes.
    farther = inward * (pose.shift[2] - z)
    x, y, z = turned.T
    # Of a small rotation w a point moves by w x point.
    about = (y * inward - z * down, z * right - x * inward, x * down - y * right)
    return np.stack([*about, right, down, inward * pose.shift[2], farther], axis=1)


def _stepped(pose: Pose, step: Floats) -> Pose:
    """The pose after a step: rotation, shift to the right and down, growth of depth and lens."""
    step = np.clip(step, [-1, -1, -1, -np.inf, -np.inf, -1, -1], [1, 1, 1, np.inf, np.inf, 1, 1])
    turn = np.asarray(cv2.Rodrigues(step[:3])[0] @ pose.turn)
    deep = pose.shift[2] * float(np.exp(step[5] + step[6]))
    shift = np.array([*(pose.shift[:2] + step[3:5]), deep])
    return Pose(pose.focal * float(np.exp(step[6])), pose.middle, turn, shift)
