"""Overlay pictures as files, each named after its photo."""

from collections.abc import Sequence
from pathlib import Path

import cv2

from solver.phrase import Phrase
from vision import Image


class Overlays:
    """Writes overlay pictures into a folder, over none of `photos`; without one it does nothing.

    Raises OSError where the folder or a file cannot be written.
    """

    def __init__(self, folder: Path | None, photos: Sequence[str] = ()) -> None:
        self._folder = folder
        self._photos = {_identity(Path(photo)) for photo in photos} - {None}
        self._used: set[str] = set()
        if folder is not None:
            try:
                folder.mkdir(parents=True, exist_ok=True)
            except OSError as error:
                why = error.strerror or error
                raise OSError(
                    Phrase("{path}: cannot be made: {why}", path=folder, why=why)
                ) from None

    def write(self, photo: str, picture: Image) -> None:
        """Writes one picture as JPEG; photos of the same name get a number.

        So does a picture that would be written over one of the photos: they may lie in this folder.
        """
        if self._folder is None:
            return
        stem, number = Path(photo).stem, 1
        while stem in self._used or _identity(self._folder / f"{stem}.jpg") in self._photos:
            number += 1
            stem = f"{Path(photo).stem}-{number}"
        self._used.add(stem)
        path = self._folder / f"{stem}.jpg"
        good, data = cv2.imencode(".jpg", picture, [cv2.IMWRITE_JPEG_QUALITY, 92])
        if not good:
            raise OSError(Phrase("{path}: the overlay picture cannot be packed as JPEG", path=path))
        try:
            path.write_bytes(data.tobytes())
        except OSError as error:
            why = error.strerror or error
            raise OSError(Phrase("{path}: cannot be written: {why}", path=path, why=why)) from None


def _identity(path: Path) -> tuple[int, int] | None:
    """What tells a file from all others, however it is named; None where there is none."""
    try:
        told = path.stat()
    except OSError:
        return None
    return told.st_dev, told.st_ino
