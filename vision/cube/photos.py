"""Photographs of one cube, read together."""

from collections.abc import Sequence
from dataclasses import dataclass, field, replace

import numpy as np

from calibration import Profile
from vision.cube.colours import read_colours
from vision.cube.corner import touching_cells
from vision.cube.face import FaceView
from vision.cube.find import find_faces
from vision.cube.palette import COLOURS, default_palette
from vision.frame import Floats, Image


@dataclass(frozen=True, slots=True, eq=False)
class FaceRead:
    """One face as it was read.

    - `photo`: which of the pictures shows it, from 0.
    - `view`: where it lies.
    - `table`: (9, 6) how likely each colour is, in the order w y r o g b.
    - `origin`: the same object for the faces of one picture, and for no others.
    """

    photo: int
    view: FaceView
    table: Floats
    origin: object = field(default=None, repr=False)

    @property
    def colours(self) -> str:
        """The most likely colour of every sticker, as nine letters."""
        return "".join(COLOURS[i] for i in np.argmax(self.table, axis=1))

    @property
    def certainty(self) -> float:
        """The probability that all nine letters are right, stickers taken as independent."""
        return float(np.prod(self.table.max(axis=1)))

    def touching(self, other: "FaceRead") -> tuple[int, int] | None:
        """The cells, 0 to 8, of this face and of another in the same picture that touch, if any."""
        if (self.photo, id(self.origin)) != (other.photo, id(other.origin)):
            return None
        return touching_cells(self.view.corners, other.view.corners)


def read_faces(image: Image, profile: Profile | None = None) -> list[FaceRead]:
    """The faces in one picture by itself, none to three; `read_together` joins several calls."""
    return read_photos([image], profile)


def read_photos(images: Sequence[Image], profile: Profile | None = None) -> list[FaceRead]:
    """The faces in pictures of one cube, in the pictures' order, their colours read together.

    The result is what `solver.cube.decode` takes.
    """
    unread = np.empty((9, len(COLOURS)))
    faces = []
    for number, image in enumerate(images):
        origin = object()
        faces += [FaceRead(number, view, unread, origin) for view in find_faces(image)]
    return read_together(faces, profile)


def read_together(faces: Sequence[FaceRead], profile: Profile | None = None) -> list[FaceRead]:
    """Faces of one cube that were read picture by picture, their colours read anew, together."""
    palette = default_palette(profile.colours if profile else None)
    tables = read_colours([face.view for face in faces], palette)
    return [replace(face, table=table) for face, table in zip(faces, tables, strict=True)]
