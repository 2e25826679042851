"""CubeReader: pictures of a cube in, tables of sticker colours out."""

import numpy as np

from calibration import Profile
from vision.cube.behind import Behind
from vision.cube.face import FaceView
from vision.cube.find import find_faces
from vision.cube.memory import Memory
from vision.cube.palette import COLOURS, default_palette
from vision.cube.places import bent
from vision.cube.rest import Rest
from vision.cube.track import find_near, follow
from vision.frame import Floats, Frame, Image, Observation
from vision.sentence import sentence

# After so many frames in which faces were only followed, and so many seconds, others are looked
# for: where all that were there still are, and where one of them has gone.
FOLLOWED, FOLLOWED_IN_PART = (4, 0.3), (1, 0.1)

# A lone face that seems to be bent over an edge is refused for so many frames in a row: then the
# cube has been turned, and it is one.
REFUSED = 6

NOTHING = sentence(
    "I see no face of a cube. Hold one side of it towards the camera, whole and in the light."
)


class CubeReader:
    """Finds the faces in each frame, and remembers each distinct face of the scan.

    Faces are followed from frame to frame by their borders, and those that a hand hides in part by
    the rest of the cube. Now and then, or when one has gone, their surroundings are searched, and
    only where none is left the whole picture. `count` is taken for the sake of the table of
    readers: a cube has no number of pieces to choose.
    """

    def __init__(self, profile: Profile, *, count: int | None = None) -> None:
        self._memory = Memory(default_palette(profile.colours))
        self._behind = Behind()
        self._last: Floats | None = None
        self._followed = 0
        # When faces were looked for last.
        self._looked = 0.0
        self._rest = Rest()
        self._refused = 0

    def read(self, frame: Frame) -> Observation:
        """The stickers of the faces in sight, nine rows a face, and all that was gathered."""
        faces = self._straight(self._sought(frame.image, frame.at))
        if not faces:
            self._last = None
            self._rest.know(faces)
            return Observation.nothing(frame.at, len(COLOURS), NOTHING)
        self._last = np.array([face.corners for face in faces])
        self._rest.know(faces)
        cells, gathered = self._memory.take(faces)
        return Observation(
            cells=cells.reshape(-1, len(COLOURS)),
            where=np.concatenate([face.centres for face in faces]),
            at=frame.at,
            size=(3,),
            gathered=gathered.reshape(-1, len(COLOURS)),
            outline=self._last,
            stays=self._behind.look(frame.image, self._last),
        )

    def _straight(self, faces: list[FaceView]) -> list[FaceView]:
        """The faces, unless it is a lone one bent over an edge of the cube that was just seen.

        A hand that covers most of a cube leaves rows of two faces that look like one.
        """
        cube = self._rest.corners
        if not faces:
            return faces
        if cube is None or len(faces) != 1 or not bent(faces[0].corners, cube):
            self._refused = 0
            return faces
        self._refused += 1
        return faces if self._refused > REFUSED else []

    def _sought(self, image: Image, at: float) -> list[FaceView]:
        """The faces in a picture, sought in the quickest way that finds them."""
        if self._last is None:
            return find_faces(image)
        seen = follow(image, self._last)
        if not seen:
            # The surroundings of what has gone would cost as much, and be empty every other time.
            self._followed, self._looked = 0, at
            return find_faces(image)
        seen += self._rest.beside(image, seen)
        whole = len(seen) >= len(self._last)
        frames, seconds = FOLLOWED if whole else FOLLOWED_IN_PART
        if self._followed < frames or 0 < at - self._looked < seconds:
            self._followed += 1
            return seen
        self._followed, self._looked = 0, at
        return find_near(image, self._last) or seen
