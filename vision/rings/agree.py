"""Several looks at one toy, made one: looks at one picture share most of their errors.

What they share is less than it seems where networks of two kinds look: of 1,908 pictures on which
all looks counted alike two were miscounted, and of the 62 of them on which the looks were no surer
than nine in ten, none. The factors are near those of two logistic regressions, of the number and of
single rings, on 2,043 of 5,750 drawn pictures, those that one look leaves in doubt
(`samples.rings_agree_fit`), and lower: a state told wrongly costs more than one that is not told.
What looks against a ring cost is fitted on 1,238 of 4,700 others, left in doubt by later networks.
"""

from collections.abc import Sequence
from dataclasses import replace

import numpy as np

from vision.rings.net import Floats
from vision.rings.toy import Toy

# The least that a look's probability of a length counts as.
LEAST = 1e-4
# The log-odds that the number is right: a constant, by the looks' own, and where all count alike.
COUNT = (-0.6, 1.4, 1.2)
# No number is surer that one of two networks does not tell: 21 of 3,500 pictures are so, and one of
# these was miscounted.
DIFFERENT = 0.8
# An eye that half of the looks see so clearly, and that no rod has, is one that some rod should
# have: of 700 drawn pictures three had one and were told for sure, two of them wrongly.
SPARE = 0.6
# The size of a ring's log-odds: likewise, less by the share of looks that are against it; and the
# most that the looks' own tell. A ring is not told that more than this share of the looks
# contradict or do not see.
RING, RING_MOST, CONTESTED = (-0.8, 1.3, -2.5), 8.0, 0.5
# An eye that looks hardly see, on average less than this clearly, is told with no more log-odds: of
# 33 with three and more, in 836 drawn pictures in doubt, all were told right.
HARDLY, DIM = 0.15, 4.0
# A look from whose row's first or last rod no eye is seen, less clearly than this, may be one place
# off: an eye within the row that it missed shifts all that follow. Neither costs one of 138
# pictures in doubt that were told.
NO_EYE = 0.05
# All looks from nearer together count so many times as much as all others.
NEARER = 3.0


def agreed(close: Sequence[Toy], finer: Sequence[Toy] = ()) -> Toy:
    """One toy out of several looks at it (one at least), all in the same picture's pixels.

    `finer` are those from nearer by another network, which does not take the same shadow for a rod.
    """
    looks = [*close, *finer]
    if len(looks) == 1:
        return looks[0]
    mean, alike = pooled(close, finer)
    if not alike:
        return looks[0]
    counted = _count_sureness(mean.counted, bool(finer) and together(looks, alike))
    if (close and finer and _favourite(close) != _favourite(finer)) or spares_eye(alike):
        counted = min(counted, DIFFERENT)
    return replace(mean, on=_ring_odds(mean.on, alike), counted=counted)


def pooled(close: Sequence[Toy], finer: Sequence[Toy] = ()) -> tuple[Toy, Sequence[Toy]]:
    """The mean of looks, no surer than these are, and those of them that count as it does."""
    toys = [*close, *finer]
    share = np.ones(len(toys))
    if close and finer:
        share[len(close) :] = NEARER * len(close) / len(finer)
    lengths = _lengths(toys, share)
    n = int(lengths[np.argmax(lengths[:, 1]), 0])
    pairs = [(toy, worth) for toy, worth in zip(toys, share, strict=True) if toy.rings == n]
    if not pairs:
        return toys[0], []
    alike = [toy for toy, _ in pairs]
    # What speaks against a count besides its length: an end of the loop that is far away.
    ends = np.average(
        [toy.counted / max(_chance(toy), LEAST) for toy in alike],
        weights=[worth for _, worth in pairs],
    )
    weight = np.array([worth * (toy.seen + 0.05) for toy, worth in pairs])
    on = np.sum([toy.on for toy in alike] * weight, axis=0) / weight.sum(axis=0)
    counted = float(lengths[:, 1].max() * min(1.0, ends))
    return replace(alike[0], on=on, counted=counted, lengths=lengths), alike


def together(toys: Sequence[Toy], alike: Sequence[Toy]) -> bool:
    """Whether all looks count alike, each without finding another number likelier."""
    return len(alike) == len(toys) and all(_chance(toy) >= 0.5 for toy in toys)


def spares_eye(looks: Sequence[Toy]) -> bool:
    """Whether looks see an eye that is none of their rods', the middle one of them clearly."""
    return float(np.median([toy.spare for toy in looks])) > SPARE


def against(on: Floats, alike: Sequence[Toy]) -> Floats:
    """(n,): the share of looks that contradict the log-odds `on` (n,), ring by ring."""
    return np.asarray(np.mean([toy.on * on < 0 for toy in alike], axis=0))


def _favourite(toys: Sequence[Toy]) -> int:
    """The number of rings that is likeliest by some looks."""
    lengths = _lengths(toys, np.ones(len(toys)))
    return int(lengths[np.argmax(lengths[:, 1]), 0])


def _count_sureness(counted: float, all_alike: bool) -> float:
    """How sure the number is that the looks are so sure of; `all_alike`: both networks' all."""
    one, own, more = COUNT
    told = np.clip(counted, LEAST, 1 - LEAST)
    return float(1 / (1 + np.exp(-(one + own * np.log(told / (1 - told)) + more * all_alike))))


def _ring_odds(on: Floats, alike: Sequence[Toy]) -> Floats:
    """(n,): log-odds of on, out of the mean (n,) over looks, by how many of these are against.

    Where looks see an eye at both ends of the row, most of these must be for it, too.
    """
    one, own, contradicted = RING
    size = one + own * np.minimum(np.abs(on), RING_MOST) + contradicted * against(on, alike)
    seen = np.mean([toy.seen for toy in alike], axis=0)
    size = np.where(seen < HARDLY, np.minimum(size, DIM), size)
    told = _for(on, alike) >= 1 - CONTESTED
    whole = [toy for toy in alike if min(toy.seen[0], toy.seen[-1]) > NO_EYE]
    if whole:
        told &= _for(on, whole) >= 1 - CONTESTED
    return np.asarray(np.where(told, np.sign(on) * np.maximum(size, 0.0), 0.0))


def _for(on: Floats, looks: Sequence[Toy]) -> Floats:
    """(n,): the share of looks that tell of each ring what `on` (n,) does."""
    return np.asarray(np.mean([toy.on * on > 0 for toy in looks], axis=0))


def _chance(toy: Toy) -> float:
    """How likely the toy's own number of rings is among all numbers."""
    return float(toy.lengths[toy.lengths[:, 0] == toy.rings, 1][0])


def _lengths(toys: Sequence[Toy], weights: Floats) -> Floats:
    """(k, 2): every length that a look tells of, and the looks' geometric mean."""
    every = np.unique(np.concatenate([toy.lengths[:, 0] for toy in toys]))
    logs = np.full((len(toys), len(every)), np.log(LEAST))
    for row, toy in zip(logs, toys, strict=True):
        known = np.searchsorted(every, toy.lengths[:, 0])
        row[known] = np.log(np.maximum(toy.lengths[:, 1], LEAST))
    odds = np.average(logs, axis=0, weights=weights)
    chance = np.exp(odds - np.logaddexp.reduce(odds))
    return np.stack([every, chance], axis=1)
