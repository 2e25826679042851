"""How sure the number of rods is."""

import numpy as np

from vision.rings.net import Floats

# By this the worth of rows of different lengths is divided before it is taken for log-odds; fitted
# on drawn pictures. At one it is taken as it is.
TEMPERATURE = 1.0
# What it is worth, in log-odds, that the user told the number, and that nine is the standard.
TOLD, STANDARD = 5.0, 1.0
# Between the last rod and the end of the loop there is room for so many rods, hardly for more.
ROOM, TOO_MUCH = 4.5, 8.0


def chances(lengths: Floats, count: int | None = None) -> Floats:
    """The probability of every length: `lengths` (k, 2) are lengths and what they are worth."""
    odds = lengths[:, 1] / TEMPERATURE + STANDARD * (lengths[:, 0] == 9)
    if count is not None:
        odds = odds + TOLD * (lengths[:, 0] == count)
    chance: Floats = np.exp(odds - odds.max())
    return np.asarray(chance / chance.sum())


def close_ends(extent: tuple[float, float], ends: Floats, step: Floats) -> float:
    """The loop should end not far from the row: `extent` of the row in steps, `ends` (2, 2)."""
    tip, neck = ends @ step / (step @ step)
    gaps = np.array([extent[0] - tip, neck - extent[1]])
    worst = float(np.nanmax(np.append(gaps, 0.0)))
    return float(np.clip((TOO_MUCH - worst) / (TOO_MUCH - ROOM), 0, 1))
