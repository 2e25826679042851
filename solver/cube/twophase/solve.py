"""The two-phase method (Kociemba 1992): short solutions at once, and shorter ones as time passes.

Six searches go on side by side, for the three axes of the cube and of its inverse; each begins with
the cube itself and with the cube after some turns in advance. Nothing here knows the time: a search
is an iterator, and whoever draws from it stops when it likes.
"""

from collections.abc import Callable, Iterator, Sequence
from itertools import zip_longest
from typing import Protocol

from solver.cube.cubies import Cube
from solver.cube.geometry import FACES
from solver.cube.notation import Turns, simplify
from solver.cube.twophase.exact import Exact
from solver.cube.twophase.native import NativeKernel, load_kernel
from solver.cube.twophase.portable import PortableKernel
from solver.cube.twophase.tables import Tables
from solver.cube.twophase.variants import EXHAUSTED, FOUND, MOST, Variant, variants

# So many nodes are visited for a plan: 10 ms in C, half a second in Python.
EFFORT = 40_000
# So many nodes at a time: a third of a millisecond in C.
_PORTION = 2_000

# The most turns of phase 2, for the first solution and for better ones.
_FIRST_CAP, _CAP = 12, 10


class Search(Protocol):
    """A search in progress, in C or in Python."""

    @property
    def nodes(self) -> int:
        """Nodes visited so far."""

    @property
    def found(self) -> tuple[int, list[int]]:
        """The variant and the turns of the last solution."""

    def run(self, nodes: int) -> int:
        """Goes on for so many nodes: PAUSED, FOUND or EXHAUSTED."""

    def limit(self, best: int, cap: int) -> None:
        """Only solutions of fewer turns than `best` count, with at most `cap` in phase 2."""


class Kernel(Protocol):
    """What begins searches."""

    @property
    def exact(self) -> bool:
        """Whether the large table is used."""

    def begin(self, variants: Sequence[Variant]) -> Search:
        """A search for the shortest solution of any of the variants."""


class TwoPhase:
    """Solves cubes. With `portable` the kernel in Python is taken even where there is one in C."""

    def __init__(
        self, tables: Tables, exact: Exact | None = None, *, portable: bool = False
    ) -> None:
        found = None if portable else load_kernel()
        self.kernel: Kernel = (
            PortableKernel(tables) if found is None else NativeKernel(found, tables, exact)
        )

    def improve(
        self, cube: Cube, *, avoid: str = "", portion: int = _PORTION
    ) -> Iterator[Turns | None]:
        """Solutions, each shorter than the one before, and None after every portion of nodes.

        `avoid` are faces that are not to be turned. Ends where there is nothing shorter that the
        method could find; without the turns of some faces, perhaps never.
        """
        faces = frozenset(FACES) - frozenset(avoid)
        yield from self._improve(variants(cube, faces), portion)

    def improve_held(self, cube: Cube, *, portion: int = _PORTION) -> Iterator[Turns | None]:
        """The same for a camera that does not see one face: each solution leaves a face alone.

        It is any face: the cube is to be held so that it lies away from the camera.
        """
        every = frozenset(FACES)
        held = [variants(cube, every - {face}) for face in "BDLURF"]
        # One axis after the other, each for all ways to hold the cube.
        mixed = [one for group in zip_longest(*held) for one in group if one is not None]
        yield from self._improve(mixed, portion)

    def _improve(self, cubes: Sequence[Variant], portion: int) -> Iterator[Turns | None]:
        search = self.kernel.begin(cubes)
        search.limit(MOST, _FIRST_CAP)
        while (event := search.run(portion)) != EXHAUSTED:
            if event != FOUND:
                yield None
                continue
            variant, turns = search.found
            answer = simplify(cubes[variant].answer(turns))
            search.limit(len(answer), _CAP)
            yield answer

    def solve(self, cube: Cube, *, avoid: str = "", effort: int = EFFORT) -> Turns:
        """The best solution within so many nodes, or the first one where that takes longer."""
        return best_of(self.improve(cube, avoid=avoid), _portions(effort))


def best_of(found: Iterator[Turns | None], more: Callable[[], bool]) -> Turns:
    """The last solution drawn before `more` says no; at least one is waited for."""
    best: Turns | None = None
    for turns in found:
        best = best if turns is None else turns
        if best is not None and not more():
            break
    assert best is not None, "the method finds every cube"
    return best


def _portions(effort: int) -> Callable[[], bool]:
    """Says yes until the effort is spent, a portion a time."""
    left = iter(range(effort // _PORTION))
    return lambda: next(left, None) is not None
