"""The groups of Thistlethwaite's method, and how far every cube is from the next one.

    G0 = <U, D, L, R, F, B>        every cube
    G1 = <U, D, L, R, F2, B2>      the edges are oriented
    G2 = <U, D, L2, R2, F2, B2>    the corners too, and the middle layer's edges lie in it
    G3 = <U2, D2, L2, R2, F2, B2>  half turns are enough

What matters in each phase are the cosets of the next group: 2048, 1,082,565, 29,400 and 663,552.
"""

from collections.abc import Callable, Iterable
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from solver.cube.cubies import Cube
from solver.cube.turns import FACE_TURNS, Turn
from solver.cube.twophase import coordinates
from solver.cube.twophase.coordinates import OUTER, PHASE_2
from solver.cube.twophase.leaves import rank
from solver.cube.twophase.pruning import distances
from solver.cube.twophase.symmetry import (
    HALF,
    Classes,
    Table,
    classes,
    images,
    renamed_turns,
    symmetries,
)
from solver.phrase import Phrase

Ints = NDArray[np.int64]

# The turns of each group, as places in FACE_TURNS; those of G2 are PHASE_2.
_G0 = tuple(range(len(FACE_TURNS)))
_G1 = tuple(i for i in _G0 if FACE_TURNS[i].axis not in "FB" or FACE_TURNS[i].quarters == 2)
_G3 = tuple(i for i in _G0 if FACE_TURNS[i].quarters == 2)

# The edges between R and L, between F and B, and between U and D.
_LAYERS = ((1, 3, 5, 7), (0, 2, 4, 6), (8, 9, 10, 11))

# A cube as a row and a column of a table.
_Place = Callable[[Cube], tuple[int, int]]


@dataclass(frozen=True, slots=True, eq=False)
class Phase:
    """The way from one group to the next."""

    name: str
    aim: str
    turns: tuple[Turn, ...]
    table: NDArray[np.uint8]
    place: _Place

    def distance(self, cube: Cube) -> int:
        """The turns that a cube of this phase's group is from the next group."""
        return int(self.table[self.place(cube)])


def make_phases() -> tuple[Phase, ...]:
    """The four phases; their tables take half a second."""
    corners = _corner_cosets()
    return (_oriented_edges(), _oriented_corners(), _half_turns(corners), _solved(corners))


def _phase(
    name: str, aim: str, turns: Iterable[int], first: Ints, second: Ints, place: _Place
) -> Phase:
    """The phase with the distances in two coordinates, given by their tables of turns."""
    rows, columns = first.astype(np.uint16), second.astype(np.uint16)
    table = distances(rows, columns, _alone(len(rows)), _itself(len(columns)))
    return Phase(name, aim, tuple(FACE_TURNS[i] for i in turns), table, place)


def _itself(states: int) -> Table:
    """What no symmetry but the first makes of some states."""
    return np.arange(states, dtype=np.uint16)[:, None]


def _alone(states: int) -> Classes:
    """Classes of one state each."""
    return classes(_itself(states))


def _oriented_edges() -> Phase:
    flips = coordinates.flip_turns().astype(np.int64)

    def place(cube: Cube) -> tuple[int, int]:
        return sum(flip << i for i, flip in enumerate(cube.flips[:-1])), 0

    still = np.zeros((1, len(_G0)), dtype=np.int64)
    return _phase(Phrase("Phase 1, into G1"), Phrase("orient the edges"), _G0, flips, still, place)


def _oriented_corners() -> Phase:
    """Twists and places are taken together where symmetries of the turns make one of the other."""
    twists, middle = coordinates.twist_turns(), coordinates.slice_turns()
    renamed = renamed_turns(symmetries()[:HALF], _G0)
    groups, image = classes(images(twists, renamed)), images(middle, renamed)
    table = distances(twists[:, _G1], middle[:, _G1], groups, image)
    numbers = coordinates.slice_numbers()

    def place(cube: Cube) -> tuple[int, int]:
        twist = sum(turn * 3**i for i, turn in enumerate(cube.twists[:-1]))
        row, symmetry = divmod(int(groups.members[twist]), 16)
        return row, int(image[numbers[_taken(cube, _LAYERS[2])], symmetry])

    aim = Phrase("orient the corners and bring the middle layer's edges into it")
    return Phase(Phrase("Phase 2, into G2"), aim, tuple(FACE_TURNS[i] for i in _G1), table, place)


def _taken(cube: Cube, edges: tuple[int, ...]) -> int:
    """The places where some edges are, as bits."""
    return sum(1 << place for place, edge in enumerate(cube.edges) if edge in edges)


def _half_turns(cosets: Ints) -> Phase:
    """The cosets of the corners, and the places of the edges between R and L among the outer."""
    first = np.unique(cosets, return_index=True)[1]
    corners = cosets[coordinates.corner_turns()[first]]
    home = sum(1 << edge for edge in _LAYERS[0])
    masks = [mask for mask in range(256) if mask.bit_count() == len(_LAYERS[0])]
    masks.sort(key=lambda mask: mask != home)
    edges = np.array([[masks.index(_turned(mask, i)) for i in PHASE_2] for mask in masks])

    def place(cube: Cube) -> tuple[int, int]:
        return int(cosets[rank(cube.corners)]), masks.index(_taken(cube, _LAYERS[0]))

    aim = Phrase("arrange the pieces so that half turns are enough")
    return _phase(Phrase("Phase 3, into G3"), aim, PHASE_2, corners, edges, place)


def _turned(mask: int, turn: int) -> int:
    """Where a turn takes edges that take some of the outer places."""
    edges = FACE_TURNS[turn].cube.edges
    return sum(1 << place for place in OUTER if mask >> edges[place] & 1)


def _corner_cosets() -> Ints:
    """(40320,): which of the 420 cosets of the half turns' 96 permutations the corners are in.

    Turns lead from coset to coset: two permutations are in one coset when a row of half turns,
    made before the cube was mixed, makes one of the other.
    """
    permutations = coordinates.permutations_of(8)
    half = coordinates.corner_turns()[:, [PHASE_2.index(i) for i in _G3]]
    group = np.zeros(1, dtype=np.int64)
    while len(grown := np.unique([*group, *half[group].ravel()])) > len(group):
        group = grown
    cosets = np.full(len(permutations), -1)
    count = 0
    for number, pieces in enumerate(permutations):
        if cosets[number] < 0:
            cosets[coordinates.rank(permutations[group][:, pieces])] = count
            count += 1
    return cosets


def _solved(cosets: Ints) -> Phase:
    """The 96 permutations of the corners, and the orders of the edges in the three layers."""
    listed = np.flatnonzero(cosets == 0)
    half = [PHASE_2.index(i) for i in _G3]
    corners = np.searchsorted(listed, coordinates.corner_turns()[listed][:, half])
    orders = [_order_turns(layer) for layer in _LAYERS]
    a, b, c = np.unravel_index(np.arange(24**3), (24, 24, 24))
    edges = (orders[0][a] * 24 + orders[1][b]) * 24 + orders[2][c]

    def place(cube: Cube) -> tuple[int, int]:
        number = 0
        for layer in _LAYERS:
            number = number * 24 + rank(tuple(layer.index(cube.edges[i]) for i in layer))
        return int(np.searchsorted(listed, rank(cube.corners))), number

    return _phase(
        Phrase("Phase 4, solved"), Phrase("finish by half turns"), _G3, corners, edges, place
    )


def _order_turns(layer: tuple[int, ...]) -> Ints:
    """(24, 6): what the half turns do to the order of the edges of a layer."""
    orders = coordinates.permutations_of(len(layer))
    turns = (FACE_TURNS[i].cube.edges for i in _G3)
    moved = [orders[:, [layer.index(edges[place]) for place in layer]] for edges in turns]
    return np.stack([coordinates.rank(after) for after in moved], axis=1)
