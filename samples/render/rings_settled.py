"""Nine-rings toys that hang or lie on a table as rigid bodies do: put there by a simulation.

`rings_pose` draws where things come to rest, and knows what threading and gravity say of each ring
by itself. On a table all touch all: rings stand on their edge, lean on each other, and rods slide
until something stops them. Here a toy that is held loop-up is laid down by MuJoCo ("MuJoCo: A
physics engine for model-based control", Todorov, Erez, Tassa, 2012), and kept if every ring is
still where its state has it. Or else it stays `--held`, and only its plate is let go: rings that
are off slip down to it. Needs mujoco; a toy takes up to half a minute.

    python -m samples.render.rings_settled POSES --seed 1 --poses 400 [--held]
    python -m samples.render.rings_bulk FOLDER --settled POSES
"""

import argparse
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from pathlib import Path

import mujoco
import numpy as np

from samples.render import SceneError
from samples.render.mesh import Floats
from samples.render.rings_bodies import SCALE, STEP_S, Rods, lean, model_of, rods_of
from samples.render.rings_draw import COUNTS, draw_state, draw_toy
from samples.render.rings_model import Placed, RingsToy
from samples.render.rings_pose import Pose, place_rings
from samples.render.rings_posed import Posed, save
from samples.render.rings_threading import threaded

GRAVITY = 981.0
# Steps: until what touches at the start has come apart, until rings hang, and until the toy, whose
# loop is turned meanwhile, lies on the table and is at rest. What is left of speeds each step.
APART, HANGING, TURNING, LYING = 250, 1500, 2000, 5500
# The same of a toy that stays held, until its plate is let go, and after that.
LIFTED, LOOSE = 800, 2000
# How far off upright, as a slope, a toy is held, from end to end and from side to side.
TILTED = 0.08, 0.2
STUCK, SLOWED = 0.7, 0.965
# Faster than this, in cm/s, nothing really gets: a step that did not converge.
FASTEST = 8.0
# How far a loop is turned before it is let go, degrees.
TURNED = (30.0, 78.0)
# Starts that are tried: what overlaps least there is laid down. A toy that comes apart is begun
# with again so often: those of which few rings are on seldom do, and there would be too many.
TRIES, AGAIN = 40, 5


@dataclass(frozen=True, slots=True, eq=False)
class _Begun:
    """A toy before it is laid down: where its parts are, and the simulation of them."""

    start: Placed
    rods: Rods
    model: mujoco.MjModel
    data: mujoco.MjData

    @property
    def overlap(self) -> float:
        """How deep parts are in one another, all together, in centimetres."""
        return float(-sum(min(touch.dist, 0.0) for touch in self.data.contact))


def draw_settled(rng: np.random.Generator, *, held: bool = False) -> Posed:
    """A random toy in a random state on a table, or `held` by its loop."""
    settle = hang if held else settle_on_table
    rings = int(rng.choice(COUNTS))
    while True:
        toy = draw_toy(rng, rings)
        if toy.plate == "base":
            continue
        state = draw_state(rng, rings)
        for _ in range(AGAIN):
            try:
                return settle(toy, state, rng)
            except SceneError:
                continue


def settle_on_table(toy: RingsToy, state: str, rng: np.random.Generator) -> Posed:
    """A toy in a state, laid on a table. Raises SceneError where it came apart on the way."""
    side = float(rng.choice([-1.0, 1.0]))
    begun = min(_starts(toy, state, side, rng), key=lambda one: one.overlap)
    _lay_down(begun.model, begun.data, side, rng)
    return _kept(Posed(toy, _read(toy, begun, side)))


def hang(toy: RingsToy, state: str, rng: np.random.Generator) -> Posed:
    """A toy in a state that hangs from its loop. Raises SceneError where it came apart."""
    begun = min(_starts(toy, state, 1.0, rng), key=lambda one: one.overlap)
    data = begun.data
    loop, plate = (_free(begun.model, data, name) for name in ("loop", "plate"))
    down = np.array([*rng.normal(0, TILTED), -1.0])
    for k in range(LIFTED + LOOSE):
        begun.model.opt.gravity[:] = GRAVITY * min(1.0, k / 500) * down
        # With no ring on somebody holds the plate, too.
        held = [loop] if k >= LIFTED and "1" in state else [loop, plate]
        _step(begun.model, data, STUCK if k < APART else SLOWED, held)
    mujoco.mj_forward(begun.model, data)
    placed = _read(toy, begun, 1.0)
    fall = down / np.linalg.norm(down)
    front = np.array([0.0, -1.0, 0.0]) + fall[1] * fall
    placed = replace(placed, fall=fall, front=front / np.linalg.norm(front))
    return _kept(Posed(toy, placed, lies=False))


def _kept(posed: Posed) -> Posed:
    """What came to rest. Raises SceneError where it came apart on the way."""
    if not threaded(posed.toy, posed.placed):
        raise SceneError("rings: the toy did not stay as it was threaded")
    return posed


def _starts(toy: RingsToy, state: str, side: float, rng: np.random.Generator) -> Iterator["_Begun"]:
    """The toy as it may be held; raises SceneError where it cannot."""
    found = 0
    for _ in range(TRIES):
        pose = Pose(lean=rng.uniform(38, 50), loose=rng.uniform(0.3, 1.0), jitter=0.01)
        try:
            start = place_rings(toy, state, pose, rng)
        except SceneError:
            continue
        rods = rods_of(toy, start)
        model = model_of(toy, start, rods, side, rng)
        data = mujoco.MjData(model)
        lean(model, data, start, rods)
        yield _Begun(start, rods, model, data)
        found += 1
    if not found:
        raise SceneError("rings: no place found to begin with")


def _lay_down(
    model: mujoco.MjModel, data: mujoco.MjData, side: float, rng: np.random.Generator
) -> None:
    """Lets rings hang from the loop, turns the loop, and lets all fall onto the table."""
    loop, plate = (_free(model, data, name) for name in ("loop", "plate"))
    there = loop[0].copy()
    down = np.array([rng.normal(0, 0.08), rng.normal(0, 0.08), -1.0])
    onto = np.array([rng.normal(0, 0.06), -side, rng.normal(0, 0.06)])
    angle = side * np.radians(rng.uniform(*TURNED))
    for k in range(HANGING):
        model.opt.gravity[:] = GRAVITY * min(1.0, k / 500) * down
        _step(model, data, STUCK if k < APART else SLOWED, [loop, plate])
    for k in range(LYING):
        share = min(1.0, k / 400)
        model.opt.gravity[:] = GRAVITY * (0.8 * share * onto + 0.5 * (1 - share) * down)
        _step(model, data, SLOWED)
        if k < TURNING + 200:
            half = angle * min(1.0, k / TURNING) / 2
            at, speed = loop
            at[:], speed[:] = [*there[:3], np.cos(half), np.sin(half), 0, 0], 0
    mujoco.mj_forward(model, data)


def _free(model: mujoco.MjModel, data: mujoco.MjData, name: str) -> tuple[Floats, Floats]:
    """Views of a free body's place and turn (7,), and of its speeds (6,)."""
    first = model.body(name).jntadr[0]
    at, speed = model.jnt_qposadr[first], model.jnt_dofadr[first]
    return data.qpos[at : at + 7], data.qvel[speed : speed + 6]


def _step(
    model: mujoco.MjModel,
    data: mujoco.MjData,
    kept: float,
    held: Sequence[tuple[Floats, Floats]] = (),
) -> None:
    """One step after which speeds are `kept` in part, and none is thrown about.

    `held` are the places and speeds of bodies that stay where they are.
    """
    before = data.qpos.copy()
    there = [at.copy() for at, _ in held]
    mujoco.mj_step(model, data)
    speed = kept * data.qvel
    if np.abs(data.qvel).max() > 1.5 * FASTEST:
        speed = np.clip(speed, -FASTEST, FASTEST)
        mujoco.mj_integratePos(model, before, speed, STEP_S)
        data.qpos[:] = before
    data.qvel[:] = speed
    for (at, still), place in zip(held, there, strict=True):
        at[:], still[:] = place, 0


def _read(toy: RingsToy, begun: _Begun, side: float) -> Placed:
    """Where everything is in the loop's own frame."""
    start, rods, data = begun.start, begun.rods, begun.data
    turn, at = _frame(data, "loop")

    def own(points: Floats) -> Floats:
        return np.asarray((points - at) @ turn / SCALE)

    n = toy.rings
    bodies = [_frame(data, f"rod{k}") for k in range(n)]
    along = np.stack([axes[:, 2] for axes, _ in bodies])
    holes = np.stack([_frame(data, "plate")[1] + _hole(data, k) for k in range(n)])
    origins = np.stack([place for _, place in bodies])
    rings = [_frame(data, f"ring{k}") for k in range(n)]
    eyes = own(origins + rods.reach * along)
    centres = own(np.stack([place for _, place in rings]))
    # The ring goes through its eye: what is left of a gap is the simulation's.
    before = np.cross(start.down, start.across)
    normals = np.stack([axes @ one for (axes, _), one in zip(rings, before, strict=True)]) @ turn
    out = eyes - centres
    out -= normals * np.sum(out * normals, axis=1, keepdims=True)
    down = -out / np.linalg.norm(out, axis=1, keepdims=True)
    centres = eyes + toy.ring * down
    plate = _frame(data, "plate")[0]
    return Placed(
        start.on,
        eyes,
        own(holes),
        own(origins - rods.thick * along),
        centres,
        down,
        np.cross(normals, down),
        -plate[:, 2] @ turn,
        side * turn[1],
    )


def _hole(data: mujoco.MjData, k: int) -> Floats:
    """(3,): from the plate's middle to a hole."""
    return np.asarray(_frame(data, "plate")[0] @ data.model.body(f"rod{k}").pos)


def _frame(data: mujoco.MjData, name: str) -> tuple[Floats, Floats]:
    """A body's axes as columns (3, 3), and its place (3,)."""
    body = data.body(name)
    return body.xmat.reshape(3, 3).copy(), body.xpos.copy()


def main() -> None:
    """Writes poses that are not there yet, so that it can be stopped and started again."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("folder", type=Path)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--poses", type=int, default=200)
    parser.add_argument("--held", action="store_true", help="held loop-up, not on a table")
    asked = parser.parse_args()
    asked.folder.mkdir(parents=True, exist_ok=True)
    for seed in range(asked.seed, asked.seed + asked.poses):
        path = asked.folder / f"{seed:06d}.npz"
        if not path.exists():
            save(path, draw_settled(np.random.default_rng(seed), held=asked.held))
            print(path.name, flush=True)


if __name__ == "__main__":
    main()
