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
# What one look of many tells, what is kept of those before it, and the least that one may say.
ONE_LOOK, KEPT, LEAST_CHANCE = 0.6, 0.9, 1e-3


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


class Census:
    """Adds up over the frames of a film how many rods there are."""

    def __init__(self) -> None:
        self._odds: dict[int, float] = {}
        self.looks = 0

    def take(self, lengths: Floats) -> None:
        """One look: `lengths` (k, 2) are lengths and their probabilities.

        Looks at a toy at rest repeat each other's errors, so each counts for less than a whole
        one, and old ones are forgotten.
        """
        self.looks += 1
        told = {int(length): max(float(chance), LEAST_CHANCE) for length, chance in lengths}
        for length in {*self._odds, *told}:
            before = self._odds.get(length, self._least())
            self._odds[length] = KEPT * before + ONE_LOOK * np.log(told.get(length, LEAST_CHANCE))

    def chance(self, length: int) -> float:
        """The probability of a number of rods after all looks."""
        if length not in self._odds:
            return 0.0
        odds = np.array(list(self._odds.values()))
        return float(np.exp(self._odds[length] - np.logaddexp.reduce(odds)))

    def _least(self) -> float:
        return min(self._odds.values(), default=0.0)
