"""How the rods of a row lean: nearly alike, and seen from near or above they fan out evenly."""

import numpy as np

from vision.rings.few import median, pairs
from vision.rings.net import Floats

# From how many tall rods it is told how they fan out, the most that they may, and which share of
# the tallest is tall.
FAN, MOST_FAN, TALL = 5, 0.4, 0.5


def fan_of(eyes: Floats, feet: Floats, step: Floats) -> Floats:
    """(2,): the slope in the middle of a row, and how much it grows from there to the last rod.

    A slope is how far a rod goes along the row for each pitch across it. `eyes` and `feet` are
    (n, 2), NaN where an eye is not known; `step` (2,) goes from rod to rod. The line through the
    slopes is the one of Theil (1950) and Sen (1968), which a few wrong eyes do not bend. NaN where
    nothing is known.
    """
    known = np.flatnonzero(np.isfinite(eyes).all(axis=1))
    if not len(known):
        return np.full(2, np.nan)
    rods, place = (eyes - feet)[known], np.linspace(-1, 1, len(feet))[known]
    along, across = rods @ step, rods @ np.array([-step[1], step[0]])
    tall = np.abs(across) >= TALL * np.abs(across).max()
    slope, place, fan = along[tall] / across[tall], place[tall], 0.0
    if len(slope) >= FAN:
        a, b = pairs(len(slope))
        steep = median((slope[b] - slope[a]) / (place[b] - place[a]))
        fan = float(np.clip(steep, -MOST_FAN, MOST_FAN))
    return np.array([median(slope - fan * place), fan])


def slopes_of(fan: Floats, count: int) -> Floats:
    """(count,): the slope of each rod of a row, by its `fan` (2,)."""
    return np.asarray(fan[0] + fan[1] * np.linspace(-1, 1, count))
