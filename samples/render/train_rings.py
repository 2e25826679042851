"""Trains the network of the rings' eye on drawn pictures, and writes it as ONNX.

python -m samples.render.train_rings DATA CHECKPOINTS --hours 1 --out vision/rings/eye.onnx

Needs torch and onnx. Stops and starts again where it was; `--export` only writes the network.
Peaks are trained with the focal loss of "Objects as Points" (Zhou et al., 2019).
"""

import argparse
import time
from pathlib import Path
from typing import Any

import cv2
import numpy as np
import torch
from torch import nn
from torch.nn import functional

from samples.render.rings_net import PEAKS, RingsNet, export
from samples.render.rings_targets import batch, load

SAVED_EVERY = 100
# The maps after `on`: where the next ring is, and where the other end of the rod.
STEPS, RODS = slice(0, 2), slice(2, 6)


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
    far = functional.smooth_l1_loss(maps[:, 6:], goals[:, 6:], reduction="none", beta=0.1)
    far = far * weights[:, 6:]
    steps, rods = (_mean(far[:, part], weights[:, 6:][:, part]) for part in (STEPS, RODS))
    return peaks + 1.5 * on + 2.0 * steps + 0.5 * rods


def _mean(far: torch.Tensor, weights: torch.Tensor) -> torch.Tensor:
    return far.sum() / (weights > 0).sum().clamp(min=1)


class Training:
    """The network, the running mean of its weights, and how long it was trained."""

    def __init__(self, folder: Path, rate: float) -> None:
        self.net = RingsNet().to(memory_format=torch.channels_last)
        self.smooth = RingsNet()
        self.smooth.load_state_dict(self.net.state_dict())
        self.chooser = torch.optim.AdamW(self.net.parameters(), lr=rate, weight_decay=1e-2)
        self.spent, self.step = 0.0, 0
        self._rate, self._path = rate, folder / "last.pt"
        if self._path.exists():
            self._resume(torch.load(self._path, weights_only=False))

    def _resume(self, kept: dict[str, Any]) -> None:
        for name in ("net", "smooth", "chooser"):
            getattr(self, name).load_state_dict(kept[name])
        self.spent, self.step = kept["spent"], kept.get("step", 0)

    def save(self) -> None:
        """Writes the checkpoint; never leaves half a file."""
        kept = {name: getattr(self, name).state_dict() for name in ("net", "smooth", "chooser")}
        part = self._path.with_suffix(".part")
        torch.save({**kept, "spent": self.spent, "step": self.step}, part)
        part.rename(self._path)

    def learn(self, maps: tuple[Any, Any, Any], share: float) -> float:
        """One step, with a rate that falls along a cosine; returns the loss."""
        rate = self._rate * min(1.0, (self.step + 1) / 50) * (0.5 + 0.5 * np.cos(np.pi * share))
        for group in self.chooser.param_groups:
            group["lr"] = rate + 1e-5
        inputs, goals, weights = (torch.from_numpy(a) for a in maps)
        with torch.autocast("cpu", dtype=torch.bfloat16):
            out = self.net(inputs.to(memory_format=torch.channels_last))
        value = loss(out.float(), goals, weights)
        self.chooser.zero_grad()
        value.backward()
        torch.nn.utils.clip_grad_norm_(self.net.parameters(), 5.0)
        self.chooser.step()
        self.step += 1
        _follow(self.smooth, self.net, min(0.998, 1 - 1 / (self.step + 1)))
        return float(value.detach())


def _follow(smooth: nn.Module, net: nn.Module, keep: float) -> None:
    """Moves the running mean of the weights, which is what is exported."""
    with torch.no_grad():
        for slow, fast in zip(smooth.state_dict().values(), net.state_dict().values(), strict=True):
            if slow.dtype.is_floating_point:
                slow.mul_(keep).add_(fast, alpha=1 - keep)
            else:
                slow.copy_(fast)


def train(asked: argparse.Namespace) -> None:
    """Trains until the time is up, and takes in shards that are drawn meanwhile."""
    torch.set_num_threads(asked.threads)
    cv2.setNumThreads(1)
    work = Training(asked.checkpoints, asked.rate)
    work.spent = 0.0 if asked.restart else work.spent
    rng = np.random.default_rng(work.step)
    known: set[str] = set()
    pictures, points = load(asked.data, known)
    begun, mean = time.time() - work.spent, 0.0
    while work.spent < 3600 * asked.hours:
        value = work.learn(
            batch(pictures, points, rng, asked.batch), work.spent / (3600 * asked.hours)
        )
        mean += (value - mean) * max(0.01, 1 / work.step)
        work.spent = time.time() - begun
        if work.step % SAVED_EVERY == 0:
            print(f"{work.spent:.0f} s, step {work.step}: loss {mean:.3f}", flush=True)
            work.save()
            more, more_points = load(asked.data, known)
            pictures, points = (
                np.concatenate([pictures, more]),
                np.concatenate([points, more_points]),
            )
    work.save()


def main() -> None:
    """Trains, then exports."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("data", type=Path)
    parser.add_argument("checkpoints", type=Path)
    parser.add_argument("--hours", type=float, default=1.0)
    parser.add_argument("--rate", type=float, default=2e-3)
    parser.add_argument("--batch", type=int, default=16)
    parser.add_argument("--threads", type=int, default=1)
    parser.add_argument("--restart", action="store_true", help="begin a new fall of the rate")
    parser.add_argument("--export", action="store_true")
    parser.add_argument("--out", type=Path, default=Path("vision/rings/eye.onnx"))
    asked = parser.parse_args()
    asked.checkpoints.mkdir(parents=True, exist_ok=True)
    if not asked.export:
        train(asked)
    net = RingsNet()
    net.load_state_dict(torch.load(asked.checkpoints / "last.pt", weights_only=False)["smooth"])
    export(net, asked.out)


if __name__ == "__main__":
    main()
