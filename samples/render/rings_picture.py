"""Whole random pictures of the nine rings with their truth, for training and for measuring."""

from dataclasses import replace

import numpy as np
from numpy.typing import NDArray

from samples.render import SceneError
from samples.render.mesh import Floats
from samples.render.raster import Truth, paint_scene, truth_of
from samples.render.raster_fingers import draw_hand, lay_over
from samples.render.raster_ground import cover, draw_ground, spoil
from samples.render.raster_harsh import lined
from samples.render.rings_draw import draw_pose, draw_scene, draw_state, draw_toy, draw_view
from samples.render.rings_model import RingsScene
from samples.render.rings_pose import pose_rings
from samples.render.rings_stage import between
from samples.render.scene import Bytes

# The share of harsh pictures with lines behind the toy.
LINED = 0.6
# The share of hands that are a player's whole hand, as films have it, and not some fingers.
WHOLE = 0.5


def draw_picture(
    rng: np.random.Generator,
    size: tuple[int, int] = (320, 240),
    *,
    fill: tuple[float, float] = (0.5, 1.0),
    hands: float = 0.15,
    harsh: bool = False,
    hidden: bool = False,
    scene: RingsScene | None = None,
    moving: int | None = None,
    aslant: bool = False,
) -> tuple[Bytes, Truth]:
    """A picture (h, w, 3) in blue, green, red, and what it shows.

    `fill` is the range of the toy's share of the picture, `hands` the share of pictures with
    fingers over part of the toy. `harsh` ones have lines behind the toy, hard shadows, and windows
    mirrored in it; behind a `hidden` one everything has its colours. The fingers are at the ring
    that is `moving` in the scene, counted from 0. `aslant` is that of the view.
    """
    scene = draw_scene(rng) if scene is None else scene
    view = draw_view(rng, scene, size, rng.uniform(*fill), aslant=aslant)
    ground = draw_ground(rng, size)
    if harsh and rng.random() < LINED:
        ground = lined(rng, ground)
    picture = paint_scene(scene, view, ground, rng, harsh=harsh, hidden=hidden)
    truth = truth_of(scene, view)
    if rng.random() < hands:
        near = np.concatenate([truth.eyes, truth.feet, [truth.tip, truth.neck]])
        near = near if moving is None else truth.eyes[moving : moving + 1]
        span = float(np.linalg.norm(truth.tip - truth.neck))
        if rng.random() < WHOLE:
            scale = span / float(np.linalg.norm(scene.tip - scene.neck))
            picture, mask = _reached(rng, picture, near, scale)
        else:
            mask = cover(rng, picture, near, span)
        x, y = np.clip(truth.eyes.T, 0, np.array([size[0] - 1, size[1] - 1])[:, None]).astype(int)
        truth = replace(truth, hidden=truth.hidden | mask[y, x])
    return spoil(rng, picture), truth


def _reached(
    rng: np.random.Generator, picture: Bytes, near: Floats, scale: float
) -> tuple[Bytes, NDArray[np.bool_]]:
    """A player's hand at one of the points (m, 2), at `scale` pixels to a millimetre; its cover."""
    at = near[int(rng.integers(len(near)))] + rng.normal(0, 5.0 * scale, 2)
    angle, size = rng.uniform(0, 2 * np.pi), (picture.shape[1], picture.shape[0])
    hand = draw_hand(rng).placed(at, angle, scale, size)
    return lay_over(picture, hand.colour, hand.cover), hand.cover > 127


def draw_moving(rng: np.random.Generator, astray: float = 0.0) -> tuple[RingsScene, int]:
    """A toy with one ring half-way between on and off, and which one, counted from 0.

    `astray` is that of the pose.
    """
    while True:
        toy, pose = draw_toy(rng), replace(draw_pose(rng), astray=astray)
        moving, seed = int(rng.integers(toy.rings)), int(rng.integers(1 << 30))
        digits = list(draw_state(rng, toy.rings))
        scenes = []
        try:
            for digit in "01":
                digits[toy.rings - 1 - moving] = digit
                each = [np.random.default_rng([seed, k]) for k in range(toy.rings)]
                plate = np.random.default_rng(seed)
                scenes.append(pose_rings(toy, "".join(digits), pose, plate, each=each))
        except SceneError:
            continue
        return between(scenes[0], scenes[1], rng.uniform(0.3, 0.7)), moving
