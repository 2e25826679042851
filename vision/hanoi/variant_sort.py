"""Which pieces of a toy have one size, and which one colour: all ways to sort them, weighed.

Each colour comes once in each size, and on a peg no piece lies on a smaller one. A way is the
better the closer half widths and colours lie to the means of their groups.
"""

from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass
from itertools import combinations_with_replacement, pairwise, permutations, product

import numpy as np
from numpy.typing import NDArray

from vision.hanoi.pieces import Pieces, flat_colours

Floats = NDArray[np.float64]
Ints = NDArray[np.intp]

# The error of a colour, in steps that count alike.
COLOUR_ERROR = 5.0
# The share by which equal pieces seem to differ in half width, beside the eye's own errors.
WIDTH_ERROR = 0.02
# One piece that fits badly may cost so much at most.
WORST = 20.0
# Ways to group sizes that are so much worse than the best, as a logarithm, are left out.
HOPELESS = 8.0
# The half widths of groups differ by this share at least.
LEAST_STEP = 0.08


@dataclass(frozen=True, slots=True, eq=False)
class Sorting:
    """The likeliest way to sort some pieces, and its probability.

    - `sizes`, `colours`: (k,), the size of each piece from 1, the smallest, and the number of its
      colour, counted in the order in which colours come.
    - `widths`: (sizes,) half widths, smallest first; `means`: (colours, 3) CIE Lab as for bytes.
    - `unlike`: how badly half widths fit, by piece, as a negative logarithm; `astray`: how far that
      colour lies from its group's that lies farthest, as a share of how far groups lie apart.
    """

    sizes: Ints
    colours: Ints
    widths: Floats
    means: Floats
    certainty: float
    unlike: float = 0.0
    astray: float = 0.0


def sort_pieces(pieces: Pieces, colours: int) -> Sorting | None:
    """Sorts pieces of so many colours; None where they cannot be so many of each."""
    if not len(pieces) or len(pieces) % colours:
        return None
    sizes = len(pieces) // colours
    shown = flat_colours(pieces.colours)
    weighed = [(_size_cost(pieces, way, sizes), way) for way in _size_ways(pieces, sizes)]
    least = min(cost for cost, _ in weighed)
    found: list[tuple[float, Ints, Ints]] = []
    for cost, way in weighed:
        if cost < least + HOPELESS:
            for labels, price in _colour_ways(shown, way, colours):
                found.append((cost + price, way, labels))
    costs = np.array([cost for cost, _, _ in found])
    odds = np.exp(costs.min() - costs)
    _, way, labels = found[int(costs.argmin())]
    labels = _in_order(labels)
    middles = np.array([shown[labels == c].mean(axis=0) for c in range(colours)])
    return Sorting(
        sizes=way,
        colours=labels,
        widths=np.array([_mean(pieces, way == size) for size in range(1, sizes + 1)]),
        means=np.array([pieces.colours[labels == c].mean(axis=0) for c in range(colours)]),
        certainty=float(1 / odds.sum()),
        unlike=_size_cost(pieces, way, sizes) / len(pieces),
        astray=float(np.linalg.norm(shown - middles[labels], axis=1).max()) / _apart(middles),
    )


def _apart(middles: Floats) -> float:
    """How far those of some colours, (k, 3), lie apart that are nearest."""
    apart = np.linalg.norm(middles[:, None] - middles, axis=2)
    return max(1.0, float(apart[~np.eye(len(middles), dtype=bool)].min(initial=np.inf)))


def _size_ways(pieces: Pieces, sizes: int) -> Iterator[Ints]:
    """All ways in which sizes, each as often as the others, fall from below to above."""
    each = len(pieces) // sizes
    piles = [int(np.count_nonzero(pieces.pegs == peg)) for peg in np.unique(pieces.pegs)]
    for way in _filled(piles, Counter(dict.fromkeys(range(sizes, 0, -1), each))):
        yield np.array(way, dtype=np.intp)


def _filled(piles: list[int], left: Counter[int]) -> Iterator[tuple[int, ...]]:
    """All ways to fill piles of some heights, each falling from below, with the sizes `left`."""
    if len(piles) == 1:
        yield tuple(sorted(left.elements(), reverse=True))
        return
    for pile in combinations_with_replacement(sorted(left, reverse=True), piles[0]):
        used = Counter(pile)
        if used <= left:
            for others in _filled(piles[1:], left - used):
                yield pile + others


def _size_cost(pieces: Pieces, way: Ints, sizes: int) -> float:
    """The negative logarithm of how likely the half widths are, if they are grouped so."""
    means = np.array([_mean(pieces, way == size) for size in range(1, sizes + 1)])
    own = means[way - 1]
    error = np.hypot(pieces.errors, WIDTH_ERROR * own)
    cost = 0.5 * float(np.minimum(((pieces.widths - own) / error) ** 2, WORST).sum())
    for size, (low, high) in enumerate(pairwise(means), start=1):
        doubt = np.hypot(_error(pieces, way == size), _error(pieces, way == size + 1))
        short = (LEAST_STEP * high - (high - low)) / np.hypot(doubt, WIDTH_ERROR * high)
        cost += 0.5 * min(max(0.0, float(short)) ** 2, WORST)
    return cost


def _colour_ways(shown: Floats, way: Ints, colours: int) -> Iterator[tuple[Ints, float]]:
    """All ways to give each size every colour once, (k,), and what they cost."""
    groups = [np.flatnonzero(way == size) for size in np.unique(way)]
    orders = list(permutations(range(colours)))
    for choice in product(orders[:1], *[orders] * (len(groups) - 1)):
        labels = np.zeros(len(way), dtype=np.intp)
        for group, order in zip(groups, choice, strict=True):
            labels[group] = order
        means = np.array([shown[labels == c].mean(axis=0) for c in range(colours)])
        away = ((shown - means[labels]) ** 2).sum(axis=1) / COLOUR_ERROR**2
        yield labels, 0.5 * float(np.minimum(away, WORST).sum())


def _mean(pieces: Pieces, of: NDArray[np.bool_]) -> float:
    """The half width of some equal pieces, each counted as it is known."""
    weights = 1 / pieces.errors[of] ** 2
    return float((pieces.widths[of] * weights).sum() / weights.sum())


def _error(pieces: Pieces, of: NDArray[np.bool_]) -> float:
    """The error of that half width."""
    return float((1 / pieces.errors[of] ** 2).sum() ** -0.5)


def _in_order(labels: Ints) -> Ints:
    """Groups numbered anew in the order in which they come."""
    order = list(dict.fromkeys(labels.tolist()))
    return np.array([order.index(label) for label in labels], dtype=np.intp)
