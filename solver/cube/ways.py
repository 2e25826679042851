"""What may happen to a cube between two looks: nothing, turns, or that it is gripped anew.

Everything has a cost in nats, the logarithm of how improbable it is.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cache

import numpy as np

from solver.cube.geometry import FACES
from solver.cube.holding import HELD, JOINED, SHOWN, Floats
from solver.cube.scores import Indices
from solver.cube.turns import FACE_TURNS, Turn

Flags = np.ndarray[tuple[int, ...], np.dtype[np.bool_]]

# One turn of any face; of the planned one; the one after that; half of a planned half turn, which
# may look like all of it. Two layers at once turn less often.
TURN, PLANNED, SOON, HALF = 9.0, 4.0, 8.0, 7.0
_SLICE, _TWO, _MORE = 11.0, 15.0, 20.0
# The cube is gripped anew: while it is watched, and while it was out of sight for a moment; and
# turned on the spot, which looks like a turn of the face in front.
_GRIPPED, _UNSEEN, _SPUN = 9.0, 3.5, 9.0

_OPPOSITE = {face: FACES[(number + 3) % 6] for number, face in enumerate(FACES)}


@dataclass(frozen=True, slots=True, eq=False)
class Ways:
    """Some things that may happen.

    - `turns`: the face turns of each;
    - `comes`: (n, 54), where each sticker comes from;
    - `held`: (n,), how the cube is held afterwards, as a way of holding one held upright;
    - `cost`: (n,) nats.
    """

    turns: tuple[tuple[Turn, ...], ...]
    comes: Indices
    held: Indices
    cost: Floats

    @property
    def moved(self) -> Flags:
        """The stickers that are somewhere else afterwards. (n, 54)"""
        return np.asarray(self.comes != np.arange(54))

    def planned(self, moves: Sequence[Turn]) -> Floats:
        """The costs when these are the next moves of a plan, which somebody is following."""
        cost = self.cost.copy()
        if moves and moves[0].quarters == 2:
            # A half turn may be made in two quarters.
            for number, turns in enumerate(self.turns):
                if len(turns) == 1 and turns[0].axis == moves[0].axis:
                    cost[number] = HALF
        for length, less in ((1, PLANNED), (2, SOON)):
            if len(moves) >= length and tuple(moves[:length]) in self.turns:
                cost[self.turns.index(tuple(moves[:length]))] = less
        return cost


_COMES = {turn: np.argsort(turn.goes()) for turn in FACE_TURNS}


def _goes(turns: Sequence[Turn]) -> Indices:
    """Where each sticker comes from after some turns."""
    comes = np.arange(54)
    for turn in turns:
        comes = comes[_COMES[turn]]
    return comes


def _many(lists: Sequence[tuple[Turn, ...]], costs: Sequence[float]) -> Ways:
    comes = np.array([_goes(turns) for turns in lists])
    held = np.zeros(len(lists), dtype=np.intp)
    return Ways(tuple(lists), comes, held, np.array(costs))


def _different(lists: Sequence[tuple[Turn, ...]]) -> list[tuple[Turn, ...]]:
    """Without those that come to the same as earlier ones."""
    seen: dict[bytes, tuple[Turn, ...]] = {}
    for turns in lists:
        seen.setdefault(_goes(turns).tobytes(), turns)
    return list(seen.values())


def _longer(lists: Sequence[tuple[Turn, ...]]) -> list[tuple[Turn, ...]]:
    """One turn more; turns of one face in a row are one."""
    return [
        (*turns, turn)
        for turns in lists
        for turn in FACE_TURNS
        if not turns or turns[-1].axis != turn.axis
    ]


def _slices() -> Ways:
    """The middle layers: both outer ones turned the other way, and the cube with the middle."""
    axes = {"R": "x", "U": "y", "F": "z"}
    lists, held = [], []
    for face, axis in axes.items():
        for quarters in (1, 2, 3):
            lists.append((Turn(face, 4 - quarters), Turn(_OPPOSITE[face], quarters)))
            whole = np.argsort(Turn(axis, quarters).goes())
            held.append(next(i for i, way in enumerate(HELD) if (way == whole).all()))
    ways = _many(lists, [_SLICE] * len(lists))
    return Ways(ways.turns, ways.comes, np.array(held), ways.cost)


_ONE = [(turn,) for turn in FACE_TURNS]
_PAIRS = _different([(), *_ONE, *_longer(_ONE)])


def _joined(*parts: Ways) -> Ways:
    return Ways(
        tuple(turns for part in parts for turns in part.turns),
        np.concatenate([part.comes for part in parts]),
        np.concatenate([part.held for part in parts]),
        np.concatenate([part.cost for part in parts]),
    )


def _cost(turns: tuple[Turn, ...]) -> float:
    return (0.0, TURN, _TWO, _MORE)[len(turns)]


# Nothing, one turn, or a middle layer; up to two turns.
STILL = _many([()], [0.0])
USUAL = _joined(_many([(), *_ONE], [0.0] + [TURN] * 18), _slices())
TWO = _many(_PAIRS, [_cost(turns) for turns in _PAIRS])


@cache
def three() -> Ways:
    """Up to three turns; many, and seldom wanted."""
    lists = _different([*_PAIRS, *_longer(_PAIRS[19:])])
    return _many(lists, [_cost(turns) for turns in lists])


# The face of each thing that may happen that turns one face; -1 for the others.
_FACE_OF = np.array([FACES.index(t[0].axis) if len(t) == 1 else -1 for t in USUAL.turns])


def gripping(fresh: bool) -> Floats:
    """What it costs to be held another way, for how it was held and how it is. (24, 24)

    `fresh`: the cube was out of sight before.
    """
    return _FRESH if fresh else _WATCHED


def rolled(way: int) -> Flags:
    """Whether the face seen in a way is the same for both ways of holding, rolled. (24, 24)"""
    shown = SHOWN[JOINED[:, way], 4]
    return np.asarray((shown[:, None] == shown) & ~np.eye(24, dtype=np.bool_))


def turned_in(held: Indices, way: int) -> Flags:
    """Whether each of USUAL turns the face that is seen in a way, however it is held. (n, ways)"""
    return np.asarray(SHOWN[JOINED[held, way], 4][:, None] // 9 == _FACE_OF)


def _gripping(other: float) -> Floats:
    cost = np.full((24, 24), other)
    spins = np.flatnonzero(HELD[:, 22] == 22)
    cost[np.arange(24)[:, None], JOINED[:, spins]] = _SPUN
    np.fill_diagonal(cost, 0.0)
    return cost


_FRESH, _WATCHED = _gripping(_UNSEEN), _gripping(_GRIPPED)
