"""Overlay pictures as files, each named after its photo."""

from pathlib import Path

import cv2

from solver.phrase import Phrase
from vision import Image


class Overlays:
    """Writes overlay pictures into a folder; without a folder it does nothing.

    Raises OSError where the folder or a file cannot be written.
    """

    def __init__(self, folder: Path | None) -> None:
        self._folder = folder
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

        So does one that would be written over: the folder may be the one the photos are in.
        """
        if self._folder is None:
            return
        stem, number = Path(photo).stem, 1
        while stem in self._used or _same(self._folder / f"{stem}.jpg", Path(photo)):
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


def _same(path: Path, photo: Path) -> bool:
    """Whether a file is that photo, however either is named."""
    try:
        return path.samefile(photo)
    except OSError:
        return False
