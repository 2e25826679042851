"""What one look tells of each numbered part: on, off, between the two, or that it cannot tell.

The one place where the probabilities of a look become words: for JSON and for the overlay alike.
"""

from dataclasses import dataclass
from typing import Any

import numpy as np

from companion.cue import SURE
from solver import AnyPuzzle
from solver.abilities import Numbered
from solver.phrase import joined
from vision import Observation

BETWEEN, CANNOT_TELL = "between", "cannot tell"
# A row that is no further than this from a guess says nothing: readers write exactly a guess for
# what they do not see, and only rounding may move it.
GUESS = 0.01


@dataclass(frozen=True, slots=True)
class Told:
    """What a look tells of the part with a number.

    `chance` is the probability of the second position, 0.5 where the part cannot be seen; `told`
    is the position's name where it is at least as likely as a state that is called certain,
    else `between` or `cannot tell`.
    """

    number: int
    chance: float
    told: str


def told_of(observation: Observation, puzzle: AnyPuzzle | None) -> tuple[Told, ...]:
    """What is told of each part, in the order of cells; empty for a toy without numbers."""
    if puzzle is None or not isinstance(puzzle, Numbered):
        return ()
    cells = observation.cells
    if cells.shape != (len(puzzle.numbers), 2):
        return ()
    seen = np.isfinite(observation.where).all(axis=1) & (np.abs(cells[:, 1] - 0.5) > GUESS)
    chances = np.where(seen, cells[:, 1], 0.5)
    return tuple(
        Told(number, float(chance), _word(float(chance), bool(there), puzzle.symbols))
        for number, chance, there in zip(puzzle.numbers, chances, seen, strict=True)
    )


def told_fields(observation: Observation, puzzle: AnyPuzzle) -> dict[str, Any]:
    """The same for JSON: a field named after the parts, empty for toys without numbers."""
    if not isinstance(puzzle, Numbered):
        return {}
    name, second = puzzle.part, puzzle.symbols[1]
    rows = [
        {name: one.number, second: round(one.chance, 4), "told": one.told}
        for one in told_of(observation, puzzle)
    ]
    return {f"{name}s": rows}


def why_unsure(observation: Observation, puzzle: AnyPuzzle) -> str | None:
    """Which parts keep a state from being certain; None where none does, or all do."""
    told = told_of(observation, puzzle)
    if not isinstance(puzzle, Numbered):
        return None
    hidden = [cell for cell, one in enumerate(told) if one.told == CANNOT_TELL]
    halfway = [cell for cell, one in enumerate(told) if one.told == BETWEEN]
    if not told or len(hidden) == len(told):
        # Something else hinders, and the reader has a sentence for it.
        return None
    words = (
        puzzle.unseen(hidden) if hidden else None,
        puzzle.halfway(halfway) if halfway else None,
    )
    return joined(*words) or None


def _word(chance: float, seen: bool, symbols: tuple[str, ...]) -> str:
    if not seen:
        return CANNOT_TELL
    if max(chance, 1 - chance) < SURE:
        return BETWEEN
    return symbols[chance > 0.5]
