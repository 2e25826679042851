"""The nine-rings toy in three dimensions: wires, balls and boxes that really thread each other.

Millimetres, z up. In the toy's own frame x runs along the loop from its free tip to the handle, y
across its slot, and the rods come up through the slot: an eye of a ring that is on has z > 0.
Ring k hangs in the eye of rod k and encloses rod k-1. `rings_pose` puts eyes and rings in place;
here they become parts that any renderer can draw.
"""

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from samples.render import SceneError
from samples.render.mesh import Floats

HANDLES = ("sleeve", "block", "curls", "ring", "bare")
STOPPERS = ("ball", "eye", "none")
PLATES = ("strip", "beam", "base")


@dataclass(frozen=True, slots=True, eq=False)
class Wire:
    """A round bar along `points` (k, 3) of the given radius; `closed` joins the ends."""

    points: Floats
    radius: float
    material: str
    closed: bool = False


@dataclass(frozen=True, slots=True, eq=False)
class Ball:
    """A sphere."""

    centre: Floats
    radius: float
    material: str


@dataclass(frozen=True, slots=True, eq=False)
class Slab:
    """A box: `centre` (3,), `axes` (3, 3) with unit rows, `half` (3,) half the size along each."""

    centre: Floats
    axes: Floats
    half: Floats
    material: str


@dataclass(frozen=True, slots=True)
class Materials:
    """The names of the materials of the parts; what they look like is up to the renderer."""

    ring: str = "nickel"
    rod: str = "nickel"
    loop: str = "steel"
    plate: str = "black"
    ball: str = "brown"
    handle: str = "black"


LOOKS: dict[str, Materials] = {
    "steel": Materials(),
    "steel-bright": Materials("chrome", "chrome", "chrome", "steel", "red", "wood"),
    "lacquer": Materials("chrome", "lacquer", "chrome", "wood", "lacquer", "lacquer"),
    "jade": Materials("jade", "silver", "silver", "silver", "silver", "silver"),
    "wire": Materials("steel", "steel", "steel", "steel", "steel", "steel"),
    "brass": Materials("brass", "brass", "steel", "wood", "wood", "wood"),
    "painted": Materials("paint", "nickel", "nickel", "paint", "paint", "paint"),
}


@dataclass(frozen=True, slots=True)
class RingsToy:
    """The measures of a toy, in millimetres: radii are of the middle of a bent wire.

    Raises SceneError where the ring cannot go round the loop, or for an unknown kind of part.
    """

    rings: int = 9
    look: str = "steel"
    pitch: float = 22.5
    ring: float = 22.05
    ring_wire: float = 1.95
    slot: float = 27.0
    loop_wire: float = 2.5
    eye: float = 6.0
    rod_wire: float = 1.95
    rod: float = 116.0
    post: bool = False
    ball: float = 9.0
    stopper: str = "ball"
    plate: str = "strip"
    plate_half: tuple[float, float] = (10.0, 2.0)
    tip_room: float = 30.0
    neck_room: float = 30.0
    handle: str = "sleeve"
    handle_length: float = 85.0

    def __post_init__(self) -> None:
        for name, known in (("handle", HANDLES), ("stopper", STOPPERS), ("plate", PLATES)):
            if getattr(self, name) not in known:
                raise SceneError(f"rings: {name}: expected one of {', '.join(known)}")
        if self.look not in LOOKS or self.rings < 1:
            raise SceneError(f"rings: unknown look {self.look!r}, or {self.rings} rings")
        if self.ring - self.ring_wire <= self.slot / 2 + 2 * self.loop_wire:
            raise SceneError(f"rings: a ring of radius {self.ring:.1f} cannot go round the loop")

    @property
    def half_width(self) -> float:
        """From the middle of the loop to the middle of one of its wires."""
        return self.slot / 2 + self.loop_wire


@dataclass(frozen=True, slots=True, eq=False)
class Placed:
    """Where everything is: arrays (n, 3), ring 1 first.

    `eyes`, `feet` (where a rod goes through the plate), `ends` (a rod's lower end), `centres` and
    the unit vectors `down`, `across` that span each ring's plane (`down` leads from the eye's side
    to the lowest point); `fall`, `front`: the rods' common direction and the side facing a viewer.
    """

    on: tuple[bool, ...]
    eyes: Floats
    feet: Floats
    ends: Floats
    centres: Floats
    down: Floats
    across: Floats
    fall: Floats
    front: Floats


Part = Wire | Ball | Slab


@dataclass(frozen=True, slots=True, eq=False)
class RingsScene:
    """A toy in a state, as parts, with the truth about it.

    `state` as in the notation (leftmost digit: ring n, at the handle); `eyes`, `feet`, `balls`
    (n, 3), ring 1 first; `tip`, `neck` (3,); `up` and `front`: from the plate to the eyes, and
    towards a viewer who sees the toy squarely; `table`: the height of the table that the toy lies
    or stands on, None where it is held in the air.
    """

    state: str
    toy: RingsToy
    parts: tuple[Part, ...]
    eyes: Floats
    feet: Floats
    balls: Floats
    centres: Floats
    tip: Floats
    neck: Floats
    up: Floats
    front: Floats
    table: float | None = None


def circle(centre: Floats, u: Floats, v: Floats, radius: float, count: int = 56) -> Floats:
    """Points (count, 3) of a circle in the plane of the unit vectors u and v."""
    angles = np.linspace(0, 2 * np.pi, count, endpoint=False)[:, None]
    points: Floats = centre + radius * (np.cos(angles) * u + np.sin(angles) * v)
    return points


def loop_points(toy: RingsToy) -> Floats:
    """The loop's wire from one side of the neck round the tip to the other side: (k, 3)."""
    w, start = toy.half_width, -toy.tip_room
    end = (toy.rings - 1) * toy.pitch + toy.neck_room
    run = np.linspace(end, start + w, max(12, int((end - start) / 4)))
    bend = np.linspace(np.pi / 2, 3 * np.pi / 2, 24)[1:-1]
    x = np.concatenate([run, start + w + w * np.cos(bend), run[::-1]])
    y = np.concatenate([np.full(len(run), w), w * np.sin(bend), np.full(len(run), -w)])
    narrow = toy.handle != "block"
    if narrow:
        lead = np.linspace(end + 1.1 * w, end + 0.15 * w, 7)
        fall = w * (0.12 + 0.88 * np.sqrt(np.linspace(0, 1, 7)))
        x = np.concatenate([lead, x, lead[::-1]])
        y = np.concatenate([fall, y, -fall[::-1]])
    return np.stack([x, y, np.zeros_like(x)], axis=1)


def build(toy: RingsToy, placed: Placed) -> RingsScene:
    """The parts and the truth of a placed toy, in the toy's own frame."""
    looks = LOOKS[toy.look]
    loop = loop_points(toy)
    parts: list[Part] = [Wire(loop, toy.loop_wire, looks.loop)]
    parts += _handle(toy, float(loop[:, 0].max()), looks.handle)
    parts += _plate(toy, placed, looks.plate)
    for k in range(toy.rings):
        round_ = circle(placed.centres[k], -placed.down[k], placed.across[k], toy.ring)
        parts.append(Wire(round_, toy.ring_wire, looks.ring, closed=True))
        parts += _rod(toy, placed, k, looks)
    state = "".join("1" if on else "0" for on in placed.on[::-1])
    return RingsScene(
        state=state,
        toy=toy,
        parts=tuple(parts),
        eyes=placed.eyes,
        feet=placed.feet,
        balls=placed.ends.copy(),
        centres=placed.centres,
        tip=np.array([loop[:, 0].min(), 0, 0]),
        neck=np.array([loop[:, 0].max(), 0, 0]),
        up=-placed.fall,
        front=placed.front,
    )


def turned(scene: RingsScene, turn: Floats, *, stands: bool = False) -> RingsScene:
    """The scene turned by `turn` (3, 3), which may mirror; `stands` puts a table under it."""
    parts = tuple(_moved(part, turn) for part in scene.parts)
    return RingsScene(
        state=scene.state,
        toy=scene.toy,
        parts=parts,
        eyes=scene.eyes @ turn.T,
        feet=scene.feet @ turn.T,
        balls=scene.balls @ turn.T,
        centres=scene.centres @ turn.T,
        tip=turn @ scene.tip,
        neck=turn @ scene.neck,
        up=turn @ scene.up,
        front=turn @ scene.front,
        table=min(_lowest(part) for part in parts) if stands else None,
    )


def _moved(part: Part, turn: Floats) -> Part:
    if isinstance(part, Wire):
        return Wire(part.points @ turn.T, part.radius, part.material, part.closed)
    if isinstance(part, Ball):
        return Ball(turn @ part.centre, part.radius, part.material)
    return Slab(turn @ part.centre, part.axes @ turn.T, part.half, part.material)


def _lowest(part: Part) -> float:
    if isinstance(part, Wire):
        return float(part.points[:, 2].min() - part.radius)
    if isinstance(part, Ball):
        return float(part.centre[2] - part.radius)
    return float(part.centre[2] - np.abs(part.axes[:, 2] * part.half).sum())


def _rod(toy: RingsToy, placed: Placed, k: int, looks: Materials) -> list[Part]:
    """The rod with its eye at the top and its stopper at the lower end."""
    eye, end = placed.eyes[k], placed.ends[k]
    along = (end - eye) / np.linalg.norm(end - eye)
    # The ring's wire goes through the eye square to the eye's plane, or nearly so.
    tangent = placed.across[k]
    side = np.cross(along, tangent)
    side = side / np.linalg.norm(side)
    parts: list[Part] = []
    if toy.post:
        parts.append(Wire(_line(eye - along * toy.eye, end, 26), toy.rod_wire, looks.rod))
    else:
        parts.append(Wire(circle(eye, along, side, toy.eye, 18), toy.rod_wire, looks.rod, True))
        parts.append(Wire(_line(eye + along * toy.eye, end, 26), toy.rod_wire, looks.rod))
    if toy.stopper == "ball":
        parts.append(Ball(end, toy.ball, looks.ball))
    elif toy.stopper == "eye":
        small = circle(end, along, side, 0.8 * toy.eye, 16)
        parts.append(Wire(small, toy.rod_wire, looks.rod, True))
    return parts


def _plate(toy: RingsToy, placed: Placed, material: str) -> list[Part]:
    """The strip, the beam or the base that the rods go through."""
    feet = placed.feet
    run = feet[-1] - feet[0] if len(feet) > 1 else np.array([1.0, 0, 0])
    along = run / np.linalg.norm(run)
    deep = placed.fall - along * (placed.fall @ along)
    deep = deep / np.linalg.norm(deep)
    axes = np.stack([along, np.cross(deep, along), deep])
    wide, thick = toy.plate_half
    half = np.array([np.linalg.norm(run) / 2 + 0.7 * toy.pitch, wide, thick])
    centre = feet.mean(axis=0) + deep * thick
    return [Slab(centre, axes, half, material)]


def _handle(toy: RingsToy, start: float, material: str) -> list[Part]:
    """What the player holds, beyond the neck."""
    w, long = toy.half_width, toy.handle_length
    spine = _line(np.array([start - 2.0, 0, 0]), np.array([start + long, 0, 0]), 24)
    end = spine[-1]
    if toy.handle == "sleeve":
        return [Wire(spine, 0.55 * w, material)]
    if toy.handle == "block":
        half = np.array([long / 2, 1.15 * w, 0.5 * w])
        return [Slab(spine.mean(axis=0), np.eye(3), half, material)]
    if toy.handle == "curls":
        curls = [_curl(end, 0.75 * w, side) for side in (1.0, -1.0)]
        return [Wire(spine, 0.3 * w, material), *(Wire(c, 0.16 * w, material) for c in curls)]
    x, y = np.array([1.0, 0, 0]), np.array([0, 1.0, 0])
    if toy.handle == "ring":
        ring = circle(end + x * 0.6 * w, x, y, 0.6 * w, 24)
        return [Wire(spine, 0.5 * w, material), Wire(ring, 0.14 * w, material, True)]
    return [Wire(spine, 0.25 * w, material)]


def _curl(end: Floats, size: float, side: float) -> Floats:
    """A spiral at the end of the handle, to one side."""
    t = np.linspace(0, 1, 40)
    angle, radius = 4 * np.pi * t, size * (1 - 0.8 * t)
    x, y = radius * np.cos(angle), side * (size - radius * np.sin(-angle))
    return end + np.stack([x, y, np.zeros_like(t)], axis=1)


def _line(a: Floats, b: Floats, count: int) -> Floats:
    steps = np.linspace(0, 1, count)[:, None]
    points: Floats = a + steps * (b - a)
    return points


def crossings(path: Floats, centre: Floats, u: Floats, v: Floats, radius: float) -> int:
    """How often an open path (k, 3) goes through the disc of a circle: with sign, net.

    For a path that begins and ends far off, this is the linking number with the circle.
    """
    normal = np.cross(u, v)
    height = (path - centre) @ normal
    side = np.sign(height)
    hits = np.flatnonzero(side[:-1] * side[1:] < 0)
    share = height[hits] / (height[hits] - height[hits + 1])
    points = path[hits] + share[:, None] * (path[hits + 1] - path[hits]) - centre
    inside = np.hypot(points @ u, points @ v) < radius
    return int(side[hits + 1][inside].sum())


def state_bits(state: Sequence[bool] | str) -> tuple[bool, ...]:
    """Ring 1 first, from the notation (ring n first) or from a sequence (ring 1 first)."""
    if isinstance(state, str):
        return tuple(digit == "1" for digit in state[::-1])
    return tuple(state)
