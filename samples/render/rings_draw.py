"""Toys, poses and views of the nine rings drawn at random: everything varies that varies in shops.

The measures are those of the common metal toy, each changed by up to 30 %; proportions that
could not be built are drawn again.
"""

from dataclasses import dataclass, replace

import numpy as np

from samples.render import SceneError
from samples.render.mesh import Floats
from samples.render.rings_model import HANDLES, LOOKS, RingsScene, RingsToy
from samples.render.rings_pose import Pose, pose_rings

COUNTS = (3, 4, 5, 6, 7, 8, 9, 9, 9, 9, 9, 9, 9, 10, 11, 12)
# How far from right above a toy is seen that lies flat and is looked at from the side, degrees; and
# how often its plate is the nearer part then.
ASLANT, BEFORE = (18.0, 62.0), 0.8


@dataclass(frozen=True, slots=True, eq=False)
class View:
    """A pinhole camera: `at`, `right`, `down`, `ahead` (3,) and the focal length in pixels."""

    at: Floats
    right: Floats
    down: Floats
    ahead: Floats
    focal: float
    size: tuple[int, int]

    def project(self, points: Floats) -> tuple[Floats, Floats]:
        """Pixels (n, 2) and depths (n,) of points (n, 3)."""
        seen = points - self.at
        depth: Floats = seen @ self.ahead
        flat = np.stack([seen @ self.right, seen @ self.down], axis=-1)
        pixels: Floats = flat * (self.focal / depth)[:, None] + np.asarray(self.size) / 2
        return pixels, depth


def draw_toy(
    rng: np.random.Generator, rings: int | None = None, look: str | None = None
) -> RingsToy:
    """A toy that could be bought. Ring 1.9 to 2.5 pitches across, loop 0.58 to 0.77 rings."""
    while True:
        try:
            return _toy(rng, rings, look)
        except SceneError:
            continue


def _toy(rng: np.random.Generator, rings: int | None, look: str | None) -> RingsToy:
    look = look or str(rng.choice(["steel", "steel", *LOOKS]))
    pitch = 22.5 * rng.uniform(0.7, 1.1)
    outer = pitch * rng.uniform(1.85, 2.55) / 2
    wire = outer * rng.uniform(0.06, 0.14)
    loop_outer = outer * rng.uniform(0.55, 0.8)
    loop_wire = outer * rng.uniform(0.055, 0.13)
    rod_wire = pitch * rng.uniform(0.055, 0.11)
    post = look == "lacquer" or rng.random() < 0.05
    plate = str(rng.choice(["strip", "strip", "strip", "beam", "base"]))
    thick = {"strip": (0.25, 0.6, 0.05, 0.12), "beam": (0.25, 0.5, 0.25, 0.5)}
    a, b, c, d = thick.get(plate, (0.6, 1.5, 0.2, 0.8))
    stopper = "none" if plate == "base" else str(rng.choice(["ball"] * 4 + ["eye", "none"]))
    if look in ("jade", "wire") and plate != "base":
        stopper = str(rng.choice(["eye", "eye", "ball"]))
    return RingsToy(
        rings=int(rng.choice(COUNTS)) if rings is None else rings,
        look=look,
        pitch=pitch,
        ring=outer - wire,
        ring_wire=wire,
        slot=2 * (loop_outer - 2 * loop_wire),
        loop_wire=loop_wire,
        eye=max(2.4 * rod_wire, pitch * rng.uniform(0.17, 0.33)),
        rod_wire=rod_wire * (rng.uniform(1.5, 2.4) if post else 1.0),
        rod=pitch * rng.uniform(3.2, 6.0),
        post=post,
        ball=pitch * rng.uniform(0.33, 0.5),
        stopper=stopper,
        plate=plate,
        plate_half=(pitch * rng.uniform(a, b), pitch * rng.uniform(c, d)),
        tip_room=pitch * rng.uniform(1.2, 3.2),
        neck_room=pitch * rng.uniform(0.7, 3.5),
        handle=str(rng.choice(HANDLES)),
        handle_length=pitch * rng.uniform(1.5, 5.0),
    )


def draw_pose(rng: np.random.Generator, careless: float = 0.12) -> Pose:
    """Held upright, lying on a table with the slot to the viewer, or something between.

    `careless` is the share of toys whose rings do not enclose their neighbours' rods.
    """
    kind = rng.random()
    if kind < 0.5:
        slope, lean = abs(rng.normal(0, 9)), rng.uniform(34, 52)
    elif kind < 0.75:
        slope, lean = rng.uniform(15, 60), rng.uniform(45, 62)
    else:
        slope, lean = rng.uniform(55, 77), rng.uniform(60, 73)
    threads = rng.random() >= careless
    lean = max(lean, min(70.0, 0.9 * slope)) if threads else rng.uniform(0, 65)
    return Pose(
        slope=slope,
        lean=lean,
        loose=float(rng.choice([0.05, 0.3, 0.7])),
        fan=rng.uniform(0.9, 1.15),
        tilt=rng.normal(0, 4),
        jitter=rng.uniform(0.01, 0.08),
        threads=threads,
        lies=kind > 0.5 and rng.random() < 0.8,
        mirrored=rng.random() < 0.5,
    )


def gone_astray(rng: np.random.Generator, pose: Pose, astray: float) -> Pose:
    """A pose that things have slid and turned in, as they do in a simulation of rigid bodies."""
    yaw, aside = rng.normal(0, 4), 0.0
    if pose.slope > 15:
        yaw, aside = rng.normal(16, 6), rng.uniform(0.2, 0.95)
    loose = float(rng.choice([0.4, 0.8, 1.0])) if pose.lies else pose.loose
    return replace(pose, astray=astray, yaw=float(yaw), aside=float(aside), loose=loose)


def draw_state(rng: np.random.Generator, rings: int) -> str:
    """A state: any digits, with more all-on, all-off and long runs than chance would give."""
    kind = rng.random()
    share = 0.5 if kind < 0.6 else rng.choice([0.0, 0.15, 0.85, 1.0])
    return "".join("1" if rng.random() < share else "0" for _ in range(rings))


def draw_scene(
    rng: np.random.Generator,
    *,
    state: str | None = None,
    rings: int | None = None,
    look: str | None = None,
    careless: float = 0.12,
    astray: float = 0.0,
) -> RingsScene:
    """A random toy in a random pose, in `state` or in a random one; `astray` is the pose's."""
    if state is not None:
        rings = len(state)
    while True:
        toy = draw_toy(rng, rings, look)
        try:
            digits = draw_state(rng, toy.rings) if state is None else state
            pose = draw_pose(rng, careless)
            return pose_rings(toy, digits, gone_astray(rng, pose, astray) if astray else pose, rng)
        except SceneError:
            continue


def lies_flat(scene: RingsScene) -> bool:
    """Whether the toy lies on a table with its slot upward."""
    return scene.table is not None and abs(scene.front[2]) > 0.9


def draw_flat(rng: np.random.Generator, astray: float = 0.0) -> RingsScene:
    """A random toy that lies flat on a table."""
    while True:
        scene = draw_scene(rng, astray=astray)
        if lies_flat(scene):
            return scene


def draw_view(
    rng: np.random.Generator,
    scene: RingsScene,
    size: tuple[int, int],
    fill: float,
    *,
    aslant: bool = False,
) -> View:
    """A camera from -10 to 45 degrees above, rolled up to 35; the toy takes `fill` of it.

    A toy that lies flat is seen about from right above, or `aslant`, as by somebody who sits at the
    table, mostly on the plate's side.
    """
    points = np.concatenate([scene.eyes, scene.feet, scene.balls, [scene.tip, scene.neck]])
    middle = (points.min(axis=0) + points.max(axis=0)) / 2
    span = float(np.linalg.norm(scene.neck - scene.tip))
    flat = lies_flat(scene)
    above = np.radians(rng.normal(0, 14) if flat else rng.uniform(-10, 45))
    if aslant and flat:
        above = np.radians(rng.uniform(*ASLANT)) * rng.choice([-1, 1], p=[BEFORE, 1 - BEFORE])
    aside = np.radians(np.clip(rng.normal(0, 12), -28, 28))
    right = np.cross(scene.up, scene.front)
    towards = np.cos(above) * scene.front + np.sin(above) * scene.up
    towards = np.cos(aside) * towards + np.sin(aside) * right
    distance = span * rng.uniform(1.3, 4.0)
    at = middle + distance * towards
    roll = np.radians(np.clip(rng.normal(0, 13), -35, 35))
    view = aimed(at, middle, scene.up, roll, distance, size)
    pixels, _ = view.project(points)
    wide, high = pixels.max(axis=0) - pixels.min(axis=0)
    zoom = fill / max(wide / size[0], high / size[1])
    free = np.clip(np.array(size) * (1 - 0.9 * fill) / 2, 0, None)
    offset = rng.uniform(-free, free) / (view.focal * zoom) * distance
    middle = middle - view.right * offset[0] - view.down * offset[1]
    return aimed(middle + distance * towards, middle, scene.up, roll, distance * zoom, size)


def aimed(
    at: Floats, target: Floats, up: Floats, roll: float, scale: float, size: tuple[int, int]
) -> View:
    """A camera at `at` that looks at `target`, rolled; `scale` is its focal length in 400ths."""
    ahead = (target - at) / np.linalg.norm(target - at)
    right = np.cross(ahead, up)
    right = right / np.linalg.norm(right)
    down = np.cross(ahead, right)
    spun = np.cos(roll) * right + np.sin(roll) * down
    return View(at, spun, np.cross(ahead, spun), ahead, scale * size[0] / 400.0, size)
