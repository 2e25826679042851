"""Cubes as small numbers, and what the turns do to them.

The coordinates are Kociemba's (kociemba.org/math/coordlevel.htm). Phase 1: the twists of the
corners (2187), the flips of the edges (2048), and which places the four edges of the middle layer
take (495). Phase 2: the permutations of the corners (40320), of the eight other edges (40320), and
of the four (24). Every coordinate of a solved cube is 0. A table of turns is (states, 18) or, for
phase 2, (states, 10): where a turn takes each coordinate.
"""

from itertools import combinations, permutations

import numpy as np
from numpy.typing import NDArray

from solver.cube.turns import FACE_TURNS

Coordinates = NDArray[np.uint16]
Ints = NDArray[np.int64]

TWISTS, FLIPS, SLICES, PERMUTATIONS, SLICE_ORDERS = 2187, 2048, 495, 40320, 24

# The turns of phase 2, as places in FACE_TURNS: U and D by any amount, the others by half.
PHASE_2 = tuple(
    i for i, turn in enumerate(FACE_TURNS) if turn.axis in ("U", "D") or turn.quarters == 2
)

# The four edges that belong to the layer between U and D, and the other eight.
MIDDLE = (8, 9, 10, 11)
OUTER = (0, 1, 2, 3, 4, 5, 6, 7)

_CUBES = [turn.cube for turn in FACE_TURNS]


def _packed(table: Ints) -> Coordinates:
    return np.ascontiguousarray(table, dtype=np.uint16)


def twist_turns() -> Coordinates:
    """(2187, 18). The twists of the first seven corners are the digits, to the base 3."""
    return _orientation_turns(3, 8, [(cube.corners, cube.twists) for cube in _CUBES])


def flip_turns() -> Coordinates:
    """(2048, 18). The flips of the first eleven edges are the digits, to the base 2."""
    return _orientation_turns(2, 12, [(cube.edges, cube.flips) for cube in _CUBES])


def _orientation_turns(
    base: int, pieces: int, turns: list[tuple[tuple[int, ...], tuple[int, ...]]]
) -> Coordinates:
    weights = base ** np.arange(pieces - 1)
    digits = np.arange(base ** (pieces - 1))[:, None] // weights % base
    # The last piece makes up for the others.
    digits = np.column_stack([digits, -digits.sum(axis=1) % base])
    moved = [(digits[:, places] + np.array(added)) % base for places, added in turns]
    return _packed(np.stack([after[:, :-1] @ weights for after in moved], axis=1))


def slice_masks() -> Ints:
    """(495,): the places of the four edges as bits, by coordinate."""
    masks = [sum(1 << place for place in places) for places in combinations(range(12), 4)]
    return np.array(sorted(masks, reverse=True))


def slice_numbers() -> Ints:
    """(4096,): the coordinate of four places as bits; 0 where there are not four."""
    masks = slice_masks()
    numbers = np.zeros(4096, dtype=np.int64)
    numbers[masks] = np.arange(len(masks))
    return numbers


def slice_turns() -> Coordinates:
    """(495, 18)."""
    taken = slice_masks()[:, None] >> np.arange(12) & 1
    numbers = slice_numbers()
    moved = [taken[:, cube.edges] @ (1 << np.arange(12)) for cube in _CUBES]
    return _packed(np.stack([numbers[mask] for mask in moved], axis=1))


def corner_turns() -> Coordinates:
    """(40320, 10). Permutations are numbered in the order of the alphabet."""
    return _permutation_turns([_CUBES[i].corners for i in PHASE_2])


def edge_turns() -> Coordinates:
    """(40320, 10), of the edges in the layers U and D."""
    return _permutation_turns([_CUBES[i].edges[: len(OUTER)] for i in PHASE_2])


def order_turns() -> Coordinates:
    """(24, 10), of the edges in the middle layer."""
    first = MIDDLE[0]
    return _permutation_turns([tuple(p - first for p in _CUBES[i].edges[first:]) for i in PHASE_2])


def _permutation_turns(turns: list[tuple[int, ...]]) -> Coordinates:
    pieces = permutations_of(len(turns[0]))
    return _packed(np.stack([rank(pieces[:, places]) for places in turns], axis=1))


def permutations_of(count: int) -> NDArray[np.int8]:
    """All permutations, in the order of the alphabet: (count!, count)."""
    return np.array(list(permutations(range(count))), dtype=np.int8)


def rank(pieces: NDArray[np.int8]) -> Ints:
    """The numbers of permutations (n, k) in the order of the alphabet (Lehmer's code)."""
    count = pieces.shape[1]
    number = np.zeros(len(pieces), dtype=np.int64)
    for place in range(count):
        smaller = (pieces[:, place + 1 :] < pieces[:, place, None]).sum(axis=1)
        number = number * (count - place) + smaller
    return number
