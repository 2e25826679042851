"""What the page is told: one object of JSON a picture, with marks as lists of numbers."""

from collections.abc import Sequence
from dataclasses import asdict
from typing import Any

import numpy as np

from companion.cue import SURE, Cue, cue_line, moves_to_go, said
from companion.flatmap import FlatMap
from companion.guide import Hint
from companion.languages import ENGLISH, Language
from companion.loop import Step
from companion.marking import marks_for
from companion.marks import Area, Colour, Disc, Label, Line, Mark
from companion.web.standing import standing
from solver import AnyPuzzle, Estimate
from vision import Observation


def step_fields(step: Step, language: Language = ENGLISH) -> dict[str, Any]:
    """Everything about one live picture: the standing cue, marks, state, certainty, moves left."""
    puzzle, estimate, cue = step.puzzle, step.estimate, step.standing
    high, wide = step.frame.image.shape[:2]
    marks = marks_for((high, wide), step.observation, puzzle, estimate, cue)
    return {
        "size": [wide, high],
        "cue": None if cue is None else cue_line(puzzle, said(cue, language)),
        "new": step.cue is not None,
        "state": state_text(puzzle, estimate),
        "told": state_told(puzzle, estimate, language),
        "certainty": round(estimate.certainty, 4) if estimate else 0.0,
        "remaining": None if cue is None else cue.remaining,
        "whole": None if cue is None else cue.whole,
        "left": left_words(cue, language),
        "found": step.observation.found,
        "problem": language.say_if(step.observation.problem),
        "marks": mark_lists(marks),
        **map_fields(step.flat, step.hint, language),
        "leftward": leftward(step.observation),
        "ms": round(step.seconds * 1000, 1),
    }


def state_text(puzzle: AnyPuzzle | None, estimate: Estimate[Any] | None) -> str | None:
    """The state as text where it is certain."""
    if puzzle is None or not _sure(estimate):
        return None
    assert estimate is not None
    return puzzle.format(estimate.state)


def state_told(
    puzzle: AnyPuzzle | None, estimate: Estimate[Any] | None, language: Language = ENGLISH
) -> str | None:
    """The state in words for a screen reader, where it is certain; None where its map tells it."""
    if not _sure(estimate):
        return None
    assert estimate is not None
    return language.say_if(standing(puzzle, estimate.state))


def mark_lists(marks: Sequence[Mark]) -> list[list[Any]]:
    """The marks as lists, each with a letter first; painted by `static/marks.js`.

    ["d", colour, x, y, radius, width or null], ["l", colour, width, closed, x, y, x, y, ...],
    ["a", colour, x, y, ...] and ["t", colour, x, y, size, text].
    """
    return [_listed(mark) for mark in marks]


def _listed(mark: Mark) -> list[Any]:
    match mark:
        case Disc(at, radius, colour, width):
            return ["d", _hex(colour), *_numbers(at), round(radius, 1), width]
        case Line(points, wide, colour, closed):
            return ["l", _hex(colour), wide, closed, *_numbers(points)]
        case Area(points, colour):
            return ["a", _hex(colour), *_numbers(points)]
        case Label(text, at, size, colour):
            return ["t", _hex(colour), *_numbers(at), size, text]


def _numbers(points: np.ndarray[Any, np.dtype[np.float64]]) -> list[float]:
    return [round(value, 1) for value in points.ravel().tolist()]


def _hex(colour: Colour) -> str:
    blue, green, red = colour
    return f"#{red:02x}{green:02x}{blue:02x}"


def left_words(cue: Cue[Any, Any] | None, language: Language) -> str:
    """How many moves are left, where there are any."""
    return language.say(moves_to_go(cue.remaining)) if cue and cue.remaining else ""


def map_fields(
    flat: FlatMap | None, hint: Hint | None = None, language: Language = ENGLISH
) -> dict[str, Any]:
    """The flat map of a toy with sides: the symbol of every sticker, "" where none was seen.

    `scan` tells of the map in `words`, what is wrong with it in a `note`, and which stickers are
    doubtful, and which were set by the player; both are null for other toys. `hint` tells how
    to hold the toy in a guided scan, null in others.
    """
    how = None if hint is None else {**asdict(hint), "words": language.say(hint.words)}
    if flat is None:
        return {"map": None, "scan": None, "hint": how}
    scan = {
        "words": language.say(flat.words()),
        "note": language.say_if(flat.note),
        "settled": flat.settled,
        "centres": list(flat.centres),
        "doubtful": list(flat.doubtful),
        "fixed": [i for i, sticker in enumerate(flat.stickers) if sticker.fixed],
    }
    return {"map": [sticker.colour or "" for sticker in flat.stickers], "scan": scan, "hint": how}


def leftward(seen: Observation) -> bool:
    """Whether the first cell lies left of the last one: diagrams lie as the toy does."""
    return bool(len(seen.where)) and bool(seen.where[0, 0] < seen.where[-1, 0])


def _sure(estimate: Estimate[Any] | None) -> bool:
    return estimate is not None and estimate.state is not None and estimate.certainty >= SURE
