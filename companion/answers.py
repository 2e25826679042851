"""The answers of `read`: a few lines for a person, or one object of JSON."""

import json
import sys
from collections.abc import Mapping
from typing import Any

import click

from companion.cue import Cue
from companion.languages import ENGLISH, Language
from solver import AnyPuzzle
from solver.phrase import Phrase


def print_json(fields: Mapping[str, Any]) -> None:
    """One line of JSON, at once: the reader may be waiting for it.

    Where the output is not UTF-8 other letters are escaped, so that none is lost.
    """
    encoding = getattr(sys.stdout, "encoding", None) or ""
    click.echo(json.dumps(fields, ensure_ascii=encoding.lower() not in ("utf-8", "utf8")))


def next_fields(
    puzzle: AnyPuzzle | None, cue: Cue[Any, Any] | None, language: Language = ENGLISH
) -> dict[str, Any] | None:
    """The field `next`: the move, its words and the moves left; None where there is no state.

    At the goal the move is null, and the words say that nothing is left to do.
    """
    if puzzle is None or cue is None:
        return None
    return {
        "move": None if cue.move is None else puzzle.format_move(cue.move),
        "words": language.say(cue.words),
        "remaining": cue.remaining,
    }


def print_answer(
    photo: str,
    puzzle: AnyPuzzle | None,
    cue: Cue[Any, Any] | None,
    reason: str | None,
    language: Language = ENGLISH,
) -> None:
    """The state and the next move in words, or why there are none."""
    say = language.say
    if puzzle is None or cue is None:
        click.echo(f"{photo}: {say(reason or '')}")
        return
    left = f" ({say(Phrase('{n} to go', n=cue.remaining))})" if cue.remaining else ""
    click.echo(f"{photo}: {say(state_and_share(puzzle.format(cue.state), cue.certainty))}")
    click.echo(f"  {say(cue.words)}{left}")


def state_and_share(state: str, certainty: float) -> str:
    """A state, or a part of one, and how sure it is."""
    return Phrase("{state}, {percent}% sure", state=state, percent=percent(certainty))


def percent(share: float) -> str:
    """A share in whole hundredths."""
    return f"{100 * share:.0f}"
