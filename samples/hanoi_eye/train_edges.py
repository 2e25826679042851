"""Trains the network that measures discs at their edges, and writes it as ONNX.

    python -m samples.hanoi_eye.train_edges cut SCENES/painted STRIPS/painted
    python -m samples.hanoi_eye.train_edges cut SCENES/traced STRIPS/traced
    python -m samples.hanoi_eye.train_edges train CHECKPOINTS STRIPS/* --hours 1

Scenes are drawn by `samples.hanoi_eye.drawn`. Needs torch and onnx. Files that are cut while it
learns are taken in; checkpoints are gone on from, or where there are none, a bundled network
(`--again vision/hanoi/edges.onnx`).
"""

import argparse
from functools import partial
from pathlib import Path

import cv2
import numpy as np
import torch
from torch import Tensor, nn

from samples.hanoi_eye.lessons import edge_loss
from samples.hanoi_eye.nets import EdgeNet
from samples.hanoi_eye.strips import StripPools, cut
from samples.render.training import Training, brief_numbers
from vision.hanoi.edges import STRIP, USUAL

BATCH = 256
SAVED_EVERY = 200
# Batches from which the normalisations of a network that is taken up are measured.
LOOKS = 24


def train(asked: argparse.Namespace) -> None:
    """Learns until the time is up, and writes the running mean of the weights."""
    torch.manual_seed(asked.seed)
    torch.set_num_threads(1)
    work = Training(EdgeNet, asked.checkpoints, rate=asked.rate, keep=0.998)
    rng = np.random.default_rng([asked.seed, work.step])
    pools = StripPools(asked.strips)
    if asked.again and not work.step:
        work.take_up(asked.again, (pools.batch(rng, BATCH)[0] for _ in range(LOOKS)))

    def step(share: float) -> float:
        return work.descend(partial(_missed, *pools.batch(rng, BATCH)), share)

    work.run(asked.hours, step, pools.refresh, every=SAVED_EVERY)
    export(work.smooth, asked.out)


def _missed(strips: Tensor, at: Tensor, net: nn.Module) -> Tensor:
    with brief_numbers():
        answer = net(strips.contiguous(memory_format=torch.channels_last))
    return edge_loss(answer.float(), at)


def export(net: nn.Module, out: Path) -> None:
    """Writes a network that takes any number of strips."""
    torch.onnx.export(
        net.eval(),
        (torch.rand(USUAL, 6, STRIP[1], STRIP[0]),),
        str(out),
        dynamo=False,
        input_names=["strips"],
        output_names=["columns"],
        dynamic_axes={"strips": {0: "n"}, "columns": {0: "n"}},
    )


def main() -> None:
    """The command line."""
    parser = argparse.ArgumentParser(description=__doc__)
    jobs = parser.add_subparsers(dest="job", required=True)
    cutting = jobs.add_parser("cut", help="cuts scenes into lessons that are not there yet")
    cutting.add_argument("scenes", type=Path)
    cutting.add_argument("strips", type=Path)
    learn = jobs.add_parser("train", help="trains and exports")
    learn.add_argument("checkpoints", type=Path)
    learn.add_argument("strips", type=Path, nargs="*", help="folders of lessons")
    learn.add_argument("--hours", type=float, default=1.0)
    learn.add_argument("--again", type=Path, help="a network of edges to go on with")
    learn.add_argument("--rate", type=float, default=2e-3)
    learn.add_argument("--seed", type=int, default=1)
    learn.add_argument("--out", type=Path, default=Path("vision/hanoi/edges.onnx"))
    asked = parser.parse_args()
    cv2.setNumThreads(1)
    if asked.job == "train":
        train(asked)
        return
    for path in cut(asked.scenes, asked.strips):
        print(path.name, flush=True)


if __name__ == "__main__":
    main()
