"""What is known of a cube in somebody's hands: a few states, followed along face turns.

At first nothing is known, and the faces have to be shown; see decode.py. From then on each table
shows one to three faces in unknown rotation, and mostly says that nothing has changed.
"""

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from solver.belief import Estimate, soften
from solver.cube.cubies import Cube
from solver.cube.decode import SURE, Decoded, decode
from solver.cube.readings import log_sum
from solver.cube.scores import TURNED, Indices, view_of
from solver.cube.turns import FACE_TURNS

Floats = NDArray[np.float64]

# Where each sticker comes from, for standing still and for each of the 18 turns. (19, 54)
_COMES = np.array([range(54), *(np.argsort(turn.goes()) for turn in FACE_TURNS)])

# A group of stickers is strange when it is this many nats below what it would be by itself: about
# two stickers that are surely of other colours. After so many strange tables the cube is lost.
_STRANGE = 6.0
_PATIENCE = 12

# The share of groups that are no face at all, or a blurred one: any colours are as probable.
_ASTRAY = 0.1

# So many looks at six faces are waited for a certain state, before a few states are followed.
_LOOKS = 10


@dataclass(frozen=True, slots=True, eq=False)
class _Beam:
    """The states held: `views` (n, 54), the stickers' colours, and `logs` (n,), best first."""

    cubes: tuple[Cube, ...]
    views: Indices
    logs: Floats


class CubeBelief:
    """Follows a cube through tables of sticker colours.

    A table is (9 k, 6): groups of nine stickers, one a visible face, row by row in any rotation.
    While `lost`, a table is decoded by itself, and six faces make a state. Afterwards the `width`
    most probable states are kept. Each is worth its most probable history (Viterbi 1967), not the
    sum over histories: turns that nobody could have seen must not pile up while nothing happens.
    `doubt` and `moving` are as for `solver.belief.Belief`.
    """

    def __init__(self, *, doubt: float = 0.1, moving: float = 0.1, width: int = 24) -> None:
        self._doubt = doubt
        self._width = width
        self._still = np.log([1.0 - moving, *[moving / len(FACE_TURNS)] * len(FACE_TURNS)])
        self._beam: _Beam | None = None
        self._strange = 0
        self._doubtful = 0
        self._decoded: tuple[Floats, Decoded] | None = None

    @property
    def lost(self) -> bool:
        """Whether no state is known, so that all six faces have to be shown."""
        return self._beam is None

    def update(self, cells: Floats) -> Estimate[Cube]:
        """Takes one table. Raises ValueError for another shape than (9 k, 6)."""
        if cells.ndim != 2 or cells.shape[1] != 6 or len(cells) % 9:
            raise ValueError(f"table: expected 9 k x 6, got shape {cells.shape}")
        groups = cells.reshape(-1, 9, 6)
        if self._beam is None:
            return self._find(self._decode(groups))
        logs = np.log(soften(cells, self._doubt)).reshape(-1, 9, 6)
        self._beam, placements = self._follow(self._beam, logs)
        return self._estimate(self._beam, logs, placements)

    def _decode(self, groups: Floats) -> Decoded:
        """Decodes the faces, unless they are those of the last time: decoding is dear."""
        if self._decoded is None or not np.array_equal(self._decoded[0], groups):
            self._decoded = groups.copy(), decode(groups)
        return self._decoded[1]

    def _find(self, found: Decoded) -> Estimate[Cube]:
        """A certain state ends being lost, and after many looks a few states do."""
        if found.state is None:
            return Estimate(None, 0.0, problem=found.problem)
        self._doubtful += 1
        states = ((found.state, found.certainty), *found.others)[: self._width]
        known = sum(p for _, p in states) >= SURE
        if found.certainty >= SURE or (known and self._doubtful > _LOOKS):
            cubes = tuple(cube for cube, _ in states)
            views = np.array([view_of(cube) for cube in cubes])
            logs = np.log(np.maximum([p for _, p in states], 1e-12))
            self._beam = _Beam(cubes, views, logs)
            self._strange = self._doubtful = 0
        return Estimate(found.state, found.certainty, found.placed, found.problem)

    def _follow(self, beam: _Beam, logs: Floats) -> tuple[_Beam, Floats]:
        """One step along the turns, and the table; also how each group lies on the new states."""
        views = beam.views[:, _COMES].reshape(-1, 54)
        prior = (beam.logs[:, None] + self._still).ravel()
        order = np.argsort(-prior, kind="stable")
        _, first = np.unique(views[order], axis=0, return_index=True)
        kept = order[first]
        fits = _fits(views[kept], logs)
        weights = prior[kept] + _evidence(fits).sum(axis=1)
        best = np.argsort(-weights, kind="stable")[: self._width]
        rows = kept[best]
        cubes = tuple(_after(beam.cubes[row // 19], row % 19) for row in rows.tolist())
        return _Beam(cubes, views[rows], weights[best] - weights[best[0]]), fits[best]

    def _estimate(self, beam: _Beam, logs: Floats, fits: Floats) -> Estimate[Cube]:
        """The best state, its share and where the groups lie; gives up after strange tables."""
        certainty = float(np.exp(beam.logs[0] - log_sum(beam.logs)))
        best = fits[0].argmax(axis=1)
        regret = logs.max(axis=2).sum(axis=1) - fits[0].max(axis=1)
        if len(regret):
            self._strange = self._strange + 1 if regret.max() > _STRANGE else 0
        if self._strange > _PATIENCE:
            self._beam = None
            return Estimate(None, 0.0, problem="The cube is lost: show all six faces again.")
        return Estimate(beam.cubes[0], certainty, _placed(best))


def _after(cube: Cube, step: int) -> Cube:
    """The cube after standing still, step 0, or one of the 18 turns."""
    return cube * FACE_TURNS[step - 1].cube if step else cube


def _fits(views: Indices, logs: Floats) -> Floats:
    """The log-probability of every group as each face in each rotation: (n, k, 24)."""
    faces = views.reshape(-1, 6, 9)
    turned = logs[:, TURNED]
    # (k, 4, n, 6, 9) would be large at once: one group after another.
    fits = [group[:, np.arange(9), faces].sum(axis=-1) for group in turned]
    by_group = np.array(fits).reshape(len(logs), 4, len(faces), 6)
    return by_group.transpose(2, 0, 3, 1).reshape(len(faces), len(logs), 24)


def _evidence(fits: Floats) -> Floats:
    """The log-probability of every group for every state, (n, k), if it may have gone astray."""
    face = log_sum(fits) - np.log(fits.shape[-1]) + np.log(1.0 - _ASTRAY)
    astray = np.log(_ASTRAY) - 9.0 * np.log(6.0)
    return np.asarray(np.logaddexp(face, astray), dtype=np.float64)


def _placed(best: Indices) -> tuple[int, ...]:
    """The facelet of every row, from the face and rotation of every group as 4 face + turn."""
    placed: list[int] = []
    for face, quarters in zip(*np.divmod(best, 4), strict=True):
        facelets = np.empty(9, dtype=np.intp)
        facelets[TURNED[quarters]] = 9 * face + np.arange(9)
        placed += facelets.tolist()
    return tuple(placed)
