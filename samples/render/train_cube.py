"""Trains the networks of the cube's stickers on drawn faces, and writes them as ONNX.

python -m samples.render.train_cube draw DATA --shards 80
python -m samples.render.train_cube train DATA CHECKPOINTS --minutes 60
python -m samples.render.train_cube hide DATA CHECKPOINTS --minutes 20

The second trains the network of the colours, the third that of what hides stickers, which leaves
the first as it is and ends with the file.

Needs torch and onnx. Nothing but drawn faces is learned from (see cube_faces.py): no photograph
is. The shards may be drawn while the network learns from those that are there; it stops and starts
again where it was.
"""

import argparse
import time
from collections.abc import Callable
from functools import partial
from pathlib import Path
from typing import TypeVar

import numpy as np
import torch
from torch import Tensor, nn
from torch.nn import functional

from samples.render.cube_faces import Painter
from samples.render.cube_net import (
    COLOURS,
    LIFT,
    ColoursNet,
    HidingNet,
    StickersNet,
    channels,
    export,
    first_layers,
)
from samples.render.training import Training

SHARD, BATCH, SAVED_EVERY = 2048, 128, 100
# The plain colours' share of the loss, and how many times a sticker that is free counts.
MEASURING, FREE = 0.15, 2.0
# A sticker counts as free and as hidden where so much of it is hidden; in between, as both.
HALF_FREE, HALF_HIDDEN = 0.2, 0.6
# Pictures, colours, plain colours and shares that are hidden.
PARTS = ("pictures", "colours", "plain", "hidden")
Pool = tuple[Tensor, Tensor, Tensor, Tensor]
Network = TypeVar("Network", bound=nn.Module)


def draw(folder: Path, shards: int, seed: int) -> None:
    """Writes shards of drawn faces."""
    folder.mkdir(parents=True, exist_ok=True)
    for number in range(shards):
        painter = Painter(seed + number)
        drawn = [painter.draw(BATCH) for _ in range(SHARD // BATCH)]
        part = folder / f"{seed + number}.part"
        with part.open("wb") as file:
            np.savez(
                file,
                pictures=torch.cat([one.pictures for one in drawn]).numpy(),
                colours=torch.cat([one.colours for one in drawn]).to(torch.uint8).numpy(),
                plain=torch.cat([one.plain for one in drawn]).numpy(),
                hidden=torch.cat([one.hidden for one in drawn]).numpy(),
            )
        part.rename(folder / f"{seed + number}.npz")


def loaded(folder: Path, known: set[str], pool: Pool | None) -> Pool:
    """The pool with the shards that came since."""
    parts: list[list[Tensor]] = [[t] for t in pool] if pool else [[] for _ in PARTS]
    for path in sorted(folder.glob("*.npz")):
        if path.name not in known:
            known.add(path.name)
            with np.load(path) as shard:
                for part, name in zip(parts, PARTS, strict=True):
                    part.append(torch.from_numpy(shard[name]))
    a, b, c, d = (torch.cat(part) for part in parts)
    return a, b, c, d


def batch(pool: Pool, rng: np.random.Generator) -> Pool:
    """Some faces of the pool, turned and mirrored."""
    rows = torch.from_numpy(rng.integers(0, len(pool[0]), BATCH))
    pictures, *told = (part[rows] for part in pool)
    turns, mirrored = int(rng.integers(4)), bool(rng.integers(2))
    parts = [pictures, *(t.unflatten(1, (3, 3)) for t in told)]
    parts = [torch.rot90(t, turns, (1, 2)) for t in parts]
    if mirrored:
        parts = [t.flip(2) for t in parts]
    pictures, colours, plain, hidden = parts
    return pictures.contiguous(), colours.long(), plain, hidden


def loss(said: Tensor, colours: Tensor, plain: Tensor) -> tuple[Tensor, Tensor]:
    """Cross entropy of the names, and the log-density of the plain colour's logarithm.

    The density is Laplace's: a sticker all in glare may be anything.
    """
    named = functional.cross_entropy(said[:, :COLOURS], colours)
    goal = torch.log((plain + LIFT) / (255.0 + LIFT)).permute(0, 3, 1, 2)
    mean, spread = said[:, COLOURS : COLOURS + 3], said[:, COLOURS + 3 :].clamp(-5, 2)
    measured = ((mean - goal).abs() * torch.exp(-spread) + spread).mean()
    return named, measured


def learn(work: Training, faces: Pool, share: float) -> list[float]:
    """One step of the colours' network; returns the two losses."""
    pictures, colours, plain, _ = faces
    seen = channels(pictures).contiguous(memory_format=torch.channels_last)
    told: list[Tensor] = []

    def missed(net: nn.Module) -> Tensor:
        told.extend(loss(net(seen), colours, plain))
        return told[0] + MEASURING * told[1]

    work.descend(missed, share)
    return [float(one.detach()) for one in told]


def learn_hiding(work: Training, faces: Pool, share: float, eyes: ColoursNet) -> list[float]:
    """One step of the other network, which looks through the first layers of the colours'."""
    pictures, _, _, hidden = faces
    goal = ((hidden - HALF_FREE) / (HALF_HIDDEN - HALF_FREE)).clamp(0, 1)
    with torch.no_grad():
        seen = first_layers(eyes, channels(pictures).contiguous(memory_format=torch.channels_last))
    told: list[Tensor] = []

    def missed(net: nn.Module) -> Tensor:
        each = functional.binary_cross_entropy_with_logits(net(seen)[:, 0], goal, reduction="none")
        told.append((each * (goal + FREE * (1 - goal))).mean())
        return told[0]

    work.descend(missed, share)
    return [float(one.detach()) for one in told]


Step = Callable[[Training, Pool, float], list[float]]


def train(work: Training, step: Step, asked: argparse.Namespace) -> None:
    """Trains until the time is up, and takes in shards that are drawn meanwhile."""
    work.spent = 0.0 if asked.restart else work.spent
    rng = np.random.default_rng(work.step)
    known: set[str] = set()
    pool = loaded(asked.data, known, None)
    begun, means = time.time() - work.spent, np.zeros(1)
    while work.spent < 60 * asked.minutes:
        values = step(work, batch(pool, rng), work.spent / (60 * asked.minutes))
        means = means + (np.array(values) - means) * max(0.01, 1 / work.step)
        work.spent = time.time() - begun
        if work.step % SAVED_EVERY == 0:
            print(
                f"{work.spent:.0f} s, step {work.step}, {len(pool[0])} faces: {means}", flush=True
            )
            work.save()
            pool = loaded(asked.data, known, pool)
    work.save()


def trained(folder: Path, make: Callable[[], Network]) -> Network:
    """The network of a checkpoint, ready to be asked."""
    net = make()
    kept = torch.load(folder / "last.pt", weights_only=False, map_location="cpu")
    net.load_state_dict(kept["smooth"])
    net.eval()
    return net


def main() -> None:
    """Draws, trains, or trains and exports."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("what", choices=["draw", "train", "hide", "export"])
    parser.add_argument("data", type=Path)
    parser.add_argument("checkpoints", type=Path, nargs="?")
    parser.add_argument("--shards", type=int, default=80)
    parser.add_argument("--seed", type=int, default=0)
    parser.add_argument("--minutes", type=float, default=40.0)
    parser.add_argument("--rate", type=float, default=3e-3)
    parser.add_argument("--restart", action="store_true", help="begin a new fall of the rate")
    parser.add_argument("--out", type=Path, default=Path("vision/cube/colours.onnx"))
    asked = parser.parse_args()
    torch.set_num_threads(1)
    if asked.what == "draw":
        draw(asked.data, asked.shards, asked.seed)
        return
    if asked.checkpoints is None:
        parser.error(f"{asked.what} needs CHECKPOINTS")
    hiding = asked.checkpoints / "hiding"
    if asked.what == "train":
        train(Training(ColoursNet, asked.checkpoints, rate=asked.rate, keep=0.997), learn, asked)
        return
    eyes = trained(asked.checkpoints, ColoursNet)
    if asked.what == "hide":
        work = Training(HidingNet, hiding, rate=asked.rate, keep=0.997)
        train(work, partial(learn_hiding, eyes=eyes), asked)
    export(StickersNet(eyes, trained(hiding, HidingNet)), asked.out)


if __name__ == "__main__":
    main()
