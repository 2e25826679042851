"""Trains the network of the rings' eye on drawn pictures, and writes it as ONNX.

python -m samples.render.train_rings CHECKPOINTS DATA... --hours 1 --out vision/rings/eye.onnx

`--fine` trains the network of the finer look (`vision/rings/fine.onnx`) on pictures that
`rings_bulk --fine` drew. `--quick CHECKPOINTS` trains the network of quick looks
(`vision/rings/quick.onnx`), which also learns to answer as the one of those checkpoints does
("Distilling the Knowledge in a Neural Network", Hinton, Vinyals, Dean 2015).

Needs torch and onnx. Stops and starts again where it was; `--export` only writes the network.
Peaks are trained with the focal loss of "Objects as Points" (Zhou et al., 2019).
"""

import argparse
from collections.abc import Callable, Sequence
from functools import partial
from pathlib import Path

import cv2
import numpy as np
import torch
from torch import nn
from torch.nn import functional

from samples.render.loaders import One, Source, batches
from samples.render.rings_bulk import Lessons
from samples.render.rings_net import PEAKS, RingsNet, export, quick_net
from samples.render.rings_targets import FINE, WHOLE, Look, batch
from samples.render.training import Training, brief_numbers

# Pictures, the maps they should give, and the weights of these.
Maps = tuple[torch.Tensor, torch.Tensor, torch.Tensor]
SAVED_EVERY = 100
# Batches from which the normalisations of a network without checkpoint are taken.
LOOKS = 24
# The maps after `on`: where the next ring is, where the other end of the rod, and whether a foot is
# that of the row's first or last rod.
STEPS, RODS, ENDS = slice(6, 8), slice(8, 12), slice(12, 14)


def loss(maps: torch.Tensor, goals: torch.Tensor, weights: torch.Tensor) -> torch.Tensor:
    """Focal loss of the peaks, cross entropy of `on`, distance of steps and rods."""
    logits, hills = maps[:, :PEAKS], goals[:, :PEAKS]
    p = torch.sigmoid(logits).clamp(1e-4, 1 - 1e-4)
    top = (hills >= 0.99).float()
    found = top * (1 - p) ** 2 * torch.log(p)
    empty = (1 - top) * (1 - hills) ** 4 * p**2 * torch.log(1 - p)
    peaks = -(found + empty).sum() / top.sum().clamp(min=1)
    on_weight = weights[:, 5]
    cross = functional.binary_cross_entropy_with_logits(maps[:, 5], goals[:, 5], reduction="none")
    on = (cross * on_weight).sum() / on_weight.sum().clamp(min=1)
    far = functional.smooth_l1_loss(maps, goals, reduction="none", beta=0.1) * weights
    steps, rods = (_mean(far[:, part], weights[:, part]) for part in (STEPS, RODS))
    end = functional.binary_cross_entropy_with_logits(
        maps[:, ENDS], goals[:, ENDS], weight=weights[:, ENDS], reduction="sum"
    )
    ends = end / weights[:, ENDS].sum().clamp(min=1)
    return peaks + 1.5 * on + 2.0 * steps + 0.5 * rods + 1.5 * ends


def unlike(maps: torch.Tensor, shown: torch.Tensor, weights: torch.Tensor) -> torch.Tensor:
    """How far maps are from another network's: everywhere for peaks, others where they count."""
    peaks = functional.binary_cross_entropy_with_logits(
        maps[:, :PEAKS], torch.sigmoid(shown[:, :PEAKS]), reduction="none"
    )
    far = functional.smooth_l1_loss(maps[:, PEAKS:], shown[:, PEAKS:], reduction="none", beta=0.5)
    counts = weights[:, PEAKS:] > 0
    return 0.5 * peaks.sum(dim=(1, 2, 3)).mean() / PEAKS + (far * counts).sum() / counts.sum()


def _mean(far: torch.Tensor, weights: torch.Tensor) -> torch.Tensor:
    return far.sum() / (weights > 0).sum().clamp(min=1)


def learn(work: Training, maps: Maps, share: float, teacher: nn.Module | None = None) -> float:
    """One step, on torch's default device; returns the loss."""
    device = torch.get_default_device()
    inputs, goals, weights = (one.to(device) for one in maps)
    seen = inputs.to(memory_format=torch.channels_last)
    with torch.no_grad(), brief_numbers(device.type):
        shown = None if teacher is None else teacher(seen).float()

    def missed(net: nn.Module) -> torch.Tensor:
        with brief_numbers(device.type):
            out = net(seen)
        lost = loss(out.float(), goals, weights)
        return lost if shown is None else lost + unlike(out.float(), shown, weights)

    return work.descend(missed, share)


def train(asked: argparse.Namespace) -> None:
    """Trains until the time is up, and takes in shards that are drawn meanwhile."""
    torch.set_num_threads(asked.threads)
    torch.set_default_device(asked.device)
    cv2.setNumThreads(1)
    work = Training(_made(asked), asked.checkpoints, rate=asked.rate, keep=0.998)
    teacher = _trained(RingsNet(), asked.quick) if asked.quick else None
    work.spent = 0.0 if asked.restart else work.spent
    look = FINE if asked.fine else WHOLE
    begin = partial(_lessons, asked.data, asked.batch, look)
    drawn = batches(begin, [work.step], loaders=asked.loaders, every=SAVED_EVERY)
    if asked.begin and not work.step:
        device = torch.get_default_device()
        work.take_up(asked.begin, (next(drawn)[0].to(device) for _ in range(LOOKS)))

    def step(share: float) -> float:
        return learn(work, next(drawn), share, teacher)

    # Who draws lessons takes in what was written since.
    work.run(asked.hours, step, lambda: None, every=SAVED_EVERY)


def _lessons(folders: Sequence[Path], count: int, look: Look, one: One) -> Source[Maps]:
    """Batches of so many pictures, from the files in some folders."""
    lessons = Lessons(folders, one)

    def draw(rng: np.random.Generator) -> Maps:
        inputs, goals, weights = map(torch.from_numpy, batch(lessons, rng, count, look))
        return inputs, goals, weights

    return draw, lessons.refresh


def _made(asked: argparse.Namespace) -> Callable[[], RingsNet]:
    return quick_net if asked.quick else RingsNet


def _trained(net: RingsNet, checkpoints: Path) -> RingsNet:
    where = torch.get_default_device()
    kept = torch.load(checkpoints / "last.pt", map_location=where, weights_only=False)
    net.load_state_dict(kept["smooth"])
    net.eval().to(memory_format=torch.channels_last)
    return net


def main() -> None:
    """Trains, then exports."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("checkpoints", type=Path)
    parser.add_argument("data", type=Path, nargs="*", help="folders that rings_bulk wrote")
    parser.add_argument("--hours", type=float, default=1.0)
    parser.add_argument("--rate", type=float, default=2e-3)
    parser.add_argument("--batch", type=int, default=16)
    parser.add_argument("--threads", type=int, default=1)
    parser.add_argument("--device", default="cpu", help="where it learns, as torch names it")
    parser.add_argument("--loaders", type=int, default=0, help="processes that make lessons")
    parser.add_argument("--restart", action="store_true", help="begin a new fall of the rate")
    parser.add_argument("--fine", action="store_true", help="look at a part of the row, nearer")
    parser.add_argument("--quick", type=Path, help="checkpoints of a network to learn from")
    parser.add_argument("--begin", type=Path, help="a network to go on from without a checkpoint")
    parser.add_argument("--export", action="store_true")
    parser.add_argument("--out", type=Path, default=Path("vision/rings/eye.onnx"))
    asked = parser.parse_args()
    asked.checkpoints.mkdir(parents=True, exist_ok=True)
    if not asked.export:
        train(asked)
    torch.set_default_device("cpu")
    export(_trained(_made(asked)(), asked.checkpoints), asked.out)


if __name__ == "__main__":
    main()
