"""The window, where there is a display. OpenCV kills the process without one, so ask first."""

import os
import re
import socket
import sys

import cv2

from companion.draw import draw_step
from companion.loop import Step
from vision.quiet import quiet

QUIT_KEYS = (ord("q"), 27)
# The display server listens on this port and up, or on a socket file of the display's number.
X_PORT = 6000
X_SOCKET = "/tmp/.X11-unix/X{}"
# The toolkit goes on complaining about missing fonts for the first frames.
QUIET_FRAMES = 3


def has_display() -> bool:
    """Whether a window can be opened on this machine.

    On Linux OpenCV's windows need an X server (also under Wayland, which brings one along); that
    DISPLAY is set is not enough, it must answer.
    """
    if sys.platform in ("win32", "darwin"):
        return True
    found = re.fullmatch(r"(?:unix|(?P<host>[^:/]*))?:(?P<number>\d+)(?:\.\d+)?", _display())
    if found is None:
        return False
    number, host = int(found["number"]), found["host"]
    if host:
        return _answers(socket.AF_INET, (host, X_PORT + number))
    path = X_SOCKET.format(number)
    return _answers(socket.AF_UNIX, "\0" + path) or _answers(socket.AF_UNIX, path)


def _display() -> str:
    return os.environ.get("DISPLAY", "")


def _answers(family: socket.AddressFamily, address: str | tuple[str, int]) -> bool:
    with socket.socket(family, socket.SOCK_STREAM) as probe:
        probe.settimeout(1.0)
        try:
            probe.connect(address)
        except (OSError, OverflowError):
            return False
    return True


class Window:
    """Shows every step; q, Escape or the closed window ends the session."""

    def __init__(self, title: str) -> None:
        self._title = f"companion: {title}"
        self._shown = 0

    def show(self, step: Step) -> bool:
        """Draws the step; False once the user has had enough."""
        picture = draw_step(step)
        if self._shown < QUIET_FRAMES:
            with quiet():
                if not self._shown:
                    cv2.namedWindow(self._title, cv2.WINDOW_NORMAL | cv2.WINDOW_KEEPRATIO)
                    cv2.resizeWindow(self._title, picture.shape[1], picture.shape[0])
                cv2.imshow(self._title, picture)
                cv2.waitKey(1)
        self._shown += 1
        cv2.imshow(self._title, picture)
        if cv2.waitKey(1) & 0xFF in QUIT_KEYS:
            return False
        return cv2.getWindowProperty(self._title, cv2.WND_PROP_VISIBLE) >= 1

    def close(self) -> None:
        """Closes the window."""
        if self._shown:
            self._shown = 0
            cv2.destroyWindow(self._title)
