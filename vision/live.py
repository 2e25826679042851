"""Live sources: a webcam and a network stream. The newest picture wins; a late one is dropped."""

import re
import sys
import threading
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from types import TracebackType
from typing import Protocol, cast

import cv2

from vision.frame import CameraError, Frame, Image
from vision.quiet import quiet
from vision.sentence import sentence

FIRST_PICTURE_S = 2.0
NEXT_PICTURE_S = 5.0
MOST_CAMERAS = 10
# For so long a source that stopped is asked for, a device in somebody's hands and a stream, how
# often that is done, and how often its absence is told to whoever waits for pictures.
BACK_S, STREAM_BACK_S = 600.0, 20.0
AGAIN_S, MISSING_S = 1.0, 0.2
# So long an end waits for the picture that is being read.
LEAVING_S = 1.5

MISSING = sentence("The camera sends no picture. Once it does again, we go on where we were.")
# What may be wrong with a camera, and with a stream.
ABSENT = (
    sentence("camera {number} is not there; `companion cameras` lists the ones that are"),
    sentence("{address}: the stream cannot be opened"),
)
SILENT = (
    sentence(
        "camera {number} opened but sent no picture in {seconds} s; is another program using it?"
    ),
    sentence("{address}: the stream sent no picture in {seconds} s"),
)
STOPPED = (
    sentence("camera {number} stopped sending pictures; was it pulled out?"),
    sentence("{address}: the stream stopped sending pictures"),
)


class Capture(Protocol):
    """The part of cv2.VideoCapture that a live source needs."""

    def isOpened(self) -> bool:  # noqa: N802
        """Whether the device was opened."""

    def read(self) -> tuple[bool, Image | None]:
        """Whether a picture came, and the picture."""

    def release(self) -> None:
        """Gives the device back."""


Opener = Callable[[int | str], Capture]


def _open(source: int | str) -> Capture:
    with quiet():
        return cast(Capture, cv2.VideoCapture(source))


class LiveCamera:
    """A webcam or a stream, read by a thread that keeps only the newest picture.

    Opening it raises CameraError where the source is not there, or sends nothing for
    `first_picture_s` seconds. Where it stops for `next_picture_s` seconds (pulled out, or the
    computer was asleep) it is opened anew, and meanwhile its last picture comes as `missing`;
    `frames` raises CameraError where that takes longer than `back_s` seconds of waking time. Times
    are seconds since the source was opened.
    """

    live = True
    fps = 0.0

    def __init__(
        self,
        source: int | str,
        *,
        opener: Opener = _open,
        first_picture_s: float = FIRST_PICTURE_S,
        next_picture_s: float = NEXT_PICTURE_S,
        back_s: float | None = None,
    ) -> None:
        self._source = source
        self._opener = opener
        self._first_s = first_picture_s
        self._next_s = next_picture_s
        stream = STREAM_BACK_S if isinstance(source, str) else BACK_S
        self._back_s = stream if back_s is None else back_s
        # Counts the threads: one that was replaced while it hung has nothing to say any more.
        self._turn = 0
        self._thread: threading.Thread | None = None
        self._size: tuple[int, int] | None = None
        self._fresh = threading.Condition()
        self._newest: tuple[Image, float] | None = None
        # Whether the thread of this turn came to its end, and whether nobody wants pictures.
        self._ended = self._closed = False
        self._opened = 0.0
        # The cameras that there were when this one was opened, by their numbers.
        self._before: list[int] = []
        # While it is pulled out, the system does not know it.
        self._model = _model(source) if isinstance(source, int) else None

    @property
    def name(self) -> str:
        """What the user knows the source as."""
        return f"camera {self._source}" if isinstance(self._source, int) else self._source

    @property
    def key(self) -> str:
        """Its number and, where the system tells, its model; a stream's address, no password."""
        if isinstance(self._source, str):
            return re.sub(r"//[^/@]*@", "//", self._source)
        return f"{self.name}, {self._model}" if self._model else self.name

    @property
    def size(self) -> tuple[int, int] | None:
        """The width and height of the pictures, once one has come."""
        return self._size

    def __enter__(self) -> "LiveCamera":
        if isinstance(self._source, int):
            self._before = _candidates()
        capture = self._opener(self._source)
        if not capture.isOpened():
            capture.release()
            raise self._error(ABSENT)
        self._opened = time.monotonic()
        self._start(self._pump, capture, 0)
        with self._fresh:
            self._fresh.wait_for(lambda: self._newest is not None or self._ended, self._first_s)
            if self._newest is None:
                self._closed = True
                raise self._error(SILENT, seconds=f"{self._first_s:.0f}")
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        self._closed = True
        if self._thread is not None:
            # A thread in the middle of a read must not meet the end of the interpreter.
            self._thread.join(LEAVING_S)

    def _start(self, work: Callable[..., None], *given: object) -> None:
        self._thread = threading.Thread(target=work, args=given, daemon=True)
        self._thread.start()

    def frames(self) -> Iterator[Frame]:
        """The newest picture, again and again. Raises CameraError where no more come."""
        last: Image | None = None
        while not self._closed:
            newest = self._wait(self._next_s)
            if newest is not None:
                last = newest[0]
                yield Frame(last, newest[1] - self._opened)
            elif last is None or self._closed:
                break
            else:
                yield from self._absence(last)
        raise self._error(STOPPED)

    def _absence(self, last: Image) -> Iterator[Frame]:
        """The last picture, as missing, until the source is back. Raises CameraError."""
        last_at, waited = time.monotonic(), 0.0
        self._ask_again()
        while waited < self._back_s and not self._closed:
            with self._fresh:
                if self._fresh.wait_for(lambda: self._newest is not None, MISSING_S):
                    return
            now = time.monotonic()
            # On some systems this clock goes on while the computer sleeps.
            waited, last_at = waited + min(now - last_at, AGAIN_S), now
            yield Frame(last, now - self._opened, MISSING)
            if self._ended:
                self._ask_again()
        raise self._error(STOPPED)

    def _ask_again(self) -> None:
        self._turn += 1
        self._ended = False
        self._start(self._reopen, self._turn)

    def _reopen(self, turn: int) -> None:
        """Runs in its own thread: opening a device may block, too."""
        time.sleep(AGAIN_S)
        for source in self._places():
            if self._closed:
                break
            capture = self._opener(source)
            if capture.isOpened():
                self._pump(capture, turn)
                return
            capture.release()
        with self._fresh:
            self._ended = self._ended or turn == self._turn

    def _places(self) -> list[int | str]:
        """Where the source may be by now.

        A camera that is put back before its old number was given up gets another one: that is of
        the same model, and was not there before.
        """
        if isinstance(self._source, str) or self._model is None:
            return [self._source]
        fresh = [number for number in _candidates() if number not in self._before]
        return [self._source, *(one for one in fresh if _model(one) == self._model)]

    def _error(self, texts: tuple[str, str], **fields: object) -> CameraError:
        """One about this camera, or about this stream."""
        if isinstance(self._source, int):
            return CameraError(texts[0], number=self._source, **fields)
        return CameraError(texts[1], address=self._source, **fields)

    def _wait(self, patience: float) -> tuple[Image, float] | None:
        with self._fresh:
            self._fresh.wait_for(lambda: self._newest is not None or self._ended, patience)
            newest, self._newest = self._newest, None
            return newest

    def _pump(self, capture: Capture, turn: int) -> None:
        """Runs in its own thread, which also gives the device back: a read may block for long."""
        failures = 0
        while not self._closed and turn == self._turn and failures < 50:
            image = _picture(capture)
            if image is None:
                failures += 1
                time.sleep(0.02)
                continue
            failures = 0
            with self._fresh:
                if turn == self._turn:
                    self._size = (image.shape[1], image.shape[0])
                    self._newest = (image, time.monotonic())
                    self._fresh.notify()
        with self._fresh:
            self._ended = self._ended or turn == self._turn
            self._fresh.notify()
        capture.release()


def _model(number: int) -> str | None:
    """What Linux calls a camera."""
    try:
        text = Path(f"/sys/class/video4linux/video{number}/name").read_text(encoding="utf-8")
    except (OSError, UnicodeDecodeError):
        return None
    return "".join(filter(str.isprintable, text)).strip() or None


def _picture(capture: Capture) -> Image | None:
    """The device's next picture; None where none came, or where its driver gave up."""
    try:
        good, image = capture.read()
    except (cv2.error, OSError):
        return None
    return image if good else None


def list_cameras(*, opener: Opener = _open) -> list[tuple[int, int, int]]:
    """The cameras that send a picture: their number, and the picture's width and height."""
    found = []
    for number in _candidates():
        capture = opener(number)
        if capture.isOpened():
            with quiet():
                image = _picture(capture)
            if image is not None:
                found.append((number, image.shape[1], image.shape[0]))
        capture.release()
    return found


def _candidates() -> list[int]:
    """The numbers worth trying; Linux tells which there are, elsewhere only trying helps."""
    if not sys.platform.startswith("linux"):
        return list(range(MOST_CAMERAS))
    names = (path.name.removeprefix("video") for path in Path("/dev").glob("video*"))
    return sorted(int(name) for name in names if name.isdigit())
