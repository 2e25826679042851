"""What the two networks are taught: the losses, term by term."""

import torch
from torch import Tensor
from torch.nn import functional

from samples.hanoi_eye.scene import MOST_DISCS
from vision.hanoi.nets import CELL, WAY
from vision.hanoi.patch import ROWS, SCENE

WIDTH, HEIGHT = SCENE[0] // CELL, SCENE[1] // CELL
# Cells that a foot's mark spreads over.
SPREAD = 1.3
# Up to the first share a peg counts as free; from the second on it counts as covered.
FREE, COVERED = 0.06, 0.2
# How much more a rim that is not told counts than one that is not there. Without learning where
# rims are, all rows of a pile would tell some.
RIM = 3.0


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
    """How badly the count, the rows, the half widths and the rest were told.

    `out` is (b, 3 * ROWS + 6); `answer` (b, ANSWER) as the pool writes it. The count is taught as
    "connectionist temporal classification" (Graves et al., 2006): a disc may be told in any row, or
    in some rows on end, and the likelihood is the sum over all ways to tell as many as there are.
    Covered pegs are taught with less weight, but they are taught: their counts should be told with
    doubt.
    """
    rows, whole = out[:, : 3 * ROWS].unflatten(1, (3, ROWS)), out[:, 3 * ROWS :]
    count, covered, ends, height = answer[:, 0].long(), answer[:, 1], answer[:, 2:6], answer[:, 6]
    radii, fronts = answer[:, 7:].split(MOST_DISCS, 1)
    weight = torch.where(covered < FREE, 1.0, torch.where(covered < COVERED, 0.6, 0.25))
    share = functional.logsigmoid(torch.stack([-rows[:, 0], rows[:, 0]], 2)).transpose(0, 1)
    lengths = torch.full_like(count, ROWS)
    ones = torch.ones(len(count), MOST_DISCS, dtype=torch.long)
    told = functional.ctc_loss(share, ones, lengths, count, reduction="none", zero_infinity=True)
    open_fronts = torch.where(covered[:, None] < 0.15, fronts, torch.nan)
    plain = (covered < FREE) | (covered > COVERED)
    clear = functional.binary_cross_entropy_with_logits(
        whole[plain, 0], (covered[plain] < FREE).float()
    )
    # Closer looks tell neither ends nor height.
    far = torch.isfinite(height)
    place = functional.smooth_l1_loss(whole[far, 1:5], ends[far], beta=0.05)
    high = functional.smooth_l1_loss(whole[far, 5], height[far], beta=0.05)
    parts = _rows_loss(rows, radii, open_fronts, covered)
    return 0.5 * (told * weight).mean() + parts + 0.5 * clear + 5 * place + 2 * high


def _rows_loss(rows: Tensor, radii: Tensor, fronts: Tensor, covered: Tensor) -> Tensor:
    """Where rims are (cross entropy, for the free pegs) and how wide (normal likelihood)."""
    at = torch.nan_to_num(fronts, nan=-9.0)
    line = at.floor().long()
    b, disc = torch.nonzero((line >= 0) & (line < ROWS), as_tuple=True)
    line, at = line[b, disc], at[b, disc]
    marks, beside = torch.zeros_like(rows[:, 0]), torch.zeros_like(rows[:, 0])
    marks[b, line] = 1
    # The nearer of the rows beside a rim may tell it as well.
    beside[b, (line + torch.where(at - line < 0.5, -1, 1)).clamp(0, ROWS - 1)] = 1
    care = (RIM * marks + (1 - marks) * (1 - beside)) * (covered < FREE)[:, None]
    cross = functional.binary_cross_entropy_with_logits(
        rows[:, 0], marks, weight=care, reduction="sum"
    )
    mean, spread = rows[b, 1, line], rows[b, 2, line].clamp(-5.5, 1)
    width = 0.5 * ((radii[b, disc] - mean) / spread.exp()) ** 2 + spread
    return 0.3 * cross / len(rows) + 0.3 * width.mean()
