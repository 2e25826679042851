"""The cube's eye: faces anywhere in a picture, and the colours of their stickers."""

from vision.cube.colours import read_colours
from vision.cube.corner import touching_cells
from vision.cube.face import FaceView
from vision.cube.find import find_faces
from vision.cube.learned import learned_colours
from vision.cube.measured import read_measured
from vision.cube.palette import COLOURS, Palette, default_palette
from vision.cube.photos import FaceRead, read_faces, read_photos, read_together
from vision.cube.reader import CubeReader

__all__ = [
    "COLOURS",
    "CubeReader",
    "FaceRead",
    "FaceView",
    "Palette",
    "default_palette",
    "find_faces",
    "learned_colours",
    "read_colours",
    "read_faces",
    "read_measured",
    "read_photos",
    "read_together",
    "touching_cells",
]
