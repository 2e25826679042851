"""The fast renderer: wires as shaded strips, drawn from far to near; for training in bulk.

The same scenes go to the path tracer. Here a wire is cut into short pieces, each piece into strips
along it that are shaded by their own normals, and everything is painted in order of depth (the
painter's algorithm) at twice the size, then reduced.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from itertools import pairwise

import cv2
import numpy as np
from numpy.typing import NDArray

from samples.render.mesh import Floats
from samples.render.raster_harsh import HARSH, MILD, Shades, alike, grained, mirrored_room
from samples.render.raster_light import Light, draw_light, paints, shade
from samples.render.rings_draw import View
from samples.render.rings_model import Ball, RingsScene, Slab, Wire, circle
from samples.render.scene import Bytes

Paint = tuple[Floats, float]
FINER = 2
SUBPIXEL = 4
# The share of backgrounds in a toy's colours that have grain along its rods.
GRAINED = 0.4


@dataclass(frozen=True, slots=True, eq=False)
class _Strokes:
    """Polygons to paint: `corners` (m, 4, 2) pixels, `depth` (m,), `colour` (m, 3)."""

    corners: Floats
    depth: Floats
    colour: Floats


@dataclass(frozen=True, slots=True, eq=False)
class Truth:
    """What is where in a picture, in pixels; ring 1 first.

    `eyes`, `feet`, `balls` (n, 2); `hidden` (n,): the eye cannot be seen; `on` (n,).
    """

    state: str
    eyes: Floats
    feet: Floats
    balls: Floats
    tip: Floats
    neck: Floats
    on: NDArray[np.bool_]
    hidden: NDArray[np.bool_]


def truth_of(scene: RingsScene, view: View, hidden: NDArray[np.bool_] | None = None) -> Truth:
    """The truth about a picture of the scene.

    Eyes outside of the picture count as hidden, and those behind the toy's own plate or handle.
    """
    eyes, feet, balls, ends = (
        view.project(a)[0]
        for a in (scene.eyes, scene.feet, scene.balls, np.stack([scene.tip, scene.neck]))
    )
    outside = np.any((eyes < 0) | (eyes >= np.asarray(view.size)), axis=1)
    covered = outside | _behind_slabs(scene, view)
    covered = covered if hidden is None else covered | hidden
    on = np.array([digit == "1" for digit in scene.state[::-1]])
    return Truth(scene.state, eyes, feet, balls, ends[0], ends[1], on, covered)


def _behind_slabs(scene: RingsScene, view: View) -> NDArray[np.bool_]:
    """(n,): whether the middle of a ring's eye is behind the toy's own plate or handle."""
    slabs = [part for part in scene.parts if isinstance(part, Slab)]
    hit = [_crossed(slab, view.at, scene.eyes) for slab in slabs]
    hidden: NDArray[np.bool_] = np.any([np.zeros(len(scene.eyes), dtype=bool), *hit], axis=0)
    return hidden


def _crossed(slab: Slab, at: Floats, spots: Floats) -> NDArray[np.bool_]:
    """(n,): whether a box lies between a point `at` (3,) and each of `spots` (n, 3).

    By the lines' parts between each pair of faces (Kay and Kajiya, 1986).
    """
    begin, way = slab.axes @ (at - slab.centre), (spots - at) @ slab.axes.T
    way = np.where(np.abs(way) < 1e-9, 1e-9, way)
    one, other = (-slab.half - begin) / way, (slab.half - begin) / way
    first, last = np.minimum(one, other).max(axis=-1), np.maximum(one, other).min(axis=-1)
    return np.asarray((first < last) & (last > 0) & (first < 1))


def paint_scene(
    scene: RingsScene,
    view: View,
    ground: Bytes,
    rng: np.random.Generator,
    *,
    harsh: bool = False,
    hidden: bool = False,
) -> Bytes:
    """The scene over a background (h, w, 3): uint8, blue, green, red.

    `harsh`: in a hard light; `hidden`: the background has the colours of the toy's wires.
    """
    light = draw_light(rng, scene.up if scene.table is None else np.array([0.0, 0, 1]), -view.ahead)
    looks = paints(rng)
    if harsh:
        light = mirrored_room(rng, light)
    if hidden:
        ground = hiding(rng, ground, scene, view, light, looks)
    if harsh or rng.random() < 0.65:
        ground = shadowed(scene, view, ground, light, rng, HARSH if harsh else MILD)
    return paint_over(ground, scene, view, light, looks)


def hiding(
    rng: np.random.Generator,
    ground: Bytes,
    scene: RingsScene,
    view: View,
    light: Light,
    looks: Mapping[str, Paint],
) -> Bytes:
    """A background (h, w, 3) in the colours of the toy's wires, some with grain along its rods."""
    if rng.random() < GRAINED:
        (eye, foot), _ = view.project(np.stack([scene.eyes.mean(axis=0), scene.feet.mean(axis=0)]))
        angle = float(np.arctan2(*(foot - eye)[::-1]))
        ground = grained(rng, ground, angle + rng.normal(0, 0.1))
    return alike(rng, ground, _wire_tones(rng, scene, view, light, looks))


def _wire_tones(
    rng: np.random.Generator,
    scene: RingsScene,
    view: View,
    light: Light,
    looks: Mapping[str, Paint],
) -> Floats:
    """The colours (m, 3), 0 to 255, that the wires of one of the toy's materials show."""
    wires = [part for part in scene.parts if isinstance(part, Wire)]
    material = str(rng.choice(sorted({wire.material for wire in wires})))
    strokes = [
        _wire(wire, view, light, looks[material]) for wire in wires if wire.material == material
    ]
    return np.concatenate([s.colour for s in strokes if s is not None])


def paint_over(
    ground: Bytes, scene: RingsScene, view: View, light: Light, looks: Mapping[str, Paint]
) -> Bytes:
    """The scene in a light that is given, in given paints, over a background (h, w, 3)."""
    wide, high = view.size
    canvas = cv2.resize(ground, (wide * FINER, high * FINER), interpolation=cv2.INTER_LINEAR)
    strokes = [_strokes(part, view, light, looks[part.material]) for part in scene.parts]
    _paint(np.asarray(canvas), [s for s in strokes if s is not None])
    small = cv2.resize(canvas, (wide, high), interpolation=cv2.INTER_AREA)
    return np.asarray(small, dtype=np.uint8)


def _paint(canvas: Bytes, strokes: Sequence[_Strokes]) -> None:
    depth = np.concatenate([s.depth for s in strokes])
    corners = np.concatenate([s.corners for s in strokes])
    colours = np.concatenate([s.colour for s in strokes])
    shifted = np.clip((corners * FINER + (FINER - 1) / 2) * 2**SUBPIXEL, -(2**19), 2**19)
    order = np.argsort(-depth, kind="stable")
    shapes = np.round(shifted[order]).astype(np.int32)
    for shape, colour in zip(shapes, colours[order].tolist(), strict=True):
        cv2.fillConvexPoly(canvas, shape, colour, cv2.LINE_8, SUBPIXEL)


def _strokes(part: Wire | Ball | Slab, view: View, light: Light, paint: Paint) -> _Strokes | None:
    if isinstance(part, Wire):
        return _wire(part, view, light, paint)
    if isinstance(part, Ball):
        return _ball(part, view, light, paint)
    return _slab(part, view, light, paint)


def _wire(wire: Wire, view: View, light: Light, paint: Paint) -> _Strokes | None:
    points = wire.points
    if wire.closed:
        points = np.concatenate([points, points[:1]])
    if wire.closed:
        tangent = np.roll(wire.points, -1, 0) - np.roll(wire.points, 1, 0)
        tangent = np.concatenate([tangent, tangent[:1]])
    else:
        tangent = np.gradient(points, axis=0)
    tangent = tangent / np.linalg.norm(tangent, axis=1, keepdims=True)
    towards = view.at - points
    depth = -(towards @ view.ahead)
    towards = towards / np.linalg.norm(towards, axis=1, keepdims=True)
    side = np.cross(tangent, towards)
    side = side / np.maximum(np.linalg.norm(side, axis=1, keepdims=True), 1e-6)
    front = np.cross(side, tangent)
    thick = float(np.median(wire.radius * view.focal / depth))
    count = int(np.clip(np.round(thick * FINER * 1.2), 3, 9))
    bounds = np.sin(np.linspace(-np.pi / 2, np.pi / 2, count + 1))
    edges = points[:, None] + wire.radius * bounds[None, :, None] * side[:, None]
    pixels = view.project(edges.reshape(-1, 3))[0].reshape(len(points), count + 1, 2)
    middle = np.sin((np.arcsin(bounds[:-1]) + np.arcsin(bounds[1:])) / 2)
    normals = np.sqrt(1 - middle**2)[:, None] * front[:, None] + middle[:, None] * side[:, None]
    colour = shade(light, normals, np.broadcast_to(towards[:, None], normals.shape), paint)
    corners = np.stack([pixels[:-1, :-1], pixels[1:, :-1], pixels[1:, 1:], pixels[:-1, 1:]], axis=2)
    between = (depth[:-1] + depth[1:]) / 2
    return _Strokes(
        corners.reshape(-1, 4, 2),
        np.repeat(between, count),
        ((colour[:-1] + colour[1:]) / 2).reshape(-1, 3),
    )


def _ball(ball: Ball, view: View, light: Light, paint: Paint) -> _Strokes | None:
    """Rings of small patches round the point that faces the viewer."""
    to_eye = view.at - ball.centre
    depth = -float(to_eye @ view.ahead)
    to_eye = to_eye / np.linalg.norm(to_eye)
    u = np.cross(to_eye, view.down)
    u = u / np.linalg.norm(u)
    v = np.cross(to_eye, u)
    radii = np.sin(np.linspace(0, np.pi / 2, 6))
    rims = [circle(np.zeros(3), u, v, 1.0, 16) * r + np.sqrt(1 - r * r) * to_eye for r in radii]
    normals = np.stack([np.concatenate([rim, rim[:1]]) for rim in rims])
    points = ball.centre + ball.radius * normals
    pixels = view.project(points.reshape(-1, 3))[0].reshape(6, 17, 2)
    corners = np.stack([pixels[:-1, :-1], pixels[:-1, 1:], pixels[1:, 1:], pixels[1:, :-1]], axis=2)
    middle = (normals[:-1, :-1] + normals[1:, 1:]) / 2
    middle = middle / np.linalg.norm(middle, axis=-1, keepdims=True)
    colour = shade(light, middle, np.broadcast_to(to_eye, middle.shape), paint)
    return _Strokes(corners.reshape(-1, 4, 2), np.full(80, depth), colour.reshape(-1, 3))


def _slab(slab: Slab, view: View, light: Light, paint: Paint) -> _Strokes | None:
    """The faces turned to the viewer, in slices, so that rods pass before and behind."""
    shapes, depths, normals = [], [], []
    long = int(np.argmax(slab.half))
    cuts = np.linspace(-1, 1, 25)
    for axis in range(3):
        for sign in (1.0, -1.0):
            normal = sign * slab.axes[axis]
            middle = slab.centre + normal * slab.half[axis]
            if normal @ (view.at - middle) <= 0:
                continue
            a, b = (k for k in range(3) if k != axis)
            if b == long:
                a, b = b, a
            steps = cuts if a == long else np.array([-1.0, 1.0])
            for low, high in pairwise(steps):
                ends = [(low, -1), (high, -1), (high, 1), (low, 1)]
                arms = [
                    p * slab.half[a] * slab.axes[a] + q * slab.half[b] * slab.axes[b]
                    for p, q in ends
                ]
                shapes.append(middle + np.stack(arms))
                normals.append(normal)
    if not shapes:
        return None
    pixels, depth = view.project(np.concatenate(shapes))
    depths = depth.reshape(-1, 4).mean(axis=1)
    facing = np.stack(normals)
    towards = view.at - np.stack(shapes).mean(axis=1)
    towards = towards / np.linalg.norm(towards, axis=1, keepdims=True)
    return _Strokes(pixels.reshape(-1, 4, 2), depths, shade(light, facing, towards, paint))


def shadowed(
    scene: RingsScene,
    view: View,
    ground: Bytes,
    light: Light,
    rng: np.random.Generator,
    shades: Shades = MILD,
) -> Bytes:
    """The background with the toy's shadow on the table, or on a wall behind it."""
    normal = np.array([0.0, 0, 1.0])
    if scene.table is not None and scene.front[2] > 0.5:
        height = scene.table
    else:
        normal = -view.ahead
        height = float(min((scene.eyes @ normal).min(), (scene.balls @ normal).min()))
        height -= rng.uniform(10, 150)
    ray = light.lamps[0] + 0.7 * normal
    if ray @ normal < 0.3:
        return ground
    mask = np.zeros(ground.shape[:2], np.uint8)
    for part in scene.parts:
        _drop_shadow(mask, part, view, normal, height, ray / (ray @ normal))
    soft = cv2.GaussianBlur(mask, (0, 0), rng.uniform(*shades[0])).astype(np.float32)
    dark = 1 - rng.uniform(*shades[1]) / 255 * soft
    return np.asarray(ground * dark[..., None], dtype=np.uint8)


def _drop_shadow(
    mask: Bytes, part: Wire | Ball | Slab, view: View, normal: Floats, height: float, ray: Floats
) -> None:
    if isinstance(part, Wire):
        points, radius = part.points, part.radius
    elif isinstance(part, Ball):
        points, radius = part.centre[None], part.radius
    else:
        arm = part.axes[0] * part.half[0]
        points, radius = np.stack([part.centre - arm, part.centre + arm]), float(part.half[1])
    fallen = points - (points @ normal - height)[:, None] * ray
    pixels, depth = view.project(fallen)
    if np.any(depth < 1):
        return
    width = max(1, round(2 * radius * view.focal / float(np.median(depth))))
    path = np.clip(pixels, -4000, 4000).astype(np.int32).reshape(-1, 1, 2)
    closed = isinstance(part, Wire) and part.closed
    if len(path) == 1:
        cv2.circle(mask, (int(path[0, 0, 0]), int(path[0, 0, 1])), max(1, width // 2), 255, -1)
    else:
        cv2.polylines(mask, [path], closed, 255, width)
