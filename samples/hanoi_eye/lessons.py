"""What the networks are taught: the losses, term by term."""

import torch
from torch import Tensor
from torch.nn import functional

from samples.hanoi_eye.pool import MOST_PEGS
from samples.hanoi_eye.scene import MOST_DISCS
from samples.hanoi_eye.towers import Batch
from vision.hanoi.edges import COLUMNS
from vision.hanoi.ends import ERRORS, NOWHERE, REACH
from vision.hanoi.nets import CELL, WAY
from vision.hanoi.patch import ROWS, SCENE
from vision.hanoi.tower import TOLD

WIDTH, HEIGHT = SCENE[0] // CELL, SCENE[1] // CELL
# Cells that a foot's mark spreads over.
SPREAD = 1.3
# Up to the first share a peg counts as free; from the second on it counts as covered.
FREE, COVERED = 0.06, 0.2
# Pegs that are covered more than this teach no half widths, whose errors are within SPREADS (logs).
HARDLY, SPREADS = 0.15, (-6.0, 1.0)
# How much more a rim that is not told counts than one that is not there.
RIM = 3.0
# How much telling each disc in a row of its own counts beside the answers of all pegs, how much
# telling it in the row of its rim, and how much where the piles end.
TELLING, PLACED, TOPS = 0.1, 0.05, 3.0
# Cells that the mark of an end spreads over, and how much marks count beside their mean.
MARK, MARKED = 0.8, 0.3


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
    """How badly a peg was read: its pile, foot and tip, and the pile's height.

    `out` is (b, 31); `answer` (b, ANSWER) as the pool writes it.
    """
    m, (ends, height) = MOST_DISCS, (answer[:, 2:6], answer[:, 6])
    place = functional.smooth_l1_loss(out[:, 3 * m + 2 : 3 * m + 6], ends, beta=0.05)
    high = functional.smooth_l1_loss(out[:, 3 * m + 6], height, beta=0.05)
    return _pile_loss(out, answer[:, 0], answer[:, 1], answer[:, 7:]) + 5 * place + 2 * high


def tower_loss(out: Tensor, batch: Batch) -> Tensor:
    """How badly the pegs of some rows were read, `out` (k, 91): their piles, the order of sizes.

    A pile is counted as a reader counts it, by what is told row by row as well; and telling each
    disc in a row of its own, that of its rim, is taught for itself. Discs of neighbouring size are
    told apart by their half widths: as a reader does, the larger one is believed to be larger as
    far as both errors allow.
    """
    m, pegs = MOST_DISCS, batch.pegs
    count, covered = pegs[:, 0].long(), pegs[:, 1]
    mean, spread = out[:, m + 1 : 2 * m + 1], out[:, 2 * m + 1 : 3 * m + 1].clamp(*SPREADS)
    rows = out[:, 3 * m + 3 :]
    logs = count_logs(rows)
    whole = torch.cat([out[:, : m + 1] + TOLD * logs, out[:, m + 1 : 3 * m + 2]], 1)
    piles = _pile_loss(whole, count, covered, pegs[:, 3:])
    telling = -logs.gather(1, count[:, None])[:, 0] * _weight(covered)
    placed = _placed_loss(rows, batch.rims, covered) / len(rows)
    some = (count > 0) & (covered < HARDLY)
    tops = functional.smooth_l1_loss(out[some, 3 * m + 2], pegs[some, 2], beta=0.03)
    order = _order_loss(mean, spread.exp(), batch)
    return piles + order + TELLING * telling.mean() + PLACED * placed + TOPS * tops


def _pile_loss(out: Tensor, answer: Tensor, covered: Tensor, radii: Tensor) -> Tensor:
    """Cross entropy of the count and of what is clear, normal likelihood of the half widths."""
    m = MOST_DISCS
    count = functional.cross_entropy(out[:, : m + 1], answer.long(), reduction="none")
    known = torch.isfinite(radii) & (covered < HARDLY)[:, None]
    mean = out[:, m + 1 : 2 * m + 1][known]
    spread = out[:, 2 * m + 1 : 3 * m + 1][known].clamp(*SPREADS)
    width = (0.5 * ((radii[known] - mean) / spread.exp()) ** 2 + spread).mean()
    plain = (covered < FREE) | (covered > COVERED)
    clear = functional.binary_cross_entropy_with_logits(
        out[plain, 3 * m + 1], (covered[plain] < FREE).float()
    )
    return (count * _weight(covered)).mean() + 0.3 * width + 0.5 * clear


def _order_loss(mean: Tensor, error: Tensor, batch: Batch) -> Tensor:
    """Cross entropy of "the larger is larger", of discs of neighbouring size on different pegs."""
    on, equal = batch.discs[:, 0], batch.discs[:, 1]
    look = on.new_full((len(on), MOST_PEGS + 1), -1)
    look[batch.scene, batch.peg] = torch.arange(len(batch.scene))
    same = (on[:, :, None] == on[:, None, :]) & (on >= 0)[:, :, None]
    height = same.triu(1).sum(2)
    row = look.gather(1, torch.where(on >= 0, on, MOST_PEGS))
    small, large = row[:, :-1], row[:, 1:]
    pair = (small >= 0) & (large >= 0) & (small != large) & (equal[:, 1:] == 0)
    free = batch.pegs[:, 1] < HARDLY
    pair &= free[small.clamp(min=0)] & free[large.clamp(min=0)]
    if not pair.any():
        return mean.new_zeros(())
    a, b, i, j = small[pair], large[pair], height[:, :-1][pair], height[:, 1:][pair]
    step = mean[b, j] * batch.factors[b] - mean[a, i] * batch.factors[a]
    doubt = torch.hypot(error[b, j] * batch.factors[b], error[a, i] * batch.factors[a])
    return -functional.logsigmoid(1.702 * step / doubt).sum() / len(on)


def count_logs(rows: Tensor) -> Tensor:
    """Logs of the probabilities that rows, (k, n) logits, tell 0 to 8 discs, (k, 9)."""
    counts = torch.arange(MOST_DISCS + 1).repeat(len(rows))
    told = _told_loss(rows.repeat_interleave(MOST_DISCS + 1, 0), counts)
    return -told.view(len(rows), MOST_DISCS + 1)


def _told_loss(rows: Tensor, count: Tensor) -> Tensor:
    """The loss of "connectionist temporal classification" (Graves et al., 2006) of counts (k,).

    A disc may be told in any row of (k, n) logits, or in some rows on end, and the likelihood is
    the sum over all ways to tell as many as there are.
    """
    share = functional.logsigmoid(torch.stack([-rows, rows], 2)).transpose(0, 1)
    lengths = torch.full_like(count, rows.shape[1])
    ones = torch.ones(len(count), MOST_DISCS, dtype=torch.long)
    loss: Tensor = functional.ctc_loss(
        share, ones, lengths, count, reduction="none", zero_infinity=True
    )
    return loss


def _weight(covered: Tensor) -> Tensor:
    """Covered pegs are taught with less weight, but they are: they should be told with doubt."""
    return torch.where(covered < FREE, 1.0, torch.where(covered < COVERED, 0.6, 0.25))


def rims_loss(out: Tensor, answer: Tensor) -> Tensor:
    """How badly the count, the rims and the half widths of a pile were told.

    `out` is (b, 3 * ROWS); `answer` (b, RIMS) as the pool writes it. Without learning where rims
    are, all rows of a pile would tell some.
    """
    rows = out.unflatten(1, (3, ROWS))
    count, covered = answer[:, 0].long(), answer[:, 1]
    radii, rims = answer[:, 2:].split(MOST_DISCS, 1)
    told = _told_loss(rows[:, 0], count)
    cross = _placed_loss(rows[:, 0], rims, covered)
    b, disc, line, _ = _seen_rims(rims, covered)
    mean, spread = rows[b, 1, line], rows[b, 2, line].clamp(-5.5, 1)
    width = 0.5 * ((radii[b, disc] - mean) / spread.exp()) ** 2 + spread
    return 0.5 * (told * _weight(covered)).mean() + 0.3 * cross / len(rows) + 0.1 * width.mean()


def _placed_loss(rows: Tensor, rims: Tensor, covered: Tensor) -> Tensor:
    """Cross entropy of rows, (k, ROWS) logits, that should tell the rims (k, 8) in them."""
    b, _, line, at = _seen_rims(rims, covered)
    marks, beside = torch.zeros_like(rows), torch.zeros_like(rows)
    marks[b, line] = 1
    # The nearer of the rows beside a rim may tell it as well.
    beside[b, (line + torch.where(at - line < 0.5, -1, 1)).clamp(0, ROWS - 1)] = 1
    care = (RIM * marks + (1 - marks) * (1 - beside)) * (covered < FREE)[:, None]
    cross: Tensor = functional.binary_cross_entropy_with_logits(
        rows, marks, weight=care, reduction="sum"
    )
    return cross


def _seen_rims(rims: Tensor, covered: Tensor) -> tuple[Tensor, Tensor, Tensor, Tensor]:
    """Of each rim of a peg that is not covered: the peg, the disc, the row, and where in it."""
    at = torch.where(covered[:, None] < FREE, rims, torch.nan).nan_to_num(nan=-9.0)
    line = at.floor().long()
    b, disc = torch.nonzero((line >= 0) & (line < ROWS), as_tuple=True)
    return b, disc, line[b, disc], at[b, disc]


def edge_loss(out: Tensor, at: Tensor) -> Tensor:
    """How badly edges were found, `out` (k, 96) logits of columns, `at` (k, 2) in half widths.

    The cross entropy with columns that are the likelier the nearer to an edge they are.
    """
    columns = torch.from_numpy(COLUMNS).to(out.dtype)
    step = float(COLUMNS[1] - COLUMNS[0])
    near = torch.softmax(-0.5 * ((columns - at[..., None]) / step) ** 2, 2)
    return functional.cross_entropy(out.unflatten(1, (2, -1)).flatten(0, 1), near.flatten(0, 1))


def ends_loss(maps: Tensor, true: Tensor, taken: Tensor, covered: Tensor) -> Tensor:
    """How badly the ends of pegs were marked: by the mean of marks, and by where marks are.

    `maps` (b, 6, h, w) are those of EndsNet, `true` and `taken` (b, 2, p, 2) cells where ends are
    and were taken to be, NaN for no peg. The likelihood is Laplace's, along x and y.
    """
    b, side, p = torch.nonzero(torch.isfinite(true[..., 0]), as_tuple=True)
    true, about = true[b, side, p], taken[b, side, p].round().long()
    step = torch.arange(-REACH, REACH + 1)
    y, x = torch.meshgrid(step, step, indexing="ij")
    around = torch.stack([x, y], -1).view(1, -1, 2) + about[:, None]
    high, wide = maps.shape[2:]
    inside = ((around >= 0) & (around < torch.tensor([wide, high]))).all(2)
    column, line = around[..., 0].clamp(0, wide - 1), around[..., 1].clamp(0, high - 1)
    heat = maps[b[:, None], side[:, None], line, column]
    heat = torch.where(inside, heat, torch.full_like(heat, NOWHERE))
    share = heat.softmax(1)
    place = (share[..., None] * around).sum(1)
    log = torch.stack([maps[b[:, None], 2 + 2 * side[:, None] + k, line, column] for k in (0, 1)])
    log = (share * log).sum(2).T.clamp(*ERRORS)
    apart = (place - true).abs() / log.exp() + log
    far = ((around - true[:, None]) ** 2).sum(2)
    near = torch.where(inside, -far / (2 * MARK**2), torch.full_like(far, NOWHERE)).softmax(1)
    cross = -(near * heat.log_softmax(1)).sum(1)
    reached = ((true - about).abs() <= REACH).all(1)
    care = _weight(covered[b, p]) * reached
    return (care * (apart.sum(1) + MARKED * cross)).sum() / care.sum()
