"""The window, where there is a display. OpenCV kills the process without one, so ask first."""

import os
import re
import socket
import sys

import cv2
import numpy as np

from companion.board import Board, draw_board
from companion.controls import Controls
from companion.draw import draw_step
from companion.editing import NOTHING_TO_UNDO, Desk, Editor, plain
from companion.flatmap import FlatMap
from companion.keys import draw_keys
from companion.languages import ENGLISH, Language
from companion.loop import Step
from vision import Image
from vision.quiet import quiet

ESCAPE = 27
QUIT_KEYS = (ord("q"), ord("Q"), ESCAPE)
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
    """Shows every step; q, Escape or the closed window ends the session, h shows the other keys.

    Beside toys with sides it shows the flat map, and takes corrections of it to the `desk`. While
    a sticker of the map is chosen the letters of colours are colours, and Escape lets it go.
    """

    def __init__(
        self,
        title: str,
        desk: Desk | None = None,
        language: Language = ENGLISH,
        controls: Controls | None = None,
    ) -> None:
        self._controls = controls
        self._note: str | None = None
        self._language = language
        self._title = f"companion: {title}"
        self._desk = desk
        self._editor: Editor | None = None
        self._flat: FlatMap | None = None
        self._board = Board(0, 0)
        self._edge = 0
        self._shown = 0
        self._shape: tuple[int, ...] = ()

    def show(self, step: Step) -> bool:
        """Draws the step; False once the user has had enough."""
        picture = self._drawn(step)
        if self._shown < QUIET_FRAMES:
            with quiet():
                if not self._shown:
                    self._open()
                cv2.imshow(self._title, picture)
                cv2.waitKey(1)
        self._shown += 1
        if picture.shape != self._shape:
            self._shape = picture.shape
            cv2.resizeWindow(self._title, picture.shape[1], picture.shape[0])
        cv2.imshow(self._title, picture)
        key = cv2.waitKeyEx(1)
        if key >= 0 and not self._pressed(key):
            return False
        return cv2.getWindowProperty(self._title, cv2.WND_PROP_VISIBLE) >= 1

    def close(self) -> None:
        """Closes the window."""
        if self._shown:
            self._shown = 0
            cv2.destroyWindow(self._title)

    def _pressed(self, key: int) -> bool:
        """Does what a key is for; False for those that end the session."""
        editor, code = self._editor, plain(key)
        self._note = None
        chosen = editor is not None and editor.cursor is not None
        if editor is not None and chosen:
            if code == ESCAPE:
                editor.cursor = None
                return True
            if editor.takes(code):
                editor.key(key, self._flat)
                return True
        if code in QUIT_KEYS:
            return False
        letter = self._controls.key(code) if self._controls else None
        if letter == "u":
            undone = self._desk is not None and self._desk.undo()
            self._note = None if undone else NOTHING_TO_UNDO
        elif letter is None and editor is not None:
            editor.key(key, self._flat)
        return True

    def _open(self) -> None:
        # Without the toolbar that some systems put over it.
        kind = cv2.WINDOW_NORMAL | cv2.WINDOW_KEEPRATIO | cv2.WINDOW_GUI_NORMAL
        cv2.namedWindow(self._title, kind)
        cv2.setMouseCallback(self._title, self._mouse)

    def _drawn(self, step: Step) -> Image:
        """The picture, and beside it the flat map as soon as there is one."""
        picture = draw_step(step, self._language)
        if self._controls is not None:
            draw_keys(picture, self._controls, self._note, self._language)
        self._flat = step.flat
        if self._desk is None or (step.flat is None and self._editor is None):
            return picture
        if self._editor is None and step.puzzle is not None:
            self._editor = Editor(self._desk, step.puzzle.symbols)
        self._edge = picture.shape[1]
        self._board = Board.beside(picture)
        editor = self._editor
        cursor, message = (editor.cursor, editor.message) if editor else (None, None)
        board = draw_board(self._board, step.flat, cursor, message, step.hint, self._language)
        return np.hstack([picture, board])

    def _mouse(self, event: int, x: int, y: int, flags: int, param: object) -> None:
        """A click on a sticker of the flat map gives it its next colour."""
        if event != cv2.EVENT_LBUTTONDOWN or self._flat is None or self._editor is None:
            return
        index = self._board.at(x - self._edge, y)
        if index is not None:
            self._editor.click(index, self._flat)
