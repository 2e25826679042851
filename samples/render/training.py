"""What the trainings of the networks share: steps, a running mean of the weights, checkpoints."""

import time
from collections.abc import Callable, Iterable
from pathlib import Path
from typing import Any

import numpy as np
import torch
from torch import Tensor, nn

from samples.render.unfold import take_up

# What a processor says that multiplies numbers of sixteen bits; others take ten times as long.
BRIEF = ("avx512_bf16", "amx_bf16", "bf16")


def brief_numbers(device: str = "cpu") -> torch.autocast:
    """Within this, networks are calculated with numbers of sixteen bits, where that is faster."""
    told: dict[str, Any] = getattr(torch.cpu, "get_capabilities", dict)()
    fast = device != "cpu" or any(told.get(name, False) for name in BRIEF)
    return torch.autocast(device, dtype=torch.bfloat16, enabled=fast)


class Training:
    """A network, the running mean of its weights, and how long it was trained.

    `make` builds the network, `rate` is the highest learning rate, and the running mean keeps the
    share `keep` of itself in every step. A checkpoint in `folder` is taken up again.
    """

    def __init__(
        self, make: Callable[[], nn.Module], folder: Path, *, rate: float, keep: float
    ) -> None:
        folder.mkdir(parents=True, exist_ok=True)
        self.net = make().to(memory_format=torch.channels_last)
        self.smooth = make()
        self.smooth.load_state_dict(self.net.state_dict())
        self.chooser = torch.optim.AdamW(self.net.parameters(), lr=rate, weight_decay=1e-2)
        self.spent, self.step = 0.0, 0
        self._rate, self._keep, self._path = rate, keep, folder / "last.pt"
        if self._path.exists():
            where = torch.get_default_device()
            self._resume(torch.load(self._path, map_location=where, weights_only=False))

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

    def take_up(self, path: Path, pictures: Iterable[Tensor]) -> None:
        """Begins with the network in an ONNX file; see `unfold.take_up`."""
        take_up(self.net, path, pictures)
        self.smooth.load_state_dict(self.net.state_dict())

    def run(
        self,
        hours: float,
        step: Callable[[float], float],
        refresh: Callable[[], None],
        *,
        every: int,
    ) -> None:
        """Steps until the time is up that all runs together have, and writes checkpoints.

        `step` gets the share of the time that has gone by, and returns the loss. After so many
        steps (`every`) its mean is printed and `refresh` takes in what was drawn meanwhile.
        """
        begun, mean = time.monotonic() - self.spent, 0.0
        while self.spent < 3600 * hours:
            value = step(self.spent / (3600 * hours))
            mean += (value - mean) * max(0.01, 1 / self.step)
            self.spent = time.monotonic() - begun
            if self.step % every == 0:
                print(f"{self.spent:.0f} s, step {self.step}: loss {mean:.3f}", flush=True)
                self.save()
                refresh()
        self.save()

    def descend(self, loss: Callable[[nn.Module], Tensor], share: float) -> float:
        """One step down a loss of the network, returned; `share` of the time, 0 to 1, has gone by.

        The rate rises for fifty steps and falls along a cosine.
        """
        rate = self._rate * min(1.0, (self.step + 1) / 50) * (0.5 + 0.5 * np.cos(np.pi * share))
        for group in self.chooser.param_groups:
            group["lr"] = rate + 1e-5
        self.net.train()
        value = loss(self.net)
        self.chooser.zero_grad()
        value.backward()
        torch.nn.utils.clip_grad_norm_(self.net.parameters(), 5.0)
        self.chooser.step()
        self.step += 1
        self._follow(min(self._keep, 1 - 1 / (self.step + 1)))
        return float(value.detach())

    def _follow(self, keep: float) -> None:
        """Moves the running mean of the weights, which is what is exported."""
        fast_ones = self.net.state_dict().values()
        with torch.no_grad():
            for slow, fast in zip(self.smooth.state_dict().values(), fast_ones, strict=True):
                if slow.dtype.is_floating_point:
                    slow.mul_(keep).add_(fast, alpha=1 - keep)
                else:
                    slow.copy_(fast)
