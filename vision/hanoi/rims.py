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


def count_logs(rows: Floats, most: int) -> Floats:
    """Logs of the probabilities that 0 to `most` rims are told, (pegs, most + 1).

    `rows` are the logits of a rim in each row, (pegs, rows). The sum over all ways to tell so many,
    row by row.
    """
    yes = 1 / (1 + np.exp(-np.clip(rows, -SUREST, SUREST)))
    # The probability of so many rims so far, and that the last row was beside or in one.
    beside = np.zeros((len(rows), most + 1))
    inside = np.zeros_like(beside)
    beside[:, 0] = 1.0
    for rim in yes.T[:, :, None]:
        begun = inside.copy()
        begun[:, 1:] += beside[:, :-1]
        beside, inside = (beside + inside) * (1 - rim), begun * rim
    return np.asarray(np.log(beside + inside), dtype=np.float64)
