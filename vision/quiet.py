"""Silence for the libraries behind OpenCV, which write to the error stream behind Python's back."""

import os
import threading
from collections.abc import Iterator
from contextlib import contextmanager

import cv2


class _Stream:
    """File descriptor 2, which is one for the whole process: silent while anybody wants it so.

    The first one turns it off and the last one turns it on again; nobody waits for anybody.
    """

    def __init__(self) -> None:
        self._lock = threading.Lock()
        self._wishes = 0
        self._kept: int | None = None

    def silence(self) -> None:
        with self._lock:
            self._wishes += 1
            if self._wishes > 1:
                return
            try:
                self._kept = os.dup(2)
            except OSError:  # a program without an error stream
                return
            nowhere = os.open(os.devnull, os.O_WRONLY)
            os.dup2(nowhere, 2)
            os.close(nowhere)

    def restore(self) -> None:
        with self._lock:
            self._wishes -= 1
            if self._wishes == 0 and self._kept is not None:
                os.dup2(self._kept, 2)
                os.close(self._kept)
                self._kept = None


_ERRORS = _Stream()


@contextmanager
def quiet() -> Iterator[None]:
    """Sends file descriptor 2 to nowhere: codecs report there what we say in one line ourselves."""
    cv2.utils.logging.setLogLevel(cv2.utils.logging.LOG_LEVEL_SILENT)
    _ERRORS.silence()
    try:
        yield
    finally:
        _ERRORS.restore()
