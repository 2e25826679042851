"""The wires, balls and boxes of the nine rings as meshes with their metals, woods and paints."""

from collections import defaultdict
from collections.abc import Mapping

import numpy as np

from samples.render.mesh import Mesh, ball, merged, rounded_box, tube
from samples.render.rings_model import Ball, RingsScene, Slab, Wire
from samples.render.scene import Part, Point, Surface
from samples.render.texture import wood

_METALS = {
    "nickel": ((222.0, 214.0, 200.0), 0.09),
    "steel": ((206.0, 206.0, 208.0), 0.14),
    "chrome": ((232.0, 234.0, 236.0), 0.03),
    "silver": ((176.0, 170.0, 158.0), 0.22),
    "brass": ((226.0, 186.0, 104.0), 0.1),
}
_PAINTS = {
    "black": ((30.0, 30.0, 32.0), 0.14),
    "brown": ((104.0, 58.0, 36.0), 0.1),
    "red": ((168.0, 28.0, 30.0), 0.08),
    "lacquer": ((110.0, 22.0, 22.0), 0.07),
    "jade": ((158.0, 182.0, 156.0), 0.06),
    "paint": ((36.0, 92.0, 160.0), 0.08),
}


def rings_parts(
    scene: RingsScene,
    at: Point,
    *,
    seed: int = 0,
    surfaces: Mapping[str, Surface] | None = None,
    sides: int = 20,
) -> tuple[Part, ...]:
    """The toy of a scene, shifted by `at`: one part a material, of the `surfaces` given by name.

    `sides` is how many a round wire has; fewer are enough for small pictures.
    """
    found = surfaces or {name: _surface(name, seed) for name in materials(scene)}
    meshes: dict[str, list[Mesh]] = defaultdict(list)
    for part in scene.parts:
        meshes[part.material].append(_mesh(part, sides).moved(at))
    return tuple(Part(merged(some), found[name]) for name, some in meshes.items())


def materials(scene: RingsScene) -> tuple[str, ...]:
    """The names of what a toy is made of."""
    return tuple(dict.fromkeys(part.material for part in scene.parts))


def _surface(material: str, seed: int) -> Surface:
    if material in _METALS:
        return Surface("metal", *_METALS[material])
    if material in _PAINTS:
        return Surface("paint", *_PAINTS[material])
    texture = wood(seed + 3, (176, 124, 78), (122, 76, 44))
    return Surface("paint", rough=0.2, texture=texture, texture_span=1.2)


def _mesh(part: Wire | Ball | Slab, sides: int) -> Mesh:
    if isinstance(part, Wire):
        return tube(part.points, part.radius, closed=part.closed, sides=sides)
    if isinstance(part, Ball):
        return ball(part.radius, steps=sides + 4).moved(part.centre)
    turn = part.axes.T.copy()
    if np.linalg.det(turn) < 0:  # a mirrored toy: the box is the same seen from either side
        turn[:, 0] *= -1
    size = 2 * part.half
    edge = min(1.5, 0.45 * float(size.min()))
    return rounded_box((size[0], size[1], size[2]), edge).moved(part.centre, turn)
