"""Whole random pictures of the nine rings with their truth, for training and for measuring."""

from dataclasses import replace

import numpy as np

from samples.render.raster import Truth, paint_scene, truth_of
from samples.render.raster_ground import cover, draw_ground, spoil
from samples.render.raster_harsh import lined
from samples.render.rings_draw import draw_scene, draw_view
from samples.render.rings_model import RingsScene
from samples.render.scene import Bytes

# The share of harsh pictures with lines behind the toy.
LINED = 0.6


def draw_picture(
    rng: np.random.Generator,
    size: tuple[int, int] = (320, 240),
    *,
    fill: tuple[float, float] = (0.5, 1.0),
    hands: float = 0.15,
    harsh: bool = False,
    scene: RingsScene | None = None,
) -> tuple[Bytes, Truth]:
    """A picture (h, w, 3) in blue, green, red, and what it shows.

    `fill` is the range of the toy's share of the picture, `hands` the share of pictures with
    fingers over part of the toy. `harsh` ones have lines behind the toy, hard shadows, and windows
    mirrored in it.
    """
    scene = draw_scene(rng) if scene is None else scene
    view = draw_view(rng, scene, size, rng.uniform(*fill))
    ground = draw_ground(rng, size)
    if harsh and rng.random() < LINED:
        ground = lined(rng, ground)
    picture = paint_scene(scene, view, ground, rng, harsh=harsh)
    truth = truth_of(scene, view)
    if rng.random() < hands:
        near = np.concatenate([truth.eyes, truth.feet, [truth.tip, truth.neck]])
        mask = cover(rng, picture, near, float(np.linalg.norm(truth.tip - truth.neck)))
        x, y = np.clip(truth.eyes.T, 0, np.array([size[0] - 1, size[1] - 1])[:, None]).astype(int)
        truth = replace(truth, hidden=truth.hidden | mask[y, x])
    return spoil(rng, picture), truth
