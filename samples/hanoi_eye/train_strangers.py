"""Trains the network that tells whether a hand is at a tower, and writes it as ONNX.

    python -m samples.hanoi_eye.train_strangers cut SCENES/painted LOOKS/painted
    python -m samples.hanoi_eye.train_strangers cut SCENES/held LOOKS/held
    python -m samples.hanoi_eye.train_strangers train CHECKPOINTS LOOKS/* --hours 0.5

Scenes are drawn by `samples.hanoi_eye.drawn`. Needs torch and onnx. Files that are cut while it
learns are taken in, and all are in memory: 0.13 megabytes a scene. Checkpoints are gone on from, or
where there are none, the bundled network (`--again vision/hanoi/strangers.onnx`), or all but the
last layers of the one that finds pegs in whole pictures (`--begin vision/hanoi/pegs.onnx`).
"""

import argparse
from collections.abc import Iterator
from functools import partial
from pathlib import Path

import cv2
import numpy as np
import torch
from numpy.typing import NDArray
from torch import Tensor, nn

from samples.hanoi_eye.drawn import uncut
from samples.hanoi_eye.nets import StrangerNet
from samples.hanoi_eye.paint import Scene
from samples.hanoi_eye.pasted import Pasted
from samples.hanoi_eye.pools import planes
from samples.hanoi_eye.scene import ends_of
from samples.hanoi_eye.train_ends import begin_with_pegs, export
from samples.render.shards import Shards
from samples.render.training import Training, brief_numbers
from vision.frame import Image
from vision.hanoi.strangers import BEYOND, CELL, WIDE, wide_look, wide_matrix

BATCH = 64
SAVED_EVERY = 200
# Pixels across of what is kept of a scene, and how much larger it is there than in a look.
KEPT, LARGER = 184, 1.1
# How a row may be found: turned, in degrees; the log of its size; pixels aside. And the log of how
# bright it is in each colour.
TURN, SIZE, ASIDE, BRIGHT = 4.0, 0.08, 3.0, 0.1
# The shares of looks with some words in them, of pictures that end nearer to the toy on one side,
# by at most so much of the look, and of those out of focus.
WORDS, CUT, DEEP, SOFT = 0.2, 0.2, 0.3, 0.2
# The share of looks with things laid around the tower, how many at most, and of those with nothing
# strange in them the share with a hand laid over them.
THINGS, MOST_THINGS, REACHED = 0.5, 4, 0.3
LETTERS = list("ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789....")
# Batches from which the normalisations of a network that is begun with are measured.
LOOKS = 24
# Cells of which a stranger fills less than the first share show none, and from the second on one.
NONE, SOME = 0.1, 0.5
# Below so many pixels of a look nobody would see one.
LEAST = 12
# The weight of whole looks in the loss, beside cells.
WHOLE = 0.3

Mask = NDArray[np.uint8]
Kept = tuple[NDArray[np.uint8], NDArray[np.uint8]]


def entry(made: Scene) -> tuple[Image, Mask]:
    """What is kept of a scene, (184, 184, 3), and the mask of what is strange in it."""
    feet, tips = ends_of(made.tower, made.view)
    matrix = LARGER * wide_matrix(feet, tips, (made.view.width, made.view.height))
    matrix += np.column_stack([np.zeros((2, 2)), (KEPT - LARGER * np.array(WIDE.size)) / 2])
    mask = cv2.warpAffine(made.strange, matrix, (KEPT, KEPT))
    return wide_look(made.image, matrix, (KEPT, KEPT)), np.asarray(mask, dtype=np.uint8)


def cut(scenes: Path, folder: Path) -> Iterator[Path]:
    """Files of lessons from those of scenes; those that are there already are kept."""
    for path, _, made in uncut(scenes, folder):
        part = path.with_suffix(".part.npz")
        looks, masks = zip(*map(entry, made), strict=True)
        np.savez(part, looks=np.stack(looks), masks=np.stack(masks))
        part.rename(path)
        yield path


def found(rng: np.random.Generator, pasted: Pasted, kept: Image, mask: Mask) -> tuple[Image, Mask]:
    """A look (128, 128, 3) at what was kept, as a reader may find it, and its mask."""
    size = float(np.exp(SIZE * rng.normal())) / LARGER
    about = cv2.getRotationMatrix2D((KEPT / 2, KEPT / 2), TURN * rng.normal(), size)
    turn = np.asarray(about, dtype=np.float64)
    turn[:, 2] += (np.array(WIDE.size) - KEPT) / 2 + ASIDE * rng.normal(size=2)
    if rng.random() < 0.5:
        kept, mask = (np.ascontiguousarray(one[:, ::-1]) for one in (kept, mask))
    shown = wide_look(kept, turn, WIDE.size)
    there = np.asarray(cv2.warpAffine(mask, turn, WIDE.size), dtype=np.uint8)
    if rng.random() < WORDS:
        _write(rng, shown)
    if rng.random() < CUT:
        shown, there = _ended(rng, shown, there)
    if rng.random() < THINGS:
        for _ in range(int(rng.integers(1, MOST_THINGS + 1))):
            shown, there = pasted.thing(rng, shown, there)
    if not there.any() and rng.random() < REACHED:
        shown, there = pasted.hand(rng, shown, there)
    if rng.random() < SOFT:
        shown = np.asarray(cv2.GaussianBlur(shown, (0, 0), rng.uniform(0.4, 1.5)), dtype=np.uint8)
    bright = shown * np.exp(BRIGHT * rng.normal(size=3))
    return np.clip(bright, 0, 255).astype(np.uint8), there


def _write(rng: np.random.Generator, look: Image) -> None:
    """Puts words somewhere into a look, as shops and books do."""
    for _ in range(int(rng.integers(1, 4))):
        words = "".join(rng.choice(LETTERS, int(rng.integers(2, 14))))
        ink = [float(v) for v in rng.uniform(0, 255, 3) * (rng.random() < 0.5)]
        at = int(rng.integers(-10, WIDE.size[0])), int(rng.integers(0, WIDE.size[1]))
        size, thick = float(rng.uniform(0.2, 0.7)), int(rng.integers(1, 3))
        cv2.putText(look, words, at, int(rng.integers(0, 8)), size, ink, thick, cv2.LINE_AA)


def _ended(rng: np.random.Generator, look: Image, mask: Mask) -> tuple[Image, Mask]:
    """A look at a picture that ends within it."""
    turns, much = int(rng.integers(4)), int(rng.uniform(0, DEEP) * WIDE.size[0])
    look, mask = (np.rot90(one, turns).copy() for one in (look, mask))
    look[:much], mask[:much] = BEYOND, 0
    look, mask = (np.ascontiguousarray(np.rot90(one, -turns)) for one in (look, mask))
    return look, mask


class LookPools:
    """The files in some folders; of small folders, whose scenes cost more, more is taken."""

    def __init__(self, folders: list[Path], rng: np.random.Generator) -> None:
        self._shards = Shards(folders, _load, lambda shard: len(shard[0]), power=0.6)
        self._pasted = Pasted(rng)

    def refresh(self) -> None:
        """Takes in what was drawn since."""
        self._shards.refresh()

    def batch(self, rng: np.random.Generator, size: int) -> tuple[Tensor, Tensor]:
        """Looks (b, 3, 128, 128), and masks (b, 128, 128) of what is strange there, 0 to 1."""
        shown, strange = [], []
        for _ in range(size):
            looks, masks = self._shards.draw(rng)
            one = int(rng.integers(len(looks)))
            look, mask = found(rng, self._pasted, looks[one], masks[one])
            shown.append(look)
            strange.append(mask)
        return planes(np.stack(shown)), torch.from_numpy(np.stack(strange)) / 255


def _load(path: Path) -> Kept:
    with np.load(path) as data:
        return data["looks"], data["masks"]


def train(asked: argparse.Namespace) -> None:
    """Learns until the time is up, and writes the running mean of the weights."""
    torch.manual_seed(asked.seed)
    torch.set_num_threads(1)
    work = Training(StrangerNet, asked.checkpoints, rate=asked.rate, keep=0.998)
    rng = np.random.default_rng([asked.seed, work.step])
    pools = LookPools(asked.looks, rng)
    looks = (pools.batch(rng, BATCH)[0] for _ in range(LOOKS))
    if asked.again and not work.step:
        work.take_up(asked.again, looks)
    elif asked.begin and not work.step:
        begin_with_pegs(work, asked.begin, looks)

    def step(share: float) -> float:
        return work.descend(partial(_missed, *pools.batch(rng, BATCH)), share)

    work.run(asked.hours, step, pools.refresh, every=SAVED_EVERY)
    export(work.smooth, asked.out, WIDE.size)


def _missed(looks: Tensor, strange: Tensor, net: nn.Module) -> Tensor:
    """The loss at cells, and at whole looks, of which the likeliest cell tells."""
    with brief_numbers():
        marks = net(looks.contiguous(memory_format=torch.channels_last))[:, 0].float()
    filled = nn.functional.avg_pool2d(strange[:, None], CELL)[:, 0]
    cost = nn.functional.binary_cross_entropy_with_logits
    clear = (filled < NONE) | (filled >= SOME)
    cells = cost(marks[clear], (filled[clear] >= SOME).float())
    pixels = strange.sum(dim=(1, 2))
    sure = (pixels == 0) | (pixels >= LEAST)
    whole = cost(marks.amax(dim=(1, 2))[sure], (pixels[sure] > 0).float())
    return cells + WHOLE * whole


def main() -> None:
    """The command line."""
    parser = argparse.ArgumentParser(description=__doc__)
    jobs = parser.add_subparsers(dest="job", required=True)
    cutting = jobs.add_parser("cut", help="cuts scenes into lessons that are not there yet")
    cutting.add_argument("scenes", type=Path)
    cutting.add_argument("looks", type=Path)
    learn = jobs.add_parser("train", help="trains and exports")
    learn.add_argument("checkpoints", type=Path)
    learn.add_argument("looks", type=Path, nargs="*", help="folders of lessons")
    learn.add_argument("--hours", type=float, default=0.5)
    learn.add_argument("--again", type=Path, help="a network of strangers to go on with")
    learn.add_argument("--begin", type=Path, help="a network of pegs to begin with")
    learn.add_argument("--rate", type=float, default=2e-3)
    learn.add_argument("--seed", type=int, default=1)
    learn.add_argument("--out", type=Path, default=Path("vision/hanoi/strangers.onnx"))
    asked = parser.parse_args()
    cv2.setNumThreads(1)
    if asked.job == "train":
        train(asked)
        return
    for path in cut(asked.scenes, asked.looks):
        print(path.name, flush=True)


if __name__ == "__main__":
    main()
