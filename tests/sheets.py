"""Contact sheets: many small pictures with a line of words each, for looking at failures."""

from collections.abc import Iterable
from pathlib import Path

import cv2
import numpy as np

from vision import Image

TILE, WORDS, COLUMNS, ROWS = 240, 22, 6, 5
# Blue, green, red: what was meant to be, and what was found.
TRUE, FOUND = (80, 220, 60), (60, 60, 240)


class Sheets:
    """Collects tiles under a title and writes them as PNG, thirty a sheet; without a folder none.

    Old sheets of the same title are overwritten; `write` returns the paths.
    """

    def __init__(self, folder: Path | None) -> None:
        self._folder = folder
        self._tiles: dict[str, list[Image]] = {}

    @property
    def wanted(self) -> bool:
        """Whether anybody will look: without a folder no tile need be drawn."""
        return self._folder is not None

    def add(self, title: str, picture: Image, words: str) -> None:
        """One more tile for the sheets of this title."""
        if self._folder is not None:
            self._tiles.setdefault(title, []).append(_tile(picture, words))

    def write(self) -> list[Path]:
        """Writes all sheets. Raises OSError where the folder cannot be written."""
        if self._folder is None or not self._tiles:
            return []
        self._folder.mkdir(parents=True, exist_ok=True)
        written = []
        for title, tiles in self._tiles.items():
            for number, first in enumerate(range(0, len(tiles), COLUMNS * ROWS), start=1):
                path = self._folder / f"{title}-{number}.png"
                if not cv2.imwrite(str(path), _sheet(tiles[first : first + COLUMNS * ROWS])):
                    raise OSError(f"{path}: cannot be written")
                written.append(path)
        return written


def _tile(picture: Image, words: str) -> Image:
    scale = TILE / max(picture.shape[:2])
    how = cv2.INTER_AREA if scale < 1 else cv2.INTER_NEAREST
    small = cv2.resize(picture, None, fx=scale, fy=scale, interpolation=how)
    tile = np.full((TILE + WORDS, TILE, 3), 255, dtype=np.uint8)
    tile[: small.shape[0], : small.shape[1]] = small
    cv2.putText(tile, words[:40], (2, TILE + 15), cv2.FONT_HERSHEY_SIMPLEX, 0.38, (0, 0, 0), 1)
    return tile


def _sheet(tiles: Iterable[Image]) -> Image:
    tiles = list(tiles)
    columns = min(COLUMNS, len(tiles))
    blank = np.full_like(tiles[0], 255)
    tiles += [blank] * (-len(tiles) % columns)
    rows = [np.hstack(tiles[k : k + columns]) for k in range(0, len(tiles), columns)]
    return np.asarray(np.vstack(rows), dtype=np.uint8)
