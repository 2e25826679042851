"""The symmetries of the cube that keep the axis of U and D, and what they do to coordinates.

A symmetry renames the faces; where it is a reflection, clockwise becomes counter-clockwise. What it
makes of a coordinate is found without looking at the pieces: a row of turns leads to the
coordinate, and the renamed turns lead to its image. Symmetry 0 changes nothing.
"""

from dataclasses import dataclass
from itertools import permutations, product
from typing import TypeVar

import numpy as np
from numpy.typing import NDArray

from solver.cube.cubies import parity
from solver.cube.geometry import FACES

Ints = NDArray[np.int64]
Table = NDArray[np.uint16]
N = TypeVar("N", np.uint16, np.uint32)

# The first eight keep the axis of F and B too: only they respect the flips of the edges.
ALL, HALF = 16, 8


@dataclass(frozen=True, slots=True)
class Symmetry:
    """`faces[i]` is what face i of U R F D L B is renamed to."""

    faces: tuple[int, ...]
    mirrored: bool

    def turn(self, turn: int) -> int:
        """What a turn of the 18, as a number, is renamed to."""
        face, quarters = divmod(turn, 3)
        return 3 * self.faces[face] + (2 - quarters if self.mirrored else quarters)

    def then(self, other: "Symmetry") -> "Symmetry":
        """This renaming, and the other after it."""
        faces = tuple(other.faces[face] for face in self.faces)
        return Symmetry(faces, self.mirrored != other.mirrored)


def _every() -> list[Symmetry]:
    """All 48: the axes of U, R, F exchanged, and each turned round or not."""
    found = []
    for axes, ends in product(permutations(range(3)), product((0, 3), repeat=3)):
        front = [axis + end for axis, end in zip(axes, ends, strict=True)]
        faces = (*front, *((face + 3) % len(FACES) for face in front))
        found.append(Symmetry(faces, bool((parity(axes) + sum(ends) // 3) % 2)))
    return found


def symmetries() -> tuple[Symmetry, ...]:
    """The sixteen that keep the axis of U and D; those that keep F and B's axis come first."""
    kept = [one for one in _every() if one.faces[0] in (0, 3)]
    return tuple(sorted(kept, key=lambda one: (one.faces[2] not in (2, 5), one.faces)))


def rotations() -> tuple[Symmetry, ...]:
    """The three turns of the whole cube about the corner URF: by nothing, a third, two thirds."""
    found = [one for one in _every() if sorted(one.faces[:3]) == [0, 1, 2] and not one.mirrored]
    return tuple(sorted(found, key=lambda one: one.faces))


def products(group: tuple[Symmetry, ...]) -> NDArray[np.uint8]:
    """(n, n): the number of the symmetry that is the first, then the second."""
    numbers = {one: i for i, one in enumerate(group)}
    return np.array([[numbers[a.then(b)] for b in group] for a in group], dtype=np.uint8)


def renamed_turns(group: tuple[Symmetry, ...], turns: tuple[int, ...]) -> NDArray[np.uint8]:
    """(n, turns): places in `turns` of what the turns are renamed to."""
    return np.array([[turns.index(one.turn(t)) for t in turns] for one in group], dtype=np.uint8)


def images(table: NDArray[N], renamed: NDArray[np.uint8]) -> NDArray[N]:
    """(states, n): what each symmetry makes of each coordinate.

    `table` (states, turns) is the table of turns, `renamed` (n, turns) names the turns anew.
    """
    result = np.zeros((len(table), len(renamed)), dtype=table.dtype)
    known = np.zeros(len(table), dtype=np.bool_)
    known[0] = True
    front = np.zeros(1, dtype=np.int64)
    while len(front):
        reached = []
        for turn in range(table.shape[1]):
            after, first = np.unique(table[front, turn], return_index=True)
            fresh = ~known[after]
            after, before = after[fresh], front[first[fresh]]
            known[after] = True
            result[after] = table[result[before], renamed[:, turn]]
            reached.append(after.astype(np.int64))
        front = np.concatenate(reached)
    return result


@dataclass(frozen=True, slots=True, eq=False)
class Classes:
    """Coordinates that symmetries make of each other, taken together.

    - `members`: (states,), class times 16 plus a symmetry that leads to its representative;
    - `representatives`: (classes,), the least coordinate of each;
    - `fixed`: (classes, n), the symmetries that leave the representative as it is.
    """

    members: Table
    representatives: Ints
    fixed: NDArray[np.bool_]


def classes(image: Table) -> Classes:
    """The classes of a coordinate, from what the symmetries make of it."""
    representatives, number = np.unique(image.min(axis=1), return_inverse=True)
    members = 16 * number + image.argmin(axis=1)
    fixed = image[representatives] == representatives[:, None]
    return Classes(members.astype(np.uint16), representatives.astype(np.int64), fixed)
