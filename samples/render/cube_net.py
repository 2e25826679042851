"""The network of the cube's colours, and how it is written as ONNX. Needs torch; export needs onnx.

Nine stickers are looked at by the same filters; then each is compared with what all nine show
(Zaheer et al., Deep Sets, 2017), because no colour is known but by the others beside it.
"""

from pathlib import Path

import torch
from torch import Tensor, nn

COLOURS = 6
# Added to a channel before the logarithm, as the reader does.
LIFT = 12.0
CHANNELS = 6
# After the colours' logits: the plain colour, and the log of its variance. What hides a sticker
# comes after them, from a network of its own.
HIDDEN = COLOURS + 3 + 3


def conv(a: int, b: int, size: int, stride: int = 1, pad: int = 0) -> nn.Sequential:
    """Convolution, normalisation, rectifier."""
    layer = nn.Conv2d(a, b, size, stride, pad, bias=False)
    return nn.Sequential(layer, nn.BatchNorm2d(b), nn.ReLU(inplace=True))


class Compared(nn.Module):  # type: ignore[misc]
    """Each sticker beside the mean and the most of all nine; (b, c, 3, 3) in and out."""

    def __init__(self, width: int) -> None:
        super().__init__()
        self.beside, self.out = nn.Conv2d(3 * width, width, 1), nn.Conv2d(width, width, 1)

    def forward(self, x: Tensor) -> Tensor:
        """The stickers after one comparison."""
        both = torch.cat([nn.functional.avg_pool2d(x, 3), nn.functional.max_pool2d(x, 3)], dim=1)
        together = torch.cat([x, both.expand(-1, -1, 3, 3)], dim=1)
        return x + self.out(torch.relu(self.beside(together)))


class ColoursNet(nn.Module):  # type: ignore[misc]
    """Faces (b, 6, 72, 72) to what is said of their stickers' colours, (b, 12, 3, 3)."""

    def __init__(self, width: int = 96) -> None:
        super().__init__()
        self.look = nn.Sequential(
            conv(CHANNELS, 20, 4, 4),
            conv(20, 20, 3, 1, 1),
            conv(20, 32, 3, 1, 1),
            conv(32, 64, 3, 3),
            conv(64, width, 2, 2),
        )
        self.compare = nn.Sequential(*(Compared(width) for _ in range(3)))
        self.say = nn.Conv2d(width, HIDDEN, 1)

    def forward(self, x: Tensor) -> Tensor:
        """What is said of each sticker."""
        return self.say(self.compare(self.look(x)))


class HidingNet(nn.Module):  # type: ignore[misc]
    """What hides stickers, as logits (b, 1, 3, 3), by what the other network's first layers see."""

    def __init__(self, width: int = 64) -> None:
        super().__init__()
        self.look = nn.Sequential(
            conv(32, 40, 3, 1, 1), conv(40, 64, 4, 2, 1), conv(64, width, 3, 3)
        )
        self.compare = nn.Sequential(*(Compared(width) for _ in range(2)))
        self.say = nn.Conv2d(width, 1, 1)

    def forward(self, seen: Tensor) -> Tensor:
        """The logit of each sticker; `seen` is (b, 32, 18, 18)."""
        return self.say(self.compare(self.look(seen)))


class StickersNet(nn.Module):  # type: ignore[misc]
    """Both networks on the same first layers: faces (b, 6, 72, 72) to (b, 13, 3, 3)."""

    def __init__(self, colours: ColoursNet, hiding: HidingNet) -> None:
        super().__init__()
        self.colours, self.hiding = colours, hiding

    def forward(self, x: Tensor) -> Tensor:
        """The colours' outputs, and what hides the stickers."""
        seen = first_layers(self.colours, x)
        named = self.colours.say(self.colours.compare(self.colours.look[3:](seen)))
        return torch.cat([named, self.hiding(seen)], dim=1)


def first_layers(net: ColoursNet, x: Tensor) -> Tensor:
    """What both networks look at, (b, 32, 18, 18), of faces (b, 6, 72, 72)."""
    return net.look[:3](x)


def channels(pictures: Tensor) -> Tensor:
    """What the network sees of pictures (b, 72, 72, 3) uint8: light and logarithms, (b, 6, ..)."""
    values = torch.arange(256).float()
    light = values / 255.0 * 2 - 1
    logs = torch.log((values + LIFT) / (255.0 + LIFT)) / 1.5 + 1
    whole = pictures.permute(0, 3, 1, 2).int()
    return torch.cat([light[whole], logs[whole]], dim=1)


def export(net: StickersNet, out: Path) -> None:
    """Writes the network as ONNX."""
    net = net.eval().float().to(memory_format=torch.contiguous_format)
    torch.onnx.export(
        net,
        (torch.zeros(1, CHANNELS, 72, 72),),
        str(out),
        input_names=["faces"],
        output_names=["stickers"],
        dynamo=False,
        opset_version=17,
        dynamic_axes={"faces": {0: "n"}, "stickers": {0: "n"}},
    )
