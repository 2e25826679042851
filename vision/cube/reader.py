"""CubeReader: pictures of a cube in, tables of sticker colours out."""

import numpy as np

from calibration import Profile
from vision.cube.colours import read_colours
from vision.cube.face import FaceView
from vision.cube.find import find_faces
from vision.cube.palette import COLOURS, default_palette
from vision.frame import Floats, Frame, Observation

NOTHING = "I see no face of a cube. Hold one side of it towards the camera, whole and in the light."


class CubeReader:
    """Finds the faces in each frame, and remembers each distinct face of the scan.

    A face is told from the others by the colour of its centre; the latest sighting counts.
    """

    def __init__(self, profile: Profile, *, count: int | None = None) -> None:
        self._palette = default_palette(profile.colours)
        self._seen: dict[int, FaceView] = {}

    def read(self, frame: Frame) -> Observation:
        """The stickers of the faces in sight, nine rows a face, and all that was gathered."""
        faces = find_faces(frame.image)
        if not faces:
            return Observation.nothing(frame.at, len(COLOURS), NOTHING)
        table = read_colours(faces, self._palette)
        for face, cells in zip(faces, table, strict=True):
            self._seen[int(np.argmax(cells[4]))] = face
        gathered = read_colours(list(self._seen.values()), self._palette)
        return Observation(
            cells=_rows(table),
            where=np.concatenate([face.centres for face in faces]),
            at=frame.at,
            size=(3,),
            gathered=_rows(gathered),
            outline=np.array([face.corners for face in faces]),
        )


def _rows(table: Floats) -> Floats:
    return table.reshape(-1, len(COLOURS))
