"""A row of pegs: choosing feet that stand in line at equal distances, under perspective."""

from dataclasses import dataclass, replace
from functools import cached_property, lru_cache
from itertools import combinations

import numpy as np
from numpy.typing import NDArray

from vision.hanoi.depth import Depths, depths_of
from vision.hanoi.lengths import gaps, lengths
from vision.hanoi.nets import Candidates
from vision.hanoi.patch import patch_matrix, units

Floats = NDArray[np.float64]

# How far the logs of neighbouring distances may differ, and a middle foot may leave the line,
# before a row costs one unit of log score.
GAP_SLACK = 0.25
LINE_SLACK = 0.08
WAY_SLACK = 0.6
# Pegs longer than this, in distances of pegs, tell how the row recedes.
LONG = 0.7
# What a row of more than three costs of that: with every peg the worst of them is further out.
LONGER = 0.5
# The score of a row whose pegs all are plain.
PLAIN = 0.4
# Units by which feet of two rows differ that are one, and by which a candidate's foot may be beside
# a peg that it is one of.
SAME_FOOT, BESIDE = 0.3, 0.12
# How many rows are thought of, of each number of pegs.
MOST = 3
# What is left of the score of a candidate whose foot and tip are exchanged.
REVERSED = 0.5


@dataclass(frozen=True, eq=False)
class Row:
    """The pegs from left to right: `feet` and `tips` (pegs, 2) pixels.

    `score` is that of the weakest, in [0, 1]. What follows from these is reckoned once.
    """

    feet: Floats
    tips: Floats
    score: float

    @property
    def pegs(self) -> int:
        """How many pegs there are."""
        return len(self.feet)

    @cached_property
    def straightness(self) -> float:
        """How well it stands in line at equal distances, in [0, 1]."""
        return float(np.exp(-crookedness(self.feet, self.tips)))

    @property
    def promise(self) -> float:
        """How convincing it is before it is looked at closely, in [0, 1]."""
        return float(self.straightness * self.score**0.5)

    @cached_property
    def units(self) -> Floats:
        """Pixels a unit of each peg's patch, (pegs,)."""
        return units(self.feet, self.tips)

    @cached_property
    def matrices(self) -> list[Floats]:
        """The affine map (2, 3) from the picture to each peg's patch."""
        ends = zip(self.feet, self.tips, self.units, strict=True)
        return [patch_matrix(foot, tip, float(unit)) for foot, tip, unit in ends]

    @property
    def near(self) -> float:
        """Pixels by which feet of two rows differ that are one."""
        return SAME_FOOT * float(self.units.mean())

    def scaled(self, factor: float) -> "Row":
        """The same row in a picture that is so many times as large."""
        return Row(self.feet * factor, self.tips * factor, self.score)

    def carried(self, way: Floats) -> "Row":
        """The same row after a map (2, 3) of the picture."""
        feet, tips = (ends @ way[:, :2].T + way[:, 2] for ends in (self.feet, self.tips))
        return Row(feet, tips, self.score)

    @cached_property
    def depths(self) -> Depths:
        """How much further away some pegs are than others, and their feet than their tips."""
        return depths_of(self.feet, self.tips)

    @cached_property
    def nearness(self) -> Floats:
        """How much larger things appear at each peg than on average, (pegs,)."""
        return self.depths.nearness(self.pegs)


@dataclass(frozen=True, slots=True)
class Support:
    """What the picture says for a row, and for others in its place.

    `plain` is the probability that the weakest of its pegs is one. `fewer` is what the most
    convincing row of a part of its pegs promises, as a share of what it promises itself; 0 where
    there is none. `ground` is how much unlike all else what lies before an end peg is, as
    `off_ground` has it. `rivals` are the rows of all of its pegs and another one, each after its
    share. `given`: the number of pegs was known.
    """

    plain: float
    fewer: float = 0.0
    ground: float = 0.0
    rivals: tuple[tuple[float, Row], ...] = ()
    given: bool = False

    def scaled(self, factor: float) -> "Support":
        """The same in a picture that is so many times as large."""
        return replace(
            self, rivals=tuple((share, row.scaled(factor)) for share, row in self.rivals)
        )

    @property
    def more(self) -> float:
        """What the most convincing rival promises, 0 where there is none."""
        return max((share for share, _ in self.rivals), default=0.0)


def support_of(row: Row, found: Candidates, rows: list[Row], *, given: bool = False) -> Support:
    """What `found` says for a row, and which of the `rows` are rivals; `given` as Support has it.

    Every peg may be as plain as the row's score has it, or plainer by all candidates together.
    """
    fewer, rivals = 0.0, []
    promise = max(row.promise, 1e-6)
    for other in rows:
        apart = lengths(other.feet[:, None] - row.feet)
        inside, all_of_it = (bool((apart.min(axis=k) < row.near).all()) for k in (1, 0))
        if inside and not all_of_it:
            fewer = max(fewer, other.promise)
        elif all_of_it and not inside:
            # That there is another peg must be plain at that peg.
            rivals.append((other.promise * min(1.0, other.score / PLAIN) / promise, other))
    plain = max(row.score, float(plainness(row, found).min()))
    return Support(plain, fewer / promise, rivals=tuple(rivals), given=given)


def plainness(row: Row, found: Candidates) -> Floats:
    """How plain every peg is by all candidates, (pegs,).

    Of one peg there may be several candidates that disagree on where its foot is.
    """
    way = row.tips - row.feet
    long = np.maximum(np.sum(way**2, axis=1), 1e-6)
    off = found.feet[:, None] - row.feet
    share = np.clip(np.sum(off * way, axis=2) / long, 0, 1)
    apart = lengths(off - share[..., None] * way)
    on = apart < BESIDE * row.units
    missed = np.where(on, 1 - found.scores[:, None], 1.0).prod(axis=0)
    return np.asarray(1 - missed, dtype=np.float64)


def likely_rows(found: Candidates, pegs: int | None = None, *, most: int = MOST) -> list[Row]:
    """The most convincing rows of three or four (or exactly `pegs`) candidates, best first.

    There are at most MOST of each size.

    Seen from above a peg may point anywhere, and its two ends look alike: every candidate is
    considered the other way round, too, at a price.
    """
    sizes = (pegs,) if pegs is not None else (3, 4)
    rows = [pair for size in sizes for pair in _ranked(found, size)]
    rows.sort(key=lambda pair: -pair[0])
    return [row for _, row in rows[:most]]


@lru_cache(maxsize=8)
def _ranked(found: Candidates, size: int) -> tuple[tuple[float, Row], ...]:
    """The most convincing rows of so many candidates, each after its worth, best first.

    They are asked for more than once while one picture is looked at.
    """
    feet = np.concatenate([found.feet, found.tips])
    tips = np.concatenate([found.tips, found.feet])
    scores = np.concatenate([found.scores, REVERSED * found.scores])
    chosen = _subsets(len(found.scores), size)
    if not len(chosen):
        return ()
    order = np.argsort(feet[chosen, 0], axis=1)
    chosen = np.take_along_axis(chosen, order, axis=1)
    straight = np.exp(-crookedness(feet[chosen], tips[chosen]))
    # A row of four contains rows of three: every peg explained counts.
    value = straight * np.prod(scores[chosen], axis=1) ** (1 / size) * 2.0**size
    best = [(float(value[i]), chosen[i]) for i in np.argsort(-value)[:MOST]]
    return tuple((one, Row(feet[at], tips[at], float(scores[at].min()))) for one, at in best)


@lru_cache
def _subsets(single: int, size: int) -> NDArray[np.intp]:
    """All choices (k, size) of candidates, each either way round: from `single` on, the other."""
    both = combinations(range(2 * single), size)
    once = [subset for subset in both if len({i % single for i in subset}) == size]
    subsets = np.array(once, dtype=np.intp).reshape(-1, size)
    subsets.setflags(write=False)
    return subsets


def _uneven(apart: Floats, long: Floats) -> Floats:
    """How far the logs of neighbouring distances differ that should not.

    A row that recedes has its distances in the ratio of the lengths of the pegs at either end: at
    depths u and w the two are 1 / (v w) to 1 / (u v), and 1 / u to 1 / w. But pegs that are seen
    from above are too short to tell.
    """
    apart_logs, logs = np.log(apart), np.log(np.maximum(long, 1e-6))
    growth = apart_logs[..., 1:] - apart_logs[..., :-1]
    receding = logs[..., 2:] - logs[..., :-2]
    telling = long.min(axis=-1, keepdims=True) > LONG * apart.mean(axis=-1, keepdims=True)
    uneven = np.abs(growth)
    uneven = np.where(telling, np.minimum(uneven, np.abs(growth - receding)), uneven)
    return np.asarray(uneven.max(axis=-1))


def crookedness(feet: Floats, tips: Floats) -> Floats:
    """What rows cost for uneven distances, feet off the line, and pegs of different length.

    `feet` and `tips` are (..., pegs, 2) pixels, the result (...).
    """
    apart, ways = np.maximum(gaps(feet), 1e-6), tips - feet
    gap = apart.mean(axis=-1)
    uneven = _uneven(apart, lengths(ways))
    along = feet[..., -1, :] - feet[..., 0, :]
    along = along / np.maximum(1e-6, lengths(along))[..., None]
    out = feet - feet[..., :1, :]
    side = out[..., 1] * along[..., None, 0] - out[..., 0] * along[..., None, 1]
    ways = ways / gap[..., None, None]
    bend = ways[..., :-2, :] - 2 * ways[..., 1:-1, :] + ways[..., 2:, :]
    price = (
        (uneven / GAP_SLACK) ** 2
        + (np.abs(side).max(axis=-1) / gap / LINE_SLACK) ** 2
        + (lengths(bend).max(axis=-1) / WAY_SLACK) ** 2
    )
    strict = 1.0 if feet.shape[-2] <= 3 else LONGER
    return np.asarray(strict * price / 2, dtype=np.float64)
