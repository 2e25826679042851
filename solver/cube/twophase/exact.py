"""The large table: the true length of phase 1 for every cube, modulo 3, in 35 MB.

A search knows the distance where it begins, and that a turn changes it by one at most: two bits an
entry are enough (Kociemba's and Rokicki's trick). Flips and places of the middle edges make one
coordinate of 1,013,760, which sixteen symmetries fold into 64,430 classes.
"""

from collections.abc import Iterator
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from solver.cube.turns import FACE_TURNS
from solver.cube.twophase.coordinates import SLICES, TWISTS
from solver.cube.twophase.symmetry import ALL, Table, images, renamed_turns, symmetries
from solver.cube.twophase.tables import Tables

Wide = NDArray[np.uint32]

# All distances are smaller than this.
LAYERS = 13
CLASSES = 64430


@dataclass(frozen=True, slots=True, eq=False)
class Exact:
    """- `pair_members`: (1013760,), class times 16 plus a symmetry, by flip times 495 plus slice;
    - `twist_images`: (2187, 16), what the symmetries make of the twists;
    - `entries`: two bits for each class and twist, the distance modulo 3.
    """

    pair_members: Wide
    twist_images: Table
    entries: NDArray[np.uint8]


def twist_images(tables: Tables) -> Table:
    """(2187, 16)."""
    return images(tables.twist_turns, _renamed())


def _renamed() -> NDArray[np.uint8]:
    return renamed_turns(symmetries()[:ALL], tuple(range(len(FACE_TURNS))))


def pairs(tables: Tables) -> tuple[Wide, Wide, NDArray[np.uint16]]:
    """The members of the pairs, the representatives of the classes, and what leaves those as they
    are: a bit a symmetry.
    """
    turns = tables.flip_turns[:, None].astype(np.uint32) * SLICES + tables.slice_turns[None]
    image = images(turns.reshape(-1, len(FACE_TURNS)), _renamed())
    least = image.min(axis=1)
    representatives, number = np.unique(least, return_inverse=True)
    members = (16 * number + image.argmin(axis=1)).astype(np.uint32)
    fixed = (image[representatives] == representatives[:, None]) @ (1 << np.arange(ALL))
    return members, representatives.astype(np.uint32), fixed.astype(np.uint16)


def empty_entries() -> NDArray[np.uint8]:
    """Every entry unknown but the solved one."""
    entries = np.full((CLASSES * TWISTS + 3) // 4, 0xFF, dtype=np.uint8)
    entries[0] = 0xFC
    return entries


def portions(most: int = 2000) -> Iterator[tuple[int, int]]:
    """The classes in portions: first and past the last."""
    for first in range(0, CLASSES, most):
        yield first, min(first + most, CLASSES)
