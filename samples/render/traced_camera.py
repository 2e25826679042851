"""The cameras that traced pictures are taken with, drawn by chance."""

from dataclasses import replace

import numpy as np

from samples.render.mesh import Floats
from samples.render.raster_ground import spoil
from samples.render.rings_draw import View
from samples.render.scene import Bytes, Eye, Point, eye_frame
from samples.render.sensor import Sensor, develop

# The share of pictures from a camera worse than the sensor's.
SPOILT = 0.35


def eye_of(view: View, aperture: float = 0.0) -> Eye:
    """The tracer's camera that sees what a view does.

    Pixel k of a view's picture shows what is projected to k, of the tracer's what lies between k
    and k + 1: hence a turn by half a pixel.
    """
    aim = view.at + 1000 * (view.ahead - 0.5 * (view.right + view.down) / view.focal)
    at, towards = _point(view.at), _point(aim)
    right, down, _ = eye_frame(Eye(at, towards))
    roll = np.degrees(np.arctan2(view.right @ down, view.right @ right))
    across = 2 * np.degrees(np.arctan(view.size[0] / 2 / view.focal))
    return Eye(at, towards, float(across), aperture, float(roll))


def focused(rng: np.random.Generator, eye: Eye, middle: Floats) -> Eye:
    """The lens opened by chance, and focused on about the middle (3,) of a toy."""
    sharp = middle + rng.normal(0, 12, 3)
    far = float(np.linalg.norm(sharp - np.asarray(eye.at)))
    aperture = far * float(np.exp(rng.uniform(np.log(0.0005), np.log(0.012))))
    return replace(eye, aperture=aperture, focus=_point(sharp))


def developed(rng: np.random.Generator, light: Floats, *, spoilt: float = SPOILT) -> Bytes:
    """What a random camera makes of the light; the share `spoilt` of them spoil it further."""
    white = np.exp(rng.normal(0, 0.06, 3))
    sensor = Sensor(
        white=(float(white[0]), float(white[1]), float(white[2])),
        exposure=float(np.exp(rng.uniform(np.log(0.12), np.log(0.42)))),
        grain=float(np.exp(rng.uniform(np.log(0.3), np.log(5.0)))),
        vignette=rng.uniform(0, 0.4),
        blur=rng.uniform(0.0, 0.75),
        sharpen=rng.uniform(0, 0.6),
        quality=int(rng.integers(50, 97)),
    )
    picture = develop(light, sensor, seed=int(rng.integers(2**31)))
    return spoil(rng, picture) if rng.random() < spoilt else picture


def _point(place: Floats) -> Point:
    return float(place[0]), float(place[1]), float(place[2])
