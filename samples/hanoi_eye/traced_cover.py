"""Which share of each peg something stands in front of, in a traced picture."""

import cv2
import numpy as np
from numpy.typing import NDArray

from samples.hanoi_eye.ink import circle, hull
from samples.hanoi_eye.scene import Floats, Tower
from samples.render.mesh import Mesh
from samples.render.rings_draw import View
from samples.render.scene import Part

Singles = NDArray[np.float32]
_SHIFT = 3
# What is so much nearer than the toy, in mm, is before it.
_NEARER = 2.0


def covered_shares(
    tower: Tower, pitch: float, view: View, toy: tuple[Part, ...], strangers: tuple[Part, ...]
) -> Floats:
    """The hidden share (pegs,) of each peg's zone, rod and stack: 1 where it is out of sight."""
    zones = [_zone(tower, pitch, view, p) for p in range(tower.pegs)]
    if not strangers:
        return np.array([0.0 if zone.any() else 1.0 for zone in zones])
    own = depths([part.mesh for part in toy], view)
    other = depths([part.mesh for part in strangers], view)
    shares = []
    for zone in zones:
        behind = np.where(np.isfinite(own), own, np.max(own[zone & np.isfinite(own)], initial=0.0))
        hidden = zone & (other < behind - _NEARER)
        shares.append(float(hidden.sum() / zone.sum()) if zone.any() else 1.0)
    return np.array(shares)


def mask_of(view: View, toy: tuple[Part, ...], strangers: tuple[Part, ...]) -> NDArray[np.uint8]:
    """Where in a picture (h, w) strangers are seen: 255, and 0 elsewhere."""
    if not strangers:
        return np.zeros(view.size[::-1], np.uint8)
    own, other = (depths([part.mesh for part in parts], view) for parts in (toy, strangers))
    return np.where(other < own, 255, 0).astype(np.uint8)


def _zone(tower: Tower, pitch: float, view: View, peg: int) -> NDArray[np.bool_]:
    """Where a peg's rod and stack are in a picture, (h, w)."""
    foot, stack = tower.foot(peg), list(tower.stacks[peg])
    full = float(tower.thick[stack].sum())
    wide = float(max(tower.radii[stack], default=0.2))
    up = np.array([0, 0, full + 0.08])
    mask = np.zeros(view.size[::-1], np.uint8)
    for solid in (
        [circle(foot, wide), circle(foot + up, 0.8 * wide)],
        [circle(foot, tower.rod), circle(tower.tip(peg), tower.rod)],
    ):
        pixels = view.project(pitch * np.concatenate(solid))[0]
        cv2.fillConvexPoly(mask, np.round(hull(pixels)).astype(np.int32), (1.0,))
    return mask > 0


def depths(meshes: list[Mesh], view: View) -> Singles:
    """How far away (h, w) what the meshes show is along the line of sight; infinite beside them.

    Triangles are filled from far to near, each at its middle's depth.
    """
    far = np.full(view.size[::-1], np.inf, np.float32)
    corners, depth = [], []
    for mesh in meshes:
        at, away = view.project(mesh.vertices)
        before = away[mesh.faces].min(axis=1) > 10
        corners.append(at[mesh.faces[before]])
        depth.append(away[mesh.faces[before]].mean(axis=1))
    triangles, middle = np.concatenate(corners), np.concatenate(depth)
    inside = ((triangles.max(axis=1) > 0) & (triangles.min(axis=1) < view.size)).all(axis=1)
    order = np.argsort(-middle[inside])
    fixed = np.round(np.clip(triangles[inside][order], -4000, 4000) * (1 << _SHIFT))
    for corner, value in zip(fixed.astype(np.int32), middle[inside][order].tolist(), strict=True):
        cv2.fillConvexPoly(far, corner, (value,), cv2.LINE_8, _SHIFT)
    return far
