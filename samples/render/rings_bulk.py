"""Draws training pictures of the nine rings in bulk: grey pictures and their key points in files.

python -m samples.render.rings_bulk FOLDER --seed 1 --shards 40 [--fine] [--harsh]
    [--moved 0.1] [--hidden 0.5] [--astray 0.7] [--aslant 0.4] [--settled POSES]
"""

import argparse
from collections.abc import Callable, Iterable, Iterator, Sequence
from functools import partial
from pathlib import Path

import cv2
import numpy as np

from samples.render.raster import Truth
from samples.render.rings_draw import draw_flat, draw_scene
from samples.render.rings_picture import draw_moving, draw_picture
from samples.render.rings_posed import Posed, any_of, load_all
from samples.render.shards import Shards

# Pictures and points of a seed.
Draw = Callable[[int], tuple[np.ndarray, np.ndarray]]

# Usual pictures, and those for looks in which every detail counts.
SIZE, FINE_SIZE = (320, 240), (640, 480)
MOST = 12
SHARD = 256
# How far rods stray where they do (`Pose.astray`).
ASTRAY = (0.3, 1.0)


def packed(truth: Truth, moving: int | None = None) -> np.ndarray:
    """The key points as one row per ring: eye, foot, ball (x, y each), on, seen; NaN beyond n.

    The ring that is `moving` is as much on as off.
    """
    out = np.full((MOST + 1, 8), np.nan, np.float32)
    n = len(truth.eyes)
    out[:n, 0:2], out[:n, 2:4], out[:n, 4:6] = truth.eyes, truth.feet, truth.balls
    out[:n, 6], out[:n, 7] = truth.on, ~truth.hidden
    if moving is not None:
        out[moving, 6] = 0.5
    out[MOST, 0:2], out[MOST, 2:4] = truth.tip, truth.neck
    return out


def shard(
    seed: int,
    count: int = SHARD,
    *,
    size: tuple[int, int] = SIZE,
    harsh: bool = False,
    moved: float = 0.0,
    hidden: float = 0.0,
    astray: float = 0.0,
    aslant: float = 0.0,
    settled: Sequence[Posed] = (),
) -> tuple[np.ndarray, np.ndarray]:
    """Pictures (count, h, w) uint8 of a `size` (w, h), and key points (count, 13, 8).

    In the share `moved` of them a ring is on its way, with fingers at it; in the share `hidden` the
    background has the toy's own colours; in the share `astray` rods lean as they fall. The share
    `aslant` of the others lies flat on a table and is seen from its side. Where there are `settled`
    toys all are these, `aslant` or from above.
    """
    rng = np.random.default_rng(seed)
    pictures, points = [], []
    for _ in range(count):
        stray = drawn_astray(rng, astray)
        scene, moving = draw_moving(rng, stray) if rng.random() < moved else (None, None)
        hands = 1.0 if scene else 0.15
        side = aslant > 0 and scene is None and rng.random() < aslant
        if settled:
            scene = any_of(rng, settled)
        elif side:
            scene = draw_flat(rng, stray)
        among = hidden > 0 and rng.random() < hidden
        picture, truth = draw_picture(
            rng,
            size,
            fill=(0.45, 1.05),
            hands=hands,
            harsh=harsh,
            hidden=among,
            scene=scene or draw_scene(rng, astray=stray),
            moving=moving,
            aslant=side,
        )
        pictures.append(cv2.cvtColor(picture, cv2.COLOR_BGR2GRAY))
        points.append(packed(truth, moving))
    return np.stack(pictures), np.stack(points)


def drawn_astray(rng: np.random.Generator, share: float) -> float:
    """How far rods of a toy stray: nothing but in the `share` of toys."""
    return float(rng.uniform(*ASTRAY)) if share > 0 and rng.random() < share else 0.0


class Lessons:
    """The pictures in the files of some folders; files that are written meanwhile are taken in.

    Of several who share the files, this `one` of so many takes its part.
    """

    def __init__(self, folders: Sequence[Path], one: tuple[int, int] = (0, 1)) -> None:
        self._shards = Shards(folders, _loaded, lambda shard: len(shard[1]), power=0.5, one=one)

    def refresh(self) -> None:
        """Takes in what was written since."""
        self._shards.refresh()

    def one(self, rng: np.random.Generator) -> tuple[np.ndarray, np.ndarray]:
        """A picture (h, w) and its key points (13, 8)."""
        pictures, points = self._shards.draw(rng)
        k = int(rng.integers(len(points)))
        return pictures[k], points[k]


def _loaded(path: Path) -> tuple[np.ndarray, np.ndarray]:
    with np.load(path) as data:
        return data["pictures"], data["points"]


def write_shards(folder: Path, seeds: Iterable[int], draw: Draw) -> Iterator[Path]:
    """The files of some seeds; what is not there yet is drawn, so it can be stopped and resumed."""
    folder.mkdir(parents=True, exist_ok=True)
    for seed in seeds:
        path = folder / f"{seed:06d}.npz"
        if not path.exists():
            pictures, points = draw(seed)
            part = path.with_suffix(".part.npz")
            np.savez(part, pictures=pictures, points=points)
            part.rename(path)
        yield path


def main() -> None:
    """Writes shards that are not there yet, so that it can be stopped and started again."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("folder", type=Path)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--shards", type=int, default=40)
    parser.add_argument("--fine", action="store_true", help="pictures of 640 x 480")
    parser.add_argument("--harsh", action="store_true", help="in a hard light, before lines")
    parser.add_argument("--moved", type=float, default=0.0, help="share with a ring on its way")
    parser.add_argument("--hidden", type=float, default=0.0, help="share before its own colours")
    parser.add_argument("--astray", type=float, default=0.0, help="share with rods that lean")
    parser.add_argument("--aslant", type=float, default=0.0, help="share on a table, from its side")
    parser.add_argument("--settled", type=Path, help="only toys of poses that rings_settled wrote")
    asked = parser.parse_args()
    cv2.setNumThreads(1)
    size = FINE_SIZE if asked.fine else SIZE
    settled = load_all(asked.settled) if asked.settled else ()
    shares = {name: getattr(asked, name) for name in ("moved", "hidden", "astray", "aslant")}
    draw = partial(shard, size=size, harsh=asked.harsh, settled=settled, **shares)
    for path in write_shards(asked.folder, range(asked.seed, asked.seed + asked.shards), draw):
        print(path.name, flush=True)


if __name__ == "__main__":
    main()
