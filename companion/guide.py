"""The guided scan: one face after the other, each held as told.

A solved or patterned cube has many legal readings as long as the rotations of its faces are not
known. Shown upright, each face beside one that is named, it has one.
"""

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from companion.corrections import MIDDLE, SIDE, Face, grouped
from solver.cube import COLOURS
from solver.cube.asking import ORDER, UPRIGHT
from solver.cube.geometry import FACES
from solver.cube.naming import SIDES
from solver.phrase import Phrase
from vision import Observation

Floats = NDArray[np.float64]

# A face is taken once it was seen so many times in a row, the nearest one, and read alike.
_TIMES = 8
# The least probability of the centre, and the least agreement of two looks, in nats.
_CENTRE, _ALIKE = 0.6, 8.0


@dataclass(frozen=True, slots=True)
class Hint:
    """How to hold the cube next: show the face with the centre `show`, and `beside` above it.

    Without `above` the face with the centre `beside` is below. `step` counts from 1 to 6.
    """

    show: str
    beside: str
    above: bool
    step: int

    @property
    def words(self) -> str:
        """The hint as a sentence."""
        named = {"show": _side(self.show), "beside": _side(self.beside)}
        if self.above and self.step <= 4:
            return Phrase("Keep the {beside} face on top, and show me the {show} face.", **named)
        if self.above:
            return Phrase("Show me the {show} face, with the {beside} one above it.", **named)
        return Phrase("Show me the {show} face, with the {beside} one below it.", **named)


class Guide:
    """Collects the six faces in order, each upright.

    `centres` are the colours of the sides U R F D L B, as indices of `symbols`.
    """

    def __init__(self, symbols: Sequence[str], centres: Sequence[int]) -> None:
        self._centres = centres
        self._symbols = symbols
        self._taken: list[Floats] = []
        self._last: Floats | None = None
        self._times = 0

    @property
    def hint(self) -> Hint | None:
        """How to hold the cube now; None once all faces were taken."""
        if len(self._taken) == len(ORDER):
            return None
        side = ORDER[len(self._taken)]
        beside = UPRIGHT[side]
        above = side != "U"
        if not above:
            # Upright, the back is above; people rather look for the front, which is below.
            beside = "F"
        return Hint(self._letter(side), self._letter(beside), above, len(self._taken) + 1)

    def take(self, seen: Observation) -> Floats:
        """Takes one look; the faces so far, (9 k, symbols), each upright, read together."""
        group = self._nearest(seen)
        if group is not None and self.hint is not None:
            self._look(group)
        gathered = seen.cells if seen.gathered is None else seen.gathered
        upright = [_as_read(one, grouped(gathered)) for one in self._taken]
        return np.array(upright).reshape(SIDE * len(upright), gathered.shape[1])

    def _look(self, group: Floats) -> None:
        """Counts how often the wanted face was read alike."""
        wanted = self._centres[FACES.index(ORDER[len(self._taken)])]
        if group[MIDDLE].argmax() != wanted or group[MIDDLE, wanted] < _CENTRE:
            self._last, self._times = None, 0
            return
        alike = self._last is not None and _agreement(self._last, group) > _ALIKE
        self._last, self._times = group, self._times + 1 if alike else 1
        if self._times >= _TIMES:
            self._taken.append(group)
            self._last, self._times = None, 0

    def _nearest(self, seen: Observation) -> Floats | None:
        """The group that is largest in the picture."""
        if seen.outline is None or not len(seen.cells):
            return None
        x, y = seen.outline[..., 0], seen.outline[..., 1]
        areas = np.abs((x * np.roll(y, -1, axis=1) - np.roll(x, -1, axis=1) * y).sum(axis=1))
        nearest: Floats = grouped(seen.cells)[int(areas.argmax())]
        return nearest

    def _letter(self, face: str) -> str:
        return self._symbols[self._centres[FACES.index(face)]]


def _side(colour: str) -> Phrase:
    return SIDES[COLOURS.index(colour)]


def _agreement(one: Floats, other: Floats) -> float:
    """How much more probable two groups are for one face as it is held than for two, in nats."""
    both = (one * other).sum(axis=1) * one.shape[1]
    return float(np.maximum(np.log(np.maximum(both, 1e-9)), -2.0).sum())


def _as_read(taken: Floats, gathered: Floats) -> Floats:
    """A face as it is read by now, together with all others, but upright as it was taken."""
    face = Face(taken, (-1,) * SIDE)
    found = face.among(gathered, _ALIKE)
    return taken if found is None else found[1]
