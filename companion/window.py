"""The window, where there is a display. OpenCV kills the process without one, so ask first."""

import os
import sys

import cv2

from companion.draw import draw
from companion.loop import Step

QUIT_KEYS = (ord("q"), 27)


def has_display() -> bool:
    """Whether a window can be opened on this machine."""
    if sys.platform in ("win32", "darwin"):
        return True
    return bool(os.environ.get("DISPLAY") or os.environ.get("WAYLAND_DISPLAY"))


class Window:
    """Shows every step; q, Escape or the closed window ends the session."""

    def __init__(self, title: str) -> None:
        self._title = f"companion: {title}"
        self._open = False

    def show(self, step: Step) -> bool:
        """Draws the step; False once the user has had enough."""
        picture = draw(
            step.frame.image, step.observation, step.puzzle, step.estimate, step.standing
        )
        if not self._open:
            cv2.namedWindow(self._title, cv2.WINDOW_NORMAL | cv2.WINDOW_KEEPRATIO)
            cv2.resizeWindow(self._title, picture.shape[1], picture.shape[0])
            self._open = True
        cv2.imshow(self._title, picture)
        if cv2.waitKey(1) & 0xFF in QUIT_KEYS:
            return False
        return cv2.getWindowProperty(self._title, cv2.WND_PROP_VISIBLE) >= 1

    def close(self) -> None:
        """Closes the window."""
        if self._open:
            cv2.destroyWindow(self._title)
