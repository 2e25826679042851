"""The rest of a cube of which a hand hides a part: its faces follow from those in sight.

While several faces were in sight the pose of the cube is known; later those that are still in
sight move it on, and a face that is seen in part is where the pose says.
"""

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from vision.cube.borders import sticker_middles
from vision.cube.corner import shared_edge
from vision.cube.face import FaceView, centres_of, corners_of, map_of, straighten, turned
from vision.cube.places import openness
from vision.cube.plane import PLACES
from vision.cube.pose import FOCAL, Lines, Pose, poses_of_plane, set_closer
from vision.cube.solid import in_solid, maps_of, settled
from vision.cube.view import look_at
from vision.frame import Floats, Image

# A cube is remembered for so many pictures after all of its faces were seen in full.
REMEMBERED = 20
# Of a face that a hand hides in part so many stickers must lie within _AT of where the pose says,
# in their sides; the others are taken for hidden.
_LEAST_SEEN, _AT = 4, 0.2
# How far stickers may be off, in their sides, when the pose is found from them, and moved on.
_REACHES, _MOVES = (1.0, 0.5), (1.0,)
# The least share of the stickers that fit the pose of a cube.
_FITTING = 0.8


@dataclass(frozen=True, slots=True, eq=False)
class _Solid:
    """A cube's pose, and which of its faces, numbered as in `solid`, were in sight."""

    pose: Pose
    faces: tuple[int, ...]


class Rest:
    """Remembers a cube whose faces were seen together."""

    def __init__(self) -> None:
        self._corners: Floats | None = None
        self._solid: _Solid | None = None
        self._age = 0

    @property
    def corners(self) -> Floats | None:
        """Where the faces of the cube were last, (k, 4, 2), or are by its pose; None if unknown."""
        if self._corners is None or self._age > REMEMBERED:
            return None
        if self._solid is None:
            return self._corners
        maps = maps_of(self._solid.pose)
        return np.array([corners_of(maps[n]) for n in self._solid.faces if n in maps])

    def know(self, faces: Sequence[FaceView]) -> None:
        """Takes the faces of a picture, unless some of a cube that was just seen are missing."""
        self._age += 1
        full = [face.corners for face in faces if not face.hidden]
        known = 0 if self._corners is None else len(self._corners)
        if len(full) < len(faces) or (len(full) < known and self._age <= REMEMBERED):
            return
        self._corners = np.array(full) if len(full) > 1 else None
        self._solid, self._age = None, 0

    def beside(self, image: Image, seen: Sequence[FaceView]) -> list[FaceView]:
        """The other faces of the cube, where enough of them is in sight beside those seen."""
        if self._corners is None or len(seen) >= len(self._corners):
            return []
        solid = self._solid or _solid_of(image, self._corners)
        self._solid = solid and _moved(solid, seen)
        if self._solid is None:
            self._corners = None
            return []
        if len(seen) > 1:
            self._age = 0
        maps = maps_of(self._solid.pose)
        found = []
        for number in self._solid.faces:
            if number in maps and not any(_lies_on(maps[number], face) for face in seen):
                face = _in_part(image, maps[number])
                found += [face] if face is not None else []
        return found


def _solid_of(image: Image, corners: Floats) -> _Solid | None:
    """The pose of a cube with faces of these corners, (k, 4, 2), that touch one another."""
    first = max(range(len(corners)), key=lambda k: openness(corners[k]))
    centres = {0: centres_of(map_of(corners[first]))}
    for k, other in enumerate(corners):
        edge = shared_edge(corners[first], other) if k != first else None
        if edge is not None:
            # The side behind corner n touches the edge that ends there.
            centres[1 + (edge[0] + 1) % 4] = centres_of(map_of(other))
    if len(centres) < len(corners):
        return None
    best: tuple[Pose | None, float] = (None, _FITTING * 18 * len(centres))
    for pose in poses_of_plane(image, in_solid(0, PLACES), centres[0], FOCAL):
        found = _set(pose, centres, FOCAL * max(image.shape[:2]), _REACHES)
        best = max(best, found, key=lambda one: one[1])
    return None if best[0] is None else _Solid(best[0], tuple(centres))


def _moved(solid: _Solid, seen: Sequence[FaceView]) -> _Solid | None:
    """The cube where the faces that are seen now say; None where they do not fit it."""
    maps = maps_of(solid.pose)
    centres = {}
    for face in seen:
        near = [n for n in solid.faces if n in maps and _lies_on(maps[n], face)]
        if len(near) != 1:
            return None
        centres[near[0]] = face.centres
    pose, fits = _set(solid.pose, centres, solid.pose.focal, _MOVES)
    enough = fits >= _FITTING * 18 * len(centres)
    return _Solid(pose, solid.faces) if enough else None


def _set(
    pose: Pose, centres: dict[int, Floats], usual: float, reaches: Sequence[float]
) -> tuple[Pose, float]:
    """The pose that leads the stickers of faces to their centres, and how many fit; two each."""
    fits = 0.0
    for reach in reaches:
        pose, fits = set_closer(pose, _lines(pose, centres), usual, reach)
    return pose, fits


def _lines(pose: Pose, centres: dict[int, Floats]) -> Lines:
    """The centres, (9, 2) a face and in any rotation, as points that are known both ways."""
    points, pixels, sides = [], [], []
    for number, found in centres.items():
        places = in_solid(number, PLACES)
        expected = pose.seen(places)
        off = expected[:, None] - expected.mean(axis=0) - (found - found.mean(axis=0))
        points.append(places)
        pixels.append(found[(off**2).sum(axis=2).argmin(axis=1)])
        side = np.sqrt(abs(np.linalg.det([found[2] - found[0], found[6] - found[0]]))) / 2
        sides.append(np.full(9, side))
    normals = np.repeat(np.eye(2), 9 * len(centres), axis=0)
    both = [np.concatenate([np.concatenate(part)] * 2) for part in (points, pixels, sides)]
    return Lines(both[0], both[1], normals, both[2])


def _lies_on(homography: Floats, face: FaceView) -> bool:
    """Whether a face lies where a map leads, to half a sticker or so."""
    middle = centres_of(homography)[4]
    side = np.linalg.norm(face.centres[0] - face.centres[8]) / 4
    return bool(np.linalg.norm(middle - face.centres[4]) < 2 * side)


def _in_part(image: Image, homography: Floats) -> FaceView | None:
    """The face at a place, of which a hand hides some stickers; None where too few are seen."""
    homography = settled(image, [turned(homography)])[0]
    middles, clear = sticker_middles(straighten(image, homography))
    clear &= np.abs(middles - PLACES).max(axis=1) < _AT
    face = look_at(image, homography, 0.0, least_odds=-np.inf)
    if face is None or clear.sum() < _LEAST_SEEN:
        return None
    hidden = frozenset(int(k) for k in np.flatnonzero(~clear))
    return FaceView(face.corners, face.centres, face.straight, face.score, hidden)
