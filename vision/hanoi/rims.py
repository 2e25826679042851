"""How many discs lie on a peg, from what each row of its patch says.

The network tells for every row of a patch how likely the front of a disc's upper rim is there. One
rim may be told in several rows on end, but between two rims there is a row without: then the
probability of k discs is a sum over all ways to tell k of them, as in "connectionist temporal
classification" (Graves et al., 2006), section 4.1, for an alphabet of one letter.
"""

import numpy as np
from numpy.typing import NDArray

Floats = NDArray[np.float64]
Ints = NDArray[np.intp]

# Rows with less than this are taken to have no rim.
FAINT = 1e-4


def count_probabilities(rims: Floats, most: int) -> Floats:
    """The probability of 0 to `most` discs on each of some pegs, (pegs, most + 1).

    `rims` is the probability of a rim in each row, (pegs, rows).
    """
    # After k rims: `between` has seen a row without one since the last, `within` has not.
    between = np.zeros((len(rims), most + 1))
    within = np.zeros((len(rims), most + 1))
    between[:, 0] = 1.0
    for row in np.flatnonzero(rims.max(axis=0) >= FAINT):
        # Faint rows on the way to this one only end what went on.
        p = rims[:, row, None]
        if row and rims[:, row - 1].max() < FAINT:
            between, within = between + within, np.zeros_like(within)
        told = np.zeros_like(within)
        told[:, 1:] = p * (within[:, 1:] + between[:, :-1])
        between, within = (1 - p) * (between + within), told
    total = between + within
    return np.asarray(total / total.sum(axis=1, keepdims=True), dtype=np.float64)


def rim_rows(rims: Floats, count: int) -> Ints:
    """The rows of the `count` likeliest rims of a peg, (count,), from the bottom of the picture up.

    `rims` is the probability of a rim in each row, (rows,), row 0 at the top. The likeliest of all
    ways to tell so many rims, by dynamic programming (Viterbi, 1967).
    """
    rows = len(rims)
    yes, no = np.log(np.clip(rims, 1e-9, 1)), np.log(np.clip(1 - rims, 1e-9, 1))
    # States 0, 1, 2, ...: before the first rim, in it, after it, and so on.
    best = np.full(2 * count + 1, -np.inf)
    best[0] = 0.0
    came = np.zeros((rows, 2 * count + 1), dtype=np.intp)
    gain = np.empty((rows, 2 * count + 1))
    gain[:, 0::2], gain[:, 1::2] = no[:, None], yes[:, None]
    for row in range(rows):
        step = np.concatenate([[-np.inf], best[:-1]])
        came[row] = step > best
        best = np.maximum(best, step) + gain[row]
    at = 2 * count if count == 0 or best[-1] >= best[-2] else 2 * count - 1
    peaks = np.full(count, -1, dtype=np.intp)
    for row in range(rows - 1, -1, -1):
        if at % 2 and (peaks[at // 2] < 0 or rims[row] > rims[peaks[at // 2]]):
            peaks[at // 2] = row
        at -= int(came[row, at])
    return peaks[::-1]
