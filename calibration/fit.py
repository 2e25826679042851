"""How often a reader is wrong, from looks at known states, and what a belief makes of it."""

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

Floats = NDArray[np.float64]

# A cell tells something where its likeliest symbol has this probability; so it is for the belief.
TELLS = 0.8
# A row that varies by no more than this says that the cell cannot be seen.
UNIFORM = 1e-6
# What was assumed counts as much as so many cells: a toy that lies still shows less than a game,
# with its hands and shadows, and in the next game it may lie elsewhere.
ASSUMED_CELLS = 60
# More doubt than this would make a reader useless; it is for the player to mend the light.
MOST_DOUBT = 0.5


@dataclass(frozen=True, slots=True)
class Tally:
    """How a reader did on looks at one toy in one place.

    - `cells`: how many of its cells were in sight. Looks at the same place repeat their errors, so
      that many of them tell no more than one.
    - `misread`: the share of these cells whose likeliest symbol was not the true one.
    - `unowned`: the share that is best taken for arbitrary: what was misread beyond what the
      reader's own probabilities own up to, of the cells that tell something.
    """

    cells: int
    misread: float
    unowned: float


def tally(tables: Sequence[Floats], truths: Sequence[Sequence[int]]) -> Tally | None:
    """Compares looks at one place with the truth; None where no cell was in sight.

    Each table is (rows, symbols), each row a distribution; its truth has the symbol of every row,
    -1 for rows that are not to be counted.
    """
    pairs = [(table, np.asarray(truth)) for table, truth in zip(tables, truths, strict=True)]
    counted = [(t[good], true[good]) for t, true in pairs if (good := _seen(t, true)).any()]
    if not counted:
        return None
    rows = np.concatenate([table for table, _ in counted])
    true = np.concatenate([one for _, one in counted])
    misread = float(np.mean(rows.argmax(axis=1) != true))
    return Tally(round(len(rows) / len(counted)), misread, _unowned(rows, true))


def misread_of(tallies: Sequence[Tally]) -> float:
    """The share of cells misread in several places."""
    return _mean([(one.cells, one.misread) for one in tallies])


def unowned_of(tallies: Sequence[Tally]) -> float:
    """The share of cells taken for arbitrary in several places."""
    return _mean([(one.cells, one.unowned) for one in tallies])


def doubt_of(tallies: Sequence[Tally], assumed: float) -> float:
    """The doubt for a belief: what was measured, and what was assumed before, by their weights.

    That is the mean of a beta distribution with `ASSUMED_CELLS` cells behind what is assumed.
    """
    found = [(one.cells, one.unowned) for one in tallies]
    return min(MOST_DOUBT, _mean([(ASSUMED_CELLS, assumed), *found]))


def _seen(table: Floats, true: NDArray[np.intp]) -> NDArray[np.bool_]:
    return np.asarray((np.ptp(table, axis=1) > UNIFORM) & (true >= 0))


def _unowned(rows: Floats, true: NDArray[np.intp]) -> float:
    """A row that claims p for its symbol is right so often, where it is honest."""
    told = rows.max(axis=1) > TELLS
    if not told.any():
        return 0.0
    claimed = np.sum(rows * rows, axis=1)
    given = rows[np.arange(len(rows)), true]
    symbols = int(rows.shape[1])
    # An arbitrary row is right by chance at times.
    share = float(np.mean((claimed - given)[told])) * symbols / (symbols - 1)
    return min(1.0, max(0.0, share))


def _mean(weighed: Sequence[tuple[int, float]]) -> float:
    total = sum(weight for weight, _ in weighed)
    return float(sum(weight * share for weight, share in weighed) / total) if total else 0.0
