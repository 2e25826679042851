"""A stand-in for a player's hand: capsules melted together, good enough to hide a toy.

The surface is the zero set of a smooth union of capsules' distances (Quilez's polynomial smooth
minimum), turned into triangles by surface nets (Gibson, 1998).
"""

from functools import lru_cache

import numpy as np

from samples.render.mesh import Floats, Ints, Mesh, summed, unit
from samples.render.scene import Part, Point, Rgb, Surface

_MELT = 3.5  # mm: how far apart capsules begin to flow into each other
_STEP = 3.0  # mm: the grid; finer than half of the thinnest finger


def pinch(
    at: Point, *, grip: float, arm: Point = (0.55, -0.62, 0.56), skin: Rgb = (222, 172, 142)
) -> tuple[Part, ...]:
    """A right hand whose thumb and fingertips hold a thing `grip` mm wide at `at`.

    `arm` is the direction in which the forearm leaves; it must not be upright.
    """
    return (Part(_hand(grip, arm).moved(at), Surface("skin", skin)),)


@lru_cache(maxsize=8)
def _hand(grip: float, arm: Point) -> Mesh:
    """The hand that holds something at the origin; kept, since films show it again and again."""
    shapes = bones(grip)
    ends = shapes[:, :6].reshape(-1, 2, 3) @ _frame(np.asarray(arm, dtype=float)).T
    return melted(ends, shapes[:, 6:8])


def _frame(arm: Floats) -> Floats:
    """Columns: the hand's own axes in the world: across the grip, the arm's way out, upwards."""
    out = np.array([arm[0], arm[1], 0.0])
    out /= np.linalg.norm(out)
    up = np.array([0.0, 0.0, 1.0])
    return np.stack([np.cross(out, up), out, up], 1)


def bones(grip: float) -> Floats:
    """Capsules (k, 8): start, end, radius at start and end. x across the grip, y out, z up."""
    half = grip / 2
    knuckle_z, palm_y = 62.0, 46.0
    found = []
    for k, (tip_y, root_x, lower) in enumerate(
        ((-9.0, 22.0, 0.0), (8.0, 18.0, 0.0), (24.0, 12.0, 5.0), (38.0, 4.0, 12.0))
    ):
        size = (8.6, 8.8, 8.2, 7.0)[k]
        tip = (half + 6.5, tip_y, -5 + lower)
        middle = (half + 13, tip_y + 2, 22 + lower)
        bend = (max(half, 22) + 9, tip_y + 12, 48 + lower / 2)
        root = (root_x, palm_y + 9 * k - 8, knuckle_z + 8 - 5 * k)
        found.append((*tip, *middle, size * 0.82, size * 0.95))
        found.append((*middle, *bend, size * 0.95, size))
        found.append((*bend, *root, size, size * 1.15))
    tip, joint = (-half - 7.5, 0.0, -4.0), (-half - 15, 14.0, 24.0)
    base = (-22.0, 48.0, 40.0)
    found += [(*tip, *joint, 8.4, 10.4), (*joint, *base, 10.4, 14.0)]
    wrist = (-4.0, 122.0, 74.0)
    found += [(*base, *wrist, 15.0, 19.0), (22.0, 46.0, 64.0, 10.0, 112.0, 76.0, 14.0, 18.0)]
    found += [(4.0, 58.0, 58.0, -2.0, 112.0, 72.0, 16.0, 19.0)]
    found += [(*wrist, -4.0, 190.0, 96.0, 22.0, 26.0), (-4, 190, 96, -4, 420, 180, 27, 39)]
    return np.array(found, dtype=float)


def melted(ends: Floats, radii: Floats) -> Mesh:
    """The surface around capsules: `ends` (k, 2, 3), `radii` (k, 2) at either end."""
    low = (ends.min(axis=1) - radii.max(axis=1)[:, None]).min(axis=0) - 3 * _STEP
    high = (ends.max(axis=1) + radii.max(axis=1)[:, None]).max(axis=0) + 3 * _STEP
    axes = [np.arange(a, b, _STEP) for a, b in zip(low, high, strict=True)]
    grid = np.stack(np.meshgrid(*axes, indexing="ij"), -1)
    value = np.full(grid.shape[:3], 1e3)
    for (a, b), (r1, r2) in zip(ends, radii, strict=True):
        box = _near(axes, a, b, max(r1, r2) + 2 * _MELT)
        value[box] = _melt(value[box], _capsule(grid[box], a, b, r1, r2))
    return surface_net(value, low, _STEP)


def _near(axes: list[Floats], a: Floats, b: Floats, margin: float) -> tuple[slice, ...]:
    """The part of the grid that a capsule can touch."""
    found = []
    for k in range(3):
        first = int(np.searchsorted(axes[k], min(a[k], b[k]) - margin))
        found.append(slice(first, int(np.searchsorted(axes[k], max(a[k], b[k]) + margin))))
    return tuple(found)


def _capsule(points: Floats, a: Floats, b: Floats, r1: float, r2: float) -> Floats:
    along = np.clip((points - a) @ (b - a) / ((b - a) @ (b - a)), 0, 1)
    gap = np.linalg.norm(points - a - along[..., None] * (b - a), axis=-1)
    distance: Floats = gap - (r1 + (r2 - r1) * along)
    return distance


def _melt(one: Floats, other: Floats) -> Floats:
    blend = np.clip(0.5 + 0.5 * (other - one) / _MELT, 0, 1)
    joined: Floats = other + (one - other) * blend - _MELT * blend * (1 - blend)
    return joined


def surface_net(value: Floats, low: Floats, step: float) -> Mesh:
    """The triangles where a field on a grid is nought; inside it is negative."""
    inside = value < 0
    shape = np.array(value.shape) - 1
    index = np.arange(int(np.prod(shape))).reshape(shape)
    total, count = np.zeros((index.size, 3)), np.zeros(index.size)
    quads = []
    for axis in range(3):
        one = [slice(None)] * 3
        two = [slice(None)] * 3
        one[axis], two[axis] = slice(None, -1), slice(1, None)
        v1, v2 = value[tuple(one)], value[tuple(two)]
        at = np.argwhere(inside[tuple(one)] != inside[tuple(two)])
        at = at[np.all((at >= 1) & (at < np.array(value.shape) - 1), axis=1)]
        share = v1[tuple(at.T)] / (v1[tuple(at.T)] - v2[tuple(at.T)])
        cross = at.astype(float)
        cross[:, axis] += share
        b, c = (axis + 1) % 3, (axis + 2) % 3
        around = []
        for db, dc in ((0, 0), (1, 0), (1, 1), (0, 1)):
            cell = at.copy()
            cell[:, b] -= db
            cell[:, c] -= dc
            at_cell = index[tuple(cell.T)]
            total += summed(at_cell, cross, index.size)
            count += np.bincount(at_cell, minlength=index.size)
            around.append(at_cell)
        quad = np.stack(around, 1)
        flip = inside[tuple(one)][tuple(at.T)]
        quads.append(np.where(flip[:, None], quad, quad[:, ::-1]))
    return _net_mesh(np.concatenate(quads), total, count, value, low, step)


def _net_mesh(
    quads: Ints, total: Floats, count: Floats, value: Floats, low: Floats, step: float
) -> Mesh:
    used, places = np.unique(quads, return_inverse=True)
    quads = places.reshape(quads.shape)
    grid = total[used] / count[used][:, None]
    slope = np.stack([np.gradient(value, step, axis=k) for k in range(3)], -1)
    base = np.clip(np.round(grid).astype(int), 0, np.array(value.shape) - 1)
    normals = slope[tuple(base.T)]
    faces = np.concatenate([quads[:, [0, 1, 2]], quads[:, [0, 2, 3]]])
    vertices = low + step * grid
    normals = _evened(faces, normals)
    return Mesh(vertices, faces, normals, np.zeros((len(vertices), 2)))


def _evened(faces: Ints, normals: Floats) -> Floats:
    """Normals averaged with their neighbours' twice, so that the grid does not show."""
    for _ in range(2):
        ways = ((0, 1), (1, 2), (2, 0), (1, 0), (2, 1), (0, 2))
        total = sum(
            (summed(faces[:, a], normals[faces[:, b]], len(normals)) for a, b in ways), normals
        )
        normals = unit(total)
    return normals
