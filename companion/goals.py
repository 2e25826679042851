"""The goals that are offered for a toy, one after the other."""

from dataclasses import dataclass
from functools import reduce
from typing import Any

from calibration import PEG_COUNTS
from solver import PUZZLES, AnyPuzzle, CubePuzzle, Hanoi, Variant
from solver.cube import parse_turns
from solver.hanoi import peg_words
from solver.phrase import Phrase, sentence

RINGS = (("0", sentence("all rings off the bar")), ("1", sentence("all rings on the bar")))
CUBE = (
    ("", sentence("a solved cube")),
    ("U2 D2 R2 L2 F2 B2", sentence("a chessboard on every side")),
    ("U D' R L' F B' U D'", sentence("a spot on every side")),
)

OWN = sentence("New goal.")


@dataclass(frozen=True, slots=True)
class Aim:
    """A goal that was chosen, and what is said of it."""

    goal: Any
    words: str


def goals_of(puzzle: AnyPuzzle) -> tuple[tuple[Phrase, Any], ...]:
    """Names and states of the goals of a puzzle, the usual one first; empty where only it is."""
    make = {"rings": _rings, "hanoi": _towers, "cube": _cubes}.get(puzzle.name)
    offered = make(puzzle) if make else []
    return tuple(sorted(offered, key=lambda one: bool(one[1] != puzzle.goal)))


def goal_after(puzzle: AnyPuzzle, goal: Any) -> tuple[Phrase, Any] | None:
    """The goal that is offered after one; None where there is no other."""
    goals = goals_of(puzzle)
    states = [state for _, state in goals]
    at = states.index(goal) + 1 if goal in states else 0
    found = goals[at % len(goals)] if goals else None
    return None if found is None or found[1] == goal else found


def aim_after(puzzle: AnyPuzzle, goal: Any) -> Aim | None:
    """The goal that is offered after one, to be told; None where there is no other."""
    found = goal_after(puzzle, goal)
    return None if found is None else Aim(found[1], _told(found[0]))


def aim_at(puzzle: AnyPuzzle, text: str, state: Any) -> Aim:
    """The goal of a line of text, for a toy in a state: the text of a state, or turns of a cube.

    Raises NotationError or IllegalStateError for the text, and NoPlanError where the toy cannot
    get there.
    """
    turns = isinstance(puzzle, CubePuzzle) and 0 < len(text) < puzzle.cells
    goal = _turned(puzzle, text) if turns else puzzle.parse(text)
    puzzle.plan(state, goal)
    names = (name for name, offered in goals_of(puzzle) if offered == goal)
    return Aim(goal, next(map(_told, names), OWN))


def refuse_impossible(name: str, text: str | None, count: int | None, pegs: int | None) -> None:
    """Raises NotationError for the text of a state that no toy of so many pieces can be in.

    What is not known of rings and towers yet is taken as the text has it: whether it fits the toy
    is seen with the toy, but what fits none is refused before.
    """
    if text is None or name == "cube":
        return
    # A space before or after it is no piece: puzzles pass over it.
    text = text.strip()
    pieces = count if count is not None else max(1, len(text))
    most_pegs = PEG_COUNTS[1]
    PUZZLES[name](*(pieces, pegs or most_pegs) if name == "hanoi" else (pieces,)).parse(text)


def _told(name: Phrase) -> str:
    return Phrase("New goal: {goal}.", goal=name)


def _rings(puzzle: AnyPuzzle) -> list[tuple[Phrase, Any]]:
    return [(Phrase(name), puzzle.parse(digit * puzzle.cells)) for digit, name in RINGS]


def _towers(puzzle: AnyPuzzle) -> list[tuple[Phrase, Any]]:
    if isinstance(puzzle, Variant):
        return [
            (Phrase("the usual one"), puzzle.goal),
            (Phrase("as at the beginning"), puzzle.start),
        ]
    if not isinstance(puzzle, Hanoi):
        return []
    return [
        (Phrase("all discs on {peg}", peg=peg_words(peg, puzzle.pegs)), (peg,) * puzzle.discs)
        for peg in range(puzzle.pegs)
    ]


def _cubes(puzzle: AnyPuzzle) -> list[tuple[Phrase, Any]]:
    return [(Phrase(name), _turned(puzzle, turns)) for turns, name in CUBE]


def _turned(puzzle: AnyPuzzle, turns: str) -> Any:
    """What a solved cube becomes by some turns. Raises NotationError."""
    return reduce(puzzle.apply, parse_turns(turns), puzzle.goal)
