"""Where eyes, rings and rods of a nine-rings toy come to rest: drawn at random, then checked.

A ring that is on encircles both wires of the loop and leans with its bottom toward the tip. A ring
that is off has dropped through the slot; while the next ring toward the handle is on, it comes to
rest on that ring's lower arc, further ones step down like a staircase, and only then the plate is
reached. Friction may hold an off ring anywhere above that. Whatever is drawn is kept only if the
threading is right: every ring round the rod of its neighbour, on rings round both wires, off
rings round none.
"""

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from samples.render import SceneError
from samples.render.mesh import Floats
from samples.render.rings_model import (
    Placed,
    RingsScene,
    RingsToy,
    build,
    state_bits,
    turned,
)
from samples.render.rings_threading import Ring, threads, two_wires

TRIES = 60


@dataclass(frozen=True, slots=True)
class Pose:
    """How a toy is held or lies; angles in degrees.

    - `slope`: between the rods and the normal of the loop: 0 held upright, about 75 lying flat
      with the slot facing the viewer.
    - `lean`: of the rings that are on, from the rods' direction toward the tip.
    - `loose`: 0: gravity alone says how far off rings drop; 1: friction holds them anywhere.
    - `fan`: the holes' spacing over that of the eyes; `tilt`: of the plate against the loop.
    - `jitter`: irregularity of everything, in pitches.
    - `astray`: 0: rods of off rings stand nearly upright over their holes, as somebody keeps them
      who holds the toy with care; 1: eyes slide along the rings that they rest on, so that rods
      lean by two pitches and more, rings swing out to all sides, and some lie above their eyes.
    - `yaw`: of rings that are on, about the normal of the loop, as far as the loop lets them;
      `aside`: where rods go through the slot, in halves of it: on a table they rest on one wire.
    - `lies`: on a table, rather than held or standing upright.
    - `threads`: whether rings enclose their neighbours' rods; drawings of the toy often forget it.
    """

    slope: float = 0.0
    lean: float = 43.0
    loose: float = 0.2
    fan: float = 1.0
    tilt: float = 0.0
    jitter: float = 0.03
    lies: bool = False
    threads: bool = True
    mirrored: bool = False
    astray: float = 0.0
    yaw: float = 0.0
    aside: float = 0.0


def pose_rings(
    toy: RingsToy,
    state: tuple[bool, ...] | str,
    pose: Pose,
    rng: np.random.Generator,
    *,
    each: Sequence[np.random.Generator] | None = None,
) -> RingsScene:
    """A scene of the toy in the state, turned so that z is up.

    Lying toys have a table under them; upright ones with a base stand on it. With `each`, a
    generator a ring, a ring falls as it fell before as long as those nearer to the handle do.
    Raises SceneError where no placing is found whose threading is right: draw another toy or
    pose then.
    """
    scene = build(toy, place_rings(toy, state, pose, rng, each=each))
    mirror = np.diag([-1.0 if pose.mirrored else 1.0, 1.0, 1.0])
    if not pose.lies:
        return turned(scene, mirror, stands=toy.plate == "base")
    lift = _turn_to(scene.front, np.array([0.0, 0.0, 1.0]))
    return turned(scene, mirror @ lift, stands=True)


def place_rings(
    toy: RingsToy,
    state: tuple[bool, ...] | str,
    pose: Pose,
    rng: np.random.Generator,
    *,
    each: Sequence[np.random.Generator] | None = None,
) -> Placed:
    """Draws the rings one by one from the handle to the tip, in the toy's own frame.

    `each` and what is raised are as with `pose_rings`.
    """
    on = state_bits(state)
    if len(on) != toy.rings:
        raise SceneError(f"rings: expected {toy.rings} digits, got {len(on)}")
    each = each or [rng] * toy.rings
    n, slope = toy.rings, np.radians(pose.slope)
    fall = -np.array([0.0, np.sin(slope), np.cos(slope)])
    front = np.array([0.0, -np.cos(slope), np.sin(slope)])
    feet = _feet(toy, pose, fall, rng)
    rings: list[Ring] = []
    wires = two_wires(toy)
    for k in range(n - 1, -1, -1):
        above = rings[-1] if rings else None
        above_on = k + 1 < n and on[k + 1]
        rings.append(_settle(toy, pose, on[k], k, feet[k], fall, above, above_on, wires, each[k]))
    rings.reverse()
    return Placed(
        on,
        np.stack([r.eye for r in rings]),
        feet,
        np.stack([r.end for r in rings]),
        np.stack([r.centre for r in rings]),
        np.stack([r.down for r in rings]),
        np.stack([r.across for r in rings]),
        fall,
        front,
    )


def _feet(toy: RingsToy, pose: Pose, fall: Floats, rng: np.random.Generator) -> Floats:
    """The holes of the plate."""
    n = toy.rings
    steps = (np.arange(n) - (n - 1) / 2) * toy.pitch * pose.fan
    away = toy.rod * rng.uniform(0.8, 0.88) + steps * np.tan(np.radians(pose.tilt))
    shift = (n - 1) / 2 * toy.pitch + rng.normal(0, 1.5 * pose.jitter + 0.02) * toy.pitch * 2
    if pose.astray:
        shift += rng.normal(0, 0.35 * pose.astray) * toy.pitch
    x, side = np.eye(3)[:2]
    middle = pose.aside * toy.slot / 2 * (side - (side @ fall) * fall)
    feet: Floats = (steps + shift)[:, None] * x + away[:, None] * fall + middle
    return feet


def _settle(
    toy: RingsToy,
    pose: Pose,
    is_on: bool,
    k: int,
    foot: Floats,
    fall: Floats,
    above: Ring | None,
    above_on: bool,
    wires: tuple[Floats, Floats],
    rng: np.random.Generator,
) -> Ring:
    """One ring with its rod; drawn again until the threading is right."""
    for attempt in range(TRIES):
        slack = 1 + attempt / 20
        if is_on:
            ring = _on_ring(toy, pose, k, foot, rng, slack)
        else:
            ring = _off_ring(toy, pose, k, foot, fall, above, above_on, rng, slack)
        if ring is not None and threads(toy, ring, is_on, above if pose.threads else None, wires):
            return ring
    raise SceneError(f"rings: no place found for ring {k + 1}")


def _on_ring(
    toy: RingsToy, pose: Pose, k: int, foot: Floats, rng: np.random.Generator, slack: float
) -> Ring | None:
    """A ring round the loop: its centre first, then the eye, where the rod goes up to it."""
    lean = np.radians(pose.lean + rng.normal(0, (2.5 + 6 * pose.astray) * slack))
    inner, outer = toy.ring - toy.ring_wire, toy.slot / 2 + 2 * toy.loop_wire
    yaw = 0.0
    if pose.yaw:
        # Turned, a ring spans the loop's wires at an angle, and soon touches both.
        most = float(np.arccos(min(1.0, outer / (0.97 * inner))))
        yaw = float(np.clip(np.radians(rng.normal(pose.yaw, 10)), -most, most))
        outer /= np.cos(yaw)
    back = np.array([np.sin(lean) * np.cos(yaw), np.sin(lean) * np.sin(yaw), np.cos(lean)])
    beside = np.array([-np.sin(yaw), np.cos(yaw), 0.0])
    room = float(np.sqrt(inner**2 - outer**2))
    rest = room * _resting(pose, rng)
    play = float(np.sqrt(inner**2 - rest**2)) - outer
    y = rng.uniform(-0.9, 0.9) * play - rest * back[1]
    z = -rest * np.cos(lean)
    free = toy.slot / 2 - toy.rod_wire
    through = rng.uniform(-0.85, 0.85) * free
    if pose.aside:
        through = float(np.clip(rng.normal(pose.aside, 0.25), -0.9, 0.9)) * free
    angle = _eye_angle(toy.ring, back, beside, np.radians(pose.slope), through - y, z)
    if angle is None or abs(angle) > np.radians(88):
        return None
    arm = toy.ring * (np.cos(angle) * back + np.sin(angle) * beside)
    eye_x = k * toy.pitch * (1 + rng.normal(0, 0.005)) + rng.normal(0, pose.jitter) * toy.pitch
    eye = np.array([eye_x, y + arm[1], z + arm[2]])
    if eye[2] < toy.rod_wire + 0.3 * toy.eye:
        return None
    across = -np.sin(angle) * back + np.cos(angle) * beside
    return Ring(eye, _end(toy, eye, foot), eye - arm, -arm / toy.ring, across)


def _resting(pose: Pose, rng: np.random.Generator) -> float:
    """How far below the loop a ring's middle is that is on, as a share of its room."""
    if pose.slope <= 30:
        return float(rng.uniform(0.45, 0.95))
    return float(rng.uniform(-0.95 if pose.yaw else -0.5, 0.7))


def _eye_angle(
    radius: float, back: Floats, beside: Floats, slope: float, through: float, z: float
) -> float | None:
    """Where on the ring the eye sits, so that its rod goes through the slot where it has to.

    `back` and `beside` span the ring, whose middle is `z` over the loop. Solves
    r (cos(a) back_y + sin(a) beside_y) - (z + r cos(a) back_z) tan(slope) = through for the angle
    a, which is 0 at the ring's top; None where there is no such place.
    """
    side = radius * (back[2] * np.tan(slope) - back[1])
    size = float(np.hypot(radius * beside[1], side))
    sine = (through + z * np.tan(slope)) / size
    if abs(sine) > 1:
        return None
    return float(np.arcsin(sine) + np.arctan2(side, radius * beside[1]))


def _off_ring(
    toy: RingsToy,
    pose: Pose,
    k: int,
    foot: Floats,
    fall: Floats,
    above: Ring | None,
    above_on: bool,
    rng: np.random.Generator,
    slack: float,
) -> Ring | None:
    """A ring that has dropped through the slot; the rod slides in the plate's hole."""
    least = toy.eye + toy.rod_wire + toy.loop_wire + 1.0
    most = float(foot @ fall) - toy.eye - toy.ring_wire - 1.0
    limit = most
    if above is not None:
        low = float(above.centre @ fall) + toy.ring * _reach(above, fall)
        share = rng.uniform(0.35, 1.0) if above_on else rng.uniform(0.7, 1.05)
        limit = min(most, max(least, low * share))
    drop = limit
    if rng.random() < pose.loose:
        share = rng.beta(1, 2) if pose.lies and pose.yaw else rng.random()
        drop = least + share * max(limit - least, 1.0)
    deep = np.clip((drop - least) / max(most - least, 1.0), 0, 1)
    least_turn = 32 if pose.threads else 0
    turn = np.radians(rng.uniform(least_turn, 75) + 25 * deep + rng.normal(0, 3 * slack))
    x = np.array([1.0, 0, 0])
    down = np.cos(turn) * fall - np.sin(turn) * x
    flatness = np.radians(rng.uniform(15, 65) if pose.lies else rng.normal(0, 12 * slack))
    in_plane = np.sin(turn) * fall + np.cos(turn) * x
    across = np.cos(flatness) * np.cross(fall, x) + np.sin(flatness) * in_plane
    sway = rng.normal(0, pose.jitter + 0.05) * toy.pitch
    if above is not None and above_on:
        sway -= rng.uniform(0, 0.3) * toy.pitch
    side = foot - x * foot[0] - fall * (foot @ fall)
    # The nearer the eye is to its hole, the less it can stray from it.
    share = drop / float(foot @ fall)
    eye = x * ((1 - share) * (k * toy.pitch + sway) + share * foot[0]) + drop * fall + side
    if pose.astray:
        down, across = _swung(pose, down, across, fall, rng)
        eye += _strayed(toy, pose, eye, foot, above, fall, rng)
    return Ring(eye, _end(toy, eye, foot), eye + toy.ring * down, down, across)


def _swung(
    pose: Pose, down: Floats, across: Floats, fall: Floats, rng: np.random.Generator
) -> tuple[Floats, Floats]:
    """The directions of a ring that is off, swung out to a side; lying ones are more level.

    A lying ring stays where it is when its rod slides on, and so may come to lie above its eye.
    """
    x = np.array([1.0, 0, 0])
    side = np.cross(fall, x)
    if pose.lies and rng.random() < 0.75 * pose.astray:
        turn, level = np.radians(rng.uniform(50, 165)), np.radians(rng.uniform(40, 82))
        down = np.cos(turn) * fall - np.sin(turn) * x
        across = np.cos(level) * side + np.sin(level) * (np.sin(turn) * fall + np.cos(turn) * x)
    down = down + rng.normal(0, 0.3 * pose.astray) * side
    down = down / np.linalg.norm(down)
    across = across - down * (across @ down)
    return down, across / np.linalg.norm(across)


def _strayed(
    toy: RingsToy,
    pose: Pose,
    eye: Floats,
    foot: Floats,
    above: Ring | None,
    fall: Floats,
    rng: np.random.Generator,
) -> Floats:
    """How far an off ring's eye has slid toward the lowest point of the ring that it rests on.

    That point is nearer to the tip; every further ring rests on one that has slid, too. How far a
    rod may lean is limited by the plate's hole.
    """
    x = np.array([1.0, 0, 0])
    slide = rng.normal(0, 0.3) * toy.pitch
    if pose.lies:
        slide -= rng.uniform(0, 1) * toy.pitch
    if above is not None:
        slide += rng.uniform(0, 1) * float(_lowest(toy, above, fall)[0] - eye[0])
    most = np.tan(np.radians(45)) * max(float((foot - eye) @ fall), 0.0)
    along = float(np.clip(eye[0] + pose.astray * slide - foot[0], -most, most)) + foot[0] - eye[0]
    out = rng.normal(0, 0.04 * pose.astray) * float((foot - eye) @ fall)
    strayed: Floats = along * x + out * np.cross(fall, x)
    return strayed


def _reach(ring: Ring, fall: Floats) -> float:
    """How far a circle of radius one in the ring's plane reaches along `fall`."""
    return float(np.hypot(ring.down @ fall, ring.across @ fall))


def _lowest(toy: RingsToy, ring: Ring, fall: Floats) -> Floats:
    """The point of a ring that is farthest along `fall`."""
    way = (ring.down @ fall) * ring.down + (ring.across @ fall) * ring.across
    point: Floats = ring.centre + toy.ring / _reach(ring, fall) * way
    return point


def _end(toy: RingsToy, eye: Floats, foot: Floats) -> Floats:
    """The rod's lower end: beyond the hole, and not above it."""
    along = foot - eye
    length = float(np.linalg.norm(along))
    thick = 2 * toy.plate_half[1] + (toy.ball if toy.stopper == "ball" else 0.8 * toy.eye)
    far = max(toy.rod, length + thick)
    if toy.plate == "base":
        far = min(far, length + 0.5 * toy.plate_half[1])
    end: Floats = eye + along / length * far
    return end


def _turn_to(a: Floats, b: Floats) -> Floats:
    """The rotation about x that brings a to b; both are square to x."""
    angle = np.arctan2(b[2], b[1]) - np.arctan2(a[2], a[1])
    c, s = np.cos(angle), np.sin(angle)
    return np.array([[1.0, 0, 0], [0, c, -s], [0, s, c]])
