"""What stands around a toy in a traced picture: a table, a wall, things, hands; drawn by chance."""

from collections.abc import Sequence

import cv2
import numpy as np
from numpy.typing import NDArray

from samples.render.hand import pinch
from samples.render.mesh import (
    Floats,
    Mesh,
    ball,
    lathe,
    merged,
    rounded_box,
    torus,
    tube,
    turn_about,
    unit,
)
from samples.render.rings_draw import View
from samples.render.rings_model import RingsScene, Slab, Wire
from samples.render.scene import Part, Rgb, Surface
from samples.render.traced_look import draw_ground_surface, draw_thing_surface

Singles = NDArray[np.float32]
_TRIES = 8


def outline(scene: RingsScene) -> Floats:
    """Points (k, 3) round which the whole toy lies: its wires and the corners of its boxes."""
    found = []
    for part in scene.parts:
        if isinstance(part, Slab):
            signs = np.array(np.meshgrid([-1, 1], [-1, 1], [-1, 1])).reshape(3, -1).T
            found.append(part.centre + (signs * part.half) @ part.axes)
        else:
            found.append(part.points if isinstance(part, Wire) else part.centre[None])
    return np.concatenate(found)


def draw_room(rng: np.random.Generator, scene: RingsScene, view: View) -> tuple[Part, ...]:
    """Table, wall and things for nine rings that lie, stand or are held."""
    flat = scene.table is not None and bool(scene.front[2] > 0.9)
    return draw_around(rng, outline(scene), view, table=scene.table, flat=flat)


def draw_around(
    rng: np.random.Generator, toy: Floats, view: View, *, table: float | None, flat: bool
) -> tuple[Part, ...]:
    """Table, wall and things around the points (k, 3) of a toy.

    `table` is the height of what the toy stands on, None where it is held. One that is seen from
    above (`flat`) has a table behind it and no wall.
    """
    if table is not None and flat:
        return (_table(rng, table, toy), *_things(rng, view, toy, table))
    far = float(((toy - view.at) @ view.ahead).max())
    gap = float(np.exp(rng.uniform(np.log(25), np.log(2500))))
    parts, floor = [], table
    if floor is None and rng.random() < 0.4:
        floor = float(toy[:, 2].min() - rng.uniform(15, 400))
    if floor is not None:
        if view.at[2] > floor + 60:
            parts.append(_table(rng, floor, toy))
        elif table is not None:
            parts.append(_stand(rng, floor, toy))
            floor = None
        else:
            floor = None
    if rng.random() < 0.8:
        parts.append(_wall(rng, view, far + gap))
    else:
        gap = 1500.0
    return (*parts, *_things(rng, view, toy, floor, far + gap))


def _table(rng: np.random.Generator, height: float, toy: Floats) -> Part:
    middle = toy.mean(axis=0)
    turn = rng.uniform(0, 2 * np.pi)
    along = np.array([np.cos(turn), np.sin(turn), 0.0])
    across = np.array([-along[1], along[0], 0.0])
    half = rng.uniform(700, 2500)
    at = np.array([middle[0], middle[1], height - 0.05])
    return Part(sheet(at, half * along, half * across, rng), draw_ground_surface(rng))


def _stand(rng: np.random.Generator, height: float, toy: Floats) -> Part:
    """A block under a toy that is seen from below its base."""
    low = toy[toy[:, 2] < height + 5] if (toy[:, 2] < height + 5).any() else toy
    a, b = low.min(axis=0), low.max(axis=0)
    size = (b[0] - a[0] + 8, b[1] - a[1] + 8, rng.uniform(10, 60))
    at = ((a[0] + b[0]) / 2, (a[1] + b[1]) / 2, height - size[2] / 2)
    return Part(rounded_box(size, 2, steps=1).moved(at), draw_thing_surface(rng))


def _wall(rng: np.random.Generator, view: View, depth: float) -> Part:
    """A wall across the line of sight, a little askew."""
    facing = -view.ahead + rng.normal(0, 0.2) * view.right + rng.normal(0, 0.15) * view.down
    facing /= np.linalg.norm(facing)
    along = unit(np.cross(facing, view.down + rng.normal(0, 0.1, 3))[None])[0]
    half = depth * view.size[0] / view.focal * rng.uniform(0.8, 3)
    at = view.at + depth * view.ahead
    return Part(
        sheet(at, half * along, half * np.cross(facing, along), rng), draw_ground_surface(rng)
    )


def sheet(middle: Floats, along: Floats, across: Floats, rng: np.random.Generator) -> Mesh:
    """A flat rectangle from its middle and half its sides; the texture begins anywhere on it."""
    corners = np.array([[-1.0, -1], [1, -1], [1, 1], [-1, 1]])
    vertices = middle + corners @ np.stack([along, across])
    normal = np.cross(along, across)
    normals = np.tile(normal / np.linalg.norm(normal), (4, 1))
    sizes = np.array([np.linalg.norm(along), np.linalg.norm(across)])
    uvs = corners * sizes / 100 + rng.uniform(0, 50, 2)
    return Mesh(vertices, np.array([[0, 1, 2], [0, 2, 3]]), normals, uvs)


def _things(
    rng: np.random.Generator,
    view: View,
    toy: Floats,
    floor: float | None,
    wall: float = np.inf,
) -> list[Part]:
    """Things beside the toy or behind it, on the table or in the air; none hides the toy."""
    pixels, depth = view.project(toy)
    hull = np.asarray(cv2.convexHull(pixels.astype(np.float32)), dtype=np.float32)
    found = []
    wanted = int(rng.integers(1, 9)) if rng.random() < 0.65 else 0
    for _ in range(wanted):
        mesh = _thing(rng, float(np.exp(rng.uniform(np.log(12), np.log(110)))))
        reach = float(np.linalg.norm(mesh.vertices, axis=1).max())
        for _ in range(_TRIES):
            at = _place(rng, view, mesh, floor, float(depth.max()), wall)
            if at is not None and _clear(view, at, reach, hull, float(depth.max())):
                found.append(Part(mesh.moved(at), draw_thing_surface(rng)))
                break
    return found


def draw_behind(
    rng: np.random.Generator, toy: Floats, view: View, table: float, size: float
) -> tuple[Part, ...]:
    """Things that stand right behind the points (k, 3) of a toy, about as high as it is.

    `table` is the height of what they stand on, `size` about how far apart they are, in mm.
    """
    away = view.ahead * [1, 1, 0]
    away /= np.linalg.norm(away) + 1e-9
    aside = np.array([away[1], -away[0], 0.0])
    along, deep = (toy - toy.mean(axis=0)) @ aside, (toy - toy.mean(axis=0)) @ away
    found = []
    for _ in range(int(rng.integers(1, 6))):
        high = size * float(rng.uniform(0.5, 2.5))
        wide = size * float(rng.uniform(0.15, 0.7))
        kind = rng.random()
        if kind < 0.4:
            turn = turn_about((0, 0, 1), rng.uniform(0, 90))
            sides = (wide, wide * float(rng.uniform(0.3, 1.5)), high)
            mesh = rounded_box(sides, 0.05 * wide, steps=2).moved((0, 0, 0), turn)
        elif kind < 0.6:
            mesh = _bottle(wide / 2, high)
        elif kind < 0.8:
            mesh = _cup(wide / 2, min(high, 1.5 * wide), 0.03 * wide)
        else:
            mesh = ball(wide / 2, steps=16)
        reach = float(np.hypot(*np.abs(mesh.vertices[:, :2]).max(axis=0)))
        back = float(deep.max()) + reach + size * float(rng.uniform(0.02, 1.2))
        at = toy.mean(axis=0) + back * away + aside * rng.uniform(along.min(), along.max())
        at[2] = table - float(mesh.vertices[:, 2].min())
        found.append(Part(mesh.moved(at), draw_thing_surface(rng)))
    return tuple(found)


def _bottle(radius: float, high: float) -> Mesh:
    r, h = radius, high
    side = [[0, 0], [r, 0], [r, 0.6 * h], [0.35 * r, 0.75 * h], [0.35 * r, h], [0, h]]
    return lathe(np.array(side), sides=40)


def _place(
    rng: np.random.Generator,
    view: View,
    mesh: Mesh,
    floor: float | None,
    far: float,
    wall: float,
) -> Floats | None:
    """Somewhere in the picture: on the table, or in the air between toy and wall."""
    at = rng.uniform(-0.1, 1.1, 2) * view.size - np.asarray(view.size) / 2
    ray = view.ahead + (at[0] * view.right + at[1] * view.down) / view.focal
    if floor is None or (np.isfinite(wall) and rng.random() < 0.3):
        high = min(wall, 3 * far)
        place: Floats = view.at + rng.uniform(min(far + 20, high), high) * ray
        return place
    if ray[2] > -1e-3:
        return None
    place = view.at + (floor - view.at[2]) / ray[2] * ray
    place[2] -= mesh.vertices[:, 2].min()
    return None if (place - view.at) @ view.ahead > 5 * far else place


def _clear(view: View, at: Floats, reach: float, hull: Singles, far: float) -> bool:
    """Whether a thing is behind the toy, or beside it in the picture."""
    pixels, depth = view.project(at[None])
    if depth[0] - reach > far:
        return True
    if depth[0] < reach + 50:
        return False
    aside = -cv2.pointPolygonTest(hull, (float(pixels[0, 0]), float(pixels[0, 1])), True)
    return bool(aside > 1.1 * reach * view.focal / (depth[0] - reach))


def _thing(rng: np.random.Generator, size: float) -> Mesh:
    """A box, a cup, a pencil, a cable, a ball, a ring, or bars in a row; turned by chance."""
    kind = int(rng.integers(8))
    if kind <= 1:
        sides = size * rng.uniform(0.15, 1.4, 3)
        mesh = rounded_box(sides.tolist(), 0.1 * float(sides.min()), steps=2)
    elif kind == 2:
        mesh = _cup(size * rng.uniform(0.3, 0.5), size * rng.uniform(0.4, 1.2), 0.04 * size)
    elif kind == 3:
        mesh = tube(
            np.linspace(-1.2, 1.2, 8)[:, None] * [size, 0, 0], size * rng.uniform(0.02, 0.09)
        )
    elif kind == 4:
        mesh = _cable(rng, size)
    elif kind == 5:
        mesh = ball(size * rng.uniform(0.2, 0.5), steps=16)
    elif kind == 6:
        mesh = torus(
            size * rng.uniform(0.25, 0.6), size * rng.uniform(0.02, 0.08), steps=48, sides=12
        )
    else:
        mesh = _bars(rng, size)
    turn = turn_about((0, 0, 1), rng.uniform(0, 360))
    if rng.random() < 0.4:
        turn = turn @ turn_about(rng.normal(0, 1, 3).tolist(), rng.uniform(0, 180))
    return mesh.moved((0, 0, 0), turn)


def _cup(radius: float, high: float, thick: float) -> Mesh:
    r, h, t = radius, high, thick
    side = [[0, 0], [r - t, 0], [r, t], [r, h], [r - t, h], [r - t, 2 * t], [0, 2 * t]]
    return lathe(np.array(side), sides=40)


def _cable(rng: np.random.Generator, size: float) -> Mesh:
    """A wire that wanders."""
    steps = np.cumsum(rng.normal(0, 1, (6, 3)) * [0.5, 0.5, 0.06], axis=0) * size
    t = np.linspace(0, 5, 50)
    path = np.stack([np.interp(t, np.arange(6), steps[:, k]) for k in range(3)], 1)
    path = np.asarray(cv2.GaussianBlur(path, (1, 0), 0.01, sigmaY=4.0), dtype=np.float64)
    return tube(path - path.mean(axis=0), size * rng.uniform(0.015, 0.06), sides=10)


def _bars(rng: np.random.Generator, size: float) -> Mesh:
    """Bars side by side, as of a comb, a rack, a chair's back."""
    count, step = int(rng.integers(3, 13)), size * rng.uniform(0.12, 0.35)
    bar = tube(
        np.linspace(-1, 1, 6)[:, None] * [0, size, 0], step * rng.uniform(0.08, 0.3), sides=10
    )
    row = [bar.moved(((k - (count - 1) / 2) * step, 0, 0)) for k in range(count)]
    if rng.random() < 0.6:
        rail = tube(np.linspace(-0.5, 0.5, 6)[:, None] * [count * step, 0, 0], 0.2 * step, sides=10)
        row += [rail.moved((0, side * size, 0)) for side in (-1.0, 1.0)]
    return merged(row)


def draw_hand(rng: np.random.Generator, scene: RingsScene, view: View, *, holds: bool) -> Part:
    """A hand that holds the handle, or whose fingertips are at a ring, a rod or a ball."""
    out = unit((scene.neck - scene.tip)[None])[0]
    viewer = -view.ahead
    if holds:
        at = scene.neck + out * rng.uniform(0.3, 1.0) * scene.toy.handle_length
        arm = out + rng.normal(0, 0.35, 3) + rng.uniform(0, 0.7) * viewer
    else:
        spots = np.concatenate([scene.eyes, scene.feet, scene.balls, scene.centres])
        at = spots[int(rng.integers(len(spots)))] + rng.normal(0, 8, 3)
        arm = rng.normal(0, 0.6, 3) + rng.uniform(0.2, 0.8) * viewer + rng.uniform(0, 1) * view.down
    if scene.table is not None:
        arm[2] = abs(arm[2]) + 0.2
    return hand_at(rng, at, arm)


def hand_at(rng: np.random.Generator, at: Floats, arm: Floats) -> Part:
    """A hand of any size and skin whose fingertips are at a point, with the arm's way out."""
    mesh = pinch((0.0, 0.0, 0.0), grip=float(rng.choice([9.0, 15.0, 22.0])))[0].mesh
    turn = _frame(arm, rng.normal(0, 1, 3)) @ _frame(np.array([0.55, -0.62, 0.56]), np.eye(3)[2]).T
    mesh = scaled(mesh, rng.uniform(0.75, 1.1), mirrored=rng.random() < 0.5)
    return Part(mesh.moved(at, turn), Surface("skin", draw_skin(rng)))


def draw_skin(rng: np.random.Generator) -> Rgb:
    """The colour of anybody's skin."""
    tone = rng.uniform(0.25, 1.05)
    skin = np.array([236.0, 190, 162]) * tone * np.array([1.0, tone**0.15, tone**0.3])
    skin = np.clip(skin * rng.normal(1, 0.04, 3), 10, 250)
    return float(skin[0]), float(skin[1]), float(skin[2])


def gripper_at(rng: np.random.Generator, at: Floats, arm: Floats, grip: float) -> Part:
    """A robot's two fingers `grip` mm apart at a point, a palm, and the arm on its way out."""
    finger = np.array([rng.uniform(4, 14), rng.uniform(8, 24), rng.uniform(40, 90)])
    wide = grip + 2 * finger[0] + rng.uniform(4, 40)
    palm = (wide, finger[1] + rng.uniform(5, 30), rng.uniform(15, 45))
    side = (grip + finger[0]) / 2
    pieces = [
        rounded_box(finger.tolist(), 1.5, steps=1).moved((way * side, 0, finger[2] / 2 - 8))
        for way in (-1.0, 1.0)
    ]
    high = finger[2] - 8
    pieces.append(rounded_box(palm, 3, steps=1).moved((0, 0, high + palm[2] / 2)))
    bend = np.append(rng.normal(0, 60, 2), high + rng.uniform(90, 250))
    path = np.array([[0, 0, high + palm[2] - 5], bend, 3.5 * bend])
    steps = np.linspace(0, 2, 24)
    path = np.stack([np.interp(steps, np.arange(3), path[:, k]) for k in range(3)], axis=1)
    pieces.append(tube(path, rng.uniform(12, 35), sides=14))
    turn = _frame(arm, rng.normal(0, 1, 3))[:, [1, 2, 0]]
    return Part(merged(pieces).moved(at, turn), draw_thing_surface(rng))


def scaled(mesh: Mesh, size: float, *, mirrored: bool = False) -> Mesh:
    """The mesh made larger, and mirrored at x = 0."""
    flip = np.array([-1.0 if mirrored else 1.0, 1.0, 1.0])
    faces = mesh.faces[:, ::-1] if mirrored else mesh.faces
    return Mesh(mesh.vertices * size * flip, faces, mesh.normals * flip, mesh.uvs)


def _frame(ahead: Floats, hint: Floats) -> Floats:
    """A rotation (3, 3) whose first column lies along `ahead`."""
    one = ahead / np.linalg.norm(ahead)
    two = np.cross(hint, one)
    two = two / np.linalg.norm(two)
    return np.stack([one, two, np.cross(one, two)], axis=1)


def covered(points: Floats, view: View, meshes: Sequence[Mesh]) -> NDArray[np.bool_]:
    """Which points (n, 3) cannot be seen for a triangle before them: (n,) of bool."""
    pixels, depth = view.project(points)
    hidden = np.zeros(len(points), dtype=bool)
    for mesh in meshes:
        at, far = view.project(mesh.vertices)
        corners, away = at[mesh.faces], far[mesh.faces].max(axis=1)
        if (far < 1).any():
            keep = far[mesh.faces].min(axis=1) > 1
            corners, away = corners[keep], away[keep]
        for k, pixel in enumerate(pixels):
            hidden[k] |= bool((_around(corners, pixel) & (away < depth[k])).any())
    return hidden


def _around(triangles: Floats, point: Floats) -> NDArray[np.bool_]:
    """Which triangles (m, 3, 2) a point (2,) lies in."""
    a = triangles - point
    b = np.roll(a, -1, axis=1)
    sides = a[..., 0] * b[..., 1] - a[..., 1] * b[..., 0]
    return np.asarray((sides >= 0).all(axis=1) | (sides <= 0).all(axis=1))
