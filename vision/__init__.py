"""Pictures in, probabilities out. No rules, no speech.

`READERS` is the table of readers: a fourth puzzle is a folder here and a line there.
"""

from collections.abc import Callable, Mapping

from calibration import Profile
from vision.camera import Camera, PictureFolder, SinglePicture, VideoFile, open_camera
from vision.frame import (
    CameraError,
    Frame,
    Image,
    Learner,
    Observation,
    PictureError,
    Reader,
    VisionError,
)
from vision.live import LiveCamera, list_cameras
from vision.picture import decode_picture, load_picture

__all__ = [
    "READERS",
    "Camera",
    "CameraError",
    "Frame",
    "Image",
    "Learner",
    "LiveCamera",
    "Observation",
    "PictureError",
    "PictureFolder",
    "Reader",
    "SinglePicture",
    "VideoFile",
    "VisionError",
    "decode_picture",
    "list_cameras",
    "load_picture",
    "open_camera",
]


def _cube(profile: Profile, *, count: int | None = None) -> Reader:
    from vision.cube import CubeReader

    return CubeReader(profile, count=count)


def _hanoi(profile: Profile, *, count: int | None = None) -> Reader:
    from vision.hanoi import HanoiReader

    return HanoiReader(profile, count=count)


def _rings(profile: Profile, *, count: int | None = None) -> Reader:
    from vision.rings import RingsReader

    return RingsReader(profile, count=count)


# reader(profile, *, count=None): count is the number of rings or discs, where it is known. A
# reader is imported when it is first made: the others' models need not be loaded.
READERS: Mapping[str, Callable[..., Reader]] = {
    "cube": _cube,
    "hanoi": _hanoi,
    "rings": _rings,
}
