"""Toys whose pegs stand on round feet, which look like one disc more on every peg.

No two discs of a tower are alike, so that piles whose lowest discs are all alike, and as wide as
any, stand on feet. Pegs of a toy that has so many discs as somebody said show them all, and one
each more.
"""

from dataclasses import replace

import numpy as np

from vision.hanoi.nets import Stacks
from vision.hanoi.places import Floats, total_probabilities
from vision.hanoi.sight import Sight

# How much wider than the narrowest the widest foot may seem, and what share of the widest disc's
# half width the narrowest may have: half widths are a few hundredths off, one in ten a twentieth.
ALIKE, WIDE = 1.2, 0.9
# How likely there may be so many discs as were said, at most.
AS_SAID = 0.02
LOWEST = 0.02


def on_round_feet(sight: Sight, count: int) -> bool:
    """Whether what lies lowest on each peg of a toy of `count` discs is no disc."""
    totals, pegs = total_probabilities(sight.stacks.counts), sight.row.pegs
    if totals.argmax() != count + pegs or totals[count] > AS_SAID:
        return False
    counts, widths = sight.stacks.counts.argmax(axis=1), sight.widths[0]
    lowest = widths[:, 0]
    others = np.arange(1, widths.shape[1]) < counts[:, None]
    largest = float(widths[:, 1:][others].max(initial=0.0))
    alike = lowest.max() < ALIKE * lowest.min()
    return bool(counts.min() > 0 and alike and lowest.min() > WIDE * largest)


def without_feet(sight: Sight) -> Sight:
    """The same sight of what lies on the feet."""
    rough = None if sight.rough is None else _raised(sight.rough)
    alone = tuple(_raised(one) for one in sight.alone)
    return replace(sight, stacks=_raised(sight.stacks), rough=rough, alone=alone)


def _raised(stacks: Stacks) -> Stacks:
    """Stacks without what lies lowest on each peg."""
    counts = np.zeros_like(stacks.counts)
    counts[:, :-1] = stacks.counts[:, 1:]
    counts[:, 0] += stacks.counts[:, 0]
    seen = np.maximum(stacks.counts.argmax(axis=1), 1)
    heights = np.maximum(stacks.heights * (seen - 1) / seen, LOWEST)
    return replace(
        stacks,
        counts=counts,
        radii=_next(stacks.radii),
        spreads=_next(stacks.spreads),
        heights=heights,
    )


def _next(values: Floats) -> Floats:
    """(pegs, 8) values of the discs above; the last is said twice."""
    return np.concatenate([values[:, 1:], values[:, -1:]], axis=1)
