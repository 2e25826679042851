"""The small networks: one finds pegs, one reads a peg, one its pile, one all piles of a row."""

import torch
from torch import Tensor, nn

from samples.hanoi_eye.scene import MOST_DISCS


def conv(
    inside: int,
    outside: int,
    stride: int | tuple[int, int] = 1,
    dilation: int = 1,
    size: int = 3,
) -> nn.Sequential:
    """A convolution, normalised and rectified."""
    return nn.Sequential(
        nn.Conv2d(inside, outside, size, stride, size // 2 * dilation, dilation, bias=False),
        nn.BatchNorm2d(outside),
        nn.ReLU(inplace=True),
    )


class PegNet(nn.Module):  # type: ignore[misc]
    """A scene (3, 240, 320) to maps (5, 60, 80): foot (a logit), its offset, the way to the tip."""

    def __init__(self) -> None:
        super().__init__()
        self.fine = nn.Sequential(conv(3, 16, 2), conv(16, 24, 2), conv(24, 24))
        self.middle = nn.Sequential(conv(24, 40, 2), conv(40, 40))
        self.coarse = nn.Sequential(
            conv(40, 64, 2), conv(64, 64), conv(64, 64, 1, 2), conv(64, 64, 1, 4), conv(64, 64)
        )
        self.down = nn.Conv2d(64, 40, 1)
        self.across = nn.Sequential(conv(40, 40), nn.Conv2d(40, 24, 1))
        self.head = nn.Sequential(conv(24, 32), nn.Conv2d(32, 5, 1))
        nn.init.constant_(self.head[-1].bias[:1], -4.0)

    def forward(self, x: Tensor) -> Tensor:
        """Maps for a batch."""
        fine = self.fine(x)
        middle = self.middle(fine)
        wide = nn.functional.interpolate(self.down(self.coarse(middle)), size=(30, 40))
        near = nn.functional.interpolate(self.across(middle + wide), size=(60, 80))
        out: Tensor = self.head(fine + near)
        return out


class Residual(nn.Module):  # type: ignore[misc]
    """A convolution whose answer is added to what came in; it begins as nothing."""

    def __init__(self, channels: int) -> None:
        super().__init__()
        self.inner = conv(channels, channels)
        nn.init.zeros_(self.inner[1].weight)

    def forward(self, x: Tensor) -> Tensor:
        """What came in and what was seen in it."""
        out: Tensor = x + self.inner(x)
        return out


class Along(nn.Module):  # type: ignore[misc]
    """A convolution along the peg whose answer is added to what came in; it begins as nothing."""

    def __init__(self, channels: int, dilation: int) -> None:
        super().__init__()
        reach, apart = (2 * dilation, 0), (dilation, 1)
        self.inner = nn.Sequential(
            nn.Conv2d(channels, channels, (5, 1), 1, reach, apart, bias=False),
            nn.BatchNorm2d(channels),
            nn.ReLU(inplace=True),
        )
        nn.init.zeros_(self.inner[1].weight)

    def forward(self, x: Tensor) -> Tensor:
        """What came in and what was seen in it."""
        out: Tensor = x + self.inner(x)
        return out


def peg_body() -> nn.Sequential:
    """What the networks that look at one peg begin with: (3, h, w) to (16, h / 8, w / 8)."""
    return nn.Sequential(
        conv(3, 16, 2),
        Residual(16),
        conv(16, 32, 2),
        conv(32, 32),
        Residual(32),
        conv(32, 48, 2),
        conv(48, 64),
        conv(64, 64),
        Residual(64),
        conv(64, 16),
    )


class StackNet(nn.Module):  # type: ignore[misc]
    """A patch (3, 128, 96) to 9 count logits, 8 radii, 8 log spreads, clear logit, ends, height."""

    def __init__(self) -> None:
        super().__init__()
        self.body = peg_body()
        self.head = nn.Sequential(
            nn.Flatten(),
            nn.Linear(16 * 16 * 12, 160),
            nn.ReLU(inplace=True),
            nn.Linear(160, MOST_DISCS + 1 + 2 * MOST_DISCS + 6),
        )

    def forward(self, x: Tensor) -> Tensor:
        """Answers for a batch."""
        out: Tensor = self.head(self.body(x))
        return out


class TowerNet(nn.Module):  # type: ignore[misc]
    """Looks (k, 3, 128, 128) at a row's pegs to 9 count logits, 8 radii, 8 log errors, clear logit.

    What is seen at one peg helps with the others: how thick the discs are, and what is no disc.
    """

    WIDTH = 160

    def __init__(self) -> None:
        super().__init__()
        self.body = peg_body()
        self.gathered = nn.Sequential(nn.Flatten(), nn.Linear(16 * 16 * 16, self.WIDTH))
        self.own = nn.Linear(self.WIDTH, self.WIDTH)
        self.others = nn.Linear(2 * self.WIDTH, self.WIDTH, bias=False)
        self.head = nn.Sequential(
            nn.ReLU(inplace=True),
            nn.Linear(self.WIDTH, self.WIDTH),
            nn.ReLU(inplace=True),
            nn.Linear(self.WIDTH, 3 * MOST_DISCS + 2),
        )

    def forward(self, x: Tensor, scene: Tensor | None = None) -> Tensor:
        """Answers (k, 26); `scene` (k,) tells whose look each is, None: all are of one row."""
        seen = torch.relu(self.gathered(self.body(x)))
        if scene is None:
            around = torch.cat([seen.mean(0, keepdim=True), seen.amax(0, keepdim=True)], 1)
            return self._told(seen, self.others(around))
        some = int(scene.max()) + 1
        share = nn.functional.one_hot(scene, some).T.to(seen.dtype)
        mean = share @ seen / share.sum(1, keepdim=True)
        most = seen.new_zeros(some, self.WIDTH)
        most = most.scatter_reduce(0, scene[:, None].expand_as(seen), seen, "amax")
        return self._told(seen, self.others(torch.cat([mean, most], 1))[scene])

    def _told(self, seen: Tensor, around: Tensor) -> Tensor:
        out: Tensor = self.head(self.own(seen) + around)
        return out


class RimsNet(nn.Module):  # type: ignore[misc]
    """A closer look (3, 128, 96) to what its rows say (3 * ROWS).

    For each row: the logit that a disc's outline ends here towards the viewer, the disc's half
    width, and the log of its error. Along the peg all stays as fine as half the patch; across, it
    is gathered step by step.
    """

    def __init__(self) -> None:
        super().__init__()
        self.body = nn.Sequential(
            conv(3, 16, 2, size=5),
            conv(16, 24, (1, 2)),
            Residual(24),
            conv(24, 32, (1, 2)),
            Residual(32),
            Residual(32),
            conv(32, 48, (1, 2)),
        )
        self.across = nn.Sequential(
            nn.Conv2d(48, 72, (1, 6), bias=False), nn.BatchNorm2d(72), nn.ReLU(inplace=True)
        )
        self.along = nn.Sequential(*(Along(72, dilation) for dilation in (1, 2, 4, 8, 1)))
        self.rows = nn.Conv2d(72, 3, 1)

    def forward(self, x: Tensor) -> Tensor:
        """Answers for a batch."""
        out: Tensor = self.rows(self.along(self.across(self.body(x)))).flatten(1)
        return out
