"""CubeReader: pictures of a cube in, tables of sticker colours out."""

import numpy as np

from calibration import Profile
from vision.cube.find import find_faces
from vision.cube.memory import Memory
from vision.cube.palette import COLOURS, default_palette
from vision.cube.track import find_near
from vision.frame import Floats, Frame, Observation

NOTHING = "I see no face of a cube. Hold one side of it towards the camera, whole and in the light."


class CubeReader:
    """Finds the faces in each frame, and remembers each distinct face of the scan.

    Where a face was in the last frame is looked at first; only if it has gone is the whole
    picture searched again. `count` is taken for the sake of the table of readers: a cube has no
    number of pieces to choose.
    """

    def __init__(self, profile: Profile, *, count: int | None = None) -> None:
        self._memory = Memory(default_palette(profile.colours))
        self._last: Floats | None = None

    def read(self, frame: Frame) -> Observation:
        """The stickers of the faces in sight, nine rows a face, and all that was gathered."""
        faces = [] if self._last is None else find_near(frame.image, self._last)
        faces = faces or find_faces(frame.image)
        if not faces:
            self._last = None
            return Observation.nothing(frame.at, len(COLOURS), NOTHING)
        self._last = np.array([face.corners for face in faces])
        cells, gathered = self._memory.take(faces)
        return Observation(
            cells=cells.reshape(-1, len(COLOURS)),
            where=np.concatenate([face.centres for face in faces]),
            at=frame.at,
            size=(3,),
            gathered=gathered.reshape(-1, len(COLOURS)),
            outline=self._last,
        )
