"""Trains the network that tells faces from patterns by what is around them, and writes it as ONNX.

python -m samples.cube_verdict.train draw DATA EMPTY --shards 24
python -m samples.cube_verdict.train photos DATA EMPTY --photos PHOTOS
python -m samples.cube_verdict.train train DATA CHECKPOINTS --minutes 15

EMPTY holds pictures without a cube; every other one is kept aside, to measure. PHOTOS holds
`cube/<set>/img/*` and `cube/<set>/truth.json`; what tests.bench_cube keeps aside is left out. Needs
torch and onnx. The things that tests.bench_cube_empty draws are not learned from. Squares may be
drawn while the network learns from those that are there.
"""

import argparse
import time
from collections.abc import Iterable, Iterator, Sequence
from pathlib import Path

import cv2
import numpy as np
import torch
from torch import Tensor, nn
from torch.nn import functional

from samples.cube_verdict.damage import laid, spoilt
from samples.cube_verdict.net import ContextNet, export
from samples.cube_verdict.scenes import Labelled, asked, seen_at, squares_of_cube, squares_of_grid
from samples.render.training import Training
from tests.bench_cube import sets, truth
from vision import load_picture
from vision.cube.context import evened
from vision.cube.search import squares_tried
from vision.frame import Floats, Image

SHARD, BATCH, SAVED_EVERY = 4096, 128, 200
# Every drawn scene but so many in ten is a cube's.
GRIDS = 5
# Each photograph is laid so many times.
LAYINGS = 14
# The share of a batch that comes from photographs; half of them are faces.
REAL = 0.4
# What a face that is lost counts against a pattern that is taken for one.
FACE = 2.0
Pool = tuple[Tensor, Tensor]


def drawn(rng: np.random.Generator, grounds: Sequence[Image]) -> Iterator[Labelled]:
    """Squares of drawn scenes without end."""
    while True:
        kind = squares_of_grid if rng.integers(10) < GRIDS else squares_of_cube
        yield from kind(rng, grounds)


def of_photographs(photos: Path, rng: np.random.Generator) -> Iterator[Labelled]:
    """The faces of photographs, laid elsewhere and spoilt, and places beside them."""
    for name, folder in sets(photos):
        for photo in truth(name, folder)[0]:
            if photo.aside or not photo.faces:
                continue
            image = load_picture(photo.path)
            corners = np.array([face["corners"] for face in photo.faces], np.float64)
            for _ in range(LAYINGS):
                scene, places = laid(image, corners, rng)
                yield from asked(spoilt(scene, places, rng), list(places), rng)


def of_others(empty: Sequence[Image], rng: np.random.Generator) -> Iterator[Labelled]:
    """What a search tries in pictures without a cube."""
    for image in empty:
        for side in (320, 480, 640):
            scale = side / max(image.shape[:2])
            small = cv2.resize(image, None, fx=scale, fy=scale, interpolation=cv2.INTER_AREA)
            picture = np.asarray(small, np.uint8)
            for corners in _tried(picture):
                yield seen_at(picture, corners, rng), False


def _tried(image: Image) -> list[Floats]:
    return squares_tried(image) if min(image.shape[:2]) > 40 else []


def pictures_of(empty: Path) -> list[Image]:
    """Every other picture without a cube."""
    files = [cv2.imread(str(path)) for path in sorted(empty.iterdir())[::2]]
    return [np.asarray(one, np.uint8) for one in files if one is not None]


def write(path: Path, squares: Iterable[Labelled]) -> None:
    """Writes a shard."""
    pairs = list(squares)
    path.parent.mkdir(parents=True, exist_ok=True)
    part = path.with_suffix(".part")
    with part.open("wb") as file:
        seen, face = (np.array(one) for one in zip(*pairs, strict=True))
        np.savez(file, seen=seen, face=face)
    part.rename(path)


def loaded(folder: Path, pattern: str) -> Pool:
    """All squares of some shards."""
    parts = [np.load(path) for path in sorted(folder.glob(pattern))]
    seen = np.concatenate([part["seen"] for part in parts])
    face = np.concatenate([part["face"] for part in parts])
    return torch.from_numpy(seen), torch.from_numpy(face)


def grown(made: Pool, folder: Path) -> Pool:
    """The drawn squares, with those that came meanwhile."""
    count = len(list(folder.glob("drawn*.npz")))
    return made if count * SHARD == len(made[0]) else loaded(folder, "drawn*.npz")


def batch(made: Pool, real: Pool, rng: np.random.Generator) -> tuple[Tensor, Tensor]:
    """Some squares, drawn and real, turned, mirrored, and their channels a little unlike."""
    count = round(REAL * BATCH)
    few = torch.cat([_some(real, True, count // 2, rng), _some(real, False, count // 2, rng)])
    rows = torch.from_numpy(rng.integers(0, len(made[0]), BATCH - len(few)))
    seen = torch.cat([made[0][rows], real[0][few]])
    face = torch.cat([made[1][rows], real[1][few]])
    seen = torch.rot90(seen, int(rng.integers(4)), (1, 2))
    seen = seen.flip(2) if rng.integers(2) else seen
    shown = torch.from_numpy(evened(seen.numpy()))
    gains = np.exp(rng.normal(0, 0.08, (len(shown), 3, 1, 1)))
    shown = (shown + 1) * torch.from_numpy(gains.astype(np.float32)) - 1
    return shown.contiguous(memory_format=torch.channels_last), face.float()


def _some(pool: Pool, face: bool, count: int, rng: np.random.Generator) -> Tensor:
    rows = torch.nonzero(pool[1] == face).ravel()
    return rows[torch.from_numpy(rng.integers(0, len(rows), count))]


def learn(work: Training, squares: tuple[Tensor, Tensor], share: float) -> float:
    """One step; returns the loss."""
    seen, face = squares
    told: list[Tensor] = []

    def missed(net: nn.Module) -> Tensor:
        weight = torch.where(face > 0, FACE, 1.0)
        goal = 0.01 + 0.98 * face
        said = net(seen)[:, 0]
        told.append(functional.binary_cross_entropy_with_logits(said, goal, weight))
        return told[0]

    work.descend(missed, share)
    return float(told[0].detach())


def train(asked_for: argparse.Namespace) -> None:
    """Trains until the time is up."""
    work = Training(ContextNet, asked_for.checkpoints, rate=asked_for.rate, keep=0.998)
    work.spent = 0.0 if asked_for.restart else work.spent
    rng = np.random.default_rng(work.step)
    made, real = (loaded(asked_for.data, pattern) for pattern in ("drawn*.npz", "real*.npz"))
    begun, mean = time.time() - work.spent, 0.0
    while work.spent < 60 * asked_for.minutes:
        value = learn(work, batch(made, real, rng), work.spent / (60 * asked_for.minutes))
        mean += (value - mean) * max(0.005, 1 / work.step)
        work.spent = time.time() - begun
        if work.step % SAVED_EVERY == 0:
            print(f"{work.spent:.0f} s, step {work.step}: {mean:.4f}", flush=True)
            work.save()
            made = grown(made, asked_for.data)
    work.save()


def main() -> None:
    """Draws squares, cuts them from photographs, or trains and exports."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("what", choices=["draw", "photos", "train", "export"])
    parser.add_argument("data", type=Path)
    parser.add_argument("other", type=Path, help="EMPTY, or where checkpoints go")
    parser.add_argument("--photos", type=Path)
    parser.add_argument("--shards", type=int, default=24)
    parser.add_argument("--seed", type=int, default=0)
    parser.add_argument("--minutes", type=float, default=15.0)
    parser.add_argument("--rate", type=float, default=3e-3)
    parser.add_argument("--restart", action="store_true", help="begin a new fall of the rate")
    parser.add_argument("--out", type=Path, default=Path("vision/cube/context.onnx"))
    chosen = parser.parse_args()
    cv2.setNumThreads(1)
    torch.set_num_threads(1)
    if chosen.what in ("draw", "photos"):
        gather(chosen)
        return
    chosen.checkpoints = chosen.other
    if chosen.what == "train":
        train(chosen)
    net = ContextNet()
    net.load_state_dict(torch.load(chosen.other / "last.pt", weights_only=False)["smooth"])
    export(net, chosen.out)


def gather(chosen: argparse.Namespace) -> None:
    """Writes the shards that were asked for."""
    empty = pictures_of(chosen.other)
    if chosen.what == "photos":
        rng = np.random.default_rng(chosen.seed)
        write(chosen.data / "real-others.npz", of_others(empty, rng))
        write(chosen.data / "real-faces.npz", of_photographs(chosen.photos, rng))
        return
    for number in range(chosen.seed, chosen.seed + chosen.shards):
        squares = drawn(np.random.default_rng(number), empty)
        write(chosen.data / f"drawn-{number}.npz", (next(squares) for _ in range(SHARD)))


if __name__ == "__main__":
    main()
