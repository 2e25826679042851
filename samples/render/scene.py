"""What the path tracer is given: parts with surfaces, lamps, and a camera. Millimetres, z up."""

from dataclasses import dataclass, field

import numpy as np
from numpy.typing import NDArray

from samples.render import SceneError
from samples.render.mesh import Floats, Mesh

Bytes = NDArray[np.uint8]
Rgb = tuple[float, float, float]
Point = tuple[float, float, float]

FINISHES = ("matte", "paint", "metal", "skin")


@dataclass(frozen=True, slots=True, eq=False)
class Surface:
    """How a part looks.

    - `finish`: matte; paint, which is a colour under a clear coat (lacquer, plastic, varnish);
      metal; or skin.
    - `colour`: sRGB, 0 to 255; for metals the tint of the reflection.
    - `rough`: 0.02 a mirror, 0.1 satin, 0.3 dull.
    - `texture`: (h, w, 3) sRGB bytes that take the place of the colour; repeats every
      `texture_span` hundreds of mm.
    """

    finish: str
    colour: Rgb = (200.0, 200.0, 200.0)
    rough: float = 0.1
    texture: Bytes | None = None
    texture_span: float = 2.0

    def __post_init__(self) -> None:
        if self.finish not in FINISHES:
            raise SceneError(f"finish: expected one of {', '.join(FINISHES)}, got {self.finish!r}")


@dataclass(frozen=True, slots=True, eq=False)
class Part:
    """A piece of the scene."""

    mesh: Mesh
    surface: Surface

    def moved(self, offset: Point, turn: Floats | None = None) -> "Part":
        """The part turned and then shifted."""
        return Part(self.mesh.moved(offset, turn), self.surface)


@dataclass(frozen=True, slots=True)
class Lamp:
    """A shining rectangle: its middle, the place it faces, its size in mm, and its light."""

    at: Point
    towards: Point
    size: tuple[float, float]
    light: Rgb


@dataclass(frozen=True, slots=True)
class Eye:
    """A camera: `field_of_view` in degrees across; `aperture` the lens's radius in mm.

    What is as far away as `focus` (the point `towards` where None) is sharp.
    """

    at: Point
    towards: Point
    field_of_view: float = 40.0
    aperture: float = 1.2
    roll: float = 0.0
    focus: Point | None = None


@dataclass(frozen=True, slots=True, eq=False)
class Scene:
    """A whole picture. `sky` is (h, w, 3) linear light from all around, its top row straight up."""

    parts: tuple[Part, ...]
    eye: Eye
    sky: Floats
    lamps: tuple[Lamp, ...] = field(default=())


def project(eye: Eye, points: Floats, size: tuple[int, int]) -> Floats:
    """Where points (n, 3) lie in a picture of `size` (width, height): (n, 2) pixels x, y."""
    right, down, ahead = eye_frame(eye)
    seen = points - np.asarray(eye.at)
    depth = seen @ ahead
    scale = size[0] / 2 / np.tan(np.radians(eye.field_of_view) / 2)
    flat = np.stack([seen @ right, seen @ down], -1) / depth[:, None] * scale
    pixels: Floats = flat + np.asarray(size) / 2
    return pixels


def eye_frame(eye: Eye) -> tuple[Floats, Floats, Floats]:
    """The directions right, down and ahead of a camera, unit vectors (3,)."""
    ahead = np.asarray(eye.towards, dtype=float) - np.asarray(eye.at, dtype=float)
    ahead = ahead / np.linalg.norm(ahead)
    up = np.array([0.0, 0.0, 1.0]) if abs(ahead[2]) < 0.999 else np.array([0.0, 1.0, 0.0])
    right = np.cross(ahead, up)
    right = right / np.linalg.norm(right)
    down = np.cross(ahead, right)
    angle = np.radians(eye.roll)
    turned = np.cos(angle) * right + np.sin(angle) * down
    return turned, np.cross(ahead, turned), ahead


def scene_of(eye: Eye, sky: Floats, lamps: tuple[Lamp, ...], *groups: tuple[Part, ...]) -> Scene:
    """A scene of several groups of parts."""
    return Scene(tuple(part for group in groups for part in group), eye, sky, lamps)
