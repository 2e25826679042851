"""Sinks that speak: through the loudspeaker, or into a WAV file."""

import threading
import time
from collections.abc import Callable, Generator
from pathlib import Path
from typing import TYPE_CHECKING, Protocol

import numpy as np

from companion.controls import Controls
from companion.loop import AnyCue, Step
from companion.voice import Sound, Voice, write_wav
from solver.phrase import sentence
from vision.quiet import quiet

if TYPE_CHECKING:
    import miniaudio

NO_SOUND = sentence("No loudspeaker was found; the words are printed only.")
LOST = sentence("The loudspeaker is gone; it is tried again with the next words.")
NO_PLAYER = sentence("Playing needs the package miniaudio: pip install miniaudio")
# The last words may be spoken to their end, in seconds.
FAREWELL_S = 8.0
# So much longer than they last, in seconds, samples are waited for to be taken.
LATE_S = 2.0


class Player(Protocol):
    """Something that makes samples heard."""

    def play(self, sound: Sound, rate: int, stop: threading.Event) -> None:
        """Plays samples, `rate` of them a second, until they were heard or `stop` is set.

        Raises OSError where they cannot be heard now; the next ones perhaps can.
        """


class Speaker:
    """Speaks each new cue in a thread of its own, so that no frame waits for it.

    A cue that is being spoken is finished, unless the toy's state has changed meanwhile: then it
    would mislead. Of those that wait, only the newest is spoken. Where the `controls` mute or
    pause, it falls silent at once. Words that cannot be spoken are passed over; why that is, `tell`
    is told once, in the speaker's thread.
    """

    def __init__(
        self,
        voice: Voice,
        player: Player,
        controls: Controls | None = None,
        tell: Callable[[OSError], None] = lambda error: None,
    ) -> None:
        self._controls = controls or Controls()
        self._tell, self._told = tell, False
        self._voice = voice
        self._player = player
        self._fresh = threading.Condition()
        self._newest: AnyCue | None = None
        self._state: object = None
        self._stop = threading.Event()
        self._ended = False
        self._thread = threading.Thread(target=self._work, daemon=True)
        self._thread.start()

    def show(self, step: Step) -> bool:
        """Hands the words over and returns at once."""
        if self._controls.muted or self._controls.paused:
            self.hush()
        elif step.cue is not None:
            with self._fresh:
                if step.cue.state != self._state:
                    self._stop.set()
                self._newest = step.cue
                self._fresh.notify()
        return True

    def hush(self) -> None:
        """Falls silent at once, also about what waits to be spoken."""
        with self._fresh:
            self._stop.set()
            self._newest = None

    def close(self) -> None:
        """Waits until the last words are spoken, but not for ever."""
        with self._fresh:
            self._ended = True
            self._fresh.notify()
        try:
            self._thread.join(FAREWELL_S)
        finally:
            # Ctrl+C ends the last words, too.
            self.hush()

    def _work(self) -> None:
        while True:
            with self._fresh:
                self._fresh.wait_for(lambda: self._newest is not None or self._ended)
                cue, self._newest = self._newest, None
                if cue is None:
                    return
                self._state = cue.state
                self._stop = stop = threading.Event()
            self._speak(cue.words, stop)

    def _speak(self, words: str, stop: threading.Event) -> None:
        try:
            self._player.play(self._voice.say(words), self._voice.rate, stop)
        except OSError as error:  # a SpeechError is one, too
            if not self._told:
                self._told = True
                self._tell(error)


class WavSpeaker:
    """Speaks into one WAV file: each cue begins at its own time, or when the one before ends.

    Where the toy's state has changed, the one before ends at once.
    """

    def __init__(self, path: Path, voice: str = "en") -> None:
        self._path = path
        self._voice = Voice(voice)
        self._track: list[Sound] = []
        self._length = 0
        self._begun: float | None = None
        self._state: object = None

    def show(self, step: Step) -> bool:
        """Adds the words of a new cue."""
        if self._begun is None:
            self._begun = step.frame.at
        cue = step.cue
        if cue is not None:
            start = round((cue.at - self._begun) * self._voice.rate)
            if cue.state != self._state:
                self._end_at(start)
            self._state = cue.state
            self._add(np.zeros(max(0, start - self._length), np.int16))
            self._add(self._voice.say(cue.words))
        return True

    def close(self) -> None:
        """Writes the file."""
        track = np.concatenate([*self._track, np.empty(0, np.int16)])
        write_wav(self._path, track, self._voice.rate)

    def _end_at(self, length: int) -> None:
        """Leaves out what would be heard after so many samples."""
        while self._length > max(0, length):
            last = self._track.pop()
            self._length -= len(last)
            if self._length < length:
                self._add(last[: length - self._length])

    def _add(self, sound: Sound) -> None:
        self._track.append(sound)
        self._length += len(sound)


class Loudspeaker:
    """The machine's loudspeaker. Raises OSError where there is none."""

    def __init__(self, rate: int) -> None:
        # None where it was lost.
        self._device: miniaudio.PlaybackDevice | None = _device(rate)

    def play(self, sound: Sound, rate: int, stop: threading.Event) -> None:
        """Plays samples and returns when they were heard.

        A device that was lost is opened anew. Raises OSError where it is lost now.
        """
        device = self._device = self._device or _device(rate)
        done = threading.Event()
        stream = samples_as_asked(sound, done, stop)
        next(stream)
        if not _played(device, stream, done, stop, len(sound) / rate):
            self._device = None
            device.close()
            raise OSError(LOST)


def _device(rate: int) -> "miniaudio.PlaybackDevice":
    """The device that is there now. Raises OSError where there is none."""
    try:
        import miniaudio
    except ImportError:
        raise OSError(NO_PLAYER) from None
    try:
        with quiet():
            device = miniaudio.PlaybackDevice(nchannels=1, sample_rate=rate, buffersize_msec=60)
    except miniaudio.MiniaudioError:
        raise OSError(NO_SOUND) from None
    # Without any real device the library falls back to one that swallows everything.
    if device.backend.lower() == "null":
        device.close()
        raise OSError(NO_SOUND)
    return device


def _played(
    device: "miniaudio.PlaybackDevice",
    stream: Generator[Sound, int, None],
    done: threading.Event,
    stop: threading.Event,
    seconds: float,
) -> bool:
    """Plays a stream of so many seconds; False where the device does not take it."""
    import miniaudio

    try:
        device.start(stream)
        # One that went away while it played asks for no more.
        taken = done.wait(seconds + LATE_S)
        if taken and not stop.is_set():
            time.sleep(0.15)  # what the device has taken but not yet played
        device.stop()
    except miniaudio.MiniaudioError:
        return False
    return taken


def samples_as_asked(
    sound: Sound, done: threading.Event, stop: threading.Event
) -> Generator[Sound, int, None]:
    """Gives the player as many samples as it asks for, until it is to stop."""
    needed = yield np.empty(0, np.int16)
    at = 0
    while at < len(sound) and not stop.is_set():
        piece = sound[at : at + needed]
        at += len(piece)
        needed = yield piece
    done.set()
