"""The tables of the two-phase method: about a megabyte, made in about a second."""

from collections.abc import Callable
from dataclasses import dataclass, fields
from typing import Any

import numpy as np

from solver.cube.turns import FACE_TURNS
from solver.cube.twophase import coordinates
from solver.cube.twophase.coordinates import PHASE_2
from solver.cube.twophase.pruning import Bytes, distances, nibbles
from solver.cube.twophase.symmetry import (
    ALL,
    HALF,
    Classes,
    Table,
    classes,
    images,
    products,
    renamed_turns,
    symmetries,
)

# Called with the share that is done, 0 to 1.
Progress = Callable[[float], None]


@dataclass(frozen=True, slots=True, eq=False)
class Tables:
    """Everything that the search looks up; the kernel takes the arrays in this order.

    *turns* say where a turn takes a coordinate, *members* are class times 16 plus a symmetry, and
    *images* what the symmetries make of a coordinate. The tables named after two coordinates are
    lower bounds of the turns left; those of phase 1 have two entries a byte. `pieces` (18, 40) are
    the corners, twists, edges and flips of every turn.
    """

    twist_turns: Table
    flip_turns: Table
    slice_turns: Table
    slice_numbers: Table
    twist_members: Table
    flip_members: Table
    slice_images: Table
    flip_images: Table
    twist_slice: Bytes
    flip_slice: Bytes
    twist_flip: Bytes
    corner_members: Table
    edge_members: Table
    corner_turns: Table
    edge_turns: Table
    order_turns: Table
    order_images: Table
    products: Bytes
    renamed: Bytes
    corner_order: Bytes
    edge_order: Bytes
    pieces: Bytes

    def __post_init__(self) -> None:
        for field in fields(self):
            getattr(self, field.name).flags.writeable = False

    @property
    def size(self) -> int:
        """Bytes."""
        return sum(getattr(self, field.name).nbytes for field in fields(self))


def make_tables(progress: Progress = lambda share: None) -> Tables:
    """Makes the tables from the turns alone."""
    first = _phase_1(progress)
    second = _phase_2()
    progress(1.0)
    pieces = [(*c.corners, *c.twists, *c.edges, *c.flips) for c in (t.cube for t in FACE_TURNS)]
    return Tables(**first, **second, pieces=np.array(pieces, dtype=np.uint8))


def _phase_1(progress: Progress) -> dict[str, Any]:
    twist, flip = coordinates.twist_turns(), coordinates.flip_turns()
    middle = coordinates.slice_turns()
    renamed = renamed_turns(symmetries()[:HALF], tuple(range(len(FACE_TURNS))))
    flip_images, slice_images = images(flip, renamed), images(middle, renamed)
    twists, flips = classes(images(twist, renamed)), classes(flip_images)
    progress(0.2)
    twist_slice = distances(twist, middle, twists, slice_images)
    flip_slice = distances(flip, middle, flips, slice_images)
    progress(0.4)
    twist_flip = distances(twist, flip, twists, flip_images)
    progress(0.8)
    return {
        "twist_turns": twist,
        "flip_turns": flip,
        "slice_turns": middle,
        "slice_numbers": coordinates.slice_numbers().astype(np.uint16),
        "twist_members": twists.members,
        "flip_members": flips.members,
        "slice_images": slice_images,
        "flip_images": flip_images,
        "twist_slice": nibbles(twist_slice),
        "flip_slice": nibbles(flip_slice),
        "twist_flip": nibbles(twist_flip),
    }


def _phase_2() -> dict[str, Any]:
    group = symmetries()[:ALL]
    renamed = renamed_turns(group, PHASE_2)
    corner, edge = coordinates.corner_turns(), coordinates.edge_turns()
    order = coordinates.order_turns()
    order_images = images(order, renamed)
    corners, edges = classes(images(corner, renamed)), classes(images(edge, renamed))
    return {
        "corner_members": corners.members,
        "edge_members": edges.members,
        "corner_turns": _class_turns(corner, corners),
        "edge_turns": _class_turns(edge, edges),
        "order_turns": order,
        "order_images": order_images,
        "products": products(group),
        "renamed": renamed,
        "corner_order": distances(corner, order, corners, order_images),
        "edge_order": distances(edge, order, edges, order_images),
    }


def _class_turns(turns: Table, groups: Classes) -> Table:
    """(classes, turns): the member that a turn makes of each representative."""
    return np.ascontiguousarray(groups.members[turns[groups.representatives]])
