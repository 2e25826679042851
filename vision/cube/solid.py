"""The whole cube behind a face: where its other faces in sight must lie.

One face tells the pose of the cube to a usual camera; the stickers of all faces in sight, found by
their borders, then tell it together, with the camera's focal length (bundle adjustment of a known
solid; Hartley and Zisserman, Multiple View Geometry, 7.2 and 18.1).
"""

import numpy as np

from vision.cube.borders import sticker_borders
from vision.cube.face import centres_of, map_of, project, straighten
from vision.cube.pose import FOCAL, Lines, Pose, poses_of_plane, set_closer
from vision.frame import Floats, Image

# How far stickers may lie from their places, in their sides, each time the pose is found anew.
REACHES = (1.0, 0.6, 0.4)
# From where the pose is sought: focal lengths, in longer sides of the picture, and which pose.
STARTS = ((2.5, 0), (1.0, 0), (1.0, 1))
# Of 18 borders a face so many fit at least; so many where the plane's other pose need not be tried;
# and so many where no other lens need be.
LEAST_FITS, ENOUGH_FITS, PLAIN_FITS = 22.0, 30.0, 44.0
# No corner of the cube is nearer to the camera than this, in stickers.
LEAST_DEPTH = 0.5
# How much a face must be turned towards the camera: the cosine of the angle to its normal.
_TURNED = 0.12
# A cube's edges are round: where no other face is in sight behind an edge, what is seen of the face
# ends before it, in stickers.
_ROUND = 0.1
# How exactly stickers are placed on a face, and faces on a cube, in stickers; see `settled`.
_PLACED = 0.06
_SETTLED = (0.04**-2, 0.04**-2, 0.1**-2)

_CORNERS = np.array([[0.0, 0, 0], [3, 0, 0], [3, 3, 0], [0, 3, 0]])
_DEEP = np.array([0.0, 0, 3])
_ENDS = np.concatenate([_CORNERS, _CORNERS + _DEEP])
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
_FLAT = np.column_stack([_MIDDLES, np.ones(9)])
# The face behind each edge of a face: left, above, right and below; the back is none of them.
_BACK = 5
_BEHIND = [(1, 2, 3, 4), *((1 + (k + 1) % 4, 0, 1 + (k - 1) % 4, _BACK) for k in range(4))]


def faces_of_solid(image: Image, corners: Floats) -> list[Floats]:
    """The corners, (4, 2), of the faces in sight of the cube that has one face with these corners.

    The first is that face, set closer. None where no cube fits, or where no other face is in sight.
    """
    pose = _start(image, centres_of(map_of(corners)))
    for reach in REACHES[1:]:
        if pose is None:
            return []
        pose = _round(image, pose, reach)[0]
    if pose is None:
        return []
    maps = maps_of(pose)
    if len(maps) < 2:
        return []
    placed = settled(image, list(maps.values()))
    return [_outline(map_, number, set(maps)) for number, map_ in zip(maps, placed, strict=True)]


def _start(image: Image, pixels: Floats) -> Pose | None:
    """The best of several poses of a cube whose front has its stickers at these pixels, (9, 2).

    The second pose of a plane is seldom the true one: it is tried where the first ones explain too
    little.
    """
    best: tuple[Pose | None, float] = (None, LEAST_FITS)
    for focal, which in STARTS:
        if best[1] > (ENOUGH_FITS if which else PLAIN_FITS):
            break
        for pose in poses_of_plane(image, in_solid(0, _MIDDLES), pixels, focal)[which:][:1]:
            best = max(best, _round(image, pose, REACHES[0]), key=lambda found: found[1])
    return best[0]


def maps_of(pose: Pose) -> dict[int, Floats]:
    """From lattice units to pixels, for the front, 0, and the faces beside it in sight."""
    placed = pose.turn @ _FACES
    placed[:, :, 2] += pose.shift
    middle = placed @ (1.5, 1.5, 1.0)
    # Right, down and inward are a right-handed set on every face.
    right, down = placed[:, :, 0], placed[:, :, 1]
    normal = right[:, _NEXT] * down[:, _LAST] - right[:, _LAST] * down[:, _NEXT]
    lengths = np.sqrt((normal**2).sum(axis=1) * (middle**2).sum(axis=1))
    facing = (normal * middle).sum(axis=1) / lengths
    seen = [0, *(k for k in range(1, len(_FACES)) if facing[k] > _TURNED)]
    return {k: pose.camera @ placed[k] for k in seen}


def _round(image: Image, pose: Pose, reach: float) -> tuple[Pose | None, float]:
    """The pose after another look at all faces in sight, and how many borders fit it."""
    maps = maps_of(pose)
    if len(maps) < 2:
        return None, 0.0
    lines = _lines(image, maps)
    closer, fits = set_closer(pose, lines, FOCAL * max(image.shape[:2]), reach)
    return (closer, fits) if closer.depths(_ENDS).min() > LEAST_DEPTH else (None, 0.0)


def _lines(image: Image, maps: dict[int, Floats]) -> Lines:
    """Where the stickers of faces lie between their borders."""
    borders = sticker_borders([straighten(image, map_) for map_ in maps.values()])
    which = np.array(list(maps))
    flat = np.array([maps[k] for k in which])
    pixels, slopes = _mapped(flat, np.broadcast_to(_MIDDLES, (len(which), 9, 2)))
    # A border to the right runs down, and is known across that; so the other way round.
    along = slopes[..., ::-1]
    normals = np.stack([-along[..., 1, :], along[..., 0, :]], axis=2)
    normals /= np.linalg.norm(normals, axis=2, keepdims=True)
    sides = (slopes * normals).sum(axis=2)
    steps = slopes * (borders.middles - _MIDDLES)[..., None, :]
    found = pixels[..., None] + steps
    points = np.einsum("kij,nj->kni", _FACES[which], _FLAT)
    clear = borders.clear
    points = np.broadcast_to(points[:, :, None], (*clear.shape, 3))
    return Lines(
        points[clear],
        found.transpose(0, 1, 3, 2)[clear],
        normals.transpose(0, 1, 3, 2)[clear],
        np.abs(sides[clear]),
    )


def _mapped(maps: Floats, places: Floats) -> tuple[Floats, Floats]:
    """Places, (k, n, 2), by maps, (k, 3, 3), and their slopes: pixels by lattice, (k, n, 2, 2)."""
    far = places @ maps[:, :, :2].transpose(0, 2, 1) + maps[:, None, :, 2]
    pixels = far[..., :2] / far[..., 2:]
    turned = maps[:, None, :2, :2] - pixels[..., None] * maps[:, None, 2:, :2]
    return pixels, turned / far[..., 2:, None]


def settled(image: Image, maps: list[Floats]) -> list[Floats]:
    """The maps of faces, moved a little to where their own stickers are.

    No real cube is quite the perfect one: the stickers' places are known to `_PLACED`, and those of
    the whole face to `_SETTLED`, as shift and as growth a sticker (Bayesian linear regression).
    """
    borders = sticker_borders([straighten(image, map_) for map_ in maps])
    off = borders.middles - _MIDDLES
    trust = borders.clear * np.clip(1 - (off / REACHES[-1]) ** 2, 0, None) ** 2 / _PLACED**2
    terms = _FLAT - (1.5, 1.5, 0)
    normal = np.einsum("kna,ni,nj->kaij", trust, terms, terms) + np.diag(_SETTLED)
    wanted = np.einsum("kna,ni,kna->kai", trust, terms, off)
    found = np.linalg.solve(normal, wanted[..., None])[..., 0]
    settled = []
    for map_, move in zip(maps, found, strict=True):
        step = np.eye(3)
        step[:2] += move
        step[:2, 2] -= 1.5 * (move[:, 0] + move[:, 1])
        settled.append(map_ @ step)
    return settled


def in_solid(face: int, places: Floats) -> Floats:
    """Points of a face, (n, 2) lattice units, in the solid's coordinates, (n, 3)."""
    return np.asarray(np.column_stack([places, np.ones(len(places))]) @ _FACES[face].T)


def _outline(map_: Floats, number: int, seen: set[int]) -> Floats:
    """The corners, (4, 2), of what is seen of a face."""
    left, top, right, bottom = (0 if k in seen else _ROUND for k in _BEHIND[number])
    right, bottom = 3 - right, 3 - bottom
    return project(map_, np.array([[left, top], [right, top], [right, bottom], [left, bottom]]))
