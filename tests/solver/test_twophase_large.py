"""The large table takes some seconds to make: here only its layers near the goal are made."""

import ctypes
from random import Random

import numpy as np
import pytest

from solver.cube import SOLVED, Cube, apply_turns, random_turns
from solver.cube.twophase import Exact, Tables, TwoPhase, large, native
from solver.cube.twophase.coordinates import SLICES, TWISTS
from solver.cube.twophase.exact import CLASSES, empty_entries, pairs, portions, twist_images

pytestmark = pytest.mark.skipif(native.load_kernel() is None, reason="the kernel in C is not built")


Pairs = tuple[np.ndarray, np.ndarray, np.ndarray]


@pytest.fixture(scope="module")
def found_pairs(tables: Tables) -> Pairs:
    return pairs(tables)


@pytest.fixture(scope="module")
def near(tables: Tables, found_pairs: Pairs) -> Exact:
    """The layers up to 6 turns."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(large, "pairs", lambda _: found_pairs)
        patch.setattr(large, "LAYERS", 7)
        patch.setattr(large, "_BACKWARD", 99)
        shares: list[float] = []
        kernel = native.load_kernel()
        assert isinstance(kernel, ctypes.CDLL)
        exact = large.make_exact(kernel, tables, shares.append)
    assert shares == sorted(shares)
    assert shares[-1] == 1.0
    return exact


def entry(exact: Exact, tables: Tables, cube: Cube) -> int:
    """What the table says of a cube: the distance modulo 3, or 3 where it is not known."""
    twist = sum(turn * 3**i for i, turn in enumerate(cube.twists[:-1]))
    flip = sum(turn << i for i, turn in enumerate(cube.flips[:-1]))
    mask = sum(1 << i for i, edge in enumerate(cube.edges) if edge >= 8)
    member = int(exact.pair_members[flip * SLICES + int(tables.slice_numbers[mask])])
    place = (member >> 4) * TWISTS + int(exact.twist_images[twist, member & 15])
    return int(exact.entries[place // 4]) >> place % 4 * 2 & 3


def test_layers_have_the_known_sizes(near: Exact, found_pairs: Pairs) -> None:
    """1, 4, 50, 592, 7156, 87236, 1043817: the cosets by distance, each as often as it occurs."""
    _, _, fixed = found_pairs
    bits = np.unpackbits(near.entries, bitorder="little").reshape(-1, 2)
    values = (bits[:, 0] + 2 * bits[:, 1])[: CLASSES * TWISTS].reshape(CLASSES, TWISTS)
    shared = np.array([int(one).bit_count() for one in fixed])
    counts = [((values == v).sum(axis=1) * (16 // shared)).sum() for v in range(3)]
    assert counts == [1 + 592 + 1043817, 4 + 7156, 50 + 87236]


def test_backwards_finds_the_same(tables: Tables, found_pairs: Pairs) -> None:
    """The third layer of some classes, looked for from the unknown entries."""
    kernel = native.load_kernel()
    assert kernel is not None
    members, representatives, fixed = found_pairs
    exact = Exact(members, twist_images(tables), empty_entries())
    known = ctypes.byref(native.native_tables(tables, exact))
    rest = [a.ctypes.data for a in (representatives, fixed)]
    for depth in (1, 2):
        for first, last in portions():
            kernel.twophase_exact_layer(
                known, *rest, exact.entries.ctypes.data, depth, 0, first, last
            )
    backward = exact.entries.copy()
    classes = 600
    found = kernel.twophase_exact_layer(known, *rest, backward.ctypes.data, 3, 1, 0, classes)
    for first, last in portions():
        kernel.twophase_exact_layer(known, *rest, exact.entries.ctypes.data, 3, 0, first, last)
    some = classes * TWISTS // 4
    assert found > 10
    assert np.array_equal(backward[:some], exact.entries[:some])


def test_distances_follow_the_turns(near: Exact, tables: Tables) -> None:
    """One turn changes the distance by one at most, and only the goal of phase 1 is at 0."""
    for seed in range(40):
        cube, before, distance = SOLVED, 0, 0
        for number, turn in enumerate(random_turns(Random(seed), 6), start=1):
            cube = cube * turn.cube
            after = entry(near, tables, cube)
            assert after != 3
            distance += (after - before + 1) % 3 - 1
            before = after
            assert 0 <= distance <= number
            home = all(edge >= 8 for edge in cube.edges[8:])
            assert (distance == 0) == (home and not any(cube.twists) and not any(cube.flips))


def test_a_search_with_the_table_solves(near: Exact, tables: Tables) -> None:
    """Near cubes only: further ones need the whole table."""
    for seed in range(10):
        turns = random_turns(Random(seed), 5)
        cube = apply_turns(SOLVED, turns)
        solver = TwoPhase(tables, near)
        assert solver.kernel.exact
        found = [answer for answer in solver.improve(cube) if answer is not None]
        assert apply_turns(cube, found[-1]) == SOLVED
        assert len(found[-1]) <= 5
    assert not TwoPhase(tables).kernel.exact
