"""The beam: a few cubes, each held some way, and how probable their most probable histories are.

A sticker that is misread once is misread again in the next picture. So a look does not simply
multiply in: what a sticker tells against a state is bounded, however often it is looked at, while
what a turn costs is paid once. One dirty sticker never makes a turn.
"""

from collections.abc import Sequence
from dataclasses import dataclass, replace

import numpy as np
from numpy.typing import NDArray

from solver.cube.cubies import Cube
from solver.cube.holding import JOINED, SHOWN, Floats
from solver.cube.readings import log_sum
from solver.cube.scores import Indices, view_of
from solver.cube.turns import Turn
from solver.cube.ways import STILL, TWO, USUAL, Ways, gripping, rolled, three, turned_in

# What one sticker can tell against a state, in nats, and the share of it that is left a look later.
_MOST, _LEFT = 6.5, 0.7
# A group that none of the states explains better, in nats, tells nothing.
_NOTHING = 12.0
# What it costs that all was misread since a state that was beyond doubt, in nats.
_COMING_BACK = 1.0
# What the stickers of a layer told before it turned counts after it too, but no more than this: a
# layer on its way looks like anything.
_PAST = 4.0
# States are kept within so many nats of the best, and at most so many.
_REACH, _WIDTH = 16.0, 24
# A look that is explained this badly, in nats, makes stranger explanations worth the search.
_PUZZLING = 5.0
# A look tells against a state, as one to come back to, where it is explained as badly as this.
_AGAINST = 2.0
# So many of them are looked at closely.
_CLOSELY = 48
# Rows of a matrix that are multiplied at once.
_PIECE = 32
_WAYS = np.arange(24)[:, None]
_HASH = np.array([pow(6364136223846793005, k + 1, 1 << 64) for k in range(54)], dtype=np.uint64)


@dataclass(frozen=True, slots=True, eq=False)
class Evidence:
    """One look: `logs` (k, 9, 6), nats below the likeliest colour; the ways of the groups.

    Groups of way -1 may lie anyhow. `trust` (k,): the share of what each group tells that counts,
    and `most` (k,) how much it can tell at most: it may be no face at all, or a blurred one.
    `stays`: what tells that a lone face that went round was turned on a cube that stayed, in nats.
    """

    logs: Floats
    ways: tuple[int, ...]
    fresh: bool
    trust: Floats
    most: Floats
    stays: float = 0.0

    def only(self, groups: NDArray[np.bool_]) -> "Evidence":
        """The same look without some of its groups."""
        ways = tuple(way for way, kept in zip(self.ways, groups, strict=True) if kept)
        return replace(
            self,
            logs=self.logs[groups],
            ways=ways,
            trust=self.trust[groups],
            most=self.most[groups],
        )

    @property
    def lone(self) -> int | None:
        """The way of the only group, None where there are more, or it may lie anyhow."""
        return self.ways[0] if len(self.ways) == 1 and self.ways[0] >= 0 else None

    def on(self, view: Indices, held: int) -> tuple[Indices, Floats]:
        """The facelet that every cell shows, (k, 9), and its regret there, for one state."""
        placed, regrets = self.on_all(view[None], np.array([held]))
        return placed[0], regrets[0]

    def on_all(self, views: Indices, held: Indices) -> tuple[Indices, Floats]:
        """The same for many: (n, k, 9) twice."""
        count, rows = len(views), np.arange(len(views))[:, None]
        placed = np.empty((count, len(self.logs), 9), dtype=np.intp)
        regrets = np.empty(placed.shape)
        for group, (way, logs) in enumerate(zip(self.ways, self.logs, strict=True)):
            facelets = SHOWN[JOINED[held, way]] if way >= 0 else self._anyhow(views, logs)
            found = logs[np.arange(9), views[rows, facelets]]
            placed[:, group], regrets[:, group] = facelets, found
        return placed, regrets

    def plain(self, beam: "Beam") -> bool:
        """Whether the best state explains all that is told, steadily."""
        regrets = self.on(beam.views[0], int(beam.held[0]))[1].sum(axis=1)
        return bool((regrets > -_PUZZLING).all() and (self.trust == 1.0).all())

    def refutes(self, beam: "Beam") -> bool:
        """Whether something that is read steadily is not what the best state shows."""
        regrets = self.on(beam.views[0], int(beam.held[0]))[1].sum(axis=1)
        return bool(((regrets < -_AGAINST) & (self.trust == 1.0)).any())

    def _anyhow(self, views: Indices, logs: Floats) -> Indices:
        """The facelets where a group lies best on each state."""
        fits = logs[np.arange(9), views[:, SHOWN]].sum(axis=2)
        return np.asarray(SHOWN[fits.argmax(axis=1)])

    def roughly(self, views: Indices) -> Floats:
        """The regret of many states held every way, (n, 24), by one product of matrices."""
        told = np.zeros((24, 54, 6), dtype=np.float32)
        shown = np.eye(6, dtype=np.float32)[views].reshape(len(views), -1)
        apart = np.zeros((len(views), 1))
        for way, logs in zip(self.ways, self.logs, strict=True):
            if way >= 0:
                told[_WAYS, SHOWN[JOINED[:, way]]] += logs.astype(np.float32)
            else:
                lying = np.zeros((24, 54, 6), dtype=np.float32)
                lying[_WAYS, SHOWN] = logs
                apart += _product(shown, lying.reshape(24, -1).T).max(axis=1, keepdims=True)
        return np.asarray(_product(shown, told.reshape(24, -1).T) + apart)


@dataclass(frozen=True, slots=True, eq=False)
class Beam:
    """The states held, best first.

    - `views` (n, 54): the stickers' colours; `held` (n,): the way each is held;
    - `logs` (n,): the log-probability of each history up to its last turn;
    - `regrets` (n, 54): what each sticker has told against it since, 0 to -_MOST;
    - `lifted`: by how much all were made less improbable in the last step, the best to 0.
    """

    cubes: tuple[Cube, ...]
    views: Indices
    held: Indices
    logs: Floats
    regrets: Floats
    lifted: float = 0.0

    @classmethod
    def of(cls, states: Sequence[tuple[Cube, float]]) -> "Beam":
        """The beam over some cubes with their probabilities, held anyhow."""
        cubes = tuple(cube for cube, _ in states[:_WIDTH])
        logs = np.log(np.maximum([p for _, p in states[:_WIDTH]], 1e-12))
        views = np.array([view_of(cube) for cube in cubes])
        held = np.zeros(len(cubes), dtype=np.intp)
        return cls(cubes, views, held, logs - logs.max(), np.zeros(views.shape))

    def beside(self, anchor: "Beam") -> "Beam":
        """These states, and the one of an anchor with nothing told against it."""
        return Beam(
            (*self.cubes, *anchor.cubes),
            np.concatenate([self.views, anchor.views]),
            np.concatenate([self.held, anchor.held]),
            np.append(self.logs, anchor.logs),
            np.concatenate([self.regrets, anchor.regrets]),
        )

    def anchor(self) -> "Beam":
        """The best state alone, as one to come back to."""
        first = self.first(1)
        logs = np.array([-_COMING_BACK])
        return Beam(first.cubes, first.views, first.held, logs, np.zeros((1, 54)))

    def settled(self) -> "Beam":
        """What was told up to now is settled: it cannot be taken for misread any more.

        A state that is refuted would otherwise be as good as ever when a turn is taken back.
        """
        return replace(self, logs=self.scores, regrets=np.zeros_like(self.regrets))

    @property
    def scores(self) -> Floats:
        """The log-probability of each state, up to a constant."""
        return np.asarray(self.logs + self.regrets.sum(axis=1))

    def first(self, count: int) -> "Beam":
        """The best states only."""
        return Beam(
            self.cubes[:count],
            self.views[:count],
            self.held[:count],
            self.logs[:count],
            self.regrets[:count],
        )

    @property
    def certainty(self) -> float:
        """The probability of the best cube, however it is held."""
        scores = self.scores
        same = np.array([cube == self.cubes[0] for cube in self.cubes])
        return float(np.exp(log_sum(scores[same]) - log_sum(scores)))


@dataclass(frozen=True, slots=True, eq=False)
class _Steps:
    """Steps from states of a beam: the state's number, what happens, how it is held, the cost."""

    origin: Indices
    ways: Ways
    number: Indices
    held: Indices
    cost: Floats

    def __len__(self) -> int:
        return len(self.origin)


def follow(beam: Beam, evidence: Evidence, planned: Sequence[Turn], *, turns: int = 2) -> Beam:
    """One step, and one look. Up to so many turns are considered where one does not explain it.

    With fewer than two the cube is not taken to be gripped anew either; three take long.
    """
    if not len(evidence.logs):
        return beam
    usual = _usual(beam, evidence, planned)
    new = _judged(beam, [usual], evidence)
    if -evidence.on(new.views[0], int(new.held[0]))[1].sum() > _PUZZLING:
        strange = _strange(beam, evidence, planned, turns)
        new = _judged(beam, [usual, *strange], evidence) if strange else new
        told = evidence.on_all(new.views, new.held)[1].sum(axis=2).max(axis=0) > -_NOTHING
        if not told.all():
            return _judged(beam, [usual, *strange], evidence.only(told)) if told.any() else beam
    return new


def _strange(beam: Beam, evidence: Evidence, planned: Sequence[Turn], turns: int) -> list["_Steps"]:
    """Gripped anew, and several turns at once, as far as they are to be considered."""
    if turns < 2:
        return []
    few, ways = (beam.first(1), three()) if turns > 2 else (beam.first(2), TWO)
    return [
        _regripped(beam, evidence, STILL, _WIDTH, ()),
        _regripped(few, evidence, ways, _CLOSELY, planned),
    ]


def _usual(beam: Beam, evidence: Evidence, planned: Sequence[Turn]) -> _Steps:
    """Standing still, the turns of one layer, from every state, held as it was."""
    count, many = len(beam.cubes), len(USUAL.turns)
    origin, number = np.divmod(np.arange(count * many), many)
    held = JOINED[beam.held[origin], USUAL.held[number]]
    cost = USUAL.planned(planned)[number]
    if evidence.lone is not None:
        cost = cost + max(0.0, -evidence.stays) * turned_in(beam.held, evidence.lone).ravel()
    return _Steps(origin, USUAL, number, held, cost)


def _regripped(
    beam: Beam, evidence: Evidence, ways: Ways, most: int, planned: Sequence[Turn]
) -> _Steps:
    """The most probable steps, at most so many, after which the cube is held any way."""
    count, many = len(beam.cubes), len(ways.turns)
    views = beam.views[:, ways.comes].reshape(-1, 54)
    grip = gripping(evidence.fresh)
    if evidence.lone is not None:
        grip = grip + max(0.0, evidence.stays) * rolled(evidence.lone)
    grip = grip[beam.held]
    cost = grip[:, None, :] + ways.planned(planned)[None, :, None]
    worth = beam.scores[:, None, None] - cost
    worth = (worth + evidence.roughly(views).reshape(count, many, 24)).ravel()
    most = min(most, len(worth))
    best = np.argpartition(-worth, most - 1)[:most]
    origin, number, held = np.unravel_index(best, (count, many, 24))
    return _Steps(origin, ways, number, held, cost[origin, number, held])


def _judged(beam: Beam, parts: Sequence[_Steps], evidence: Evidence) -> Beam:
    """The states after some steps and a look; the best ones, each once."""
    origin = np.concatenate([part.origin for part in parts])
    held = np.concatenate([part.held for part in parts])
    comes = np.concatenate([part.ways.comes[part.number] for part in parts])
    cost = np.concatenate([part.cost for part in parts])
    views = np.take_along_axis(beam.views[origin], comes, axis=1)
    before = beam.held[origin]
    # A face that is turned in front and a cube that is rolled are judged alike.
    spun = rolled(evidence.lone or 0)[before, held]
    moved = (comes != np.arange(54)) | spun[:, None]
    told = beam.regrets[origin]
    logs = beam.logs[origin] - cost + np.maximum((told * moved).sum(axis=1), -_PAST)
    regrets = np.where(moved, 0.0, told)
    placed, seen = evidence.on_all(views, held)
    worst = np.maximum(-seen.sum(axis=2, keepdims=True), 1e-9)
    seen *= np.minimum(1.0, evidence.most[:, None] / worst) * evidence.trust[:, None]
    rows = np.arange(len(views))[:, None]
    placed, seen = placed.reshape(len(views), -1), seen.reshape(len(views), -1)
    regrets[rows, placed] = np.maximum(_LEFT * regrets[rows, placed] + seen, -_MOST)
    scores = logs + regrets.sum(axis=1)
    best = _best(scores, views, held)
    cubes = tuple(_turned(beam, parts, number) for number in best.tolist())
    top = scores[best[0]]
    return Beam(cubes, views[best], held[best], logs[best] - top, regrets[best], float(top))


def _product(rows: NDArray[np.float32], columns: NDArray[np.float32]) -> NDArray[np.float32]:
    """A product of matrices, in pieces so small that no threads are started: these cost more."""
    pieces = [rows[first : first + _PIECE] for first in range(0, len(rows), _PIECE)]
    return np.concatenate([piece @ columns for piece in pieces])


def _best(scores: Floats, views: Indices, held: Indices) -> Indices:
    """The numbers of the best states, best first, each state and way once."""
    order = np.argsort(-scores, kind="stable")[: 8 * _WIDTH]
    order = order[scores[order] > scores[order[0]] - _REACH]
    keys = (views[order].astype(np.uint64) * _HASH).sum(axis=1) * np.uint64(24)
    _, first = np.unique(keys + held[order].astype(np.uint64), return_index=True)
    return np.asarray(order[np.sort(first)][:_WIDTH])


def _turned(beam: Beam, parts: Sequence[_Steps], number: int) -> Cube:
    """The cube after one of the steps of several parts."""
    for part in parts:
        if number < len(part):
            cube = beam.cubes[int(part.origin[number])]
            for turn in part.ways.turns[int(part.number[number])]:
                cube = cube * turn.cube
            return cube
        number -= len(part)
    raise IndexError(number)
