"""What the two networks are taught: the losses, term by term."""

import torch
from torch import Tensor
from torch.nn import functional

from samples.hanoi_eye.scene import MOST_DISCS
from vision.hanoi.nets import CELL, WAY
from vision.hanoi.patch import SCENE

WIDTH, HEIGHT = SCENE[0] // CELL, SCENE[1] // CELL
# Cells that a foot's mark spreads over.
SPREAD = 1.3
# Up to the first share a peg counts as free; from the second on it counts as covered.
FREE, COVERED = 0.06, 0.2


def pegs_loss(out: Tensor, ends: Tensor) -> Tensor:
    """The focal loss of the marks, and the distances of the offsets and ways at the feet.

    `out` is (b, 5, 60, 80); `ends` (b, 2, 4, 2) scene pixels, NaN for no peg. The focal loss is
    that of Law and Deng, "CornerNet" (2018), section 3.2.
    """
    feet = ends[:, 0] / CELL - 0.5
    known = ~torch.isnan(feet[..., 0])
    at = torch.nan_to_num(feet, nan=-99.0)
    y, x = torch.meshgrid(torch.arange(HEIGHT), torch.arange(WIDTH), indexing="ij")
    far = (x - at[..., 0, None, None]) ** 2 + (y - at[..., 1, None, None]) ** 2
    near = torch.exp(-far / (2 * SPREAD**2)).amax(1)
    column, line = at[..., 0].round().long(), at[..., 1].round().long()
    inside = known & (column >= 0) & (column < WIDTH) & (line >= 0) & (line < HEIGHT)
    b, p = torch.nonzero(inside, as_tuple=True)
    column, line = column[b, p], line[b, p]
    mark = torch.zeros_like(near)
    mark[b, line, column] = 1
    logit = out[:, 0]
    sure = torch.sigmoid(logit)
    hit = mark * (1 - sure) ** 2 * functional.logsigmoid(logit)
    miss = (1 - mark) * (1 - near) ** 4 * sure**2 * functional.logsigmoid(-logit)
    told = out[b, :, line, column]
    offset = feet[b, p] - torch.stack([column, line], 1)
    way = (ends[:, 1] - ends[:, 0])[b, p] / WAY
    apart = functional.l1_loss(told[:, 1:3], offset)
    apart = apart + functional.smooth_l1_loss(told[:, 3:5], way, beta=0.1)
    return -(hit + miss).sum() / max(1, len(b)) + apart


def stack_loss(out: Tensor, answer: Tensor) -> Tensor:
    """Cross entropy of the count, normal likelihood of the half widths, and the rest.

    `out` is (b, 31); `answer` (b, 15) as the pool writes it. Covered pegs are taught with less
    weight, but they are taught: their counts should be told with doubt.
    """
    m = MOST_DISCS
    covered, ends, height, radii = answer[:, 1], answer[:, 2:6], answer[:, 6], answer[:, 7:]
    weight = torch.where(covered < FREE, 1.0, torch.where(covered < COVERED, 0.6, 0.25))
    count = functional.cross_entropy(out[:, : m + 1], answer[:, 0].long(), reduction="none")
    known = torch.isfinite(radii) & (covered < 0.15)[:, None]
    mean = out[:, m + 1 : 2 * m + 1][known]
    spread = out[:, 2 * m + 1 : 3 * m + 1][known].clamp(-5.5, 1)
    width = (0.5 * ((radii[known] - mean) / spread.exp()) ** 2 + spread).mean()
    plain = (covered < FREE) | (covered > COVERED)
    clear = functional.binary_cross_entropy_with_logits(
        out[plain, 3 * m + 1], (covered[plain] < FREE).float()
    )
    place = functional.smooth_l1_loss(out[:, 3 * m + 2 : 3 * m + 6], ends, beta=0.05)
    high = functional.smooth_l1_loss(out[:, 3 * m + 6], height, beta=0.05)
    return (count * weight).mean() + 0.3 * width + 0.5 * clear + 5 * place + 2 * high
