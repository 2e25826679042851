"""The annotated video of a session."""

from pathlib import Path

from companion.draw import draw_step
from companion.film import CODECS, LIVE_FPS, Film
from companion.languages import ENGLISH, Language
from companion.loop import Step

__all__ = ["CODECS", "LIVE_FPS", "Recorder"]


class Recorder:
    """Writes every step with its overlay, at the source's rate and true to its times.

    All pictures get the size of the first one. Raises OSError for a file that cannot be written
    and for an ending that names no kind of video.
    """

    def __init__(self, path: Path, fps: float, language: Language = ENGLISH) -> None:
        self._language = language
        self._film = Film(path, fps)

    def show(self, step: Step) -> bool:
        """Writes the step's picture at its time, where the film's rate has room for it."""
        if self._film.due(step.frame.at):
            self._film.write(draw_step(step, self._language), step.frame.at)
        return True

    def close(self) -> None:
        """Finishes the file; without a single frame there is none."""
        self._film.close()
