"""Sinks that write cues: as words for a person, as lines of JSON for a program."""

import json

import click

from companion.answers import print_json
from companion.cue import cue_line, said
from companion.languages import ENGLISH, Language
from companion.loop import Step
from solver.phrase import Phrase

COLOURS = {"next": None, "wrong": "red", "unsure": "yellow", "done": "green"}


class WordPrinter:
    """Prints the time, the words and the moves left of each new cue."""

    def __init__(self, language: Language = ENGLISH) -> None:
        self._language = language

    def show(self, step: Step) -> bool:
        cue = step.cue
        if cue is not None:
            left = ""
            if cue.remaining:
                left = f"  ({self._language.say(Phrase('{n} to go', n=cue.remaining))})"
            words = click.style(cue.words, fg=COLOURS[cue.kind])
            click.echo(f"{cue.at:7.2f} s  {words}{left}")
        return True

    def close(self) -> None:
        """Nothing to finish."""


class JsonPrinter:
    """Prints each new cue as one line of JSON, at once."""

    def show(self, step: Step) -> bool:
        if step.cue is not None:
            print_json(cue_line(step.puzzle, step.cue))
        return True

    def close(self) -> None:
        """Nothing to finish."""


class Hindrance:
    """Remembers what hindered in the last picture, for when nothing could be said at all."""

    problem: str | None = None

    def show(self, step: Step) -> bool:
        """Takes the reader's sentence, or the belief's."""
        wanted = step.estimate.problem if step.estimate else None
        self.problem = step.observation.problem or wanted
        return True

    def close(self) -> None:
        """Nothing to finish."""


class Transcript:
    """Keeps the cues as the lines of a golden file: JSON without certainties."""

    def __init__(self, language: Language = ENGLISH) -> None:
        self._language = language
        self.lines: list[str] = []

    def show(self, step: Step) -> bool:
        if step.cue is not None:
            cue = said(step.cue, self._language)
            fields = cue_line(step.puzzle, cue, certainty=False)
            self.lines.append(json.dumps(fields, ensure_ascii=False))
        return True

    def close(self) -> None:
        """Nothing to finish."""
