"""The whole cube behind a face: where its other faces in sight must lie.

One face tells the pose of the cube to a usual camera; the stickers of all faces in sight, found by
their borders, then tell it together, with the camera's focal length (bundle adjustment of a known
solid; Hartley and Zisserman, Multiple View Geometry, 7.2 and 18.1).
"""

from dataclasses import dataclass

import cv2
import numpy as np

from vision.cube.borders import sticker_middles
from vision.cube.face import centres_of, corners_of, map_of, project, straighten
from vision.frame import Floats, Image

# Focal lengths of cameras, in longer sides of their pictures; the last ones of cut out pictures.
FOCALS = (0.7, 1.0, 1.6, 3.0)
USUAL = (1.0,)
# Each time the pose is found anew, over these focal lengths.
ROUNDS = (FOCALS, FOCALS)
LEAST_STICKERS = 8
# Stickers farther from their places than this are left out of the next fit, in sticker sides.
_FAR = 0.35
# How much a face must be turned towards the camera: the cosine of the angle to its normal.
_TURNED = 0.12

_CORNERS = np.array([[0.0, 0, 0], [3, 0, 0], [3, 3, 0], [0, 3, 0]])
_DEEP = np.array([0.0, 0, 3])
# The face in front and those beside it: the map from lattice units to the solid, (5, 3, 3), as
# columns right, down and origin. The solid's third axis leads into it.
_FRONT = np.array([[1.0, 0, 0], [0, 1, 0], [0, 0, 0]])
_SIDES = [
    np.stack([(_CORNERS[k - 1] - _CORNERS[k]) / 3, _DEEP / 3, _CORNERS[k]], axis=1)
    for k in range(4)
]
_FACES = np.array([_FRONT.T, *_SIDES])
_NEXT, _LAST = [1, 2, 0], [2, 0, 1]
_MIDDLES = np.array([[x + 0.5, y + 0.5] for y in range(3) for x in range(3)])


@dataclass(frozen=True, slots=True, eq=False)
class _Pose:
    """Where a cube is: the camera (3, 3), rotation and shift as OpenCV has them, (3, 1) each."""

    camera: Floats
    turn: Floats
    shift: Floats

    def maps(self) -> dict[int, Floats]:
        """From lattice units to pixels, for the front, 0, and the faces beside it in sight."""
        placed = cv2.Rodrigues(self.turn)[0] @ _FACES
        placed[:, :, 2] += self.shift[:, 0]
        middle = placed @ (1.5, 1.5, 1.0)
        # Right, down and inward are a right-handed set on every face.
        right, down = placed[:, :, 0], placed[:, :, 1]
        normal = right[:, _NEXT] * down[:, _LAST] - right[:, _LAST] * down[:, _NEXT]
        lengths = np.sqrt((normal**2).sum(axis=1) * (middle**2).sum(axis=1))
        facing = (normal * middle).sum(axis=1) / lengths
        seen = [0, *(k for k in range(1, len(_FACES)) if facing[k] > _TURNED)]
        return {k: self.camera @ placed[k] for k in seen}


def faces_of_solid(image: Image, corners: Floats) -> list[Floats]:
    """The corners, (4, 2), of the faces in sight of the cube that has one face with these corners.

    The first is that face, set closer. None where no cube fits, or where no other face is in sight.
    """
    centres = centres_of(map_of(corners))
    pose = _fitted(image, _in_solid(0, _MIDDLES), centres, USUAL)
    for focals in ROUNDS:
        if pose is None or len(pose.maps()) < 2:
            return []
        pose = _closer(image, pose, focals)
    return [corners_of(map_) for map_ in pose.maps().values()] if pose else []


def _in_solid(face: int, places: Floats) -> Floats:
    """Points of a face, (n, 2) lattice units, in the solid's coordinates, (n, 3)."""
    return np.asarray(np.column_stack([places, np.ones(len(places))]) @ _FACES[face].T)


def _closer(image: Image, pose: _Pose, focals: tuple[float, ...]) -> _Pose | None:
    """The pose after another look at the stickers of all faces in sight."""
    points, pixels = [], []
    for number, map_ in pose.maps().items():
        middles, clear = sticker_middles(straighten(image, map_))
        points.append(_in_solid(number, _MIDDLES[clear]))
        pixels.append(project(map_, middles[clear]))
    return _fitted(image, np.concatenate(points), np.concatenate(pixels), focals, pose)


def _fitted(
    image: Image,
    points: Floats,
    pixels: Floats,
    focals: tuple[float, ...],
    near: _Pose | None = None,
) -> _Pose | None:
    """The pose that leads points of the solid closest to pixels, over some focal lengths.

    Where a pose near it is known it is sought from there, which is quicker.
    """
    if len(points) < LEAST_STICKERS:
        return None
    best, least = None, np.inf
    for focal in focals:
        camera = _camera(image, focal)
        pose = _solved(camera, points, pixels, near)
        if pose is None:
            continue
        off = _off(pose, points, pixels)
        close = off < _FAR * _pitch(pose)
        if LEAST_STICKERS <= close.sum() < len(points):
            pose = _solved(camera, points[close], pixels[close], pose) or pose
            off = _off(pose, points, pixels)
        cost = float(np.minimum(off / _pitch(pose), _FAR).mean())
        if cost < least:
            best, least = pose, cost
    return best


def _camera(image: Image, focal: float) -> Floats:
    rows, columns = image.shape[:2]
    length = focal * max(rows, columns)
    return np.array([[length, 0, columns / 2], [0, length, rows / 2], [0, 0, 1.0]])


def _solved(camera: Floats, points: Floats, pixels: Floats, near: _Pose | None) -> _Pose | None:
    try:
        if near is None:
            done, turn, shift = cv2.solvePnP(points, pixels, camera, None)
        else:
            # A longer lens shows the same from as many times farther away.
            away = near.shift * np.array([[1.0], [1.0], [camera[0, 0] / near.camera[0, 0]]])
            turn, shift = near.turn.copy(), away
            done, turn, shift = cv2.solvePnP(points, pixels, camera, None, turn, shift, True)
    except cv2.error:
        return None
    if not done or shift[2, 0] <= 0:
        return None
    return _Pose(camera, np.asarray(turn, np.float64), np.asarray(shift, np.float64))


def _off(pose: _Pose, points: Floats, pixels: Floats) -> Floats:
    """How far each point is led from its pixel."""
    seen = cv2.projectPoints(points, pose.turn, pose.shift, pose.camera, None)[0].reshape(-1, 2)
    return np.asarray(np.linalg.norm(seen - pixels, axis=1), dtype=np.float64)


def _pitch(pose: _Pose) -> float:
    """The side of a sticker in pixels, seen from the front."""
    return float(pose.camera[0, 0] / pose.shift[2, 0])
