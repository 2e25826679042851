"""Text to sound with espeak-ng, which comes as a Python package and needs nothing of the system.

The calls are those of espeak-ng's speak_lib.h: initialise in synchronous mode, choose a voice,
synthesise; the sound arrives through a callback before the call returns.
"""

import ctypes
import functools
import itertools
import threading
import wave
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from solver.phrase import Phrase

Sound = NDArray[np.int16]

SYNCHRONOUS = 2
DO_NOT_EXIT = 0x8000
UTF8 = 1
CHARACTERS = 1
RATE_PARAMETER = 1

# The library speaks for one caller at a time.
_ONE_AT_A_TIME = threading.Lock()
_Callback = ctypes.CFUNCTYPE(ctypes.c_int, ctypes.c_void_p, ctypes.c_int, ctypes.c_void_p)


class SpeechError(OSError):
    """The voice is unknown, or there is no speech on this machine."""


class Voice:
    """A voice by its espeak-ng name: en, en-us, de, pl, cmn and so on.

    `rate` is the sounds' sampling rate in hertz. Raises SpeechError for a name that is unknown.
    """

    def __init__(self, name: str = "en", *, words_a_minute: int = 155) -> None:
        self._library, self.rate = _library()
        self._chunks: list[Sound] = []
        # Kept with the voice: the library holds only a bare pointer to it.
        self._callback = _Callback(self._take)
        self._name = name.encode()
        self._speed = words_a_minute
        with _ONE_AT_A_TIME:
            if self._library.espeak_SetVoiceByName(self._name) != 0:
                raise SpeechError(
                    Phrase(
                        "voice: expected off or a voice such as en or en-us, got {name}", name=name
                    )
                )

    def say(self, text: str) -> Sound:
        """The spoken text: 16-bit samples of one channel, `rate` of them a second."""
        data = text.encode() + b"\0"
        with _ONE_AT_A_TIME:
            self._chunks.clear()
            self._library.espeak_SetSynthCallback(self._callback)
            self._library.espeak_SetVoiceByName(self._name)
            self._library.espeak_SetParameter(RATE_PARAMETER, self._speed, 0)
            error = self._library.espeak_Synth(data, len(data), 0, CHARACTERS, 0, UTF8, None, None)
            self._library.espeak_Synchronize()
            sound = np.concatenate([*self._chunks, np.empty(0, np.int16)])
        if error != 0:
            raise SpeechError(
                Phrase("speech: espeak-ng could not say the words (error {error})", error=error)
            )
        return sound

    def _take(self, samples: int | None, count: int, events: int | None) -> int:
        # The buffer is the library's own: it is used again as soon as this returns.
        if samples and count > 0:
            copied = ctypes.string_at(samples, count * np.dtype(np.int16).itemsize)
            self._chunks.append(np.frombuffer(copied, np.int16))
        return 0


@functools.cache
def _library() -> tuple[ctypes.CDLL, int]:
    """The library, made ready, and its sampling rate. Raises SpeechError where it is missing.

    Made ready once: to do it again would load all its data anew under a voice that still points
    to what was there before.
    """
    try:
        import espeakng_loader

        library = ctypes.CDLL(espeakng_loader.get_library_path())
        data = str(espeakng_loader.get_data_path())
    except (ImportError, OSError, RuntimeError):
        raise SpeechError(
            Phrase(
                "speech: the package espeakng-loader is not usable here; "
                "install it with: pip install espeakng-loader, or say --voice off"
            )
        ) from None
    library.espeak_SetSynthCallback.argtypes = [_Callback]
    library.espeak_SetSynthCallback.restype = None
    library.espeak_SetVoiceByName.argtypes = [ctypes.c_char_p]
    library.espeak_Synth.argtypes = [
        ctypes.c_char_p,
        ctypes.c_size_t,
        ctypes.c_uint,
        ctypes.c_int,
        ctypes.c_uint,
        ctypes.c_uint,
        ctypes.c_void_p,
        ctypes.c_void_p,
    ]
    with _ONE_AT_A_TIME:
        rate = library.espeak_Initialize(SYNCHRONOUS, 0, data.encode(), DO_NOT_EXIT)
    if rate <= 0:
        raise SpeechError(Phrase("speech: espeak-ng found no voices in {folder}", folder=data))
    return library, int(rate)


class _Known(ctypes.Structure):
    """A voice that the library knows: `espeak_VOICE`. Languages begin with a byte of priority."""

    _fields_ = (
        ("name", ctypes.c_char_p),
        ("languages", ctypes.c_char_p),
        ("identifier", ctypes.c_char_p),
        ("gender", ctypes.c_ubyte),
        ("age", ctypes.c_ubyte),
        ("variant", ctypes.c_ubyte),
        ("unused", ctypes.c_ubyte),
        ("score", ctypes.c_int),
        ("spare", ctypes.c_void_p),
    )


def voices() -> list[tuple[str, str]]:
    """The voices that there are, each as its name for `Voice` and in words, by name.

    Raises SpeechError where there is no speech on this machine.
    """
    library, _ = _library()
    library.espeak_ListVoices.restype = ctypes.POINTER(ctypes.POINTER(_Known))
    with _ONE_AT_A_TIME:
        listed = library.espeak_ListVoices(None)
        known = [one.contents for one in itertools.takewhile(bool, listed)]
        return sorted((one.languages[1:].decode(), one.name.decode()) for one in known)


def write_wav(path: Path, sound: Sound, rate: int) -> None:
    """Writes one channel of 16-bit samples. Raises OSError where the file cannot be written."""
    path.parent.mkdir(parents=True, exist_ok=True)
    with wave.open(str(path), "wb") as file:
        file.setnchannels(1)
        file.setsampwidth(2)
        file.setframerate(rate)
        file.writeframes(np.ascontiguousarray(sound, "<i2").tobytes())
