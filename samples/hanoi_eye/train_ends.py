"""Trains the network that finds the ends of pegs in a look at a row, and writes it as ONNX.

    python -m samples.hanoi_eye.train_ends cut SCENES/painted ROWS/painted
    python -m samples.hanoi_eye.train_ends cut SCENES/traced ROWS/traced
    python -m samples.hanoi_eye.train_ends train CHECKPOINTS ROWS/* --hours 1

Scenes are drawn by `samples.hanoi_eye.drawn`. Needs torch and onnx. Files that are cut while it
learns are taken in, and all are in memory: 0.3 megabytes a row. Checkpoints are gone on from, or
where there are none, the bundled network (`--again vision/hanoi/ends.onnx`), or all but the last
layers of the one that finds pegs in whole pictures (`--begin vision/hanoi/pegs.onnx`).
"""

import argparse
from collections.abc import Iterable
from functools import partial
from pathlib import Path

import cv2
import numpy as np
import torch
from torch import Tensor, nn

from samples.hanoi_eye.lessons import ends_loss
from samples.hanoi_eye.nets import EndsNet, PegNet
from samples.hanoi_eye.rows import RowPools, cut
from samples.render.training import Training, brief_numbers
from samples.render.unfold import halve, take_up
from vision.hanoi.ends import LOOK

BATCH = 16
SAVED_EVERY = 200
# Batches from which the normalisations of a network that is begun with are measured.
LOOKS = 24


def train(asked: argparse.Namespace) -> None:
    """Learns until the time is up, and writes the running mean of the weights."""
    torch.manual_seed(asked.seed)
    torch.set_num_threads(1)
    work = Training(EndsNet, asked.checkpoints, rate=asked.rate, keep=0.998)
    rng = np.random.default_rng([asked.seed, work.step])
    pools = RowPools(asked.rows)
    if asked.again and not work.step:
        work.take_up(asked.again, (pools.batch(rng, BATCH)[0] for _ in range(LOOKS)))
    elif asked.begin and not work.step:
        begin_with_pegs(work, asked.begin, (pools.batch(rng, BATCH)[0] for _ in range(LOOKS)))

    def step(share: float) -> float:
        return work.descend(partial(_missed, *pools.batch(rng, BATCH)), share)

    work.run(asked.hours, step, pools.refresh, every=SAVED_EVERY)
    export(work.smooth, asked.out)


def _missed(looks: Tensor, true: Tensor, taken: Tensor, covered: Tensor, net: nn.Module) -> Tensor:
    with brief_numbers():
        maps = net(looks.contiguous(memory_format=torch.channels_last))
    return ends_loss(maps.float(), true, taken, covered)


def begin_with_pegs(work: Training, path: Path, looks: Iterable[Tensor]) -> None:
    """Takes up all but the last layers of the network that finds pegs in whole pictures."""
    begun = PegNet()
    take_up(begun, path, looks)
    body = {k: v for k, v in begun.state_dict().items() if not k.startswith("head.")}
    for net in (work.net, work.smooth):
        missing = net.load_state_dict(body, strict=False).missing_keys
        assert all(name.startswith("head.") for name in missing)


def export(net: nn.Module, out: Path, size: tuple[int, int] = LOOK) -> None:
    """Writes a network that takes one look (width, height); its large weights are halved."""
    torch.onnx.export(
        net.eval(),
        (torch.rand(1, 3, size[1], size[0]),),
        str(out),
        dynamo=False,
        input_names=["look"],
        output_names=["maps"],
    )
    halve(out)


def main() -> None:
    """The command line."""
    parser = argparse.ArgumentParser(description=__doc__)
    jobs = parser.add_subparsers(dest="job", required=True)
    cutting = jobs.add_parser("cut", help="cuts scenes into lessons that are not there yet")
    cutting.add_argument("scenes", type=Path)
    cutting.add_argument("rows", type=Path)
    learn = jobs.add_parser("train", help="trains and exports")
    learn.add_argument("checkpoints", type=Path)
    learn.add_argument("rows", type=Path, nargs="*", help="folders of lessons")
    learn.add_argument("--hours", type=float, default=1.0)
    learn.add_argument("--again", type=Path, help="a network of ends to go on with")
    learn.add_argument("--begin", type=Path, help="a network of pegs to begin with")
    learn.add_argument("--rate", type=float, default=2e-3)
    learn.add_argument("--seed", type=int, default=1)
    learn.add_argument("--out", type=Path, default=Path("vision/hanoi/ends.onnx"))
    asked = parser.parse_args()
    cv2.setNumThreads(1)
    if asked.job == "train":
        train(asked)
        return
    for path in cut(asked.scenes, asked.rows):
        print(path.name, flush=True)


if __name__ == "__main__":
    main()
