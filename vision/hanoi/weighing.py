"""How likely each arrangement of discs is by a sight of them."""

from dataclasses import dataclass

import numpy as np

from vision.hanoi.colouring import colour_factors
from vision.hanoi.places import Arrangements, Floats
from vision.hanoi.sight import Sight

# How much of what is believed is by half widths that were measured at the discs' edges; the rest is
# by those of closer looks alone. Where edges are misread, they are so without a doubt.
EDGES = 0.85
# An arrangement that is surer than this by half widths is not compared by colours.
PLAIN = 0.9995


@dataclass(frozen=True, slots=True, eq=False)
class Weighed:
    """The probability of every arrangement, (arrangements,).

    `by_edges` is that by half widths that were measured at edges, `by_looks` that by closer looks.
    """

    by_edges: Floats
    by_looks: Floats

    @property
    def both(self) -> Floats:
        """The probability by both."""
        return EDGES * self.by_edges + (1 - EDGES) * self.by_looks


def weigh(arrangements: Arrangements, sight: Sight, sizes: Floats | None = None) -> Weighed:
    """How likely arrangements are; `sizes` (discs,) are half widths of discs that are known.

    Where they are not known colours have a say in the order.
    """
    counts = sight.stacks.counts
    found = [
        _shares(arrangements.weigh(counts, *widths, sizes))
        for widths in (sight.widths, sight.rough_widths)
    ]
    if sizes is None and found[0].max() < PLAIN:
        factors = colour_factors(arrangements, sight, np.maximum(*found))
        found = [_shares(one * factors) for one in found]
    return Weighed(*found)


def least_vote(arrangements: Arrangements, sight: Sight, arrangement: int) -> float:
    """How likely an arrangement is by that network which by itself believes in it least."""
    each = [
        _shares(arrangements.weigh(told.counts, *sight.widths_of(told))) for told in sight.alone
    ]
    return float(min((shares[arrangement] for shares in each), default=1.0))


def _shares(weights: Floats) -> Floats:
    """Weights (k,) as probabilities."""
    return np.asarray(weights / weights.sum(), dtype=np.float64)
