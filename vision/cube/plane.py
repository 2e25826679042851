"""Maps of a plane: the perspective that leads the places of a face to points of a picture."""

import numpy as np
from numpy.typing import NDArray

from vision.frame import Floats

Flags = NDArray[np.bool_]

# The middles of the nine places of a face, in lattice units.
PLACES = np.array([[x + 0.5, y + 0.5] for y in range(3) for x in range(3)])

# Usual errors of a blob's middle, in pitches, and usual perspective, change of scale a pitch.
NOISE, PERSPECTIVE = 0.04, 0.04
# How far the places of blobs must spread across any direction, root of summed squares.
LEAST_ACROSS = 0.5
# Perspective of more than about 3 to 1 across a face is no picture of a toy.
MOST_PERSPECTIVE = 3.0

_FROM_MIDDLE = np.column_stack([PLACES - 1.5, np.ones(9)])
_CENTRED = np.array([[1, 0, -1.5], [0, 1, -1.5], [0, 0, 1.0]])
_ENDS = np.array([[-1, -1, 1], [4, -1, 1], [4, 4, 1], [-1, 4, 1.0]])


def fit_map(points: Floats, known: Flags) -> Floats | None:
    """The map that leads those of the nine places that are known, (9,), closest to points (9, 2).

    None where they tell too little, or what no picture of a face shows.
    """
    maps, sound = fit_maps(points[None], known[None])
    return maps[0] if sound[0] else None


def fit_maps(points: Floats, known: Flags) -> tuple[Floats, Flags]:
    """The homographies from lattice units to pixels that fit some places best, and if sound.

    `points` are (k, 9, 2), `known` is (k, 9); returns (k, 3, 3) and (k,). Linear least squares
    (direct linear transform), with a prior that keeps the perspective as weak as a camera at
    arm's length sees it: few or shaky points must not bend it.
    """
    share = known / np.maximum(known.sum(axis=1), 1)[:, None]
    middle = np.einsum("kn,kni->ki", share, points)
    x = np.where(known[:, :, None], points - middle[:, None], 0.0)
    places = np.where(known[:, :, None], PLACES - (share @ PLACES)[:, None], 0.0)
    across = _least_across(places)
    told = across > LEAST_ACROSS**2
    pitch = np.sqrt((x**2).sum(axis=(1, 2)) / np.maximum((places**2).sum(axis=(1, 2)), 1e-9))
    h = _solved(x, known, np.where(told, pitch, 1.0), told)
    maps = h @ _CENTRED
    maps[:, :2] += middle[:, :, None] * maps[:, 2:]
    return maps, told & _sound(maps)


def _least_across(places: Floats) -> Floats:
    """The least singular value, squared: places on one line tell nothing across it."""
    xx, yy = (places**2).sum(axis=1).T
    xy = (places[:, :, 0] * places[:, :, 1]).sum(axis=1)
    return np.asarray((xx + yy) / 2 - np.hypot((xx - yy) / 2, xy))


def _solved(x: Floats, known: Flags, pitch: Floats, told: Flags) -> Floats:
    """The homographies, (k, 3, 3), from the middle of the lattice to points around a middle."""
    p = _FROM_MIDDLE * known[:, :, None]
    rows = np.zeros((len(x), 18, 8))
    rows[:, :9, :3] = rows[:, 9:, 3:6] = p
    rows[:, :9, 6:] = -x[:, :, :1] * p[:, :, :2]
    rows[:, 9:, 6:] = -x[:, :, 1:] * p[:, :, :2]
    wanted = np.concatenate([x[:, :, 0], x[:, :, 1]], axis=1)
    turned = rows.transpose(0, 2, 1)
    normal = turned @ rows
    normal[:, [6, 7], [6, 7]] += ((pitch * NOISE / PERSPECTIVE) ** 2)[:, None]
    # What tells too little has no answer; any will do.
    normal[~told] = np.eye(8)
    h = np.ones((len(x), 9))
    h[:, :8] = np.linalg.solve(normal, turned @ wanted[:, :, None])[:, :, 0]
    return h.reshape(-1, 3, 3)


def _sound(maps: Floats) -> Flags:
    """Whether the square from -1 to 4 stays well before the horizon."""
    ends = maps[:, 2] @ _ENDS.T
    low, high = ends.min(axis=1), ends.max(axis=1)
    before = (low > 0) & (high < MOST_PERSPECTIVE * low)
    return np.asarray(before & (np.abs(np.linalg.det(maps)) > 1e-9))


def to_lattice(maps: Floats, points: Floats) -> Floats:
    """Where points, (n, 2) pixels, lie in the lattice of each map, (k, n, 2)."""
    flat = np.column_stack([points, np.ones(len(points))]) @ np.linalg.inv(maps).transpose(0, 2, 1)
    return np.asarray(flat[:, :, :2] / flat[:, :, 2:])
