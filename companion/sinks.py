"""Which sinks a session gets, from what the user asked for and what the machine can do."""

from collections.abc import Iterator
from pathlib import Path

import click

from calibration import Profile
from companion.controls import Controls
from companion.editing import Desk
from companion.languages import ENGLISH, Language
from companion.loop import Sink, Step
from companion.printers import JsonPrinter, WordPrinter
from companion.problems import told_in
from solver.phrase import Phrase, sentence
from vision import Camera

NO_DISPLAY = sentence(
    "There is no display, so no window is opened; the words are printed. `companion serve` shows "
    "the picture in a browser, and --record keeps it in a file."
)


class NoWindow:
    """Says that there is no window: `at_once`, or with a known toy, so that errors stay alone."""

    def __init__(self, language: Language, *, at_once: bool) -> None:
        self._language, self._due, self._said = language, at_once, False

    def show(self, step: Step) -> bool:
        """Says it, the first time."""
        self._due |= step.puzzle is not None
        if self._due and not self._said:
            _warn(self._language.say(NO_DISPLAY))
            self._said = True
        return True

    def close(self) -> None:
        """Nothing is left open."""


def sinks_for(
    camera: Camera,
    *,
    as_json: bool,
    voice: str | None,
    window: bool,
    record: Path | None,
    desk: Desk | None = None,
    language: Language = ENGLISH,
    controls: Controls | None = None,
    profile: Profile | None = None,
) -> list[Sink]:
    """Printer, recorder, speaker and window. Raises OSError for a file that cannot be written.

    Without a `voice` files stay silent, because they run faster than anyone can speak. Where
    there is no display, no window is opened and one line says so, but to programs that read a
    file's JSON. The `desk` takes corrections that are made in the window.
    The cues come in the `language` already.
    """
    sinks: list[Sink] = [JsonPrinter() if as_json else WordPrinter(language)]
    voice = voice or (language.voice if camera.live else "off")
    if voice != "off":
        sinks += _speakers(voice, language, controls)
    if window:
        from companion.window import Window, has_display

        if has_display():
            sinks.append(Window(camera.name, desk, language, controls))
        elif camera.live or not as_json:
            sinks.append(NoWindow(language, at_once=camera.live))
    if record is not None:
        sinks += _recorders(record, camera.fps, language, profile)
    return sinks


def _recorders(
    asked: Path, fps: float, language: Language, profile: Profile | None
) -> Iterator[Sink]:
    """Those of the film and of the folder beside it; nothing that is there is written over."""
    from companion.film import refuse_ending
    from companion.record import Recorder
    from companion.sample import SampleRecorder, folder_beside, new_film

    # Before anything is said of where it goes.
    refuse_ending(asked)
    film = new_film(asked)
    if film != asked:
        told = Phrase(
            "{asked} is there already: this session goes to {film}.", asked=asked, film=film
        )
        _warn(language.say(told))
    yield Recorder(film, fps, language)
    if profile is not None:
        yield SampleRecorder(folder_beside(film), fps, profile)


def _speakers(name: str, language: Language, controls: Controls | None) -> list[Sink]:
    """The speaker, or a line about why there is none. Raises SpeechError for an unknown voice."""
    from companion.speak import Loudspeaker, Speaker
    from companion.voice import Voice

    voice = Voice(name)
    try:
        player = Loudspeaker(voice.rate)
        return [Speaker(voice, player, controls, lambda e: _warn(told_in(language, e)))]
    except OSError as error:
        _warn(told_in(language, error))
        return []


def _warn(message: str) -> None:
    click.echo(message, err=True)
