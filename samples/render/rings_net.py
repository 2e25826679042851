"""The network of the rings' eye, and how it is written as ONNX. Needs torch; export needs onnx.

A small U-shaped network: a grey picture in, maps at a quarter of its size out (CHANNELS).
"""

from pathlib import Path

import torch
from torch import nn
from torch.nn import functional

PEAKS = 5
CHANNELS = (
    *("eye", "foot", "ball", "tip", "neck", "on", "step x", "step y"),
    *("foot to eye x", "foot to eye y", "eye to foot x", "eye to foot y"),
    *("first rod", "last rod"),
)


def conv(a: int, b: int, stride: int = 1, size: int = 3) -> nn.Sequential:
    """Convolution, normalisation, rectifier."""
    layer = nn.Conv2d(a, b, size, stride, size // 2, bias=False)
    return nn.Sequential(layer, nn.BatchNorm2d(b), nn.ReLU(inplace=True))


class Block(nn.Module):  # type: ignore[misc]
    """Two convolutions and a way past them (He et al., 2016)."""

    def __init__(self, width: int) -> None:
        super().__init__()
        self.first = conv(width, width)
        self.second = nn.Sequential(
            nn.Conv2d(width, width, 3, 1, 1, bias=False), nn.BatchNorm2d(width)
        )

    def forward(self, x: torch.Tensor) -> torch.Tensor:
        """Same shape in and out."""
        return functional.relu(x + self.second(self.first(x)))


class RingsNet(nn.Module):  # type: ignore[misc]
    """Grey (b, 1, h, w) to maps (b, 14, h/4, w/4); h and w are multiples of 32."""

    def __init__(self) -> None:
        super().__init__()
        self.stem = nn.Sequential(conv(1, 16, 2, 5), conv(16, 24, 2))
        self.at4 = Block(24)
        self.at8 = nn.Sequential(conv(24, 48, 2), Block(48), Block(48))
        self.at16 = nn.Sequential(conv(48, 64, 2), Block(64), Block(64))
        self.at32 = nn.Sequential(conv(64, 80, 2), Block(80))
        self.from32 = nn.Conv2d(80, 64, 1)
        self.mix16 = conv(64, 64)
        self.from16 = nn.Conv2d(64, 48, 1)
        self.mix8 = Block(48)
        self.from8 = nn.Conv2d(48, 24, 1)
        self.mix4 = Block(24)
        self.head = nn.Conv2d(24, len(CHANNELS), 1)
        nn.init.constant_(self.head.bias[:PEAKS], -4.0)

    def forward(self, x: torch.Tensor) -> torch.Tensor:
        """Logits of peaks and of `on`, steps to the next ring, rods, logits of the row's ends."""
        at4 = self.at4(self.stem(x))
        at8 = self.at8(at4)
        at16 = self.at16(at8)
        at32 = self.at32(at16)
        up16 = self.mix16(at16 + _twice(self.from32(at32)))
        up8 = self.mix8(at8 + _twice(self.from16(up16)))
        up4 = self.mix4(at4 + _twice(self.from8(up8)))
        return self.head(up4)


def _twice(x: torch.Tensor) -> torch.Tensor:
    return functional.interpolate(x, scale_factor=2.0, mode="nearest")


def export(net: RingsNet, out: Path) -> None:
    """Writes the network as ONNX."""
    net = net.eval().float().to(memory_format=torch.contiguous_format)
    torch.onnx.export(
        net,
        (torch.zeros(1, 1, 256, 320),),
        str(out),
        dynamo=False,
        input_names=["picture"],
        output_names=["maps"],
        dynamic_axes={"picture": {0: "b", 2: "h", 3: "w"}, "maps": {0: "b", 2: "h", 3: "w"}},
        opset_version=13,
    )
