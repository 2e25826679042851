"""The network that tells faces from patterns, and how it is written as ONNX. Needs torch."""

from pathlib import Path

import torch
from torch import Tensor, nn

from samples.render.cube_net import conv
from vision.cube.context import SEEN_SIDE


class ContextNet(nn.Module):  # type: ignore[misc]
    """Squares with what is around them, (b, 3, 48, 48), to the log odds of a face, (b, 1)."""

    def __init__(self) -> None:
        super().__init__()
        self.look = nn.Sequential(
            conv(3, 12, 5, 2, 2),
            conv(12, 24, 3, 2, 1),
            conv(24, 32, 3, 1, 1),
            conv(32, 48, 3, 2, 1),
            conv(48, 48, 3, 1, 1),
            conv(48, 12, 1),
        )
        self.say = nn.Sequential(
            nn.Flatten(),
            nn.Dropout(0.2),
            nn.Linear(12 * (SEEN_SIDE // 8) ** 2, 32),
            nn.ReLU(inplace=True),
            nn.Linear(32, 1),
        )

    def forward(self, x: Tensor) -> Tensor:
        """The log odds."""
        return self.say(self.look(x))


def export(net: ContextNet, out: Path) -> None:
    """Writes the network as ONNX, for one square at a time."""
    net = net.eval().float().to(memory_format=torch.contiguous_format)
    torch.onnx.export(
        net,
        (torch.zeros(1, 3, SEEN_SIDE, SEEN_SIDE),),
        str(out),
        input_names=["square"],
        output_names=["odds"],
        dynamo=False,
        opset_version=17,
    )
