"""Silence for the libraries behind OpenCV, which write to the error stream behind Python's back."""

import os
import threading
from collections.abc import Iterator
from contextlib import contextmanager

import cv2

# The error stream is one for the whole process, so only one thread may swap it.
_SWAP = threading.RLock()


@contextmanager
def quiet() -> Iterator[None]:
    """Sends file descriptor 2 to nowhere: codecs report there what we say in one line ourselves."""
    cv2.utils.logging.setLogLevel(cv2.utils.logging.LOG_LEVEL_SILENT)
    with _SWAP:
        try:
            kept = os.dup(2)
        except OSError:  # a program without an error stream
            yield
            return
        nowhere = os.open(os.devnull, os.O_WRONLY)
        os.dup2(nowhere, 2)
        try:
            yield
        finally:
            os.dup2(kept, 2)
            os.close(kept)
            os.close(nowhere)
