"""CubeReader: pictures of a cube in, tables of sticker colours out."""

import numpy as np

from calibration import Profile
from vision.cube.face import FaceView
from vision.cube.find import find_faces
from vision.cube.memory import Memory
from vision.cube.palette import COLOURS, default_palette
from vision.cube.track import find_near, follow
from vision.frame import Floats, Frame, Image, Observation

# After so many frames in which faces were only followed, others are looked for.
FOLLOWED = 4

NOTHING = "I see no face of a cube. Hold one side of it towards the camera, whole and in the light."


class CubeReader:
    """Finds the faces in each frame, and remembers each distinct face of the scan.

    Faces are followed from frame to frame by their borders. Now and then, or when one has gone,
    their surroundings are searched, and only then the whole picture. `count` is taken for the
    sake of the table of readers: a cube has no number of pieces to choose.
    """

    def __init__(self, profile: Profile, *, count: int | None = None) -> None:
        self._memory = Memory(default_palette(profile.colours))
        self._last: Floats | None = None
        self._followed = 0

    def read(self, frame: Frame) -> Observation:
        """The stickers of the faces in sight, nine rows a face, and all that was gathered."""
        faces = self._sought(frame.image)
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

    def _sought(self, image: Image) -> list[FaceView]:
        """The faces in a picture, sought in the quickest way that finds them."""
        if self._last is None:
            return find_faces(image)
        faces = follow(image, self._last) if self._followed < FOLLOWED else []
        self._followed = self._followed + 1 if faces else 0
        return faces or find_near(image, self._last) or find_faces(image)
