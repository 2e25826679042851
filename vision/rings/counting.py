"""How sure the number of rods is."""

import numpy as np

from vision.rings.net import Floats

# By this the worth of rows of different lengths is divided before it is taken for log-odds; fitted
# on drawn pictures.
TEMPERATURE = 1.0
# What it is worth, in log-odds, that the user told the number, and that nine is the standard.
TOLD, STANDARD = 5.0, 1.5
# Between the last rod and the end of the loop there is room for so many rods, hardly for more.
ROOM, TOO_MUCH = 4.5, 8.0
# What is left of the sureness of a row that may go on outside the picture.
CUT = 0.5
# More rods are likely enough from here on: of 694 drawn pictures in doubt that were told for sure,
# 30 had an end of the loop beyond the edge. One of these was miscounted, the only one above this.
MORE = 0.03
# What another scene tells, and after how many frames it tells all that; the least chance that one
# look may give a number, and the most that all may speak against one.
ONE_SCENE, LONG, LEAST_CHANCE, MOST_ODDS = 0.7, 6, 1e-3, 30.0


def chances(lengths: Floats, count: int | None = None) -> Floats:
    """The probability of every length: `lengths` (k, 2) are lengths and what they are worth."""
    odds = lengths[:, 1] / TEMPERATURE + STANDARD * (lengths[:, 0] == 9)
    if count is not None:
        odds = odds + TOLD * (lengths[:, 0] == count)
    chance: Floats = np.exp(odds - odds.max())
    return np.asarray(chance / chance.sum())


def weighed(chance: Floats, mean: float, sureness: tuple[float, float, float]) -> Floats:
    """The same probabilities, by how well the likeliest row fits: `mean` worth of its places.

    How sure the likeliest number is, in log-odds, is a sum: `sureness` of one, of the log-odds by
    which it is likelier than all others together, and of the mean. Where the row is none, or the
    spacing is wrong, all lengths are compared on a wrong ruler.
    """
    best = int(np.argmax(chance))
    top = float(np.clip(chance[best], 1e-6, 1 - 1e-6))
    one, margin, well = sureness
    sure = 1 / (1 + np.exp(-(one + margin * np.log(top / (1 - top)) + well * mean)))
    out: Floats = chance * (1 - sure) / (1 - top)
    out[best] = sure
    return out


def close_ends(extent: tuple[float, float], ends: Floats, step: Floats) -> float:
    """The loop should end not far from the row: `extent` of the row in steps, `ends` (2, 2)."""
    tip, neck = ends @ step / (step @ step)
    gaps = np.array([extent[0] - tip, neck - extent[1]])
    worst = float(np.nanmax(np.append(gaps, 0.0)))
    return float(np.clip((TOO_MUCH - worst) / (TOO_MUCH - ROOM), 0, 1))


def cut_off(
    eyes: Floats,
    feet: Floats,
    ends: Floats,
    step: Floats,
    shape: tuple[int, int],
    *,
    more: float = 0.0,
) -> bool:
    """Whether the row, `eyes` and `feet` (n, 2), may go on outside the picture, `shape` (h, w).

    It ends with the loop; where that end of the loop was not seen (`ends` (2, 2), tip and neck, NaN
    where unseen), and the next rod would be outside, there may be one. An end that was found beyond
    the picture's edge is believed unless `more` rods are likely enough by what is seen of them.
    """
    size = np.array(shape[::-1])
    next_ones = np.stack([[at[0] - step, at[-1] + step] for at in (eyes, feet)])
    outside = np.any((next_ones < 0) | (next_ones >= size), axis=2)
    beyond = np.any((ends < 0) | (ends >= size), axis=1)
    unseen = np.isnan(ends[:, 0]) | (beyond & (more > MORE))
    return bool(np.any(outside.any(axis=0) & unseen))


class Census:
    """Adds up over the frames of a film how many rods there are.

    Frames of a toy at rest share their errors: a shadow is taken for a rod in all of them. So the
    frames of one scene count as one look, their mean, and only another scene as another one.
    """

    def __init__(self) -> None:
        self._past: dict[int, float] = {}
        self._scene: dict[int, float] = {}
        self.looks = 0

    def take(self, lengths: Floats, *, fresh: bool = False) -> None:
        """One frame: `lengths` (k, 2) are lengths and their probabilities; `fresh`: a new scene."""
        if fresh and self.looks:
            weight = ONE_SCENE * min(1.0, self.looks / LONG)
            self._past = {
                n: max(-MOST_ODDS, weight * self._scene[n] + self._past.get(n, 0.0))
                for n in self._scene
            }
            self.looks = 0
        self.looks += 1
        told = {int(n): np.log(max(float(chance), LEAST_CHANCE)) for n, chance in lengths}
        least = float(np.log(LEAST_CHANCE))
        for n in {*told, *self._scene, *self._past}:
            before = self._scene.get(n, least)
            self._scene[n] = before + (told.get(n, least) - before) / self.looks

    def chance(self, length: int) -> float:
        """The probability of a number of rods after all looks."""
        if length not in self._scene:
            return 0.0
        numbers = np.array(list(self._scene))
        odds = np.array([self._scene[n] + self._past.get(n, 0.0) for n in numbers])
        odds = odds - odds.max()
        return float(np.exp(odds[numbers == length][0] - np.logaddexp.reduce(odds)))
