"""Random towers from the path tracer: the painter's toys and views in another world of light.

A picture of 480 x 360 with 8 paths a pixel takes two to three CPU seconds. What each picture shows
is told as the painter tells it, so that the same lessons come of it.
"""

import numpy as np

from samples.hanoi_eye.ink import circle
from samples.hanoi_eye.paint import Scene
from samples.hanoi_eye.pool import Lesson, lesson
from samples.hanoi_eye.scene import (
    ROUND_FEET,
    Floats,
    Tower,
    View,
    random_tower,
    random_variant,
    random_view,
)
from samples.hanoi_eye.traced_cover import covered_shares, mask_of
from samples.hanoi_eye.traced_things import trace_things
from samples.hanoi_eye.traced_toy import Toy, disc_part, draw_toy, outline, toy_parts
from samples.render import scene as traced
from samples.render.rings_draw import View as Camera
from samples.render.scene import Part, Surface
from samples.render.sensor import calmed
from samples.render.trace import render
from samples.render.traced_camera import developed, eye_of, focused
from samples.render.traced_light import draw_sky
from samples.render.traced_room import covered, draw_around, draw_behind, gripper_at, hand_at, sheet

# Wide enough for a closer look.
WIDTHS = (416, 480, 544)
# Paths a pixel, from as grainy as a dark room to smooth.
PATHS = (5, 14)
# The share of pictures with a hand, a gripper or a disc in the air, and how high these are at most,
# in lengths of pegs.
DISTURBED, HIGHEST = 1 / 3, 1.3
STUDIO = 0.15
# The share of pictures from a bad camera.
SPOILT = 0.2
# The share of toys with pieces of equal size.
VARIANTS = 0.08
# The share of toys with things right behind their pegs.
BEHIND = 0.35
# From so far above, in degrees, there is mostly nothing but the table behind a toy.
STEEP = 35.0
_TRIES = 6


def traced_lesson(rng: np.random.Generator) -> Lesson:
    """A traced scene and the patches of its pegs."""
    return lesson(rng, *traced_scene(rng))


def traced_scene(
    rng: np.random.Generator,
    *,
    tower: Tower | None = None,
    view: View | None = None,
    look: str | None = None,
    edge: str | None = None,
    feet: float = ROUND_FEET,
    width: int | None = None,
    paths: int | None = None,
    disturbed: float = DISTURBED,
    highest: float = HIGHEST,
    things: bool = False,
) -> tuple[Scene, Floats]:
    """A toy, camera, room and lamp; and how far each disc lies off its peg, (discs, 2).

    What is None is drawn by chance; `look`, `edge` and `feet` are as in `traced_toy`, `width` the
    picture's in pixels, `disturbed` and `highest` as above; `things` stand about. Raises
    MissingTracerError where mitsuba is not installed.
    """
    if tower is None:
        tower = random_variant(rng) if rng.random() < VARIANTS else random_tower(rng)
    toy = draw_toy(rng, tower, look, edge, feet)
    view = random_view(rng, tower) if view is None else view
    camera = aimed(view, toy.pitch, int(rng.choice(WIDTHS)) if width is None else width)
    parts = toy_parts(rng, toy)
    strangers = _strangers(rng, toy, camera, highest) if rng.random() < disturbed else ()
    room, sky = _surroundings(rng, toy, camera, parts)
    if things:
        spots = _spots(toy.tower) * toy.pitch
        about = trace_things(rng, toy.tower, toy.pitch, toy.floor * toy.pitch)
        room += tuple(one for one in about if not covered(spots, camera, [one.mesh]).any())
    middle = toy.pitch * np.array([0.0, 0, 0.3 * tower.length])
    paths = int(np.exp(rng.uniform(*np.log(PATHS)))) if paths is None else paths
    whole = traced.Scene((*parts, *room, *strangers), focused(rng, eye_of(camera), middle), sky)
    light = render(whole, camera.size, samples=paths, seed=int(rng.integers(2**31)), alike=True)
    image = developed(rng, calmed(light, rng.uniform(1.0, 1.6)), spoilt=SPOILT)
    shares = covered_shares(tower, toy.pitch, camera, parts, strangers)
    outlines = tuple(outline(toy, disc) / toy.pitch for disc in range(len(tower.radii)))
    strange = mask_of(camera, parts, strangers)
    return Scene(image, tower, seen_by(camera, toy.pitch), shares, outlines, strange), toy.aside


def aimed(view: View, pitch: float, width: int) -> Camera:
    """The tracer's camera at the place of a view, turned to what is in the middle of its picture.

    It has the optical axis there, which a view of the painter may have anywhere; `pitch` mm are a
    unit of the view.
    """
    factor = width / view.width
    size = (width, round(view.height * factor))
    ray = np.linalg.solve(view.matrix[:, :3], np.array([view.width / 2, view.height / 2, 1.0]))
    forward = view.matrix[2, :3]
    away = float(np.linalg.norm(ray))
    ahead = ray / away
    right = view.matrix[0, :3] - (view.matrix[0, :3] @ forward) * forward
    right = right - (right @ ahead) * ahead
    right /= np.linalg.norm(right)
    focal = view.focal * factor * away
    return Camera(view.position * pitch, right, np.cross(ahead, right), ahead, focal, size)


def seen_by(camera: Camera, pitch: float) -> View:
    """The same camera in units of `pitch` mm."""
    wide, high = camera.size
    inner = np.array([[camera.focal, 0, wide / 2], [0, camera.focal, high / 2], [0, 0, 1]])
    rotation = np.stack([camera.right, camera.down, camera.ahead])
    position = camera.at / pitch
    matrix = inner @ np.column_stack([rotation, -rotation @ position])
    return View(matrix, position, camera.focal, wide, high)


def _surroundings(
    rng: np.random.Generator, toy: Toy, camera: Camera, parts: tuple[Part, ...]
) -> tuple[tuple[Part, ...], Floats]:
    """What is around a toy and hides nothing of it, and the light of the room."""
    floor = toy.floor * toy.pitch
    if rng.random() < STUDIO:
        return _studio(rng, floor)
    outline = np.concatenate([part.mesh.vertices for part in parts])
    flat = camera.ahead[2] < -np.sin(np.radians(STEEP)) and rng.random() < 0.85
    spots = _spots(toy.tower) * toy.pitch
    for _ in range(_TRIES):
        room = draw_around(rng, outline, camera, table=floor, flat=flat)
        if rng.random() < BEHIND:
            room += draw_behind(rng, outline, camera, floor, toy.pitch)
        if not covered(spots, camera, [part.mesh for part in room]).any():
            return room, draw_sky(rng, np.array([0.0, 0, 1]), -camera.ahead)
    return _studio(rng, floor)


def _spots(tower: Tower) -> Floats:
    """Points (n, 3) that a room must not hide: tips, and rims above the feet."""
    feet = [tower.foot(p) + np.array([0, 0, 0.02]) for p in range(tower.pegs)]
    rims = [circle(foot, 0.4)[::4] for foot in feet]
    return np.concatenate([*rims, [tower.tip(p) for p in range(tower.pegs)]])


def _studio(rng: np.random.Generator, floor: float) -> tuple[tuple[Part, ...], Floats]:
    """A white or grey sweep under even light, as in a shop's pictures."""
    tone = float(rng.uniform(150, 250))
    ground = sheet(np.array([0, 0, floor]), np.array([9e3, 0, 0]), np.array([0, 9e3, 0]), rng)
    light = rng.uniform(0.5, 1.0) * np.ones((128, 256, 3))
    sky = light + rng.uniform(0, 1) * draw_sky(rng, np.array([0.0, 0, 1]), np.array([0.0, -1, 0]))
    return (Part(ground, Surface("matte", (tone, tone, tone))),), sky


def _strangers(
    rng: np.random.Generator, toy: Toy, camera: Camera, highest: float
) -> tuple[Part, ...]:
    """A hand or a gripper, a disc in the air or on its way along a rod, or both."""
    tower = toy.tower
    peg = int(rng.integers(tower.pegs))
    height = float(rng.uniform(0.1, highest)) * tower.tall(peg)
    at = tower.foot(peg) + np.array([rng.normal(0, 0.4), rng.normal(0, 0.3), height])
    disc = int(rng.integers(len(tower.radii)))
    found = []
    kind = rng.random()
    if kind < 0.2:
        full = float(sum(tower.thick[d] for d in tower.stacks[peg]))
        low = full + float(rng.uniform(0.12, 0.9)) * max(0.2, tower.tall(peg) - full)
        at = tower.foot(peg) + np.array([0, 0, low])
        found.append(disc_part(rng, toy, disc, at))
    elif kind < 0.5 and at[2] > 0.15:
        found.append(disc_part(rng, toy, disc, at))
    if found and rng.random() < 0.15:
        return tuple(found)
    arm = rng.normal(0, 0.6, 3) - rng.uniform(0, 0.6) * camera.ahead
    arm[2] = abs(arm[2]) + 0.3
    if found:
        # Fingers hold a disc at its rim.
        way = rng.uniform(0, 2 * np.pi)
        at = at + tower.radii[disc] * np.array([np.cos(way), np.sin(way), 0])
    if rng.random() < 0.6:
        found.append(hand_at(rng, at * toy.pitch, arm))
    else:
        found.append(gripper_at(rng, at * toy.pitch, arm, float(rng.uniform(5, 40))))
    return tuple(found)
