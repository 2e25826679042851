"""How many discs a toy has, from one sight after the other of all of its pegs.

Sights of one and the same arrangement share their errors: they count as one, their mean. Another
arrangement is another witness, but discs are carried about: in some there is one fewer.
"""

import numpy as np
from numpy.typing import NDArray

from vision.hanoi.nets import MOST_DISCS
from vision.hanoi.places import total_probabilities

Floats = NDArray[np.float64]

# Fewer discs are not believed in unless they are announced: the others are hidden, or in a hand.
FEWEST = 3
# How often one disc is in a hand, and how much of what another arrangement tells is new.
AWAY, NEW = 0.3, 0.7
LEAST = 1e-4


class DiscCensus:
    """Sights added up; tells the likeliest number of discs, and how likely it is."""

    def __init__(self, scenes: dict[tuple[int, ...], tuple[Floats, int]] | None = None) -> None:
        self._scenes = scenes or {}

    def after(self, counts: Floats) -> "DiscCensus":
        """This one and what is on each peg in one more, (pegs, 9) probabilities of 0 to 8 discs."""
        totals = np.log(np.maximum(total_probabilities(counts)[: MOST_DISCS + 1], LEAST))
        scene = tuple(int(n) for n in counts.argmax(axis=1))
        mean, seen = self._scenes.get(scene, (np.zeros_like(totals), 0))
        added = {scene: (mean + (totals - mean) / (seen + 1), seen + 1)}
        return DiscCensus(self._scenes | added)

    def told(self) -> tuple[int, float]:
        """The likeliest number, and its probability; (0, 0.0) before anything was seen.

        One of the arrangements has shown all discs, whichever it was.
        """
        if not self._scenes:
            return 0, 0.0
        all_there = np.array([mean for mean, _ in self._scenes.values()])
        one_away = np.column_stack([np.full(len(all_there), np.log(LEAST)), all_there[:, :-1]])
        witness = NEW * np.logaddexp(np.log(1 - AWAY) + all_there, np.log(AWAY) + one_away)
        odds = (all_there + witness.sum(axis=0) - witness).max(axis=0)[FEWEST:]
        shares = np.exp(odds - odds.max())
        best = int(shares.argmax())
        return best + FEWEST, float(shares[best] / shares.sum())
