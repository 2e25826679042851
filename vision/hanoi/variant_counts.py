"""How many pieces lie on the pegs of a toy that has as many of each colour."""

from dataclasses import dataclass
from itertools import product

import numpy as np
from numpy.typing import NDArray

from vision.hanoi.places import total_probabilities

Floats = NDArray[np.float64]
Ints = NDArray[np.intp]

# How often a piece is missing where nothing moves and nothing is in the way, before counting.
AWAY = 0.05


@dataclass(frozen=True, slots=True, eq=False)
class Counted:
    """How many pieces lie on each peg: the likeliest numbers, (pegs,), and their probability.

    `shares` (pegs, most + 1) are the probabilities of each number.
    """

    best: Ints
    certainty: float
    shares: Floats


def likely_counts(counts: Floats, total: int) -> Counted:
    """The numbers of pieces on the pegs, of which there are so many together.

    `counts` is (pegs, most + 1), the probability of each number on each peg by itself.
    """
    pegs = np.arange(len(counts))
    every = product(range(counts.shape[1]), repeat=len(counts))
    ways = np.array([way for way in every if sum(way) == total], dtype=np.intp)
    odds = np.maximum(counts[pegs, ways].prod(axis=1), 1e-12)
    odds /= odds.sum()
    shares = np.zeros_like(counts)
    for way, share in zip(ways, odds, strict=True):
        shares[pegs, way] += share
    best = int(odds.argmax())
    return Counted(ways[best], float(odds[best]), shares)


def likely_total(counts: Floats, colours: int, known: int | None) -> tuple[int, float] | None:
    """How many pieces there are, and how likely it is that so many are there, all of them.

    `counts` is as in `likely_counts`; there are `known` pieces, or as many of each colour: with
    another number some are missing. None where the likeliest number is none of a whole toy's.
    """
    totals = total_probabilities(counts)
    whole = np.zeros(len(totals), dtype=bool)
    whole[colours if known is None else known :: colours if known is None else len(totals)] = True
    if known is None and not whole[totals.argmax()]:
        return None
    odds = np.where(whole, totals, AWAY * totals)
    best = int(np.where(whole, totals, -1.0).argmax())
    return best, float(odds[best] / odds.sum())
