"""Sources by the words of the command line: what `open_camera` takes, and `demo`."""

from companion.clips import bundled
from vision import Camera, open_camera


def open_source(puzzle: str, source: str, fps: float) -> Camera:
    """The camera of a SOURCE; `demo` is the puzzle's first bundled sample. Raises CameraError."""
    place = str(bundled(puzzle)[0]) if source == "demo" else source
    return open_camera(place, fps=fps)
