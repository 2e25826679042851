"""Hands for the fast renderer: capsules drawn as pictures of their depth and normals, melted.

The bones are those of hand.py. Here a capsule is seen from so far that its outline is that of two
circles and the lines between them, and neighbours flow together by a smooth minimum of depths.
"""

from dataclasses import dataclass
from functools import lru_cache

import cv2
import numpy as np

from samples.render.cube_light import Lighting, lit
from samples.render.cube_raster import Canvas
from samples.render.cube_skin import Singles
from samples.render.hand import bones
from samples.render.mesh import Floats
from samples.render.rings_draw import View
from samples.render.scene import Rgb
from samples.render.trace import linear

_MELT = 7.0  # mm: how far apart in depth capsules begin to flow into each other
_FAR = np.float32(1e6)
# The capsules of hand.bones: four fingers of three from the tip on, two of the thumb, five of the
# palm and wrist, and of the last two, the forearm, the second is in the sleeve.
_TIPS = (0, 3, 6, 9, 12)
_ARM = 18


@dataclass(frozen=True, slots=True, eq=False)
class Hand:
    """A hand that holds something `grip` mm wide at `at` (3,).

    `axes` (3, 3), rows: from the thumb to the fingers, the way the forearm leaves, and from the
    fingertips to the palm. `elbow` (3,) is where the forearm goes. `skin` and `cloth` in sRGB;
    `bare`: there is no sleeve.
    """

    at: Floats
    axes: Floats
    grip: float
    elbow: Floats
    skin: Rgb = (214, 164, 136)
    cloth: Rgb = (70, 80, 110)
    bare: bool = False


@dataclass(frozen=True, slots=True, eq=False)
class _Layer:
    """What is known of every pixel of a part of the picture: depth, normal, cover, colour."""

    depth: Singles
    normal: Singles
    cover: Singles
    tint: Singles


def draw_hand(canvas: Canvas, hand: Hand, view: View, light: Lighting) -> None:
    """Draws a hand where nothing nearer is, with its shadow on what lies behind it.

    It is shaded at half the size: skin is smooth, and hands are large.
    """
    ends, radii = capsules(hand)
    high, wide = canvas.depth.shape
    pixels, depths = view.project(ends.reshape(-1, 3))
    if np.any(depths < 30):
        return
    pixels, depths = pixels.reshape(-1, 2, 2) / 2 - 0.5, depths.reshape(-1, 2)
    sizes = radii * view.focal / depths / 2
    low = np.floor((pixels - sizes[..., None]).min(axis=(0, 1)) - 3)
    most = np.ceil((pixels + sizes[..., None]).max(axis=(0, 1)) + 4)
    left, top = np.maximum(low, 0).astype(int).tolist()
    right, bottom = np.minimum(most, [wide // 2, high // 2]).astype(int).tolist()
    if right - left < 3 or bottom - top < 3:
        return
    layer = _empty((bottom - top, right - left))
    scale = view.focal / float(np.median(depths)) / 2
    for k in range(len(ends)):
        tint = 2.0 if k == _ARM and not hand.bare else (1.0 if k in _TIPS else 0.0)
        _capsule(layer, pixels[k] - [left, top], sizes[k], depths[k], tint, scale)
    _cover(canvas, layer, _skin(layer, hand, view, light, (left, top)), (left, top), scale)


def capsules(hand: Hand) -> tuple[Floats, Floats]:
    """Ends (k, 2, 3) and radii (k, 2) in mm, in the world."""
    shapes = bones(hand.grip)
    local = shapes[:, :6].reshape(-1, 2, 3)
    ends = local @ hand.axes + hand.at
    # The forearm goes to the elbow, wherever the hand has turned to.
    wrist = ends[_ARM - 1, 0]
    way = hand.elbow - wrist
    ends[_ARM - 1, 1] = wrist + 0.22 * way
    ends[_ARM, 0] = wrist + 0.2 * way
    ends[_ARM, 1] = hand.elbow
    return ends, shapes[:, 6:8] * np.where(np.arange(len(shapes)) == _ARM, 1.12, 1.0)[:, None]


def _empty(shape: tuple[int, int]) -> _Layer:
    return _Layer(
        np.full(shape, _FAR, np.float32),
        np.zeros((*shape, 3), np.float32),
        np.zeros(shape, np.float32),
        np.zeros(shape, np.float32),
    )


def _capsule(
    layer: _Layer, ends: Floats, sizes: Floats, depths: Floats, tint: float, scale: float
) -> None:
    """Melts one capsule in: `ends` (2, 2) and `sizes` (2,) in pixels, `depths` (2,) in mm."""
    high, wide = layer.depth.shape
    low = np.floor((ends - sizes[:, None]).min(axis=0) - 2).astype(int)
    most = np.ceil((ends + sizes[:, None]).max(axis=0) + 3).astype(int)
    left, top = np.maximum(low, 0).tolist()
    right, bottom = np.minimum(most, [wide, high]).tolist()
    if right <= left or bottom <= top:
        return
    part = (slice(top, bottom), slice(left, right))
    x = np.arange(left, right, dtype=np.float32)[None, :]
    y = np.arange(top, bottom, dtype=np.float32)[:, None]
    way = (ends[1] - ends[0]).astype(np.float32)
    length = np.float32(max(float(way @ way), 1e-3))
    a, b = (x - np.float32(ends[0, 0])), (y - np.float32(ends[0, 1]))
    along = np.clip((a * way[0] + b * way[1]) / length, 0, 1)
    size = np.float32(sizes[0]) + along * np.float32(sizes[1] - sizes[0])
    dx, dy = a - along * way[0], b - along * way[1]
    square = dx * dx + dy * dy
    rise = np.sqrt(np.maximum(size * size - square, 0))
    deep = np.float32(depths[0]) + along * np.float32(depths[1] - depths[0])
    deep = deep - rise / np.float32(scale)
    inside = np.clip(size - np.sqrt(square) + 0.5, 0, 1)
    normal = np.stack([dx, dy, -rise], axis=-1) / np.maximum(size, 1)[..., None]
    before = layer.depth[part]
    blend = np.clip(0.5 + (before - deep) / (2 * _MELT), 0, 1) * (inside > 0)
    layer.depth[part] = np.where(
        before > _FAR / 2,
        np.where(inside > 0, deep, before),
        before + (deep - before) * blend - _MELT * blend * (1 - blend),
    )
    mixed = layer.normal[part] * (1 - blend)[..., None] + normal * blend[..., None]
    layer.normal[part] = mixed
    nail = np.clip(1 - along * 2.2, 0, 1) if tint == 1.0 else np.float32(tint)
    layer.tint[part] = layer.tint[part] * (1 - blend) + nail * blend
    layer.cover[part] = np.maximum(layer.cover[part], inside)


def _cover(
    canvas: Canvas, layer: _Layer, colour: Singles, corner: tuple[int, int], scale: float
) -> None:
    """Lays the layer, of half the size, over what is farther away."""
    high, wide = layer.depth.shape
    part = (
        slice(2 * corner[1], 2 * (corner[1] + high)),
        slice(2 * corner[0], 2 * (corner[0] + wide)),
    )
    to = (2 * wide, 2 * high)
    # Half a pixel more than is covered, or the hand's edge is jagged.
    grown = cv2.erode(layer.depth, np.ones((3, 3), np.uint8))
    depth = cv2.resize(grown, to, interpolation=cv2.INTER_NEAREST)
    cover = cv2.resize(layer.cover, to, interpolation=cv2.INTER_LINEAR)
    cover = np.clip(1.6 * cover - 0.3, 0, 1)
    nearer = (canvas.depth[part] - depth) > 0
    seen = np.asarray(cv2.blur((cover * nearer).astype(np.float32), (2, 2)), np.float32)
    _shade_under(canvas, seen, part, 2 * scale)
    tone = cv2.resize(colour, to, interpolation=cv2.INTER_LINEAR)
    canvas.light[part] += (tone - canvas.light[part]) * seen[..., None]
    np.copyto(canvas.depth[part], depth, where=nearer & (seen > 0.5))


def _shade_under(canvas: Canvas, seen: Singles, part: tuple[slice, slice], scale: float) -> None:
    """A soft shadow beside the hand, on what is a little farther away."""
    reach = max(1.0, 5.0 * scale)
    small = cv2.resize(seen, None, fx=0.25, fy=0.25, interpolation=cv2.INTER_AREA)
    soft = cv2.GaussianBlur(small, (0, 0), reach / 4)
    soft = cv2.resize(soft, (seen.shape[1], seen.shape[0]), interpolation=cv2.INTER_LINEAR)
    near = canvas.depth[part] < _FAR / 2
    dark = 1 - np.where(near, 0.55, 0.12).astype(np.float32) * soft
    canvas.light[part] *= dark[..., None]


def _skin(
    layer: _Layer, hand: Hand, view: View, light: Lighting, corner: tuple[int, int]
) -> Singles:
    """The shaded hand: skin, pinker at the fingertips, and a sleeve."""
    normal = cv2.GaussianBlur(layer.normal, (0, 0), 1.0)
    normal = normal / np.maximum(np.linalg.norm(normal, axis=-1, keepdims=True), 1e-4)
    axes = np.stack([view.right, view.down, view.ahead]).astype(np.float32)
    high, wide = layer.depth.shape
    x = np.arange(wide, dtype=np.float32) + np.float32(corner[0] + 0.5 - view.size[0] / 4)
    y = np.arange(high, dtype=np.float32) + np.float32(corner[1] + 0.5 - view.size[1] / 4)
    rays = np.stack(
        [
            np.broadcast_to(x[None, :], (high, wide)),
            np.broadcast_to(y[:, None], (high, wide)),
            np.full((high, wide), view.focal / 2, np.float32),
        ],
        axis=-1,
    ) / np.float32(view.focal / 2)
    deep = np.where(layer.depth < _FAR / 2, layer.depth, 300.0).astype(np.float32)
    places = np.asarray((rays * deep[..., None]) @ axes + view.at, np.float32)
    normals = np.asarray(normal @ axes, np.float32)
    scattered, mirrored = lit(light, places, normals, view.at, 0.45)
    skin, cloth = (np.asarray(linear(c), np.float32) for c in (hand.skin, hand.cloth))
    rosy = skin * np.array([1.0, 0.8, 0.78], np.float32)
    tip = np.clip(layer.tint, 0, 1)[..., None]
    sleeve = np.clip(layer.tint - 1, 0, 1)[..., None]
    base = (skin * (1 - 0.8 * tip) + rosy * (0.8 * tip)) * (1 - sleeve) + cloth * sleeve
    base = base * (1 + _pores(high, wide) * (0.03 + 0.1 * sleeve))
    # Light goes through skin a little, and comes out red at the edge of the shade.
    wrapped = scattered + (0.05 * np.array([1.0, 0.45, 0.3], np.float32)) * (1 - sleeve)
    return np.asarray(base * wrapped + 0.6 * mirrored * (1 - sleeve), np.float32)


@lru_cache(maxsize=8)
def _pores(high: int, wide: int) -> Singles:
    rng = np.random.default_rng(5)
    small = rng.normal(0, 1, (120, 160)).astype(np.float32)
    rough = cv2.resize(small, (640, 480), interpolation=cv2.INTER_CUBIC)
    reps = (high // 480 + 1, wide // 640 + 1)
    return np.asarray(np.tile(rough, reps)[:high, :wide, None], np.float32)
