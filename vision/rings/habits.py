"""What is learned about one toy while it is played: how its rings look on the bar and off it.

Every state that is believed beyond doubt labels the picture it was seen in: a ring that the
network takes for off whenever it is on is learned to do so, and so is how high above its foot
each eye is in either place. Both are weighed against what holds for all toys.
"""

from dataclasses import replace

import numpy as np
from numpy.typing import NDArray

from vision.rings.net import Floats
from vision.rings.toy import Toy

# The network's usual log-odds of a ring that is on, and so of one that is off with the other sign;
# so many pictures weigh as much as that. Log-odds beyond the most tell no more.
USUAL, WEIGHT, MOST = 4.0, 10.0, 6.0
# The oldest of so many pictures are forgotten; heights change with the view, and sooner.
SPAN, SPAN_HEIGHT = 300.0, 80.0
# How many pictures of a ring in either place its heights are used after, how far apart those have
# to be, in pitches, and what a height in the middle of its usual places is worth in log-odds.
LEAST_SEEN, LEAST_GAP, HEIGHT_WORTH = 10.0, 0.35, 1.5
CLEAR_EYE = 0.3
# A picture that is firmly against what is believed counts for so much.
FIRM, SLOWLY = 2.0, 0.15


class Habits:
    """The running means of one toy's rings; arrays are (2, n): off and on, ring 1 first."""

    def __init__(self, rings: int) -> None:
        self._odds = _Means(rings, SPAN)
        self._heights = _Means(rings, SPAN_HEIGHT)

    def knows(self, rings: int) -> bool:
        """Whether these are the habits of a toy of so many rings."""
        return self._odds.rings == rings

    def turned(self) -> None:
        """The toy was found anew and may be seen from another side: heights are forgotten."""
        self._heights = _Means(self._heights.rings, SPAN_HEIGHT)

    def learn(self, toy: Toy, symbols: tuple[int, ...]) -> None:
        """Takes the places of the rings, 0 off and 1 on, in a picture of the toy."""
        if len(symbols) != toy.rings:
            return
        on = np.array(symbols, dtype=np.intp)
        clear = toy.seen > CLEAR_EYE
        # What contradicts the picture may be the belief's error, which it will soon correct.
        against = (toy.on > 0) != (on == 1)
        weight = np.where(against & (np.abs(toy.on) > FIRM), SLOWLY, 1.0)
        self._odds.take(np.clip(toy.on, -MOST, MOST), on, clear, weight)
        heights = _heights(toy)
        self._heights.take(heights, on, clear & np.isfinite(heights), weight)

    def judged(self, toy: Toy) -> Toy:
        """The toy with the log-odds of its rings as its habits would have them."""
        if toy.rings != self._odds.rings:
            return toy
        usual = USUAL * np.array([[-1.0], [1.0]])
        share = self._odds.count / (self._odds.count + WEIGHT)
        means = share * self._odds.mean + (1 - share) * usual
        # The middle between both places is where the log-odds should be nought.
        shift = means.mean(axis=0)
        on = toy.on - np.where(np.abs(toy.on) < 1e-3, 0.0, shift)
        return replace(toy, on=on + self._height_odds(toy))

    def _height_odds(self, toy: Toy) -> Floats:
        heights, known = _heights(toy), self._heights
        gap = known.mean[1] - known.mean[0]
        use = (known.count.min(axis=0) > LEAST_SEEN) & (np.abs(gap) > LEAST_GAP)
        use &= np.isfinite(heights) & (toy.seen > CLEAR_EYE)
        middle = known.mean.mean(axis=0)
        share = np.where(use, (heights - middle) / np.where(use, gap / 2, 1.0), 0.0)
        return np.asarray(HEIGHT_WORTH * np.clip(share, -1, 1))


class _Means:
    """Running means for every ring in either place, (2, n), over about `span` pictures."""

    def __init__(self, rings: int, span: float) -> None:
        self.rings = rings
        self.mean, self.count = np.zeros((2, rings)), np.zeros((2, rings))
        self._span = span

    def take(
        self, values: Floats, on: NDArray[np.intp], use: NDArray[np.bool_], weight: Floats
    ) -> None:
        ring = np.flatnonzero(use)
        place = on[ring]
        count = np.minimum(self.count[place, ring] + weight[ring], self._span)
        self.count[place, ring] = count
        self.mean[place, ring] += (values[ring] - self.mean[place, ring]) * weight[ring] / count


def _heights(toy: Toy) -> Floats:
    """(n,): how far each eye is above its foot, in pitches; NaN where one is hidden."""
    pitch = float(np.linalg.norm(toy.step))
    across = np.array([-toy.step[1], toy.step[0]]) / pitch**2
    heights = (toy.eyes - toy.feet) @ across
    known = heights[np.isfinite(heights)]
    return np.asarray(-heights if len(known) and np.median(known) < 0 else heights)
