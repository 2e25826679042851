"""Which sinks a session gets, from what the user asked for and what the machine can do."""

from pathlib import Path

import click

from calibration import Profile
from companion.controls import Controls
from companion.editing import Desk
from companion.languages import ENGLISH, Language
from companion.loop import Sink
from companion.printers import JsonPrinter, WordPrinter
from solver.phrase import sentence
from vision import Camera

NO_DISPLAY = sentence(
    "There is no display, so no window is opened; the words are printed. `companion serve` shows "
    "the picture in a browser, and --record keeps it in a file."
)


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
    there is no display, no window is opened and one line says so. The `desk` takes corrections
    that are made in the window.
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
        elif camera.live:
            _warn(language.say(NO_DISPLAY))
    if record is not None:
        from companion.record import Recorder

        sinks.append(Recorder(record, camera.fps, language))
        if profile is not None:
            from companion.sample import SampleRecorder, folder_beside

            sinks.append(SampleRecorder(folder_beside(record), camera.fps, profile))
    return sinks


def _speakers(name: str, language: Language, controls: Controls | None) -> list[Sink]:
    """The speaker, or a line about why there is none. Raises SpeechError for an unknown voice."""
    from companion.speak import Loudspeaker, Speaker
    from companion.voice import Voice

    voice = Voice(name)
    try:
        return [Speaker(voice, Loudspeaker(voice.rate), controls)]
    except OSError as error:
        _warn(language.say(str(error)))
        return []


def _warn(message: str) -> None:
    click.echo(message, err=True)
