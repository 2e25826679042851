"""The toy in a row that is known: which rod is at which of its places."""

from dataclasses import dataclass

import numpy as np

from vision.rings.columns import Columns, columns_of
from vision.rings.net import Spots
from vision.rings.rods import Rods, rods_of
from vision.rings.row import Row
from vision.rings.toy import Toy, eyes_on, told_by


@dataclass(frozen=True, slots=True, eq=False)
class Placed:
    """The table over all places of a row, NaN where one is hidden, and the rods it was made of."""

    toy: Toy
    rods: Rods
    columns: Columns


def placed(spots: Spots, row: Row) -> Placed | None:
    """The toy whose feet are about where the `row` has them; None where no rod is seen."""
    rods = rods_of(spots, row.step, lined=False, cut_off=True)
    if len(rods.gain) == 0:
        return None
    columns = columns_of(rods, row.feet, row.step, row.slopes)
    return Placed(_toy(rods, columns, row), rods, columns)


def _toy(rods: Rods, columns: Columns, row: Row) -> Toy:
    n = len(row.feet)
    eyes, feet, seen = told_by(rods, columns)
    own = columns.best[columns.best >= 0]
    proof = float(np.sum(rods.gain[own]))
    on = eyes_on(rods, columns.share)
    nowhere = np.full((2, 2), np.nan)
    lengths = np.array([[n, 1.0]])
    return Toy(eyes, feet, on, seen, 1.0, 1.0, proof, row.step, nowhere, lengths)
