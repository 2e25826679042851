"""The fast renderer of cubes: faces shaded flat, as pictures, and then laid into perspective.

A cube of which one layer turns is two boxes with a plane between them, so that the painter's
algorithm is exact: first the box on the far side of the plane, then the near one.
"""

from collections.abc import Iterator
from dataclasses import dataclass
from functools import lru_cache

import cv2
import numpy as np
from numpy.typing import NDArray

from samples.render.cube_light import Lighting, lit
from samples.render.cube_model import FACES, PITCH, face_axes, layer_turn
from samples.render.cube_skin import Singles, Skin, albedo, skin_of
from samples.render.mesh import Floats
from samples.render.rings_draw import View
from samples.render.scene import Eye, eye_frame

# No texture finer than this is shaded, in pixels a cubie.
_SIZES = (8, 12, 16, 20, 26, 34, 44, 56, 72, 92)
_GAP = 0.9  # mm: how deep one sees between cubies


@dataclass(frozen=True, slots=True, eq=False)
class Posed:
    """A cube somewhere: 54 letters, its rotation (3, 3), its middle (3,) in mm.

    `turning` is a face and how far its layer has gone from that state, in degrees clockwise.
    """

    facelets: str
    spin: Floats
    at: Floats
    turning: tuple[str, float] | None = None
    look: str = "stickers"


@dataclass(frozen=True, slots=True, eq=False)
class Canvas:
    """A picture in the making: linear RGB `light` (h, w, 3), `depth` (h, w) in mm."""

    light: Singles
    depth: Singles


@dataclass(frozen=True, slots=True, eq=False)
class _Patch:
    """A part of a face: corners (4, 3) in mm, its axes (3, 3) in the world, its cells.

    `cells` are rows and columns of the face as (first, last); `inside` if a cut shows.
    """

    face: str
    corners: Floats
    axes: Floats
    cells: tuple[tuple[int, int], tuple[int, int]]
    inside: bool


def view_of(eye: Eye, size: tuple[int, int]) -> View:
    """The pinhole camera of an eye for pictures of `size`, width and height."""
    right, down, ahead = eye_frame(eye)
    focal = size[0] / 2 / np.tan(np.radians(eye.field_of_view) / 2)
    return View(np.asarray(eye.at, dtype=float), right, down, ahead, float(focal), size)


Shaded = dict[tuple[object, ...], Singles]


def draw_cube(
    canvas: Canvas, cube: Posed, view: View, light: Lighting, shaded: Shaded | None = None
) -> None:
    """Draws the cube over what is there.

    `shaded` keeps the shaded faces, for looks at hardly other moments.
    """
    shaded = {} if shaded is None else shaded
    for spin, low, high, axis in _boxes(cube, view.at):
        patches = [p for p in _patches(cube, spin, low, high, axis) if _faces(p, view)]
        for patch in patches:
            _core(canvas, patch, view, skin_of(cube.look, _SIZES[0]))
        for patch in patches:
            _lay(canvas, patch, cube, view, light, shaded)


def outline(cube: Posed) -> list[Floats]:
    """The corners (8, 3) of the boxes that the cube consists of."""
    return [
        np.concatenate([patch.corners for patch in _patches(cube, spin, low, high, axis)])
        for spin, low, high, axis in _boxes(cube, np.zeros(3))
    ]


def _boxes(cube: Posed, eye: Floats) -> Iterator[tuple[Floats, float, float, str]]:
    """Boxes from far to near: rotation, from where to where along the axis of a face."""
    if cube.turning is None or abs(cube.turning[1] % 360) < 1e-6:
        yield cube.spin, -1.5, 1.5, "U"
        return
    face, degrees = cube.turning
    out = cube.spin @ face_axes(face)[2]
    layer = (cube.spin @ layer_turn(face, degrees), 0.5, 1.5, face)
    rest = (cube.spin, -1.5, 0.5, face)
    near = out @ (eye - cube.at) > 0.5 * PITCH
    yield from (rest, layer) if near else (layer, rest)


def _patches(cube: Posed, spin: Floats, low: float, high: float, axis: str) -> Iterator[_Patch]:
    along = face_axes(axis)[2]
    for face in FACES:
        right, down, out = face_axes(face)
        share = float(out @ along)
        far = 1.5 if abs(share) < 0.5 else (high if share > 0 else -low)
        spans = [_span(float(way @ along), low, high) for way in (right, down)]
        (u0, u1), (v0, v1) = spans
        flat = [(u0, v0), (u1, v0), (u1, v1), (u0, v1)]
        corners = PITCH * np.array([u * right + v * down + far * out for u, v in flat])
        yield _Patch(
            face,
            corners @ spin.T + cube.at,
            np.stack([right, down, out]) @ spin.T,
            ((round(v0 + 1.5), round(v1 + 1.5)), (round(u0 + 1.5), round(u1 + 1.5))),
            far < 1,
        )


def _span(share: float, low: float, high: float) -> tuple[float, float]:
    if abs(share) < 0.5:
        return -1.5, 1.5
    return (low, high) if share > 0 else (-high, -low)


def _faces(patch: _Patch, view: View) -> bool:
    """Whether a patch is turned to the viewer."""
    return bool(patch.axes[2] @ (view.at - patch.corners[0]) > 0)


def _core(canvas: Canvas, patch: _Patch, view: View, skin: Skin) -> None:
    """The dark that shows between cubies."""
    middle = patch.corners.mean(axis=0)
    inner = patch.corners - _GAP * patch.axes[2]
    inner = inner + _GAP * np.sign((middle - patch.corners) @ patch.axes[:2].T) @ patch.axes[:2]
    pixels = view.project(inner)[0] - 0.5
    shape = np.round(pixels * 16).astype(np.int32)
    colour = 0.12 * np.asarray(skin.finish.plastic) / 255
    cv2.fillConvexPoly(canvas.light, shape, (*(float(c) for c in colour), 0.0), cv2.LINE_8, 4)
    box = _box(pixels, canvas.depth.shape)
    if box is not None:
        left, top, right, bottom = box
        mask = np.zeros((bottom - top, right - left), np.uint8)
        cv2.fillConvexPoly(mask, shape - [[16 * left, 16 * top]], 1.0, cv2.LINE_8, 4)
        _deepen(canvas, patch, view, mask > 0, box)


def _lay(
    canvas: Canvas, patch: _Patch, cube: Posed, view: View, light: Lighting, shaded: Shaded
) -> None:
    pixels = view.project(patch.corners)[0] - 0.5
    (v0, v1), (u0, u1) = patch.cells
    side = np.sqrt(abs(cv2.contourArea(pixels.astype(np.float32))) / ((v1 - v0) * (u1 - u0)))
    key = (patch.face, patch.cells, patch.inside, cube.facelets, cube.turning is None)
    if key not in shaded:
        fine = min(_SIZES, key=lambda size: abs(size - 1.1 * side))
        shaded[key] = _texture(patch, cube, skin_of(cube.look, fine), view, light)
    texture = shaded[key]
    high, wide = texture.shape[:2]
    box = _box(pixels, canvas.depth.shape)
    if box is None:
        return
    left, top, right, bottom = box
    source = np.array([[0, 0], [wide, 0], [wide, high], [0, high]], np.float32) - 0.5
    target = (pixels - [left, top]).astype(np.float32)
    warp = cv2.getPerspectiveTransform(source, target)
    laid = cv2.warpPerspective(texture, warp, (right - left, bottom - top), flags=cv2.INTER_LINEAR)
    part = canvas.light[top:bottom, left:right]
    part *= 1 - laid[..., 3:]
    part += laid[..., :3]
    _deepen(canvas, patch, view, laid[..., 3] > 0.5, box)


def _texture(patch: _Patch, cube: Posed, skin: Skin, view: View, light: Lighting) -> Singles:
    """The shaded patch (h, w, 4): light times cover, and cover."""
    n = skin.fine
    (v0, v1), (u0, u1) = patch.cells
    part = (slice(v0 * n, v1 * n), slice(u0 * n, u1 * n))
    index = FACES.index(patch.face)
    normals = _normals(cube.look, n, index)[part] @ patch.axes.astype(np.float32)
    high, wide = normals.shape[:2]
    first, right, below = patch.corners[0], patch.corners[1], patch.corners[3]
    x = ((np.arange(wide) + 0.5) / wide)[None, :, None]
    y = ((np.arange(high) + 0.5) / high)[:, None, None]
    places = (first + x * (right - first) + y * (below - first)).astype(np.float32)
    finish = skin.finish
    scattered, mirrored = lit(light, places, normals, view.at, finish.dull)
    if patch.inside:
        base = np.full(3, 0.02, np.float32) * _cavity(n)[part][..., None]
        gloss = 0.1
    else:
        base = albedo(skin, cube.facelets[9 * index : 9 * index + 9])[part]
        base = base * skin.wear[index][part][..., None]
        gloss = finish.shine / 0.04
    solid = np.tile(skin.solid, (3, 3))[part][..., None]
    shown = (base * scattered + np.float32(gloss) * mirrored) * solid
    return np.ascontiguousarray(np.concatenate([shown, solid], axis=-1), dtype=np.float32)


@lru_cache(maxsize=16)
def _cavity(n: int) -> Singles:
    """Inside it is dark towards the middle: (3 n, 3 n)."""
    y, x = np.mgrid[-1 : 1 : 3j * n, -1 : 1 : 3j * n]
    return np.asarray(0.3 + np.hypot(x, y), np.float32)


@lru_cache(maxsize=64)
def _normals(look: str, n: int, index: int) -> Singles:
    """The normals (3 n, 3 n, 3) of a face, right, down and outwards; no cubie is quite level."""
    rng = np.random.default_rng(40 + index)
    lean = np.repeat(np.repeat(rng.normal(0, 0.018, (3, 3, 2)), n, axis=0), n, axis=1)
    tilt = np.tile(skin_of(look, n).tilt, (3, 3, 1)) + lean
    steep = np.sqrt(np.maximum(1 - (tilt**2).sum(axis=-1, keepdims=True), 0.05))
    return np.ascontiguousarray(np.concatenate([tilt, steep], axis=-1), dtype=np.float32)


def _box(pixels: Floats, shape: tuple[int, ...]) -> tuple[int, int, int, int] | None:
    """Left, top, right, bottom of some pixels within the picture; None outside of it."""
    low = np.maximum(np.floor(pixels.min(axis=0)).astype(int) - 1, 0)
    most = np.array([shape[1], shape[0]])
    high = np.minimum(np.ceil(pixels.max(axis=0)).astype(int) + 2, most)
    if np.any(high - low < 2):
        return None
    return int(low[0]), int(low[1]), int(high[0]), int(high[1])


def _deepen(
    canvas: Canvas,
    patch: _Patch,
    view: View,
    mask: NDArray[np.bool_],
    box: tuple[int, int, int, int],
) -> None:
    """Notes how far away the patch is where it was drawn."""
    left, top, right, bottom = box
    out = patch.axes[2]
    x = (np.arange(left, right) + 0.5 - view.size[0] / 2) / view.focal * (out @ view.right)
    y = (np.arange(top, bottom) + 0.5 - view.size[1] / 2) / view.focal * (out @ view.down)
    slope = (out @ view.ahead + x[None, :] + y[:, None]).astype(np.float32)
    deep = np.float32(out @ (patch.corners[0] - view.at)) / np.minimum(slope, -1e-4)
    part = canvas.depth[top:bottom, left:right]
    np.copyto(part, deep, where=mask)
