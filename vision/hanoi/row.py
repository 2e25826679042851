"""A row of pegs: choosing feet that stand in line at equal distances, under perspective."""

from dataclasses import dataclass
from itertools import combinations

import numpy as np
from numpy.typing import NDArray

from vision.hanoi.nets import Candidates
from vision.hanoi.patch import units

Floats = NDArray[np.float64]

# How far the logs of neighbouring distances may differ, and a middle foot may leave the line,
# before a row costs one unit of log score.
GAP_SLACK = 0.25
LINE_SLACK = 0.08
WAY_SLACK = 0.6


@dataclass(frozen=True, slots=True, eq=False)
class Row:
    """The pegs from left to right: `feet` and `tips` (pegs, 2) pixels.

    `score` is that of the weakest, in [0, 1].
    """

    feet: Floats
    tips: Floats
    score: float

    @property
    def pegs(self) -> int:
        """How many pegs there are."""
        return len(self.feet)

    @property
    def straightness(self) -> float:
        """How well it stands in line at equal distances, in [0, 1]."""
        return float(np.exp(-crookedness(self.feet, self.tips)))

    @property
    def units(self) -> Floats:
        """Pixels a unit of each peg's patch, (pegs,)."""
        return units(self.feet, self.tips)

    @property
    def nearness(self) -> Floats:
        """How much larger things appear at each peg than on average, (pegs,).

        A projective map of the line gives a peg at place t the depth w = 1 + c t, and neighbours
        at s and t the distance g / (w(s) w(t)): the first and the last distance tell c. Sizes at
        t are proportional to 1 / w.
        """
        steps = np.linalg.norm(np.diff(self.feet, axis=0), axis=1)
        slope = (steps[0] - steps[-1]) / (steps[0] + steps[-1]) / (self.pegs - 2)
        places = np.arange(self.pegs) - (self.pegs - 1) / 2
        return np.asarray(1 / np.maximum(0.3, 1 + slope * places), dtype=np.float64)


def likely_rows(found: Candidates, pegs: int | None = None, *, most: int = 3) -> list[Row]:
    """The most convincing rows of three or four (or exactly `pegs`) candidates, best first."""
    rows = []
    for size in (pegs,) if pegs is not None else (3, 4):
        for chosen in combinations(range(len(found.scores)), size):
            row = _row(found, list(chosen))
            # A row of four contains rows of three: every peg explained counts.
            rows.append((row.score * row.straightness * 2.0**size, row))
    rows.sort(key=lambda pair: -pair[0])
    return [row for _, row in rows[:most]]


def _row(found: Candidates, chosen: list[int]) -> Row:
    order = np.array(chosen)[np.argsort(found.feet[chosen, 0])]
    return Row(found.feet[order], found.tips[order], float(found.scores[order].min()))


def crookedness(feet: Floats, tips: Floats) -> float:
    """What a row costs for uneven distances, feet off the line, and pegs of different length."""
    steps = np.diff(feet, axis=0)
    lengths = np.maximum(np.linalg.norm(steps, axis=1), 1e-6)
    gap = float(lengths.mean())
    uneven = float(np.abs(np.diff(np.log(lengths))).max())
    along = (feet[-1] - feet[0]) / max(1e-6, float(np.linalg.norm(feet[-1] - feet[0])))
    side = (feet - feet[0]) @ np.array([-along[1], along[0]])
    ways = (tips - feet) / gap
    bend = ways[:-2] - 2 * ways[1:-1] + ways[2:]
    return float(
        (uneven / GAP_SLACK) ** 2 * 0.5
        + (np.abs(side).max() / gap / LINE_SLACK) ** 2 * 0.5
        + (np.linalg.norm(bend, axis=1).max() / WAY_SLACK) ** 2 * 0.5
    )
