"""The answers of `read`: a few lines for a person, or one object of JSON."""

import json
import sys
from collections.abc import Mapping
from typing import Any

import click

from companion.cue import Cue
from solver import AnyPuzzle


def print_json(fields: Mapping[str, Any]) -> None:
    """One line of JSON, at once: the reader may be waiting for it.

    Where the output is not UTF-8 other letters are escaped, so that none is lost.
    """
    encoding = getattr(sys.stdout, "encoding", None) or ""
    click.echo(json.dumps(fields, ensure_ascii=encoding.lower() not in ("utf-8", "utf8")))


def next_fields(puzzle: AnyPuzzle | None, cue: Cue[Any, Any] | None) -> dict[str, Any] | None:
    """The field `next`: the move, its words and the moves left; None where there is no state.

    At the goal the move is null, and the words say that nothing is left to do.
    """
    if puzzle is None or cue is None:
        return None
    return {
        "move": None if cue.move is None else puzzle.format_move(cue.move),
        "words": cue.words,
        "remaining": cue.remaining,
    }


def print_answer(
    photo: str, puzzle: AnyPuzzle | None, cue: Cue[Any, Any] | None, reason: str | None
) -> None:
    """The state and the next move in words, or why there are none."""
    if puzzle is None or cue is None:
        click.echo(f"{photo}: {reason}")
        return
    left = f" ({cue.remaining} to go)" if cue.remaining else ""
    click.echo(f"{photo}: {puzzle.format(cue.state)}, {cue.certainty:.0%} sure")
    click.echo(f"  {cue.words}{left}")
