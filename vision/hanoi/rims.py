"""How many rims a pile shows, and where, from what each row of a closer look says of it.

A network tells for every row how likely a disc's outline ends there. One rim may be told in several
rows on end, but between two rims there is a row without, as in "connectionist temporal
classification" (Graves et al., 2006).
"""

import numpy as np
from numpy.typing import NDArray

Floats = NDArray[np.float64]
Ints = NDArray[np.intp]

# No row is surer than this logit: the probabilities of 64 such rows are no smaller than a float.
SUREST = 10.0


def rim_rows(rims: Floats, count: int) -> Ints:
    """The rows of the `count` likeliest rims of a peg, (count,), from the bottom of the picture up.

    `rims` is the probability of a rim in each row, (rows,), row 0 at the top. The likeliest of all
    ways to tell so many rims, by dynamic programming (Viterbi, 1967).
    """
    rows = len(rims)
    yes, no = np.log(np.clip(rims, 1e-9, 1)), np.log(np.clip(1 - rims, 1e-9, 1))
    # States 0, 1, 2, ...: before the first rim, in it, after it, and so on; nothing comes from left
    # of the first one.
    gains = np.empty((rows, 2 * count + 1))
    gains[:, 0::2], gains[:, 1::2] = no[:, None], yes[:, None]
    best = np.full((rows + 1, 2 * count + 2), -np.inf)
    best[0, 1] = 0.0
    for before, after, gain in zip(best[:-1], best[1:, 1:], gains, strict=True):
        np.maximum(before[:-1], before[1:], out=after)
        after += gain
    came = (best[:-1, :-1] > best[:-1, 1:]).tolist()
    at = 2 * count if count == 0 or best[-1, -1] >= best[-1, -2] else 2 * count - 1
    peaks = np.full(count, -1, dtype=np.intp)
    for row in range(rows - 1, -1, -1):
        if at % 2 and (peaks[at // 2] < 0 or rims[row] > rims[peaks[at // 2]]):
            peaks[at // 2] = row
        at -= came[row][at]
    return peaks[::-1]


def count_logs(rows: Floats, most: int) -> Floats:
    """Logs of the probabilities that 0 to `most` rims are told, (pegs, most + 1).

    `rows` are the logits of a rim in each row, (pegs, rows). The sum over all ways to tell so many,
    row by row.
    """
    yes = 1 / (1 + np.exp(-np.clip(rows, -SUREST, SUREST)))
    # The probability of so many rims so far, and that the last row was beside or in one; `fewer` is
    # that of one rim less, beside.
    padded = np.zeros((len(rows), most + 2))
    fewer, beside = padded[:, :-1], padded[:, 1:]
    beside[:, 0] = 1.0
    inside = np.zeros((len(rows), most + 1))
    for rim, none in zip(yes.T[:, :, None], 1 - yes.T[:, :, None], strict=True):
        begun = inside + fewer
        beside += inside
        beside *= none
        inside = begun * rim
    return np.asarray(np.log(beside + inside), dtype=np.float64)
