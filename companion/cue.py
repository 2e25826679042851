"""What is told to the player, and its line of JSON."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace
from typing import Any, Generic, Literal

from companion.languages import Language
from solver import Puzzle
from solver.phrase import Phrase
from solver.puzzle import M, S

Kind = Literal["next", "wrong", "unsure", "done"]

# Below this certainty a state is not called one.
SURE = 0.9


@dataclass(frozen=True, slots=True)
class Cue(Generic[S, M]):
    """Something to tell the player.

    - `kind`: next, wrong (a move beside the plan was made), unsure, done.
    - `move`: the move to make; None where there is none.
    - `words`: a sentence or two to be spoken.
    - `state`: the state that the cue was made for; None while nothing is known.
    - `remaining`: moves to the goal; None while nothing is known.
    - `at`: seconds, the time of the observation that led to it.
    - `whole`: moves of the whole way that a progress bar stands for; None where no way is known.
    """

    kind: Kind
    move: M | None
    words: str
    state: S | None
    remaining: int | None
    at: float
    certainty: float
    whole: int | None = None

    @property
    def made(self) -> int | None:
        """How many moves of the whole way are behind the player; None where none is known."""
        if not self.whole or self.remaining is None:
            return None
        return self.whole - self.remaining


def cue_line(
    puzzle: Puzzle[S, M] | None, cue: Cue[S, M], *, certainty: bool = True
) -> Mapping[str, Any]:
    """The fields of a cue as the line of JSON that `guide` prints; golden files leave one out."""
    fields: dict[str, Any] = {
        "t": round(cue.at, 2),
        "kind": cue.kind,
        "state": _text(puzzle.format if puzzle else None, cue.state),
        "certainty": round(cue.certainty, 4),
        "move": _text(puzzle.format_move if puzzle else None, cue.move),
        "words": cue.words,
        "remaining": cue.remaining,
    }
    if not certainty:
        del fields["certainty"]
    return fields


def said(cue: Cue[S, M], language: Language) -> Cue[S, M]:
    """The cue with its words in a language."""
    return replace(cue, words=language.say(cue.words))


def moves_to_go(count: int) -> str:
    """How far it is to the goal."""
    return Phrase.counted("{count} move to go", "{count} moves to go", count)


def _text(write: Callable[[Any], str] | None, value: object) -> str | None:
    return None if write is None or value is None else write(value)
