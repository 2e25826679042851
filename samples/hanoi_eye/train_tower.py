"""Trains a network that reads all pegs of a row together, and writes it as ONNX.

    python -m samples.hanoi_eye.train_tower CHECKPOINTS SCENES/painted SCENES/traced --hours 2
    python -m samples.hanoi_eye.train_tower CHECKPOINTS SCENES/* --wide 2 --scenes-a-step 192 \\
        --device cuda --loaders 15 --rate 3e-3 --hours 0.11 --out vision/hanoi/second.onnx

The first is how `vision/hanoi/tower.onnx` learned, on one core; the second, which learns twice as
many channels, takes a graphics card and some cores that cut lessons for it. Scenes are drawn by
`samples.hanoi_eye.drawn`, and all in memory: about half a megabyte each. Needs torch and onnx.
Files that are drawn while it learns are taken in; checkpoints are gone on from, or where there are
none, a bundled network (`--again vision/hanoi/tower.onnx`).
"""

import argparse
from collections.abc import Iterator
from functools import partial
from pathlib import Path

import cv2
import torch
from torch import Tensor, nn

from samples.hanoi_eye.lessons import tower_loss
from samples.hanoi_eye.nets import StackNet, TowerNet
from samples.hanoi_eye.towers import Batch, Cut, TowerPools
from samples.render.loaders import One, Source, batches
from samples.render.training import Training, brief_numbers
from samples.render.unfold import halve, take_up
from vision.hanoi.patch import PATCH, TOWER

SCENES = 24
SAVED_EVERY = 200
# Batches from which the normalisations of a network that is taken up are measured.
LOOKS = 24


def train(asked: argparse.Namespace) -> None:
    """Learns until the time is up."""
    torch.manual_seed(asked.seed)
    torch.set_num_threads(1)
    torch.set_default_device(asked.device)
    make = partial(TowerNet, asked.wide)
    work = Training(make, asked.checkpoints, rate=asked.rate, keep=0.998)
    work.spent = 0.0 if asked.restart else work.spent
    cuts = batches(
        partial(_lessons, asked.scenes, asked.scenes_a_step),
        [asked.seed, work.step],
        loaders=asked.loaders,
        every=SAVED_EVERY,
    )
    lit = (cut.lit() for cut in cuts)
    if asked.again and not work.step:
        work.take_up(asked.again, _rows(lit))
    elif asked.begin and not work.step:
        begin(work, asked.begin, lit)

    def step(share: float) -> float:
        return work.descend(partial(_missed, next(lit)), share)

    # Who cuts lessons takes in what was drawn since.
    work.run(asked.hours, step, lambda: None, every=SAVED_EVERY)


def _lessons(folders: list[Path], size: int, one: One) -> Source[Cut]:
    """Batches of rows, cut from scenes in some folders."""
    pools = TowerPools(folders, one)
    return lambda rng: pools.cut(rng, size), pools.refresh


def begin(work: Training, path: Path, rows: Iterator[Batch]) -> None:
    """Takes what a network that looks at one pile by itself has learned, as far as it fits.

    Its looks are narrower, but what is beside a pile tells little.
    """
    side = (TOWER[0] - PATCH[0]) // 2
    looks = (next(rows).looks[..., side : side + PATCH[0]] for _ in range(LOOKS))
    old = StackNet()
    take_up(old, path, looks)
    body, linear = old.body.state_dict(), old.head[1]
    for net in (work.net, work.smooth):
        net.body.load_state_dict(body)
        with torch.no_grad():
            wide = (
                net.gathered[1]
                .weight.zero_()
                .view(TowerNet.WIDTH, -1, TOWER[1] // 8, TOWER[0] // 8)
            )
            narrow = linear.weight.view(TowerNet.WIDTH, -1, PATCH[1] // 8, PATCH[0] // 8)
            wide[..., side // 8 : side // 8 + PATCH[0] // 8] = narrow
            net.gathered[1].bias.copy_(linear.bias)


def _rows(lit: Iterator[Batch]) -> Iterator[Tensor]:
    """Looks at the pegs of one row after another."""
    for _ in range(LOOKS):
        batch = next(lit)
        for scene in range(len(batch.discs)):
            yield batch.looks[batch.scene == scene]


def _missed(batch: Batch, net: nn.Module) -> Tensor:
    seen = batch.looks.contiguous(memory_format=torch.channels_last)
    with brief_numbers(seen.device.type):
        answer = net(seen, batch.scene)
    return tower_loss(answer.float(), batch)


def export(checkpoints: list[Path], out: Path, wide: int = 1) -> None:
    """Writes the running mean of the weights; a picture is a look at each peg of one row.

    That of several checkpoints of one training is their mean again ("model soups"; Wortsman et al.,
    2022).
    """
    net = TowerNet(wide)
    files = [path / "last.pt" for path in checkpoints]
    kept = [torch.load(f, map_location="cpu", weights_only=False)["smooth"] for f in files]
    net.load_state_dict({name: _mean([one[name] for one in kept]) for name in kept[0]})
    write_network(net, out)


def write_network(net: nn.Module, out: Path) -> None:
    """Writes a network that reads rows of any number of pegs; its large weights are halved."""
    torch.onnx.export(
        net.eval(),
        (torch.rand(3, 3, TOWER[1], TOWER[0]),),
        str(out),
        dynamo=False,
        input_names=["picture"],
        output_names=["answer"],
        dynamic_axes={"picture": {0: "n"}, "answer": {0: "n"}},
    )
    halve(out)


def _mean(weights: list[Tensor]) -> Tensor:
    """Their mean; of what is counted, the last."""
    if not weights[0].dtype.is_floating_point:
        return weights[-1]
    return torch.stack(weights).mean(0)


def main() -> None:
    """The command line."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("checkpoints", type=Path)
    parser.add_argument("scenes", type=Path, nargs="*", help="folders of scenes")
    parser.add_argument("--hours", type=float, default=1.0)
    parser.add_argument("--begin", type=Path, help="a network of piles to begin with")
    parser.add_argument("--again", type=Path, help="a network of towers to go on with")
    parser.add_argument("--rate", type=float, default=2e-3)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--wide", type=int, default=1, help="so many times as many channels")
    parser.add_argument("--scenes-a-step", type=int, default=SCENES)
    parser.add_argument("--device", default="cpu", help="where it learns, as torch names it")
    parser.add_argument("--loaders", type=int, default=0, help="processes that cut lessons")
    parser.add_argument("--restart", action="store_true", help="begin a new fall of the rate")
    parser.add_argument(
        "--mean", type=Path, nargs="*", default=[], help="other checkpoints, for the mean of all"
    )
    parser.add_argument("--export", action="store_true", help="only write the network")
    parser.add_argument("--out", type=Path, default=Path("vision/hanoi/tower.onnx"))
    asked = parser.parse_args()
    cv2.setNumThreads(1)
    if not asked.export:
        train(asked)
    torch.set_default_device("cpu")
    export([*asked.mean, asked.checkpoints], asked.out, asked.wide)


if __name__ == "__main__":
    main()
