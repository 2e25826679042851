"""Trains the networks of the Hanoi eye that see a scene or one peg, and writes them as ONNX.

    python -m samples.hanoi_eye.train paint POOLS/one --scenes 14000
    python -m samples.hanoi_eye.train paint POOLS/two --scenes 150 --traced --seed 7000
    python -m samples.hanoi_eye.train cut POOLS/traced --kept SCENES/traced
    python -m samples.hanoi_eye.train pegs POOLS --seconds 3600 --out vision/hanoi/pegs.onnx
    python -m samples.hanoi_eye.train stack POOLS --seconds 3600 --out vision/hanoi/stack.onnx
    python -m samples.hanoi_eye.train rims POOLS --seconds 3600 --out vision/hanoi/rims.onnx

Needs torch and onnx. A pool is a folder of about 0.6 MB a scene: drawn at once, or cut from a file
of scenes that `samples.hanoi_eye.drawn` kept, POOLS/000001-traced and so on. Those that are
finished while a network learns are taken in. Checkpoints lie in POOLS/checkpoints and are gone on
from; without one `--begin vision/hanoi/pegs.onnx` goes on from that network.
"""

import argparse
import time
from collections.abc import Callable, Iterable, Iterator
from functools import partial
from pathlib import Path

import numpy as np
import torch
from torch import Tensor, nn

from samples.hanoi_eye.drawn import uncut
from samples.hanoi_eye.lessons import pegs_loss, rims_loss, stack_loss
from samples.hanoi_eye.nets import PegNet, RimsNet, StackNet
from samples.hanoi_eye.paint import random_scene
from samples.hanoi_eye.pool import Lesson, lesson
from samples.hanoi_eye.pools import PART, SHAPES, Pools
from samples.hanoi_eye.traced import traced_lesson
from samples.render.training import Training, brief_numbers
from vision.hanoi.patch import PATCH, SCENE

BATCH = {"pegs": 16, "stack": 48, "rims": 48}
TAUGHT: dict[str, tuple[type[nn.Module], Callable[[Tensor, Tensor], Tensor]]] = {
    "pegs": (PegNet, pegs_loss),
    "stack": (StackNet, stack_loss),
    "rims": (RimsNet, rims_loss),
}
SAVED_EVERY = 200
# Batches from which the normalisations of a network without checkpoint are taken.
LOOKS = 24


def paint(pool: Path, scenes: int, seed: int, *, traced: bool = False) -> None:
    """Fills a pool with painted or traced lessons; it has its name once it is whole."""
    rng = np.random.default_rng(seed)
    made = (traced_lesson(rng) if traced else lesson(rng, random_scene(rng)) for _ in range(scenes))
    _fill(pool, made, scenes)


def cut(name: Path, kept: Path) -> Iterator[Path]:
    """Fills a pool NUMBER-NAME with each file of scenes in a folder; those that are there stay."""
    for path, rng, made in uncut(kept, name.parent, f"-{name.name}"):
        _fill(path, (lesson(rng, scene) for scene in made), len(made))
        yield path


def _fill(pool: Path, lessons: Iterable[Lesson], count: int) -> None:
    """Writes a pool of so many lessons; it has its name once it is whole."""
    whole, pool = pool, pool.with_suffix(PART)
    pool.mkdir(parents=True, exist_ok=True)
    made = {
        name: np.lib.format.open_memmap(pool / f"{name}.npy", "w+", kind, (count, *shape))
        for name, (shape, kind) in SHAPES.items()
    }
    for i, one in enumerate(lessons):
        n = len(one.patches)
        made["scenes"][i] = one.scene
        made["ends"][i] = np.stack([one.feet, one.tips])
        made["patches"][i, :n] = one.patches
        made["piles"][i, :n] = one.piles
        for name in ("answers", "rims"):
            made[name][i] = np.nan
        made["answers"][i, :n] = one.answers
        made["rims"][i, :n] = one.rims
    del made
    pool.rename(whole)


def train(kind: str, given: argparse.Namespace) -> None:
    """Learns for the time given, and writes the running mean of the weights as ONNX."""
    torch.manual_seed(given.seed)
    rng = np.random.default_rng(given.seed)
    make, loss_of = TAUGHT[kind]
    work = Training(make, given.pool / "checkpoints" / kind, rate=given.rate, keep=0.998)
    pools = Pools(given.pool)

    def batch() -> tuple[Tensor, Tensor]:
        draw = {"pegs": pools.pegs, "stack": pools.stacks, "rims": pools.rims}
        return draw[kind](rng, BATCH[kind])

    if given.begin and not work.step:
        work.take_up(given.begin, (batch()[0] for _ in range(LOOKS)))
    began = time.monotonic()
    while (done := (time.monotonic() - began) / given.seconds) < 1:
        value = work.descend(partial(_missed, batch(), loss_of), done)
        if work.step % SAVED_EVERY == 0:
            print(f"{work.step} {time.monotonic() - began:.0f} s loss {value:.3f}", flush=True)
            work.save()
            pools = Pools(given.pool)
    work.save()
    export(work.smooth, kind, given.out)


def _missed(
    lesson: tuple[Tensor, Tensor], loss_of: Callable[[Tensor, Tensor], Tensor], net: nn.Module
) -> Tensor:
    """The loss of a network on one batch."""
    with brief_numbers():
        answer = net(lesson[0].contiguous(memory_format=torch.channels_last))
    return loss_of(answer.float(), lesson[1])


def export(net: nn.Module, kind: str, out: Path) -> None:
    """Writes a network as ONNX, those of patches for any number of them."""
    size = SCENE if kind == "pegs" else PATCH
    axes = {"picture": {0: "n"}, "answer": {0: "n"}}
    torch.onnx.export(
        net.eval(),
        (torch.rand(1 if kind == "pegs" else 3, 3, size[1], size[0]),),
        str(out),
        dynamo=False,
        input_names=["picture"],
        output_names=["answer"],
        dynamic_axes=None if kind == "pegs" else axes,
    )


def main() -> None:
    """The command line."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("what", choices=["paint", "cut", *TAUGHT])
    parser.add_argument("pool", type=Path)
    parser.add_argument("--scenes", type=int, default=14000)
    parser.add_argument("--traced", action="store_true", help="path traced scenes; needs mitsuba")
    parser.add_argument("--kept", type=Path, help="the folder of scenes that are cut")
    parser.add_argument("--seconds", type=float, default=3600)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--rate", type=float, default=2e-3)
    parser.add_argument("--begin", type=Path, help="a network to go on from without a checkpoint")
    parser.add_argument("--out", type=Path)
    given = parser.parse_args()
    if given.what == "paint":
        paint(given.pool, given.scenes, given.seed, traced=given.traced)
    elif given.what == "cut":
        if given.kept is None:
            parser.error("cut: expected --kept FOLDER of scenes, got none")
        for path in cut(given.pool, given.kept):
            print(path.name, flush=True)
    else:
        train(given.what, given)


if __name__ == "__main__":
    main()
