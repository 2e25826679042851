"""The search kernel in Python: the same steps as in kernel/*.c, some fifty times slower.

It finds the same solutions after the same number of nodes, without the large table. The C files say
more about the method.
"""

from collections.abc import Iterator, Sequence
from itertools import count

import numpy as np

from solver.cube.cubies import Cube
from solver.cube.turns import FACE_TURNS
from solver.cube.twophase.coordinates import FLIPS, SLICES
from solver.cube.twophase.leaves import AFTER, EVERY, Leaves
from solver.cube.twophase.pruning import Bytes
from solver.cube.twophase.tables import Tables
from solver.cube.twophase.variants import EXHAUSTED, FOUND, MOST, PAUSED, Variant

# Phase 1 does not come out of the goal and back into it in fewer turns than this.
_LOOP = 5
# Phase 1 is at least so long behind turns made in advance.
_SHORTEST = 7
# R, F, L and B by a quarter.
_LEADING_OUT = 1 << 3 | 1 << 6 | 1 << 12 | 1 << 15

# Coordinates of phase 1 and a lower bound: twist, flip, slice, bound.
_State = tuple[int, int, int, int]


class PortableKernel:
    """The tables as Python lists, which are read faster than arrays, one entry at a time."""

    exact = False

    def __init__(self, tables: Tables) -> None:
        self.twist_turns = tables.twist_turns.ravel().tolist()
        self.flip_turns = tables.flip_turns.ravel().tolist()
        self.slice_turns = tables.slice_turns.ravel().tolist()
        self.slice_numbers = tables.slice_numbers.tolist()
        self.twist_members: list[int] = tables.twist_members.tolist()
        self.flip_members: list[int] = tables.flip_members.tolist()
        self.slice_images: list[int] = tables.slice_images.ravel().tolist()
        self.flip_images: list[int] = tables.flip_images.ravel().tolist()
        self.twist_slice = _halves(tables.twist_slice)
        self.flip_slice = _halves(tables.flip_slice)
        self.twist_flip = _halves(tables.twist_flip)
        self.leaves = Leaves(tables)

    def begin(self, variants: Sequence[Variant]) -> "PortableSearch":
        """A search for the shortest solution of any of the variants."""
        return PortableSearch(self, variants)

    def bound(self, twist: int, flip: int, middle: int) -> int:
        """A lower bound of the turns of phase 1."""
        row, symmetry = divmod(self.twist_members[twist], 16)
        other, turned = divmod(self.flip_members[flip], 16)
        return max(
            self.twist_slice[row * SLICES + self.slice_images[middle * 8 + symmetry]],
            self.flip_slice[other * SLICES + self.slice_images[middle * 8 + turned]],
            self.twist_flip[row * FLIPS + self.flip_images[flip * 8 + symmetry]],
        )

    def root(self, cube: Cube) -> _State:
        """Where phase 1 begins."""
        twist = sum(turn * 3**i for i, turn in enumerate(cube.twists[:-1]))
        flip = sum(turn << i for i, turn in enumerate(cube.flips[:-1]))
        mask = sum(1 << i for i, edge in enumerate(cube.edges) if edge >= 8)
        middle = self.slice_numbers[mask]
        return twist, flip, middle, self.bound(twist, flip, middle)

    def children(self, state: _State, turns: int, left: int) -> Iterator[tuple[int, _State]]:
        """The turns, of those given as bits, after which `left` more may be enough."""
        twist, flip, middle, _ = state
        while turns:
            turn = (turns & -turns).bit_length() - 1
            turns &= turns - 1
            after = (
                self.twist_turns[18 * twist + turn],
                self.flip_turns[18 * flip + turn],
                self.slice_turns[18 * middle + turn],
            )
            bound = self.bound(*after)
            if bound <= left:
                yield turn, (*after, bound)
            elif bound > left + 1:
                # One more turn of the same face brings no more than one.
                turns &= ~(7 << turn // 3 * 3)


def _halves(table: Bytes) -> bytes:
    """One entry a byte."""
    return np.stack([table & 15, table >> 4], axis=1).tobytes()


class PortableSearch:
    """A search in progress; it can be left at any time."""

    def __init__(self, kernel: PortableKernel, variants: Sequence[Variant]) -> None:
        self._kernel = kernel
        self._variants = variants
        self._best, self._cap = MOST, 10
        self._until = 0
        self._events = self._explore()
        self.nodes = 0
        self.found: tuple[int, list[int]] = (0, [])

    def limit(self, best: int, cap: int) -> None:
        """Only solutions of fewer turns than `best` count, with at most `cap` in phase 2."""
        self._best, self._cap = min(best, MOST), cap

    def run(self, nodes: int) -> int:
        """Goes on for so many nodes: PAUSED, FOUND or EXHAUSTED."""
        self._until = self.nodes + nodes
        return next(self._events, EXHAUSTED)

    def _explore(self) -> Iterator[int]:
        """The whole search, by the length of phase 1 and the turns in advance together."""
        for length in count():
            for number, variant in enumerate(self._variants):
                for cube, ahead in _roots(variant.cube, variant.allowed, length - _SHORTEST):
                    if length >= self._best:
                        return
                    if self.nodes >= self._until:
                        yield PAUSED
                    for turns in self._phase_1(cube, ahead, length, variant.allowed):
                        if turns is None:
                            yield PAUSED
                        else:
                            self.found = number, turns
                            self._best = len(turns)
                            yield FOUND
                        if length >= self._best:
                            return

    def _phase_1(
        self, cube: Cube, ahead: list[int], length: int, allowed: int
    ) -> Iterator[list[int] | None]:
        """The solutions from one root, and None where it is time to pause."""
        self.nodes += 1
        depth = length - len(ahead)
        early = bool(ahead) and depth == _SHORTEST
        state = self._kernel.root(cube)
        if state[3] > depth:
            return
        if state[3] == 0 and depth < _LOOP:
            found = self._leaf(cube, [], ahead, allowed) if depth == 0 or early else None
            if found is not None:
                yield found
            return
        path: list[int] = []
        stack = [self._kernel.children(state, allowed, depth - 1)]
        while stack:
            if self.nodes >= self._until:
                yield None
            del path[len(stack) - 1 :]
            for turn, after in stack[-1]:
                left = depth - len(stack)
                path[len(stack) - 1 :] = [turn]
                if after[3] == 0 and left < _LOOP:
                    found = self._leaf(cube, path, ahead, allowed) if early or not left else None
                    if found is None:
                        continue
                    yield found
                    break
                self.nodes += 1
                following = AFTER[turn // 3] & allowed
                stack.append(self._kernel.children(after, following, left - 1))
                break
            else:
                stack.pop()

    def _leaf(
        self, cube: Cube, path: list[int], ahead: list[int], allowed: int
    ) -> list[int] | None:
        """A solution through a cube that phase 2 may take over, or None.

        The last turn in advance may go either way.
        """
        limit = min(self._best - 1 - len(path) - len(ahead), self._cap)
        for turn in path:
            cube = cube * FACE_TURNS[turn].cube
        for both in (ahead, [*ahead[:-1], ahead[-1] + 2] if ahead else []):
            leaf = cube if both == ahead else FACE_TURNS[ahead[-1] + 1].cube * cube
            last = path[-1] // 3 if path else 6
            found, nodes = self._kernel.leaves.solve(leaf, last, allowed, limit)
            self.nodes += nodes
            if found is not None:
                return [*path, *found, *reversed(both)]
            if not ahead:
                break
        return None


def _roots(cube: Cube, allowed: int, most: int) -> Iterator[tuple[Cube, list[int]]]:
    """The cube, and then after up to `most` turns made in advance."""
    yield cube, []
    cubes = [cube]
    ahead: list[int] = []
    left = [_ahead(allowed, most)]
    while left:
        if not left[-1]:
            left.pop()
            cubes.pop()
            del ahead[-1:]
            continue
        turn = (left[-1] & -left[-1]).bit_length() - 1
        left[-1] &= left[-1] - 1
        ahead.append(turn)
        cubes.append(FACE_TURNS[turn].cube * cubes[-1])
        left.append(_ahead(AFTER[turn // 3] & allowed, most - len(ahead)))
        if _LEADING_OUT >> turn & 1:
            yield cubes[-1], list(ahead)


def _ahead(turns: int, more: int) -> int:
    """Of these turns, those to make in advance where so many more may be made."""
    return 0 if more <= 0 else turns & (EVERY if more > 1 else _LEADING_OUT)
