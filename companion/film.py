"""A film that is written picture by picture, at an even rate and true to the pictures' times."""

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


class Film:
    """Writes pictures of any size; all get the size of the first one.

    Raises OSError for a file that cannot be written and for an ending that names no kind of video.
    """

    def __init__(self, path: Path, fps: float) -> None:
        if path.suffix.lower() not in CODECS:
            known = ", ".join(CODECS)
            raise OSError(
                Phrase("{path}: expected a name that ends in {known}", path=path, known=known)
            )
        try:
            path.parent.mkdir(parents=True, exist_ok=True)
            # The writer itself fails in silence; opening the file says why.
            path.open("wb").close()
        except OSError as error:
            why = error.strerror or error
            raise OSError(Phrase("{path}: cannot be written: {why}", path=path, why=why)) from None
        self._path = path
        self._fps = fps if fps > 0 else LIVE_FPS
        self._writer: cv2.VideoWriter | None = None
        self._size = (0, 0)
        self._begun: float | None = None
        self._written = 0
        self._last: Image | None = None

    def due(self, at: float) -> bool:
        """Whether a picture of that time, in seconds, would be written at all."""
        return self._due(at) > self._written

    def write(self, image: Image, at: float) -> None:
        """Writes a picture at its time; until then the one before it stands."""
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

    def close(self) -> None:
        """Finishes the file; without a single frame there is none."""
        if self._writer is None:
            self._path.unlink(missing_ok=True)
            return
        with quiet():
            self._writer.release()

    def _due(self, at: float) -> int:
        if self._begun is None:
            self._begun = at
        return 1 + round((at - self._begun) * self._fps)

    def _open(self, picture: Image) -> cv2.VideoWriter:
        height, width = picture.shape[:2]
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
