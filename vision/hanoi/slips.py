"""Discs that were put on smaller ones: what a stack against the rules looks like is not learned.

The networks know legal stacks only. But the disc that lies on a smaller one was seen a moment ago
on the peg that it came from. So its peg should show one disc less, the other pegs what they
showed, and the peg with the smaller disc should have changed to the colours that vanished.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.hanoi.nets import Stacks
from vision.hanoi.patch import FOOT, PATCH, UNIT

Floats = NDArray[np.float64]
Singles = NDArray[np.float32]
Patches = NDArray[np.uint8]

# Grey levels by which a pixel that is covered otherwise differs, after smoothing, and the pixels
# of a patch that a disc has at least.
CHANGED, LEAST = 18.0, 60
# Steps of CIE Lab, lightness halved, within which two pixels have the same colour.
ALIKE = 14.0
# So many pixels of a disc are compared.
SAMPLE = 150
# Below the first share of its colours a disc was not found anew, from the second on it was.
FOUND_FROM, FOUND_FULL = 0.55, 0.85
# What changes where a disc lies now, as a share of what changed where it was: less is a shadow.
LARGE_FROM, LARGE = 0.1, 0.35
# How likely a slip is, times how likely it is that the network reads what it cannot know so; and
# the same where it reads the right number of discs.
PRIOR, PRIOR_COUNTED = 0.05, 0.3
# How well the disc counts as found at least where the right discs are read on the right pegs.
TWIN = 0.5
# How likely it is that several moves were made unseen, beside one.
JUMP = 0.1
# Where discs may be: so far from the rod, and below the foot, in units.
ASIDE, BELOW = 0.55, 0.45


@dataclass(frozen=True, slots=True)
class Slip:
    """The top disc of peg `source` lies on a smaller one on peg `target`.

    `weight` is the probability of what is seen if it does, and of such a slip.
    """

    source: int
    target: int
    weight: float


@dataclass(frozen=True, slots=True, eq=False)
class Rest:
    """The pegs as they were when the state was known.

    `patches` is (pegs, height, width, 3), `piles` the discs of each peg from the bottom (1 the
    smallest).
    """

    patches: Patches
    piles: tuple[tuple[int, ...], ...]

    def slips(self) -> Iterator[tuple[int, int]]:
        """From where to where a disc can go against the rules."""
        for source, above in enumerate(self.piles):
            for target, below in enumerate(self.piles):
                if above and below and above[-1] > below[-1]:
                    yield source, target

    def find_slip(
        self, now: Patches, stacks: Stacks, read: tuple[int, ...] | None = None
    ) -> Slip | None:
        """The likeliest slip since then that the pegs show now, or None.

        `read` are the symbols of the legal state that they were read as, if any: a slip is easily
        read as the same discs in the right order, which takes three moves at least.
        """
        fits = [(self._reads(stacks, *ends), *ends) for ends in self.slips()]
        likely = [fit for fit in fits if fit[0] > PRIOR / 10]
        changed = {peg: self._changed(now, peg) for fit in likely for peg in fit[1:]}
        slips = []
        for fit, source, target in likely:
            found = self._found(now, changed, source, target)
            if read is not None and read == self._in_order(source, target):
                found = max(found, TWIN)
            slips.append(Slip(source, target, fit * found))
        return max((slip for slip in slips if slip.weight), key=_weight, default=None)

    def reaches(self, symbols: Sequence[int]) -> bool:
        """Whether some symbols of places are a legal move away, or none."""
        discs = sum(map(len, self.piles))
        piles = piles_of(symbols, discs)
        less = [a for a, b in zip(self.piles, piles, strict=True) if a[:-1] == b and a]
        more = [b for a, b in zip(self.piles, piles, strict=True) if b[:-1] == a and b]
        same = sum(a == b for a, b in zip(self.piles, piles, strict=True))
        if same == len(piles):
            return True
        one = same == len(piles) - 2 and len(less) == len(more) == 1
        return one and less[0][-1] == more[0][-1]

    def cells(self, slip: Slip) -> tuple[int, ...]:
        """The symbol of every place after a slip, peg by peg from the bottom."""
        piles = [list(pile) for pile in self.piles]
        piles[slip.target].append(piles[slip.source].pop())
        discs = sum(map(len, piles))
        return tuple(disc for pile in piles for disc in [*pile, *[0] * (discs - len(pile))])

    def _in_order(self, source: int, target: int) -> tuple[int, ...]:
        """What the places would show after a slip if each peg's discs were put in order."""
        discs = sum(map(len, self.piles))
        shown = self.cells(Slip(source, target, 0.0))
        pegs = [sorted(shown[start : start + discs]) for start in range(0, len(shown), discs)]
        return tuple(disc for peg in pegs for disc in reversed(peg))

    def _reads(self, stacks: Stacks, source: int, target: int) -> float:
        """The probability that all pegs but the target are clear and read as after a slip."""
        fit = 1.0
        for peg, pile in enumerate(self.piles):
            if peg != target:
                count = len(pile) - (peg == source)
                fit *= float(stacks.counts[peg, count] * stacks.clear[peg])
        counts, count = stacks.counts[target], len(self.piles[target]) + 1
        # Of more discs than a peg can be seen to carry nothing is known.
        counted = float(counts[count]) if count < len(counts) else 0.0
        return fit * max(PRIOR, PRIOR_COUNTED * counted)

    def _changed(self, now: Patches, peg: int) -> NDArray[np.bool_]:
        """The pixels of a peg's discs that changed, lamp and gain apart, (height, width)."""
        change = cv2.blur(now[peg].astype(np.float32) - self.patches[peg], (3, 3))
        change -= np.median(change, axis=(0, 1))
        return np.asarray((np.abs(change).max(axis=2) > CHANGED) & _room())

    def _found(
        self, now: Patches, changed: dict[int, NDArray[np.bool_]], source: int, target: int
    ) -> float:
        """How well the colours that vanished from one peg are found anew on the other, 0 to 1."""
        gone, new = changed[source], changed[target]
        pixels = np.count_nonzero(gone), np.count_nonzero(new)
        if min(pixels) < LEAST:
            return 0.0
        large = float(np.clip((pixels[1] / pixels[0] - LARGE_FROM) / (LARGE - LARGE_FROM), 0, 1))
        old, there = _lab(self.patches[source], gone), _lab(now[target], new)
        apart = np.linalg.norm(old[:, None] - there[None], axis=2).min(axis=1)
        share = (float(np.mean(apart < ALIKE)) - FOUND_FROM) / (FOUND_FULL - FOUND_FROM)
        return large * float(np.clip(share, 0, 1))


def piles_of(symbols: Sequence[int], discs: int) -> tuple[tuple[int, ...], ...]:
    """The discs of each peg from the bottom, from the symbol of every place."""
    pegs = [symbols[start : start + discs] for start in range(0, len(symbols), discs)]
    return tuple(tuple(disc for disc in peg if disc) for peg in pegs)


def _lab(patch: Patches, mask: NDArray[np.bool_]) -> Singles:
    """Some of the colours where the mask is, (k, 3)."""
    colours = patch[mask]
    some = np.ascontiguousarray(colours[:: max(1, len(colours) // SAMPLE)])
    lab = cv2.cvtColor(some[None], cv2.COLOR_BGR2LAB)[0].astype(np.float32)
    return np.asarray(lab * np.array([0.5, 1, 1], np.float32), dtype=np.float32)


def _room() -> NDArray[np.bool_]:
    """Where discs may be in a patch, (height, width)."""
    y, x = np.mgrid[0 : PATCH[1], 0 : PATCH[0]]
    return np.asarray((np.abs(x - FOOT[0]) < ASIDE * UNIT) & (y < FOOT[1] + BELOW * UNIT))


def _weight(slip: Slip) -> float:
    return slip.weight
