"""Trains the networks of the Hanoi eye on painted towers and writes them as ONNX.

    python -m samples.hanoi_eye.train paint POOLS/one --scenes 14000
    python -m samples.hanoi_eye.train paint POOLS/two --scenes 150 --traced --seed 7000
    python -m samples.hanoi_eye.train pegs POOLS --seconds 3600 --out vision/hanoi/pegs.onnx
    python -m samples.hanoi_eye.train stack POOLS --seconds 3600 --out vision/hanoi/stack.onnx

Needs torch and onnx. A pool is a folder of about 0.4 MB a scene; those that are finished while a
network learns are taken in. A checkpoint lies beside the network (`.pt`) and is gone on from where
it is there.
"""

import argparse
import copy
import math
import time
from pathlib import Path
from typing import Any

import numpy as np
import torch
from numpy.typing import NDArray
from torch import Tensor, nn

from samples.hanoi_eye.lessons import pegs_loss, stack_loss
from samples.hanoi_eye.nets import PegNet, StackNet
from samples.hanoi_eye.paint import random_scene
from samples.hanoi_eye.pool import ANSWER, MOST_PEGS, lesson
from samples.hanoi_eye.traced import traced_lesson
from vision.hanoi.patch import PATCH, SCENE

# The end of the name of a pool that is being painted.
PART = ".part"
BATCH = {"pegs": 16, "stack": 48}
SHAPES: dict[str, tuple[tuple[int, ...], str]] = {
    "scenes": ((SCENE[1], SCENE[0], 3), "uint8"),
    "ends": ((2, MOST_PEGS, 2), "float32"),
    "patches": ((MOST_PEGS, PATCH[1], PATCH[0], 3), "uint8"),
    "answers": ((MOST_PEGS, ANSWER), "float32"),
}


def paint(pool: Path, scenes: int, seed: int, *, traced: bool = False) -> None:
    """Fills a pool with painted or traced lessons; it has its name once it is whole."""
    whole, pool = pool, pool.with_suffix(PART)
    pool.mkdir(parents=True, exist_ok=True)
    made = {
        name: np.lib.format.open_memmap(pool / f"{name}.npy", "w+", kind, (scenes, *shape))
        for name, (shape, kind) in SHAPES.items()
    }
    rng = np.random.default_rng(seed)
    for i in range(scenes):
        one = traced_lesson(rng) if traced else lesson(rng, random_scene(rng))
        n = len(one.patches)
        made["scenes"][i] = one.scene
        made["ends"][i] = np.stack([one.feet, one.tips])
        made["patches"][i, :n] = one.patches
        made["answers"][i] = np.nan
        made["answers"][i, :n] = one.answers
    del made
    pool.rename(whole)


def planes(images: NDArray[Any]) -> Tensor:
    """Pictures as a batch of planes from 0 to 1 under a random lamp; some change colours."""
    x = torch.from_numpy(images).permute(0, 3, 1, 2).float() / 255
    gain = torch.empty(len(x), 3, 1, 1).uniform_(0.8, 1.2)
    x = (x * gain * torch.empty(len(x), 1, 1, 1).uniform_(0.75, 1.3)).clamp(0, 1)
    for i in torch.nonzero(torch.rand(len(x)) < 0.25).ravel().tolist():
        x[i] = x[i][torch.randperm(3)]
    return x


class Pools:
    """The finished pools in a folder; of small ones, whose scenes cost more, more is taken."""

    def __init__(self, folder: Path) -> None:
        found = sorted(p for p in folder.iterdir() if (p / "answers.npy").exists())
        self._pools = [p for p in found if p.suffix != PART]
        if not self._pools:
            raise SystemExit(f"{folder}: expected finished pools, got none")
        self._weights: dict[Path, NDArray[Any]] = {}
        sizes = np.array([len(_open(p, "scenes")) for p in self._pools]) ** 0.75
        self._shares = sizes / sizes.sum()

    def pegs(self, rng: np.random.Generator, size: int) -> tuple[Tensor, Tensor]:
        """Scenes, half of them mirrored, and the pixels of feet and tips, (b, 2, 4, 2)."""
        scenes, ends = [], []
        for pool, count in self._split(rng, size):
            chosen = np.sort(rng.integers(0, len(_open(pool, "scenes")), count))
            scenes.append(_open(pool, "scenes")[chosen])
            ends.append(_open(pool, "ends")[chosen])
        x, y = planes(np.concatenate(scenes)), torch.from_numpy(np.concatenate(ends))
        mirror = torch.rand(size) < 0.5
        x[mirror] = x[mirror].flip(3)
        y[mirror, ..., 0] = SCENE[0] - 1 - y[mirror, ..., 0]
        return x, y

    def stacks(self, rng: np.random.Generator, size: int) -> tuple[Tensor, Tensor]:
        """Patches, half mirrored, and their answers, (b, ANSWER); high piles come oftener."""
        patches, answers = [], []
        for pool, count in self._split(rng, size):
            weight = self._weight(pool)
            at = np.searchsorted(weight, rng.random(count) * weight[-1], side="right")
            scene, peg = np.divmod(np.sort(at), MOST_PEGS)
            patches.append(_open(pool, "patches")[scene, peg])
            answers.append(_open(pool, "answers")[scene, peg])
        x, y = planes(np.concatenate(patches)), torch.from_numpy(np.concatenate(answers))
        mirror = torch.rand(size) < 0.5
        x[mirror] = x[mirror].flip(3)
        y[mirror, 2] *= -1
        y[mirror, 4] *= -1
        return x, y

    def _split(self, rng: np.random.Generator, size: int) -> list[tuple[Path, int]]:
        counts = rng.multinomial(size, self._shares)
        return [(p, int(n)) for p, n in zip(self._pools, counts, strict=True) if n]

    def _weight(self, pool: Path) -> NDArray[Any]:
        """Running sums of how often each peg of a pool is to be taken."""
        if pool not in self._weights:
            count = _open(pool, "answers")[:, :, 0]
            weight = np.where(np.isfinite(count), 1 + np.nan_to_num(count), 0)
            self._weights[pool] = np.cumsum(weight.ravel())
        return self._weights[pool]


def train(kind: str, folder: Path, seconds: float, out: Path, seed: int, peak: float) -> None:
    """Adam with a cosine schedule over the time given; what is kept is the running average."""
    torch.manual_seed(seed)
    rng = np.random.default_rng(seed)
    net: nn.Module = PegNet() if kind == "pegs" else StackNet()
    checkpoint = out.with_suffix(".pt")
    if checkpoint.exists():
        net.load_state_dict(torch.load(checkpoint))
    net = net.to(memory_format=torch.channels_last)
    loss_of = pegs_loss if kind == "pegs" else stack_loss
    pools = Pools(folder)
    optimiser = torch.optim.AdamW(net.parameters(), peak, weight_decay=1e-4)
    kept, began, step = copy.deepcopy(net), time.monotonic(), 0
    while (done := (time.monotonic() - began) / seconds) < 1:
        rate = peak * min(1, (step + 1) / 200) * (0.5 + 0.5 * math.cos(math.pi * done))
        for group in optimiser.param_groups:
            group["lr"] = rate
        x, y = (pools.pegs if kind == "pegs" else pools.stacks)(rng, BATCH[kind])
        with torch.autocast("cpu", torch.bfloat16):
            answer = net(x.contiguous(memory_format=torch.channels_last))
        loss = loss_of(answer.float(), y)
        optimiser.zero_grad()
        loss.backward()
        nn.utils.clip_grad_norm_(net.parameters(), 5.0)
        optimiser.step()
        step += 1
        _average(kept, net, min(0.998, step / (step + 10)))
        if step % 200 == 0:
            print(f"{step} {time.monotonic() - began:.0f} s loss {loss.item():.3f}", flush=True)
            torch.save(kept.state_dict(), checkpoint)
            pools = Pools(folder)
    torch.save(kept.state_dict(), checkpoint)
    export(kept, kind, out)


def export(net: nn.Module, kind: str, out: Path) -> None:
    """Writes a network as ONNX, the stack's for any number of patches."""
    size = SCENE if kind == "pegs" else PATCH
    axes = {"picture": {0: "n"}, "answer": {0: "n"}}
    torch.onnx.export(
        net.eval(),
        (torch.rand(1 if kind == "pegs" else 3, 3, size[1], size[0]),),
        str(out),
        dynamo=False,
        input_names=["picture"],
        output_names=["answer"],
        dynamic_axes=axes if kind == "stack" else None,
    )


def _average(kept: nn.Module, net: nn.Module, share: float) -> None:
    with torch.no_grad():
        pairs = zip(kept.state_dict().values(), net.state_dict().values(), strict=True)
        for old, new in pairs:
            if old.dtype.is_floating_point:
                old.mul_(share).add_(new, alpha=1 - share)
            else:
                old.copy_(new)


def _open(pool: Path, name: str) -> NDArray[Any]:
    array: NDArray[Any] = np.load(pool / f"{name}.npy", mmap_mode="r")
    return array


def main() -> None:
    """The command line."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("what", choices=["paint", "pegs", "stack"])
    parser.add_argument("pool", type=Path)
    parser.add_argument("--scenes", type=int, default=14000)
    parser.add_argument("--traced", action="store_true", help="path traced scenes; needs mitsuba")
    parser.add_argument("--seconds", type=float, default=3600)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--rate", type=float, default=2e-3)
    parser.add_argument("--out", type=Path)
    given = parser.parse_args()
    if given.what == "paint":
        paint(given.pool, given.scenes, given.seed, traced=given.traced)
    else:
        train(given.what, given.pool, given.seconds, given.out, given.seed, given.rate)


if __name__ == "__main__":
    main()
