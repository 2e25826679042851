"""The small networks: of a scene, a row and its ends, a peg, its pile, and a disc's edges."""

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
        wide = nn.functional.interpolate(self.down(self.coarse(middle)), scale_factor=2)
        near = nn.functional.interpolate(self.across(middle + wide), scale_factor=2)
        out: Tensor = self.head(fine + near)
        return out


class Residual(nn.Module):  # type: ignore[misc]
    """A convolution whose answer is added to what came in; it begins as nothing.

    What comes in is rectified, and so is the sum. Were it the answer alone, that would begin where
    a rectifier has no slope, and never learn.
    """

    def __init__(self, channels: int) -> None:
        super().__init__()
        self.inner = nn.Sequential(
            nn.Conv2d(channels, channels, 3, 1, 1, bias=False), nn.BatchNorm2d(channels)
        )
        nn.init.zeros_(self.inner[1].weight)

    def forward(self, x: Tensor) -> Tensor:
        """What came in and what was seen in it."""
        return torch.relu(x + self.inner(x))


class Along(nn.Module):  # type: ignore[misc]
    """A convolution along the peg whose answer is added to what came in, as in Residual."""

    def __init__(self, channels: int, dilation: int) -> None:
        super().__init__()
        reach, apart = (2 * dilation, 0), (dilation, 1)
        self.inner = nn.Sequential(
            nn.Conv2d(channels, channels, (5, 1), 1, reach, apart, bias=False),
            nn.BatchNorm2d(channels),
        )
        nn.init.zeros_(self.inner[1].weight)

    def forward(self, x: Tensor) -> Tensor:
        """What came in and what was seen in it."""
        return torch.relu(x + self.inner(x))


class Across(nn.Module):  # type: ignore[misc]
    """A convolution across the peg whose answer is added to what came in, as in Residual."""

    def __init__(self, channels: int, dilation: int) -> None:
        super().__init__()
        reach, apart = (0, 2 * dilation), (1, dilation)
        self.inner = nn.Sequential(
            nn.Conv2d(channels, channels, (1, 5), 1, reach, apart, bias=False),
            nn.BatchNorm2d(channels),
        )
        nn.init.zeros_(self.inner[1].weight)

    def forward(self, x: Tensor) -> Tensor:
        """What came in and what was seen in it."""
        return torch.relu(x + self.inner(x))


def peg_body(wide: int = 1) -> nn.Sequential:
    """What the networks that look at one peg begin with: (3, h, w) to (16, h / 8, w / 8).

    Between these it has so many times as many channels (`wide`), and as many of its last layers.
    """
    return nn.Sequential(
        conv(3, 16 * wide, 2),
        Residual(16 * wide),
        conv(16 * wide, 32 * wide, 2),
        conv(32 * wide, 32 * wide),
        Residual(32 * wide),
        conv(32 * wide, 48 * wide, 2),
        conv(48 * wide, 64 * wide),
        conv(64 * wide, 64 * wide),
        *(Residual(64 * wide) for _ in range(wide)),
        conv(64 * wide, 16),
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


class Beside(nn.Module):  # type: ignore[misc]
    """What the other looks at the same row show is added to each, as in Residual."""

    def __init__(self, channels: int) -> None:
        super().__init__()
        self.inner = nn.Conv2d(2 * channels, channels, 1)
        nn.init.zeros_(self.inner.weight)
        nn.init.zeros_(self.inner.bias)

    def forward(self, x: Tensor, scene: Tensor | None) -> Tensor:
        """Features (k, channels, rows, 1), as TowerNet.forward takes `scene`."""
        return torch.relu(x + self.inner(around(x, scene)))


def around(x: Tensor, scene: Tensor | None) -> Tensor:
    """The mean and the largest of what the looks at a row show, for each look: (k, 2 c, ...).

    `x` is (k, c, ...), `scene` (k,) as in TowerNet.forward.
    """
    if scene is None:
        both = torch.cat([x.mean(0, keepdim=True), x.amax(0, keepdim=True)], 1)
        return both.expand(x.shape[0], *both.shape[1:])
    some, flat = int(scene.max()) + 1, x.flatten(1)
    share = nn.functional.one_hot(scene, some).T.to(x.dtype)
    mean = share @ flat / share.sum(1, keepdim=True)
    most = flat.new_full((some, flat.shape[1]), -torch.inf)
    most = most.scatter_reduce(0, scene[:, None].expand_as(flat), flat, "amax")
    return torch.cat([mean[scene].view_as(x), most[scene].view_as(x)], 1)


class PileRows(nn.Module):  # type: ignore[misc]
    """What the rows of looks at a row's pegs show: (k, 16 wide, 64, 64) to (k, width, 64, 1).

    Along the pegs all stays as fine as half a look: discs may be thin. The rows of all looks are as
    far from the pegs' feet, so that they can be compared.
    """

    def __init__(self, wide: int = 1) -> None:
        super().__init__()
        self.width = 64 + 32 * wide
        self.across = nn.Sequential(
            conv(16 * wide, 24 * wide, (1, 2)),
            conv(24 * wide, 32 * wide, (1, 2)),
            Residual(32 * wide),
            conv(32 * wide, 48 * wide, (1, 2)),
            nn.Conv2d(48 * wide, self.width, (1, 8), bias=False),
            nn.BatchNorm2d(self.width),
            nn.ReLU(inplace=True),
        )
        self.first = nn.Sequential(*(Along(self.width, dilation) for dilation in (1, 2, 4)))
        self.beside = Beside(self.width)
        self.then = nn.Sequential(*(Along(self.width, dilation) for dilation in (8, 1)))

    def forward(self, x: Tensor, scene: Tensor | None) -> Tensor:
        """Features of a batch's rows; `scene` as TowerNet.forward takes it."""
        out: Tensor = self.then(self.beside(self.first(self.across(x)), scene))
        return out


class TowerNet(nn.Module):  # type: ignore[misc]
    """Looks (k, 3, 128, 128) at a row's pegs to 9 count logits, 8 radii, 8 log errors, clear logit.

    After these come where the pile ends above the foot, and 64 logits that a disc is told in a row
    of a look: they count the discs, too. What is seen at one peg helps with the others: how thick
    the discs are, and what is no disc. `wide`: how many times as many channels it has.
    """

    WIDTH = 160
    # What is told of a row of a pile is gathered from so many numbers.
    NARROW = 24

    def __init__(self, wide: int = 1) -> None:
        super().__init__()
        self.body = peg_body(wide)
        self.gathered = nn.Sequential(nn.Flatten(), nn.Linear(16 * 16 * 16, self.WIDTH))
        self.rows = PileRows(wide)
        self.narrow = conv(self.rows.width, self.NARROW, size=1)
        self.lines = nn.Sequential(nn.Flatten(), nn.Linear(64 * self.NARROW, self.WIDTH))
        nn.init.zeros_(self.lines[1].weight)
        nn.init.zeros_(self.lines[1].bias)
        # In which rows a disc is told.
        self.telling = nn.Conv2d(self.rows.width, 1, 1)
        self.own = nn.Linear(self.WIDTH, self.WIDTH)
        self.others = nn.Linear(2 * self.WIDTH, self.WIDTH, bias=False)
        self.head = nn.Sequential(
            nn.ReLU(inplace=True),
            nn.Linear(self.WIDTH, self.WIDTH),
            nn.ReLU(inplace=True),
            nn.Linear(self.WIDTH, 3 * MOST_DISCS + 3),
        )

    def forward(self, x: Tensor, scene: Tensor | None = None) -> Tensor:
        """Answers (k, 91); `scene` (k,) tells whose look each is, None: all are of one row."""
        fine = self.body[:2](x)
        rows = self.rows(fine, scene)
        seen = torch.relu(self.gathered(self.body[2:](fine)) + self.lines(self.narrow(rows)))
        out: Tensor = self.head(self.own(seen) + self.others(around(seen, scene)))
        return torch.cat([out, self.telling(rows).flatten(1)], 1)


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


class EdgeNet(nn.Module):  # type: ignore[misc]
    """Strips (k, 6, 32, 48) at both edges of a disc to logits of each edge's column, (k, 96)."""

    def __init__(self) -> None:
        super().__init__()
        self.body = nn.Sequential(
            conv(6, 16),
            conv(16, 32, (2, 1)),
            conv(32, 32, (2, 1)),
            Residual(32),
            nn.Conv2d(32, 64, (8, 1), bias=False),
            nn.BatchNorm2d(64),
            nn.ReLU(inplace=True),
        )
        self.across = nn.Sequential(*(Across(64, dilation) for dilation in (1, 2, 4, 1)))
        self.columns = nn.Conv2d(64, 2, 1)

    def forward(self, x: Tensor) -> Tensor:
        """Logits for a batch."""
        out: Tensor = self.columns(self.across(self.body(x))).flatten(1)
        return out


class EndsNet(PegNet):
    """A look at a row (3, 160, 256) to maps (6, 40, 64): marks of feet and of tips (logits).

    After these come the logs of the errors of feet along x and y, and of tips, in cells. All but
    the last layers are those of PegNet, which it may begin with.
    """

    def __init__(self) -> None:
        super().__init__()
        self.head = nn.Sequential(conv(24, 32), conv(32, 32), nn.Conv2d(32, 6, 1))


class StrangerNet(PegNet):
    """A look at a row (3, 128, 128) to marks (1, 32, 32), logits: what is no part of the tower."""

    def __init__(self) -> None:
        super().__init__()
        self.head = nn.Sequential(conv(24, 32), nn.Conv2d(32, 1, 1))
