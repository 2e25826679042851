"""Whether the rings of a toy are threaded as its state has it."""

from dataclasses import dataclass
from itertools import pairwise

import numpy as np

from samples.render.mesh import Floats
from samples.render.rings_model import Placed, RingsToy, circle, crossings, loop_points


@dataclass(frozen=True, slots=True, eq=False)
class Ring:
    """One ring while the toy is put together."""

    eye: Floats
    end: Floats
    centre: Floats
    down: Floats
    across: Floats


def threaded(toy: RingsToy, placed: Placed) -> bool:
    """Whether rings and rods are all where the state has them, and each round its neighbour's."""
    rows = (placed.eyes, placed.ends, placed.centres, placed.down, placed.across)
    rings = [Ring(*row) for row in zip(*rows, strict=True)]
    wires = two_wires(toy)
    if not all(
        threads(toy, one, on, None, wires) for one, on in zip(rings, placed.on, strict=True)
    ):
        return False
    return all(
        _round_rod(toy, one, above) or _across(toy, one, above) for one, above in pairwise(rings)
    )


def threads(
    toy: RingsToy, ring: Ring, is_on: bool, above: Ring | None, wires: tuple[Floats, Floats]
) -> bool:
    """Whether the ring is round both wires or round none, and the rod where it has to be."""
    u, v, inner = -ring.down, ring.across, toy.ring - 0.3 * toy.ring_wire
    around = [crossings(wire, ring.centre, u, v, inner) for wire in wires]
    if [abs(c) for c in around] != ([1, 1] if is_on else [0, 0]):
        return False
    if is_on:
        share = ring.eye[2] / (ring.eye[2] - ring.end[2])
        at = ring.eye + share * (ring.end - ring.eye)
        if ring.end[2] >= 0 or abs(at[1]) > toy.slot / 2:
            return False
    elif ring.eye[2] > -0.5 * toy.rod_wire and toy.slot / 2 > abs(ring.eye[1]):
        return False
    return above is None or _round_rod(toy, ring, above)


def _round_rod(toy: RingsToy, ring: Ring, above: Ring) -> bool:
    """Whether the ring `above` is round the rod of its neighbour."""
    rod, inner = np.stack([ring.eye, ring.end]), toy.ring - 0.3 * toy.ring_wire
    return abs(crossings(rod, above.centre, -above.down, above.across, inner)) == 1


def _across(toy: RingsToy, ring: Ring, above: Ring) -> bool:
    """Whether the eye alone has slid through the ring `above`, across which its own ring lies."""
    own = circle(ring.centre, ring.down, ring.across, toy.ring, 72)
    height = (own - above.centre) @ np.cross(above.down, above.across)
    through = height * np.roll(height, -1) < 0
    inside = np.linalg.norm(own - above.centre, axis=1) < toy.ring
    return bool(np.count_nonzero(through & inside) >= 2)


def two_wires(toy: RingsToy) -> tuple[Floats, Floats]:
    """The two sides of the loop, each from the tip to beyond the neck."""
    loop = loop_points(toy)
    half = len(loop) // 2
    return loop[:half], loop[half:]
