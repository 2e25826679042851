"""Which cubes the turns of some faces can solve at all: a chain of stabilisers of their group.

The chain is built by Sims' method as Knuth tells it ("Efficient representation of perm groups",
1991). A permutation is a tuple: where each of the 54 facelets goes.
"""

from functools import cache

from solver.cube.cubies import Cube
from solver.cube.geometry import CORNER_FACELETS, EDGE_FACELETS
from solver.cube.turns import Turn

_Permutation = tuple[int, ...]
_FACELETS = 54


class _Chain:
    """`ways[k]` leads facelet k to each place that it can reach while all before it stay."""

    def __init__(self, turns: list[_Permutation]) -> None:
        still = tuple(range(_FACELETS))
        self._ways: list[dict[int, _Permutation]] = [{k: still} for k in range(_FACELETS)]
        self._strong: list[list[_Permutation]] = [[] for _ in range(_FACELETS)]
        for turn in turns:
            self._add(turn, 0)

    def holds(self, permutation: _Permutation, level: int = 0) -> bool:
        """Whether the turns make the permutation, which leaves all facelets before `level`."""
        for k in range(level, _FACELETS):
            way = self._ways[k].get(permutation[k])
            if way is None:
                return False
            if permutation[k] != k:
                permutation = _then(permutation, _inverse(way))
        return True

    def _add(self, turn: _Permutation, level: int) -> None:
        """Makes the turn one of the group that leaves all facelets before `level`."""
        self._strong[level].append(turn)
        fresh = [_then(way, turn) for way in list(self._ways[level].values())]
        while fresh:
            one = fresh.pop()
            known = self._ways[level].get(one[level])
            if known is None:
                self._ways[level][one[level]] = one
                fresh += [_then(one, other) for other in self._strong[level]]
                continue
            rest = _then(one, _inverse(known))
            if not self.holds(rest, level + 1):
                self._add(rest, level + 1)


def can_solve(cube: Cube, faces: frozenset[str]) -> bool:
    """Whether turns of these faces alone can solve the cube."""
    return _chain(faces).holds(_permutation(cube))


@cache
def _chain(faces: frozenset[str]) -> _Chain:
    return _Chain([Turn(face).goes() for face in sorted(faces)])


def _permutation(cube: Cube) -> _Permutation:
    """Where the facelets of a solved cube have gone."""
    goes = list(range(_FACELETS))
    for facelets, pieces, turns in (
        (CORNER_FACELETS, cube.corners, cube.twists),
        (EDGE_FACELETS, cube.edges, cube.flips),
    ):
        for cells, piece, turn in zip(facelets, pieces, turns, strict=True):
            for i, home in enumerate(facelets[piece]):
                goes[home] = cells[(i + turn) % len(cells)]
    return tuple(goes)


def _then(first: _Permutation, second: _Permutation) -> _Permutation:
    return tuple(second[i] for i in first)


def _inverse(permutation: _Permutation) -> _Permutation:
    inverse = [0] * _FACELETS
    for source, target in enumerate(permutation):
        inverse[target] = source
    return tuple(inverse)
