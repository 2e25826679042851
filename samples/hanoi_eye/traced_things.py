"""Household things as the path tracer has them."""

from dataclasses import replace

import numpy as np

from samples.hanoi_eye.household import Box, Piece, Turned, household
from samples.hanoi_eye.scene import Floats, Tower
from samples.render.mesh import Mesh, lathe, rounded_box, tube, turn_about
from samples.render.scene import Part, Surface
from samples.render.traced_look import draw_thing_surface

# The share of things whose first piece has any surface: metal, a pattern.
ANY = 0.3


def trace_things(
    rng: np.random.Generator, tower: Tower, pitch: float, floor: float
) -> tuple[Part, ...]:
    """What stands about on a table at `floor` mm; `pitch` mm are a unit. Some may hide the toy."""
    found = []
    for thing, place in household(rng, tower):
        at = (float(pitch * place[0]), float(pitch * place[1]), floor)
        rough = float(rng.uniform(0.05, 0.5))
        for k, piece in enumerate(thing):
            surface = Surface("paint", _rgb(piece.colour), rough)
            if not k and rng.random() < ANY:
                surface = draw_thing_surface(rng)
            found.append(Part(_scaled(_mesh(piece), pitch).moved(at), surface))
    return tuple(found)


def _mesh(piece: Piece) -> Mesh:
    """A piece in its own units."""
    if isinstance(piece, Turned):
        ends = np.array([[0.0, piece.profile[0, 1]], [0.0, piece.profile[-1, 1]]])
        # Points twice keep edges sharp.
        return lathe(np.concatenate([ends[:1], np.repeat(piece.profile, 2, axis=0), ends[1:]]))
    if isinstance(piece, Box):
        x, y, z = (float(v) for v in piece.middle)
        box = rounded_box(piece.size.tolist(), 0.03 * float(piece.size.min()), steps=1)
        return box.moved((x, y, z), turn_about((0, 0, 1), piece.turn))
    return tube(piece.path, piece.wide * np.linspace(1, 0.3, len(piece.path)), sides=8)


def _scaled(mesh: Mesh, pitch: float) -> Mesh:
    """The mesh in mm."""
    return replace(mesh, vertices=pitch * mesh.vertices, uvs=pitch * mesh.uvs)


def _rgb(colour: Floats) -> tuple[float, float, float]:
    b, g, r = (float(v) for v in np.clip(colour, 5, 250))
    return r, g, b
