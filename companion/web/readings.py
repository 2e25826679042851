"""Cubes that were read from photos: what was read is kept for a while, for corrections.

Only where the faces lay and how likely each colour is are kept, not a pixel of the photos.
"""

import secrets
from collections.abc import Sequence
from dataclasses import replace

import numpy as np

from companion.flatmap import FlatMap
from companion.follow import NOTHING_YET
from companion.photos_cube import CubeAnswer, decode_faces
from companion.scan import IMPOSSIBLE, Scan
from solver import AnyPuzzle, Estimate, Scene
from solver.belief import Floats
from vision.cube import FaceRead

# So many readings are kept, the newest ones.
MOST_READINGS = 24


class Reading:
    """The photos of one cube as they were read; a sheet that can be corrected."""

    def __init__(
        self,
        puzzle: AnyPuzzle,
        faces: Sequence[FaceRead],
        sizes: Sequence[tuple[int, int]],
        method: str | None = None,
    ) -> None:
        self.puzzle = puzzle
        self._method = method
        self.sizes = sizes
        self._upright = False
        self._faces = [_blank(face) for face in faces]
        self._scan = Scan(puzzle)
        self._answer = decode_faces(puzzle, [], None)
        if faces:
            self._scan.read(np.concatenate([face.table for face in faces]), self._decoded)

    @property
    def answer(self) -> CubeAnswer:
        """What the photos show, with the corrections so far."""
        if not self._scan.contradicted:
            return self._answer
        unsure = replace(self._answer.decoded, certainty=0.0)
        return replace(self._answer, decoded=unsure, cue=None, solution=None, reason=IMPOSSIBLE)

    @property
    def flat(self) -> FlatMap:
        """The cube unfolded."""
        return self._scan.flat(None)

    def correct(self, cell: int, symbol: int) -> str | None:
        """Sets a sticker of the flat map; a sentence where it cannot be set."""
        refused = self._scan.correct(cell, symbol) if self._faces else NOTHING_YET
        if refused is None:
            self._scan.read(self._scan.raw, self._decoded)
        return refused

    def undo(self) -> bool:
        """Takes the last correction back; False where there is none."""
        undone = self._scan.undo()
        if undone:
            self._scan.read(self._scan.raw, self._decoded)
        return undone

    def guide(self) -> str | None:
        """Takes the photos for ones of which each shows a face upright."""
        if not self._faces:
            return NOTHING_YET
        self._upright = True
        self._scan.read(self._scan.raw, self._decoded)
        return None

    def _decoded(self, cells: Floats, _: Scene) -> Estimate[object]:
        """Decodes a table (rows, symbols): the faces, and any that were told and not seen."""
        tables = cells.reshape(len(cells) // 9, 9, -1)
        faces = [replace(face, table=t) for face, t in zip(self._faces, tables, strict=False)]
        for told in tables[len(faces) :]:
            # No photo shows it, so its place in one does not matter.
            faces.append(FaceRead(-1, self._faces[0].view, told))
        self._answer = decode_faces(
            self.puzzle, faces, None, upright=self._upright, method=self._method
        )
        decoded = self._answer.decoded
        return Estimate(decoded.state, decoded.certainty, decoded.placed, decoded.problem)


class Readings:
    """The newest readings, by keys that nobody can guess."""

    def __init__(self, most: int = MOST_READINGS) -> None:
        self._most = most
        self._by_key: dict[str, Reading] = {}

    def keep(self, reading: Reading) -> str:
        """Keeps a reading; returns its key. The oldest one gives way."""
        while len(self._by_key) >= self._most:
            del self._by_key[next(iter(self._by_key))]
        key = secrets.token_urlsafe(16)
        self._by_key[key] = reading
        return key

    def find(self, key: str) -> Reading | None:
        """The reading of a key, or None where it has given way."""
        return self._by_key.get(key)


def _blank(face: FaceRead) -> FaceRead:
    """The face without its pixels."""
    return replace(face, view=replace(face.view, straight=np.zeros_like(face.view.straight)))
