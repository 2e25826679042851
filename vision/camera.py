"""Where pictures come from: a webcam, a video file, a folder of pictures, a network stream."""

import math
import re
from collections.abc import Iterator
from pathlib import Path
from types import TracebackType
from typing import Protocol, Self, cast

import cv2

from vision.frame import CameraError, Frame, Image
from vision.live import LiveCamera
from vision.picture import EMPTY, PICTURE_SUFFIXES, UNREADABLE, load_picture
from vision.quiet import quiet
from vision.sentence import sentence

# Cameras are numbered with so many digits at most: more would overflow the drivers' numbers.
CAMERA_DIGITS = 4
# A container's own count of its frames is an estimate in some formats.
MISSING_FRAMES = 3
MISSING_SHARE = 0.03

NO_VIDEO = sentence("{path}: cannot be read as a video or a picture; is it whole?")
NO_FRAME = sentence("{path}: no frame of the video can be decoded")
BREAKS_OFF = sentence("{path}: the video breaks off after {seconds} s; read {read} of {all} frames")
NO_PICTURES = sentence("{path}: no pictures in this folder; expected .jpg, .png and such")
NOTHING = sentence("source: expected a camera, a file, a folder or an address, got nothing")
NOT_THERE = sentence("{source}: there is no such camera, file, folder or address")


class Camera(Protocol):
    """A source of frames, used as a context manager.

    `live` sources drop what nobody fetched in time; the others give every frame, with times
    counted from the frames' numbers. `fps` is 0 where it is not known beforehand.
    """

    @property
    def name(self) -> str:
        """What the user knows the source as."""

    @property
    def live(self) -> bool:
        """Whether the frames come by the clock."""

    @property
    def fps(self) -> float:
        """Frames a second, 0 where unknown."""

    @property
    def key(self) -> str | None:
        """What tells this camera from others, for what is measured with it; None for files."""

    @property
    def size(self) -> tuple[int, int] | None:
        """The width and height of its pictures, once it is open; None for files."""

    def __enter__(self) -> Self:
        """Opens the source. Raises CameraError."""

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        """Gives the source back."""

    def frames(self) -> Iterator[Frame]:
        """The frames in order. Raises CameraError or PictureError where the source breaks off."""


class Unhurried:
    """A source that is not live: every frame is read, and there is nothing to open or close."""

    live = False
    key = None
    size = None

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        return None


class VideoFile(Unhurried):
    """Every frame of a video file, at the file's own rate, or at `fps` where it names none."""

    def __init__(self, path: Path, *, fps: float = 15.0) -> None:
        self.name = str(path)
        if path.stat().st_size == 0:
            raise CameraError(EMPTY, path=path)
        with quiet():
            self._capture = cv2.VideoCapture(str(path))
        if not self._capture.isOpened():
            raise CameraError(NO_VIDEO, path=path)
        own = self._capture.get(cv2.CAP_PROP_FPS)
        self.fps = own if math.isfinite(own) and 0 < own <= 1000 else fps
        expected = self._capture.get(cv2.CAP_PROP_FRAME_COUNT)
        self._expected = int(expected) if math.isfinite(expected) and expected > 0 else 0

    def frames(self) -> Iterator[Frame]:
        """Every frame. Raises CameraError where the file ends before its announced end."""
        index = 0
        while True:
            with quiet():
                good, image = self._capture.read()
            if not good or image is None:
                break
            yield Frame(cast(Image, image), index / self.fps)
            index += 1
        self._capture.release()
        if index == 0:
            raise CameraError(NO_FRAME, path=self.name)
        if self._expected - index > max(MISSING_FRAMES, MISSING_SHARE * self._expected):
            known = {"path": self.name, "seconds": f"{index / self.fps:.1f}"}
            raise CameraError(BREAKS_OFF, **known, read=index, all=self._expected)


class PictureFolder(Unhurried):
    """The pictures of a folder in the natural order of their names, `fps` of them a second."""

    def __init__(self, path: Path, *, fps: float = 15.0) -> None:
        self.name = str(path)
        self.fps = fps
        self._paths = _pictures(path)
        if not self._paths:
            raise CameraError(NO_PICTURES, path=path)

    def frames(self) -> Iterator[Frame]:
        """A frame a picture. Raises PictureError for a bad one."""
        for index, path in enumerate(self._paths):
            yield Frame(load_picture(path), index / self.fps)


class SinglePicture(Unhurried):
    """One picture as a source of one frame."""

    fps = 1.0

    def __init__(self, path: Path) -> None:
        self.name = str(path)
        self._image = load_picture(path)

    def frames(self) -> Iterator[Frame]:
        """The one frame."""
        yield Frame(self._image, 0.0)


def open_camera(source: str | int, *, fps: float = 15.0) -> Camera:
    """The camera for what the user wrote: a number, a file, a folder or a stream's address.

    A sample folder (with `frames/` or `clip.mp4` in it) is taken as its pictures. `fps` is the
    rate of folders, in frames a second. Raises CameraError, and PictureError for a bad picture.
    """
    text = str(source)
    if not (math.isfinite(fps) and fps > 0):
        raise CameraError(f"fps: expected a number above 0, got {fps}")
    if not text:
        raise CameraError(NOTHING)
    if text.isdecimal() and len(text) <= CAMERA_DIGITS:
        return LiveCamera(int(text))
    if re.match(r"[A-Za-z][A-Za-z0-9+.-]+://", text):
        return LiveCamera(text)
    path = Path(text)
    if not path.exists():
        raise CameraError(NOT_THERE, source=text)
    if path.is_dir():
        return _folder(path, fps)
    if path.suffix.lower() in PICTURE_SUFFIXES:
        return SinglePicture(path)
    return VideoFile(path, fps=fps)


def _folder(path: Path, fps: float) -> Camera:
    if (path / "clip.mp4").is_file():
        return VideoFile(path / "clip.mp4", fps=fps)
    if (path / "frames").is_dir():
        return PictureFolder(path / "frames", fps=fps)
    return PictureFolder(path, fps=fps)


def _pictures(folder: Path) -> list[Path]:
    try:
        # What begins with a dot is hidden; beside `1.jpg` some systems write `._1.jpg`, no picture.
        seen = [path for path in folder.iterdir() if not path.name.startswith(".")]
        files = [path for path in seen if path.suffix.lower() in PICTURE_SUFFIXES]
    except OSError as error:
        raise CameraError(UNREADABLE, path=folder, why=error.strerror or error) from None
    return sorted(files, key=_natural)


def _natural(path: Path) -> list[tuple[int, str]]:
    """Sorts 2.jpg before 10.jpg: numbers by their value, the rest by its letters."""
    parts = re.split(r"(\d+)", path.name.lower())
    return [(int(p), "") if p.isdecimal() else (-1, p) for p in parts]
