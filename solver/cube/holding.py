"""How a cube is held: which face each group of stickers shows, and turned which way.

The 24 ways to hold a cube are numbered; `HELD[way]` tells for each facelet of an upright cube,
white up and green to the front, which facelet of the held cube is seen in its place. A face in a
picture is taken for the front of an upright cube; the faces that touch it follow from the edges
that they share in the picture, and the next picture's faces from where they lie.
"""

from collections.abc import Sequence
from dataclasses import dataclass, field, replace

import numpy as np
from numpy.typing import NDArray

from solver.cube.geometry import middles, quarter_turn
from solver.cube.scores import Indices

Floats = NDArray[np.float64]

_FRONT = np.arange(18, 27)
# The cells along the four sides of a face, clockwise from the top.
_SIDES = ((0, 1, 2), (2, 5, 8), (8, 7, 6), (6, 3, 0))

# Shares of a face's side: how far apart two edges may lie that are taken for one, and how far a
# face may move between two pictures to be taken for the same.
_ONE_EDGE = 0.3
_SAME_PLACE = 0.45
# A place in which no face was seen for so many looks is forgotten; an old one counts less.
_FORGOTTEN, _AGEING = 30, 0.01
# A lone face that was seen turning so far, in degrees, has been turned a quarter.
_TURNED = 60.0


def _ways() -> Indices:
    """The 24 ways, (24, 54), the upright one first."""
    steps = [np.argsort(quarter_turn(axis)) for axis in "xy"]
    found = [np.arange(54)]
    for way in found:
        for step in steps:
            turned = way[step]
            if all((turned != known).any() for known in found):
                found.append(turned)
    return np.array(found)


HELD = _ways()
# One way after another: HELD[JOINED[a, b]] is HELD[a][HELD[b]].
_NUMBER = {way.tobytes(): number for number, way in enumerate(HELD)}
JOINED: Indices = np.array([[_NUMBER[a[b].tobytes()] for b in HELD] for a in HELD])
BACK: Indices = JOINED.argmin(axis=1)
# The facelets of a group of nine stickers for each way it may be turned to the front. (24, 9)
SHOWN = HELD[:, _FRONT]


def _neighbours() -> Indices:
    """The way of the face that touches a front's side with a side of its own. (4, 4)"""
    cubies = middles()[0]
    table = np.zeros((4, 4), dtype=np.intp)
    for way, facelets in enumerate(SHOWN):
        for side, own in enumerate(_SIDES):
            for other, theirs in enumerate(_SIDES):
                met = cubies[_FRONT[list(own)]], cubies[facelets[list(theirs[::-1])]]
                if facelets[4] != _FRONT[4] and (met[0] == met[1]).all():
                    table[side, other] = way
    return table


_BESIDE = _neighbours()
# The ways of a front that is turned on the spot by 0 to 3 quarters: a group whose first corner is
# what was the corner `quarters` further on.
SPUN: Indices = np.array(
    [
        next(
            way
            for way, facelets in enumerate(SHOWN)
            if (facelets.reshape(3, 3) == np.rot90(_FRONT.reshape(3, 3), quarters)).all()
        )
        for quarters in range(4)
    ]
)


@dataclass(frozen=True, slots=True, eq=False)
class _Place:
    """Where a face was seen: corners (4, 2), in the way `way`; `turn` in degrees since then."""

    corners: Floats
    way: int
    turn: float = 0.0
    age: int = 0


@dataclass(frozen=True, slots=True)
class Look:
    """The ways of the groups in one picture, -1 for those that touch no other.

    `fresh`: none of them lies where a face was seen before, so that the cube may be held anyhow.
    """

    ways: tuple[int, ...]
    fresh: bool


@dataclass(slots=True)
class Holding:
    """Follows the places of faces from picture to picture."""

    _places: list[_Place] = field(default_factory=list)

    def look(self, outlines: Floats) -> Look:
        """Takes the faces' corners, (k, 4, 2), clockwise from where each group starts."""
        self._places = [
            replace(one, age=one.age + 1) for one in self._places if one.age < _FORGOTTEN
        ]
        if not len(outlines):
            return Look((), False)
        ways = _joined_ways(outlines)
        known = [self._known(corners) for corners in outlines]
        votes = [
            (known[i].off, JOINED[known[i].way, BACK[way]])
            for i, way in enumerate(ways)
            if way >= 0 and known[i].off < _SAME_PLACE
        ]
        if votes:
            base = min(votes)[1]
            ways = [int(JOINED[base, way]) if way >= 0 else -1 for way in ways]
        else:
            self._places = []
        self._places = self._renewed(outlines, ways, known)
        return Look(tuple(ways), not votes)

    def _known(self, corners: Floats) -> "_Known":
        """The nearest place, and the way of a group there."""
        best = _Known(np.inf, 0, 0.0)
        size = _size(corners)
        for place in self._places:
            for quarters in range(4):
                rolled = np.roll(corners, -quarters, axis=0)
                off = float(np.linalg.norm(rolled - place.corners, axis=1).mean()) / size
                off += _AGEING * place.age
                if off < best.off:
                    turn = place.turn + _angle(place.corners, rolled)
                    way = int(JOINED[place.way, SPUN[-quarters % 4]])
                    best = _Known(off, way, turn)
        return best

    def _renewed(self, outlines: Floats, ways: list[int], known: list["_Known"]) -> list[_Place]:
        """The places of this picture, and those of before that are not in it.

        A lone face that goes round may be a turned layer or a turned cube: its way is left as it
        lies in the picture, so that the two are weighed against each other.
        """
        places = []
        lone = sum(way >= 0 for way in ways) == 1
        for i, (corners, way) in enumerate(zip(outlines, ways, strict=True)):
            if way < 0:
                continue
            turn = known[i].turn if known[i].off < _SAME_PLACE else 0.0
            if not lone:
                turn = 0.0
            if abs(turn) > _TURNED:
                quarters = 1 if turn > 0 else -1
                way = ways[i] = int(JOINED[way, SPUN[quarters % 4]])
                turn -= 90.0 * quarters
            places.append(_Place(corners, way, turn))
        old = [one for one in self._places if one.age and not _covered(one, places)]
        return [*places, *old]


@dataclass(frozen=True, slots=True)
class _Known:
    """How far off the nearest place is, in sides; the way there, and how far it has turned."""

    off: float
    way: int
    turn: float


def _covered(old: _Place, places: Sequence[_Place]) -> bool:
    """Whether a face that is seen now lies where an old one was, or is the same one."""
    size = _size(old.corners)
    middle = old.corners.mean(axis=0)
    return any(
        np.linalg.norm(one.corners.mean(axis=0) - middle) < _SAME_PLACE * size
        or SHOWN[one.way, 4] == SHOWN[old.way, 4]
        for one in places
    )


def _joined_ways(outlines: Floats) -> list[int]:
    """The ways of the groups if the largest is the front; -1 for those that are apart from it."""
    ways = [-1] * len(outlines)
    ways[int(np.argmax([_size(corners) for corners in outlines]))] = 0
    for _ in outlines:
        for i, way in enumerate(ways):
            for j in range(len(ways)):
                if way >= 0 and ways[j] < 0:
                    sides = _one_edge(outlines[i], outlines[j])
                    if sides is not None:
                        ways[j] = int(JOINED[way, _BESIDE[sides]])
    return ways


def _one_edge(one: Floats, other: Floats) -> tuple[int, int] | None:
    """The sides by which two faces touch, or None. Both go clockwise, so they run against it."""
    ends = np.stack([one, np.roll(one, -1, axis=0)], axis=1)
    back = np.stack([np.roll(other, -1, axis=0), other], axis=1)
    off = np.linalg.norm(ends[:, None] - back[None], axis=3).max(axis=2)
    side, their = np.unravel_index(int(np.argmin(off)), (4, 4))
    near = off[side, their] < _ONE_EDGE * min(_size(one), _size(other))
    return (int(side), int(their)) if near else None


def _size(corners: Floats) -> float:
    """The mean side of a face in pixels."""
    return float(np.linalg.norm(corners - np.roll(corners, -1, axis=0), axis=1).mean())


def _angle(before: Floats, after: Floats) -> float:
    """By how many degrees a face has turned, clockwise in the picture (Kabsch, in the plane)."""
    a, b = before - before.mean(axis=0), after - after.mean(axis=0)
    cross = float((a[:, 0] * b[:, 1] - a[:, 1] * b[:, 0]).sum())
    return float(np.degrees(np.arctan2(cross, float((a * b).sum()))))
