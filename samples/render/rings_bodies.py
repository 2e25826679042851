"""The nine-rings toy as rigid bodies, for MuJoCo: a loop, a plate with its rods, rings, a table.

"MuJoCo: A physics engine for model-based control" (Todorov, Erez, Tassa, 2012). In centimetres, as
its contacts are tuned for bodies about as large as one. Rods swing, slide and spin in the plate's
holes; wires are chains of capsules. Needs mujoco.
"""

from dataclasses import dataclass
from itertools import pairwise

import mujoco
import numpy as np

from samples.render.mesh import Floats
from samples.render.rings_model import Placed, RingsToy, circle, loop_points

SCALE, STEP_S = 0.1, 0.0003
# How many pieces rings and eyes are made of.
RING_PIECES, EYE_PIECES = 24, 10
# How far rods swing in their holes, across and along the row, and spin; degrees.
SWING, SWING_ALONG, SPIN = (16.0, 40.0), (10.0, 24.0), 45.0


@dataclass(frozen=True, slots=True)
class Rods:
    """What rods measure in the simulation, in centimetres.

    `reach`: from a hole to its eye while the stopper touches the plate; `eye`: the radius of the
    eye, wide enough for the ring; `thick`: from the hole to the stopper's middle then.
    """

    reach: float
    eye: float
    thick: float


def rods_of(toy: RingsToy, start: Placed) -> Rods:
    thick = 2 * toy.plate_half[1] + (toy.ball if toy.stopper == "ball" else 0.8 * toy.eye)
    longest = float(np.linalg.norm(start.eyes - start.feet, axis=1).max())
    reach = max(toy.rod - thick, longest + 0.05 * toy.pitch)
    eye = max(toy.eye, toy.ring_wire + toy.rod_wire + 0.03 * toy.pitch)
    return Rods(SCALE * reach, SCALE * eye, SCALE * thick)


def model_of(
    toy: RingsToy, start: Placed, rods: Rods, side: float, rng: np.random.Generator
) -> mujoco.MjModel:
    """Loop, plate with its rods, rings and table as bodies."""
    spec = mujoco.MjSpec()
    spec.option.timestep = STEP_S
    spec.option.integrator = mujoco.mjtIntegrator.mjINT_IMPLICITFAST
    spec.option.iterations = 40
    spec.memory = 1 << 26
    geom = spec.default.geom
    geom.density, geom.condim = 8.0, 3
    geom.solref[:2], geom.solimp[:3] = (0.0015, 1.0), (0.95, 0.99, 0.02)
    geom.friction[:] = (rng.uniform(0.12, 0.4), 0.002, 0.0001)
    below = SCALE * (max(toy.ring, toy.half_width) + toy.loop_wire) + 0.3
    spec.worldbody.add_geom(
        type=mujoco.mjtGeom.mjGEOM_PLANE,
        size=[200, 200, 1],
        pos=[0, -side * below, 0],
        zaxis=[0, side, 0],
        friction=[rng.uniform(0.3, 0.8), 0.01, 0.0001],
    )
    loop = _body(spec.worldbody, "loop", np.zeros(3))
    _bars(loop, SCALE * loop_points(toy), SCALE * toy.loop_wire)
    neck = SCALE * float(loop_points(toy)[:, 0].max())
    handle = np.array([[neck, 0, 0], [neck + SCALE * toy.handle_length, 0, 0]])
    _bars(loop, handle, 0.5 * SCALE * toy.half_width, density=2.0)
    _plate(spec, toy, start, rods, rng)
    for k in range(toy.rings):
        ring = _body(spec.worldbody, f"ring{k}", SCALE * start.centres[k])
        u, v = -start.down[k], start.across[k]
        points = circle(np.zeros(3), u, v, SCALE * toy.ring, RING_PIECES)
        _bars(ring, np.vstack([points, points[:1]]), SCALE * toy.ring_wire)
    return spec.compile()


def _plate(
    spec: mujoco.MjSpec, toy: RingsToy, start: Placed, rods: Rods, rng: np.random.Generator
) -> None:
    """The plate, and in each of its holes a rod that swings, slides and spins there."""
    wide, thick = (SCALE * half for half in toy.plate_half)
    middle = SCALE * start.feet.mean(axis=0)
    plate = _body(spec.worldbody, "plate", middle)
    long = SCALE * (np.linalg.norm(start.feet[-1] - start.feet[0]) / 2 + 0.7 * toy.pitch)
    plate.add_geom(
        type=mujoco.mjtGeom.mjGEOM_BOX, size=[long, wide, thick], pos=[0, 0, -thick], density=6.0
    )
    swing, along = rng.uniform(*SWING), rng.uniform(*SWING_ALONG)
    held = float(rng.choice([50.0, 500.0, 3000.0]))
    hinge, slide = mujoco.mjtJoint.mjJNT_HINGE, mujoco.mjtJoint.mjJNT_SLIDE
    for k in range(toy.rings):
        rod = plate.add_body(name=f"rod{k}", pos=SCALE * start.feet[k] - middle)
        _joint(rod, f"across{k}", hinge, (1, 0, 0), (-swing, swing), damping=20)
        _joint(rod, f"along{k}", hinge, (0, 1, 0), (-along, along), damping=20)
        low = -(rods.reach - rods.eye - 2 * SCALE * toy.rod_wire)
        _joint(rod, f"slide{k}", slide, (0, 0, 1), (low, 0), damping=5, friction=held)
        _joint(rod, f"spin{k}", hinge, (0, 0, 1), (-SPIN, SPIN), damping=10)
        line = np.array([[0, 0, -rods.thick], [0, 0, rods.reach - rods.eye]])
        _bars(rod, line, SCALE * toy.rod_wire)
        stopper = SCALE * (toy.ball if toy.stopper == "ball" else 0.8 * toy.eye)
        rod.add_geom(
            type=mujoco.mjtGeom.mjGEOM_SPHERE,
            size=[stopper, 0, 0],
            pos=[0, 0, -rods.thick],
            density=2.0,
        )
        x, _, z = np.eye(3)
        eye = circle(rods.reach * z, x, z, rods.eye, EYE_PIECES)
        _bars(rod, np.vstack([eye, eye[:1]]), min(SCALE * toy.rod_wire, 0.35 * rods.eye))
        spec.add_exclude(bodyname1="plate", bodyname2=f"rod{k}")


def _body(parent: mujoco.MjsBody, name: str, at: Floats) -> mujoco.MjsBody:
    body = parent.add_body(name=name, pos=at)
    body.add_freejoint()
    return body


def _bars(
    body: mujoco.MjsBody, points: Floats, radius: float, density: float | None = None
) -> None:
    """Round bars from each of some points (k, 3) to the next."""
    for a, b in pairwise(points):
        bar = body.add_geom(
            type=mujoco.mjtGeom.mjGEOM_CAPSULE, size=[radius, 0, 0], fromto=[*a, *b]
        )
        if density is not None:
            bar.density = density


def _joint(
    body: mujoco.MjsBody,
    name: str,
    kind: int,
    axis: tuple[int, int, int],
    within: tuple[float, float],
    *,
    damping: float,
    friction: float = 0.0,
) -> None:
    joint = body.add_joint(name=name, type=kind, axis=axis, frictionloss=friction)
    joint.damping[0] = damping
    joint.limited, joint.range[:] = True, within


def lean(model: mujoco.MjModel, data: mujoco.MjData, start: Placed, rods: Rods) -> None:
    """Puts rods into their holes so that eyes are where they begin."""
    for k, (eye, foot) in enumerate(zip(start.eyes, start.feet, strict=True)):
        rod = eye - foot
        far = float(np.linalg.norm(rod))
        x, y, z = rod / far
        for name, value in (
            ("across", np.arctan2(-y, z)),
            ("along", np.arcsin(x)),
            ("slide", min(0.0, SCALE * far - rods.reach)),
        ):
            data.qpos[model.joint(f"{name}{k}").qposadr[0]] = value
    mujoco.mj_forward(model, data)
