"""Trains the network of the cube's colours on drawn faces, and writes it as ONNX.

python -m samples.render.train_cube draw DATA --shards 80
python -m samples.render.train_cube train DATA CHECKPOINTS --minutes 60

Needs torch and onnx. Nothing but drawn faces is learned from (see cube_faces.py): no photograph
is. The shards may be drawn while the network learns from those that are there; it stops and starts
again where it was.
"""

import argparse
import time
from pathlib import Path

import numpy as np
import torch
from torch import Tensor, nn
from torch.nn import functional

from samples.render.cube_faces import Painter
from samples.render.cube_net import COLOURS, HIDDEN, LIFT, ColoursNet, channels, export
from samples.render.training import Training

SHARD, BATCH, SAVED_EVERY = 2048, 128, 100
# The plain colours' share of the loss.
MEASURING = 0.15
# That of what is hidden, and how many times a sticker that is free counts there.
HIDING, FREE = 0.25, 2.0
# Pictures, colours, plain colours and shares that are hidden.
PARTS = ("pictures", "colours", "plain", "hidden")
Pool = tuple[Tensor, Tensor, Tensor, Tensor]


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


def loss(said: Tensor, faces: Pool) -> tuple[Tensor, Tensor, Tensor]:
    """Cross entropy of the names, the log-density of the plain colour's logarithm, what is hidden.

    The density is Laplace's: a sticker all in glare may be anything. Of a sticker that is half
    hidden neither is said; that of hidden ones is learned, too, so that nothing is said of them.
    """
    _, colours, plain, hidden = faces
    named = functional.cross_entropy(said[:, :COLOURS], colours)
    goal = torch.log((plain + LIFT) / (255.0 + LIFT)).permute(0, 3, 1, 2)
    mean, spread = said[:, COLOURS : COLOURS + 3], said[:, COLOURS + 3 : HIDDEN].clamp(-5, 2)
    measured = ((mean - goal).abs() * torch.exp(-spread) + spread).mean()
    goal = ((hidden - 0.2) / 0.4).clamp(0, 1)
    each = functional.binary_cross_entropy_with_logits(said[:, HIDDEN], goal, reduction="none")
    return named, measured, (each * (goal + FREE * (1 - goal))).mean()


def learn(work: Training, faces: Pool, share: float) -> list[float]:
    """One step; returns the three losses."""
    seen = channels(faces[0]).contiguous(memory_format=torch.channels_last)
    told: list[Tensor] = []

    def missed(net: nn.Module) -> Tensor:
        told.extend(loss(net(seen), faces))
        return told[0] + MEASURING * told[1] + HIDING * told[2]

    work.descend(missed, share)
    return [float(one.detach()) for one in told]


def train(asked: argparse.Namespace) -> None:
    """Trains until the time is up, and takes in shards that are drawn meanwhile."""
    work = Training(ColoursNet, asked.checkpoints, rate=asked.rate, keep=0.997)
    work.spent = 0.0 if asked.restart else work.spent
    rng = np.random.default_rng(work.step)
    known: set[str] = set()
    pool = loaded(asked.data, known, None)
    begun, means = time.time() - work.spent, np.zeros(3)
    while work.spent < 60 * asked.minutes:
        values = learn(work, batch(pool, rng), work.spent / (60 * asked.minutes))
        means += (np.array(values) - means) * max(0.01, 1 / work.step)
        work.spent = time.time() - begun
        if work.step % SAVED_EVERY == 0:
            print(
                f"{work.spent:.0f} s, step {work.step}, {len(pool[0])} faces: {means}", flush=True
            )
            work.save()
            pool = loaded(asked.data, known, pool)
    work.save()


def main() -> None:
    """Draws, or trains and exports."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("what", choices=["draw", "train", "export"])
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
    if asked.what == "train":
        train(asked)
    net = ColoursNet()
    net.load_state_dict(torch.load(asked.checkpoints / "last.pt", weights_only=False)["smooth"])
    export(net, asked.out)


if __name__ == "__main__":
    main()
