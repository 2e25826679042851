"""How many turns a cube needs at least: exact distances for two coordinates at a time."""

import numpy as np
from numpy.typing import NDArray

from solver.cube.twophase.symmetry import Classes, Table

Bytes = NDArray[np.uint8]
Ints = NDArray[np.int64]

UNKNOWN = 255


def distances(first: Table, second: Table, groups: Classes, image: Table) -> Bytes:
    """(classes of the first coordinate, states of the second): turns to (0, 0).

    `first` and `second` (states, turns) are tables of turns; `groups` are the classes of the first
    coordinate, and `image` (states, n) is what the symmetries make of the second. Breadth first,
    from the solved end; late layers are looked for from the states that are still unknown.
    """
    table = np.full((len(groups.representatives), len(second)), UNKNOWN, dtype=np.uint8)
    table[0, 0] = 0
    front, depth = np.zeros(1, dtype=np.int64), 0
    while len(front):
        unknown = np.flatnonzero(table.ravel() == UNKNOWN)
        depth += 1
        if len(unknown) < len(front):
            found = _looked_for(unknown, table, depth, (first, second, groups, image))
        else:
            found = _reached(front, table, (first, second, groups, image))
        table.ravel()[found] = depth
        front = found
    return table


_Rules = tuple[Table, Table, Classes, Table]


def _after(states: Ints, turn: int, rules: _Rules) -> Ints:
    """Where a turn takes some entries of the table."""
    first, second, groups, image = rules
    rows, columns = np.divmod(states, len(second))
    member = groups.members[first[groups.representatives[rows], turn]].astype(np.int64)
    columns = image[second[columns, turn], member & 15].astype(np.int64)
    return np.asarray((member >> 4) * len(second) + columns, dtype=np.int64)


def _reached(front: Ints, table: Bytes, rules: _Rules) -> Ints:
    """The unknown entries next to the front, and those that are the same by symmetry."""
    marked = np.zeros(table.size, dtype=np.bool_)
    for turn in range(rules[0].shape[1]):
        marked[_after(front, turn, rules)] = True
    fresh = np.flatnonzero(marked & (table.ravel() == UNKNOWN))
    same = [fresh]
    groups, image = rules[2], rules[3]
    rows, columns = np.divmod(fresh, table.shape[1])
    for symmetry in range(1, image.shape[1]):
        kept = groups.fixed[rows, symmetry]
        same.append(rows[kept] * table.shape[1] + image[columns[kept], symmetry])
    return np.unique(np.concatenate(same))


def _looked_for(unknown: Ints, table: Bytes, depth: int, rules: _Rules) -> Ints:
    """The unknown entries that have a neighbour in the layer before."""
    found = np.zeros(len(unknown), dtype=np.bool_)
    left = np.arange(len(unknown))
    for turn in range(rules[0].shape[1]):
        hit = table.ravel()[_after(unknown[left], turn, rules)] == depth - 1
        found[left[hit]] = True
        left = left[~hit]
    return unknown[found]


def nibbles(table: Bytes) -> Bytes:
    """Two entries a byte, the first in the low half; their number is even."""
    flat = table.ravel()
    return np.asarray(flat[::2] | flat[1::2] << 4, dtype=np.uint8)
