"""Turns in Singmaster's notation: R, R', R2, and x y z for the whole cube."""

import re
from dataclasses import dataclass

from solver.cube.cubies import SOLVED, Cube
from solver.cube.facelets import read
from solver.cube.geometry import FACES, WHOLE, quarter_turn
from solver.phrase import Phrase
from solver.puzzle import NotationError

_ENDINGS = {1: "", 2: "2", 3: "'"}
_QUARTERS = {"": 1, "2": 2, "'": 3, "’": 3, "2'": 2, "3": 3}
_TURN = re.compile(r"([URFDLBxyz])(2'|['’23]?)")


@dataclass(frozen=True, slots=True, order=True)
class Turn:
    """A face, or the whole cube about x, y or z, by 1 to 3 quarters clockwise."""

    axis: str
    quarters: int = 1

    @property
    def whole(self) -> bool:
        """Whether the cube turns as a whole."""
        return self.axis in WHOLE

    @property
    def cube(self) -> Cube:
        """What the turn makes of a solved cube; a whole turn leaves every cube as it is."""
        return SOLVED if self.whole else _TURNED[self]

    @property
    def inverse(self) -> "Turn":
        """The turn that takes this one back."""
        return Turn(self.axis, 4 - self.quarters)

    def goes(self) -> tuple[int, ...]:
        """Where the sticker of each of the 54 facelets goes."""
        return _GOES[self]

    def __str__(self) -> str:
        return self.axis + _ENDINGS[self.quarters]


def parse_turn(text: str) -> Turn:
    """The turn of a text such as `R'`. Raises NotationError."""
    found = _TURN.fullmatch(text.strip())
    if found is None:
        raise NotationError(Phrase("cube: expected a turn like R, R' or R2, got {got!r}", got=text))
    return Turn(found[1], _QUARTERS[found[2]])


def _goes(turn: Turn) -> tuple[int, ...]:
    quarter = quarter_turn(turn.axis)
    goes = tuple(range(54))
    for _ in range(turn.quarters):
        goes = tuple(quarter[i] for i in goes)
    return goes


def _turned(goes: tuple[int, ...]) -> Cube:
    letters = [""] * 54
    for source, target in enumerate(goes):
        letters[target] = FACES[source // 9]
    return read("".join(letters))


FACE_TURNS = tuple(Turn(face, quarters) for face in FACES for quarters in (1, 2, 3))
_GOES = {
    turn: _goes(turn)
    for turn in (*FACE_TURNS, *(Turn(axis, n) for axis in WHOLE for n in (1, 2, 3)))
}
_TURNED = {turn: _turned(_GOES[turn]) for turn in FACE_TURNS}
