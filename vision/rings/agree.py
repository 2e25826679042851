"""Several looks at one toy, made one: looks at one picture share most of their errors."""

from collections.abc import Sequence
from dataclasses import replace

import numpy as np

from vision.rings.net import Floats
from vision.rings.toy import Toy

# The least that a look's probability of a length counts as.
LEAST = 1e-4


def agreed(toys: Sequence[Toy], weights: Sequence[float] | None = None) -> Toy:
    """One toy out of several looks at it (one at least), all in the same picture's pixels.

    `weights` tell how much each look counts, all the same without.
    """
    if len(toys) == 1:
        return toys[0]
    share = np.ones(len(toys)) if weights is None else np.array(weights, dtype=np.float64)
    lengths = _lengths(toys, share)
    n = int(lengths[np.argmax(lengths[:, 1]), 0])
    pairs = [(toy, worth) for toy, worth in zip(toys, share, strict=True) if toy.rings == n]
    if not pairs:
        return toys[0]
    alike = [toy for toy, _ in pairs]
    # What speaks against a count besides its length: an end of the loop that is far away.
    ends = np.average(
        [toy.counted / max(_chance(toy), LEAST) for toy in alike],
        weights=[worth for _, worth in pairs],
    )
    weight = np.array([worth * (toy.seen + 0.05) for toy, worth in pairs])
    on = np.sum([toy.on for toy in alike] * weight, axis=0) / weight.sum(axis=0)
    counted = float(lengths[:, 1].max() * min(1.0, ends))
    return replace(alike[0], on=on, counted=counted, lengths=lengths)


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
