"""A film that is written picture by picture, at an even rate and true to the pictures' times."""

import sys
from contextlib import suppress
from pathlib import Path
from typing import cast

import cv2
import numpy as np

from solver.phrase import Phrase
from vision import Image
from vision.quiet import quiet

CODECS = {".mp4": "mp4v", ".avi": "MJPG", ".webm": "VP80"}
# The rate of a recording of a live source, which comes as fast as it likes.
LIVE_FPS = 15.0
# So long the last picture stands at most where none came for longer, in seconds: to write it again
# and again for a whole pause would hold the game up when it goes on.
MOST_GAP_S = 2.0
# An error that ends a session so soon, in seconds, is one of how it was begun.
EARLY_S = 2.0


class Film:
    """Writes pictures of any size; all get the size of the first one.

    The file is made with the first picture. Raises OSError, at once, for a file that cannot be
    written and for an ending that names no kind of video.
    """

    def __init__(self, path: Path, fps: float) -> None:
        refuse_ending(path)
        # The folders that are made with the file.
        self._made = _refuse_unwritable(path)
        self._path = path
        self._fps = fps if fps > 0 else LIVE_FPS
        self._writer: cv2.VideoWriter | None = None
        self._size = (0, 0)
        # The time of the film's beginning, later by what was left out of it since.
        self._begun: float | None = None
        self._latest: float | None = None
        self._written = 0
        self._last: Image | None = None

    def due(self, at: float) -> bool:
        """Whether a picture of that time, in seconds, would be written at all."""
        return self._due(at) > self._written

    def write(self, image: Image, at: float) -> None:
        """Writes a picture at its time; until then the one before it stands, but not for long."""
        self._leave_out(at)
        due = self._due(at)
        if due <= self._written:
            return
        picture = self._fitted(image)
        writer = self._writer or self._open(picture)
        before = picture if self._last is None else self._last
        for _ in range(due - self._written - 1):
            writer.write(before)
        writer.write(picture)
        self._written, self._last = due, picture

    def moment(self, at: float) -> float:
        """When the film shows the picture of that time, in seconds; after a gap that is earlier."""
        return 0.0 if self._begun is None else at - self._begun

    def close(self) -> bool:
        """Finishes the file; whether there is one.

        There is none without a single frame, nor where an error ends the session as it begins: for
        a goal that the toy cannot have, say, which is known only when the toy is.
        """
        if self._writer is None:
            return False
        with quiet():
            self._writer.release()
        # Whoever closes while an error goes by is closed because of it. Ctrl+C is none.
        if isinstance(sys.exception(), Exception) and self._written <= EARLY_S * self._fps:
            self._path.unlink(missing_ok=True)
            _remove(self._made)
            return False
        return True

    def _leave_out(self, at: float) -> None:
        """Where nothing was filmed for too long, the film goes on as if it had been less."""
        if self._latest is not None and self._begun is not None:
            # A folder's pictures may be farther apart than that by their rate.
            most = max(MOST_GAP_S, 1 / self._fps)
            self._begun += max(0.0, at - self._latest - most)
        self._latest = at

    def _due(self, at: float) -> int:
        if self._begun is None:
            self._begun = at
        return 1 + round((at - self._begun) * self._fps)

    def _open(self, picture: Image) -> cv2.VideoWriter:
        height, width = picture.shape[:2]
        self._path.parent.mkdir(parents=True, exist_ok=True)
        code = cv2.VideoWriter.fourcc(*CODECS[self._path.suffix.lower()])
        with quiet():
            writer = cv2.VideoWriter(str(self._path), code, self._fps, (width, height))
        if not writer.isOpened():
            raise OSError(Phrase("{path}: the video cannot be written", path=self._path))
        self._writer, self._size = writer, (width, height)
        return writer

    def _fitted(self, picture: Image) -> Image:
        """The picture in the video's size, with even sides as codecs want them; never distorted."""
        if self._writer is None:
            height, width = (side - side % 2 for side in picture.shape[:2])
            return picture[:height, :width]
        width, height = self._size
        if picture.shape[:2] == (height, width):
            return picture
        scale = min(width / picture.shape[1], height / picture.shape[0])
        inner = cv2.resize(picture, None, fx=scale, fy=scale, interpolation=cv2.INTER_AREA)
        inner = inner[:height, :width]
        page = np.zeros((height, width, 3), np.uint8)
        top, left = (height - inner.shape[0]) // 2, (width - inner.shape[1]) // 2
        page[top : top + inner.shape[0], left : left + inner.shape[1]] = inner
        return cast(Image, page)


def refuse_ending(path: Path) -> None:
    """Raises OSError for a name that names no kind of video."""
    if path.suffix.lower() not in CODECS:
        known = ", ".join(CODECS)
        raise OSError(
            Phrase("{path}: expected a name that ends in {known}", path=path, known=known)
        )


def _refuse_unwritable(path: Path) -> list[Path]:
    """The folders of a file that are not there yet, the innermost first; none of them is made.

    Raises OSError where the file cannot be written.
    """
    missing: list[Path] = []
    try:
        missing = [folder for folder in path.parents if not folder.exists()]
        path.parent.mkdir(parents=True, exist_ok=True)
        is_new = not path.exists()
        # The writer itself fails in silence; opening the file says why.
        path.open("ab").close()
        if is_new:
            path.unlink()
    except OSError as error:
        why = error.strerror or error
        raise OSError(Phrase("{path}: cannot be written: {why}", path=path, why=why)) from None
    finally:
        _remove(missing)
    return missing


def _remove(folders: list[Path]) -> None:
    """Removes folders, as far as there is nothing in them."""
    for folder in folders:
        with suppress(OSError):
            folder.rmdir()
