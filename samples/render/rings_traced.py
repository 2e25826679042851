"""Random pictures of the nine rings from the path tracer, with their truth; and files of them.

python -m samples.render.rings_traced FOLDER --seed 800000 --shards 40 [--fine]
    [--astray 0.7] [--aslant 0.6] [--settled POSES]

The toys, poses, states and views are those of the fast renderer's pictures; light, materials and
rooms are another world. A picture of 320 x 240 takes half a CPU second to one.
"""

import argparse
from collections.abc import Sequence
from dataclasses import replace
from functools import partial
from pathlib import Path

import cv2
import numpy as np

from samples.render.raster import Truth, truth_of
from samples.render.rings_bulk import FINE_SIZE, SIZE, drawn_astray, packed, write_shards
from samples.render.rings_draw import View, draw_flat, draw_scene, draw_view
from samples.render.rings_model import RingsScene
from samples.render.rings_parts import materials, rings_parts
from samples.render.rings_posed import Posed, any_of, load_all
from samples.render.scene import Bytes, Part, Scene
from samples.render.sensor import calmed
from samples.render.trace import render
from samples.render.traced_camera import developed, eye_of, focused
from samples.render.traced_light import draw_sky
from samples.render.traced_look import draw_surfaces
from samples.render.traced_room import covered, draw_hand, draw_room

SHARD = 32
# Paths a pixel of a picture to learn from: from as grainy as a dark room to smooth.
PATHS = (6, 32)
# The share of toys held by a hand that is seen, among those that neither lie nor stand.
HELD = 0.3


def draw_traced(
    rng: np.random.Generator,
    size: tuple[int, int] = (320, 240),
    *,
    fill: tuple[float, float] = (0.5, 1.0),
    hands: float = 0.15,
    samples: int = 16,
    scene: RingsScene | None = None,
    view: View | None = None,
) -> tuple[Bytes, Truth]:
    """A picture (h, w, 3) in blue, green, red, and what it shows; as `draw_picture` draws them.

    Raises MissingTracerError where mitsuba is not installed.
    """
    scene = draw_scene(rng) if scene is None else scene
    view = draw_view(rng, scene, size, rng.uniform(*fill)) if view is None else view
    truth = truth_of(scene, view)
    hand = _hands(rng, scene, view, hands)
    hidden = truth.hidden | covered(scene.eyes, view, [part.mesh for part in hand])
    if hidden.sum() > max(truth.hidden.sum(), 0.4 * len(hidden)):
        hand, hidden = (), truth.hidden
    surfaces = draw_surfaces(rng, materials(scene))
    toy = rings_parts(scene, (0, 0, 0), surfaces=surfaces, sides=12 if size[0] <= 320 else 20)
    parts = (*toy, *draw_room(rng, scene, view), *hand)
    sky = draw_sky(rng, np.array([0.0, 0, 1]), -view.ahead)
    middle = np.concatenate([scene.eyes, scene.feet]).mean(axis=0)
    whole = Scene(parts, focused(rng, eye_of(view), middle), sky)
    seed = int(rng.integers(2**31))
    light = render(whole, size, samples=samples, seed=seed, alike=True)
    return developed(rng, calmed(light, rng.uniform(1.0, 1.6))), replace(truth, hidden=hidden)


def _hands(
    rng: np.random.Generator, scene: RingsScene, view: View, share: float
) -> tuple[Part, ...]:
    """A hand that holds the toy, and one that plays, by chance; none where `share` is nought."""
    found = []
    if scene.table is None and rng.random() < HELD * (share > 0):
        found.append(draw_hand(rng, scene, view, holds=True))
    if rng.random() < share:
        found.append(draw_hand(rng, scene, view, holds=False))
    return tuple(found)


def shard(
    seed: int,
    count: int = SHARD,
    *,
    size: tuple[int, int] = SIZE,
    astray: float = 0.0,
    aslant: float = 0.0,
    settled: Sequence[Posed] = (),
) -> tuple[np.ndarray, np.ndarray]:
    """Pictures (count, h, w) uint8 and key points (count, 13, 8); as `rings_bulk.shard`."""
    rng = np.random.default_rng(seed)
    pictures, points = [], []
    for _ in range(count):
        paths = int(np.exp(rng.uniform(*np.log(PATHS))))
        stray = drawn_astray(rng, astray)
        side = aslant > 0 and rng.random() < aslant
        if settled:
            scene = any_of(rng, settled)
        elif side:
            scene = draw_flat(rng, stray)
        else:
            scene = draw_scene(rng, astray=stray)
        view = draw_view(rng, scene, size, rng.uniform(0.45, 1.05), aslant=side)
        picture, truth = draw_traced(rng, size, hands=0.2, samples=paths, scene=scene, view=view)
        pictures.append(cv2.cvtColor(picture, cv2.COLOR_BGR2GRAY))
        points.append(packed(truth))
    return np.stack(pictures), np.stack(points)


def main() -> None:
    """Writes files that are not there yet, so that it can be stopped and started again."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("folder", type=Path)
    parser.add_argument("--seed", type=int, default=800_000)
    parser.add_argument("--shards", type=int, default=40)
    parser.add_argument("--fine", action="store_true", help="pictures of 640 x 480")
    parser.add_argument("--settled", type=Path, help="only toys of poses that rings_settled wrote")
    parser.add_argument("--aslant", type=float, default=0.0, help="share on a table, from its side")
    parser.add_argument("--astray", type=float, default=0.0, help="share with rods that lean")
    asked = parser.parse_args()
    cv2.setNumThreads(1)
    settled = load_all(asked.settled) if asked.settled else ()
    size = FINE_SIZE if asked.fine else SIZE
    draw = partial(shard, size=size, astray=asked.astray, aslant=asked.aslant, settled=settled)
    for path in write_shards(asked.folder, range(asked.seed, asked.seed + asked.shards), draw):
        print(path.name, flush=True)


if __name__ == "__main__":
    main()
