"""Rules, plans and beliefs. No pictures.

`PUZZLES` is the table of puzzles: a fourth one is a folder here and a line there.
"""

from collections.abc import Callable, Mapping
from string import ascii_uppercase
from typing import Any

from solver import phrase
from solver.belief import Belief, Estimate, Scene, StateBelief
from solver.cube import CubeBelief, CubePuzzle
from solver.hanoi import (
    Hanoi,
    HanoiBelief,
    Variant,
    VariantBelief,
    seen_variant,
    variant_of_state,
)
from solver.play import Game
from solver.puzzle import (
    AnyPuzzle,
    IllegalMoveError,
    IllegalStateError,
    NoPlanError,
    NotationError,
    Plan,
    Puzzle,
    SolverError,
)
from solver.rings import Rings

__all__ = [
    "PUZZLES",
    "AnyPuzzle",
    "Belief",
    "CubeBelief",
    "CubePuzzle",
    "Estimate",
    "Game",
    "Hanoi",
    "HanoiBelief",
    "IllegalMoveError",
    "IllegalStateError",
    "NoPlanError",
    "NotationError",
    "Plan",
    "Puzzle",
    "Rings",
    "Scene",
    "SolverError",
    "StateBelief",
    "Variant",
    "VariantBelief",
    "belief_for",
    "puzzle_of_state",
    "seen_variant",
    "variant_of_state",
]

# rings(count), hanoi(discs, pegs=3), cube(size=3)
PUZZLES: Mapping[str, Callable[..., AnyPuzzle]] = {
    "cube": CubePuzzle,
    "hanoi": Hanoi,
    "rings": Rings,
}


def puzzle_of_state(
    name: str,
    *texts: str,
    pegs: int | None = None,
    pair: bool = False,
    variant: str | None = None,
) -> AnyPuzzle:
    """The puzzle of the size that some states of it, as texts, have.

    `pegs` is for hanoi; without it there are three, or as many as the letters need. `pair` is for
    rings, `variant` for hanoi's toys with other pieces, which tell their size themselves. The
    texts are not checked further: parse them with the puzzle. Raises NotationError.
    """
    if name not in PUZZLES:
        known = ", ".join(PUZZLES)
        raise NotationError(
            phrase.Phrase("expected a puzzle of {known}, got {got!r}", known=known, got=name)
        )
    if name == "cube":
        return CubePuzzle()
    if name == "hanoi" and variant not in (None, "classic"):
        return variant_of_state(variant, *texts)
    count = _size(name, *texts)
    if name == "rings":
        return Rings(count, pair)
    needed = (ascii_uppercase.find(letter) + 1 for text in texts for letter in text)
    return Hanoi(count, max([3, *needed]) if pegs is None else pegs)


def _size(name: str, *texts: str) -> int:
    """The length of all texts. Raises NotationError where they differ."""
    first, *others = (len(text.strip()) for text in texts)
    for other in others:
        if other != first:
            what = phrase.Phrase("digits") if name == "rings" else phrase.Phrase("letters")
            raise NotationError(
                phrase.Phrase(
                    "{puzzle}: expected states of one size, got {first} and {other} {what}",
                    puzzle=name,
                    first=first,
                    other=other,
                    what=what,
                )
            )
    return first


def belief_for(puzzle: AnyPuzzle, doubt: float = 0.1, *, upright: bool = False) -> StateBelief[Any]:
    """What follows a puzzle through tables: over all states where they can be listed.

    `doubt` is the share of cells that a reader gets wrong without knowing; `upright` tells that the
    faces of a cube are shown upright, as in a guided scan. Raises ValueError for
    a puzzle with too many states.
    """
    if isinstance(puzzle, CubePuzzle):
        return CubeBelief(doubt=doubt, upright=upright)
    if isinstance(puzzle, Hanoi):
        return HanoiBelief(puzzle, doubt=doubt)
    if isinstance(puzzle, Variant):
        return VariantBelief(puzzle, doubt=doubt)
    return Belief(puzzle, doubt=doubt)
