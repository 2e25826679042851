"""Trains the network that tells where a row of rods ends and what hides rings; writes it as ONNX.

    python -m samples.render.train_covered CHECKPOINTS MILD HARSH ... --hours 1

The folders are those of `rings_bulk`; what hides ends is laid over the pictures while it learns.
Needs torch and onnx. Checkpoints are gone on from.
"""

import argparse
from functools import partial
from pathlib import Path

import cv2
import numpy as np
import torch
from numpy.typing import NDArray
from torch import Tensor, nn

from samples.render.rings_bulk import Lessons
from samples.render.rings_covered import Covers, entry
from samples.render.rings_net import Block, conv
from samples.render.training import Training
from samples.render.unfold import halve
from vision.rings.covered import BESIDE, HIGH, PITCH, WIDE
from vision.rings.net import normal

BATCH = 32
SAVED_EVERY = 200
# How unsharp strips may be, in pixels.
SOFT = 1.2
# Weights of so many numbers are worth halving.
WORTH_HALVING = 2_000
# What a rod within the row weighs that is no end of it.
WITHIN = 0.2


class CoveredNet(nn.Module):  # type: ignore[misc]
    """Strips (b, 1, 108, 240) to logits (b, 3, 1, 12), as Lesson has them.

    A cell of its last maps is as wide as a rod is from the next; what is up to four rods away has
    its say.
    """

    def __init__(self) -> None:
        super().__init__()
        self.body = nn.Sequential(
            conv(1, 16, 2, 5),
            conv(16, 24, 2),
            Block(24),
            conv(24, 40, 3, 5),
            Block(40),
            Block(40),
            conv(40, 24, size=1),
        )
        self.around = nn.Sequential(
            nn.Dropout(0.2),
            nn.Conv2d(24, 48, (HIGH // PITCH, 2 * BESIDE + 1)),
            nn.ReLU(inplace=True),
        )
        self.told = nn.Conv2d(48, 3, 1)

    def forward(self, x: Tensor) -> Tensor:
        """Logits for a batch."""
        out: Tensor = self.told(self.around(self.body(x)))
        return out


class Strips:
    """Batches of lessons from the pictures in some folders."""

    def __init__(self, folders: list[Path], rng: np.random.Generator) -> None:
        self._lessons, self._rng = Lessons(folders), rng
        self._covers = Covers(rng)

    def refresh(self) -> None:
        """Takes in what was drawn since; other hands are drawn."""
        self._lessons.refresh()
        self._covers = Covers(self._rng)

    def batch(self, size: int) -> tuple[Tensor, Tensor]:
        """Strips (size, 1, 108, 240), and what they show, (size, 3, MOST)."""
        strips: list[NDArray[np.float32]] = []
        told: list[NDArray[np.float32]] = []
        while len(strips) < size:
            made = entry(self._rng, self._covers, *self._lessons.one(self._rng))
            if made is None:
                continue
            strip = made.strip
            if self._rng.random() < 0.3:
                strip = np.asarray(cv2.GaussianBlur(strip, (0, 0), self._rng.uniform(0.3, SOFT)))
            strips.append(normal(strip)[None])
            told.append(made.told)
        return torch.from_numpy(np.stack(strips)), torch.from_numpy(np.stack(told))


def train(asked: argparse.Namespace) -> None:
    """Learns until the time is up, and writes the running mean of the weights."""
    torch.manual_seed(asked.seed)
    torch.set_num_threads(1)
    work = Training(CoveredNet, asked.checkpoints, rate=asked.rate, keep=0.998)
    strips = Strips(asked.pictures, np.random.default_rng([asked.seed, work.step]))

    def step(share: float) -> float:
        return work.descend(partial(_missed, *strips.batch(BATCH)), share)

    work.run(asked.hours, step, strips.refresh, every=SAVED_EVERY)
    export(work.smooth, asked.out)


def _missed(strips: Tensor, told: Tensor, net: nn.Module) -> Tensor:
    """The loss: ends are few, and count as much as all that is within."""
    answer = net(strips.contiguous(memory_format=torch.channels_last))[:, :, 0]
    known = torch.isfinite(told)
    weight = torch.ones_like(told)
    inner = torch.isfinite(told[:, 0])
    weight[:, 0, 1:][inner[:, 1:]] = WITHIN
    weight[:, 1, :-1][inner[:, 1:]] = WITHIN
    weight[:, :2][told[:, :2] > 0] = 1.0
    cost = nn.functional.binary_cross_entropy_with_logits
    return cost(answer[known], told[known], weight=weight[known])


def export(net: nn.Module, out: Path) -> None:
    """Writes a network that takes one strip."""
    net = net.eval().to(memory_format=torch.contiguous_format)
    torch.onnx.export(
        net,
        (torch.zeros(1, 1, HIGH, WIDE),),
        str(out),
        dynamo=False,
        input_names=["strip"],
        output_names=["told"],
        opset_version=13,
    )
    halve(out, WORTH_HALVING)


def main() -> None:
    """The command line."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("checkpoints", type=Path)
    parser.add_argument("pictures", type=Path, nargs="+", help="folders of pictures")
    parser.add_argument("--hours", type=float, default=1.0)
    parser.add_argument("--rate", type=float, default=2e-3)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--out", type=Path, default=Path("vision/rings/covered.onnx"))
    cv2.setNumThreads(1)
    train(parser.parse_args())


if __name__ == "__main__":
    main()
