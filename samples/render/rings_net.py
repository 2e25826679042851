"""The networks of the rings' eye, and how they are written as ONNX. Needs torch; export needs onnx.

Small U-shaped networks: a grey picture in, maps at a quarter of its size out (CHANNELS).
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
    """Grey (b, 1, h, w) to maps (b, 14, h/4, w/4); h and w are multiples of 32.

    `widths` are the channels at a half, a quarter, ... of the picture's size, and `depths` how many
    blocks follow each of the last three halvings.
    """

    def __init__(
        self,
        widths: tuple[int, int, int, int, int] = (16, 24, 48, 64, 80),
        depths: tuple[int, int, int] = (2, 2, 1),
    ) -> None:
        super().__init__()
        w2, w4, w8, w16, w32 = widths
        self.stem = nn.Sequential(conv(1, w2, 2, 5), conv(w2, w4, 2))
        self.at4 = Block(w4)
        self.at8, self.at16, self.at32 = (
            nn.Sequential(conv(above, width, 2), *(Block(width) for _ in range(depth)))
            for above, width, depth in zip(widths[1:], widths[2:], depths, strict=False)
        )
        self.from32 = nn.Conv2d(w32, w16, 1)
        self.mix16 = conv(w16, w16)
        self.from16 = nn.Conv2d(w16, w8, 1)
        self.mix8 = Block(w8)
        self.from8 = nn.Conv2d(w8, w4, 1)
        self.mix4 = Block(w4)
        self.head = nn.Conv2d(w4, len(CHANNELS), 1)
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


def quick_net() -> RingsNet:
    """The network of looks that have to be quick: half the time of the other one."""
    return RingsNet((12, 16, 32, 48, 64), (1, 2, 1))


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
