"""Photographs of one cube, read together."""

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from calibration import Profile
from vision.cube.colours import read_colours
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
    """

    photo: int
    view: FaceView
    table: Floats

    @property
    def colours(self) -> str:
        """The most likely colour of every sticker, as nine letters."""
        return "".join(COLOURS[i] for i in np.argmax(self.table, axis=1))

    @property
    def certainty(self) -> float:
        """The probability that all nine letters are right, stickers taken as independent."""
        return float(np.prod(self.table.max(axis=1)))


def read_faces(image: Image, profile: Profile | None = None) -> list[FaceRead]:
    """The faces in one picture by itself, none to three."""
    return read_photos([image], profile)


def read_photos(images: Sequence[Image], profile: Profile | None = None) -> list[FaceRead]:
    """The faces in pictures of one cube, in the pictures' order, their colours read together.

    The tables of the result, stacked, are what a decoder of legal cubes takes.
    """
    found = [(number, view) for number, image in enumerate(images) for view in find_faces(image)]
    palette = default_palette(profile.colours if profile else None)
    tables = read_colours([view for _, view in found], palette)
    return [FaceRead(n, view, table) for (n, view), table in zip(found, tables, strict=True)]
