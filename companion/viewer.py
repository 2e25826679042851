"""What a calibration shows and says: each sentence in the terminal, and over the picture."""

from collections.abc import Callable

import click

from companion.cue import Cue
from companion.follow import Follower
from companion.languages import Language
from companion.loop import AnyCue, Step
from companion.window import Window, has_display
from vision import Frame, Observation

# Takes a picture and what was seen in it; False once the user has had enough.
Show = Callable[[Frame, Observation, Follower], bool]


class Viewer:
    """Says what to do, and shows what is seen in a window, where there is a display."""

    def __init__(self, title: str, language: Language, *, window: bool) -> None:
        self._language = language
        self._words: str | None = None
        self._window = Window(title, language=language) if window and has_display() else None

    def tell(self, words: str) -> None:
        """Says a sentence."""
        self._words = words
        click.echo(self._language.say(words), err=True)

    def show(self, frame: Frame, observation: Observation, toy: Follower) -> bool:
        """Shows a picture with what was seen in it, and the last sentence."""
        if self._window is None:
            return True
        standing: AnyCue | None = None
        if self._words is not None:
            words = self._language.say(self._words)
            standing = Cue("unsure", None, words, None, None, frame.at, 0.0)
        known = toy.puzzle, toy.estimate, None, standing, 0.0
        return self._window.show(Step(frame, observation, *known))

    def close(self) -> None:
        """Closes the window."""
        if self._window is not None:
            self._window.close()
