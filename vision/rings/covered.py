"""What lies over a toy: whether its row of rods ends where it seems to, and which rings are hidden.

How many rods there are is told by those that are seen. A hand, a card or a sleeve over the end of a
row leaves one that is shorter, and looks whole; and where it lies over a ring's eye something else
may be taken for that. So a small network looks at the whole row once more, laid out straight, every
rod as far from the next: whether the row begins or ends at a rod, and whether its eye is in sight.
It learned from drawn toys with all kinds of things laid over and behind them
(`samples.render.train_covered`).
"""

from dataclasses import dataclass, replace
from pathlib import Path

import cv2
import numpy as np
from numpy.typing import NDArray

from calibration.profile import RING_COUNTS
from vision.network import load_network
from vision.rings.net import Floats, normal
from vision.rings.toy import Toy

# In a strip: pixels from rod to rod, its height, and how far down the feet are. It has room for so
# many rods, and for some more before the first and after the last.
PITCH, HIGH, FEET = 12, 108, 81.0
MOST, BESIDE = RING_COUNTS[1], 4
WIDE = PITCH * (MOST + 2 * BESIDE)
# Where a picture is made smaller than this its pixels are averaged beforehand.
SHRINKS = 0.75
# A ring that is less likely hidden is in sight, and one that is likelier is not: no picture says
# so of every ring for sure.
SIGHT, VEIL = 0.5, 0.8
# An eye that scores more than the first is plain to see: for every tenth beyond that a tenth of the
# second is taken off the log-odds that it is hidden. Of 964 toys with things over them three more
# are told so, none of them wrongly: what passes for a hidden eye scores less.
PLAIN, TRUSTED = 0.55, 6.0

Grey = NDArray[np.uint8]


@dataclass(frozen=True, slots=True, eq=False)
class Covered:
    """Probabilities: `ends` (2,), that the row ends at its first rod, and at its last.

    `hidden` (n,), that something lies over a ring's eye.
    """

    ends: Floats
    hidden: Floats


class CoverEye:
    """Looks for what lies over toys."""

    def __init__(self) -> None:
        self._net = load_network(Path(__file__).with_name("covered.onnx"), (1, 1, HIGH, WIDE))

    def look(self, grey: Grey, toy: Toy) -> Covered:
        """What lies over a toy in a grey picture; nothing where not enough of it is seen."""
        shown = strip_of(grey, toy.eyes, toy.feet, toy.step)
        if shown is None:
            return Covered(np.ones(2), np.zeros(toy.rings))
        logits = self._net(normal(shown)[None, None])[0, :, 0, : toy.rings].astype(np.float64)
        first, last, hidden = 1 / (1 + np.exp(-np.clip(logits, -30, 30)))
        return Covered(np.array([first[0], last[-1]]), hidden)


def veiled(toy: Toy, hidden: Floats) -> Toy:
    """The toy, of whose rings nothing is known as far as they are `hidden`, (n,) probabilities.

    Of eyes that are plain to see that is believed less.
    """
    odds = hidden / np.maximum(1 - hidden, 1e-9)
    odds = odds * np.exp(-TRUSTED * np.maximum(toy.seen - PLAIN, 0))
    hidden = odds / (1 + odds)
    share = np.clip((hidden - SIGHT) / (VEIL - SIGHT), 0, 1)
    on = (1 - share) / (1 + np.exp(-toy.on)) + share / 2
    return replace(toy, on=np.log(on / (1 - on)), seen=toy.seen * (1 - share))


def strip_of(grey: Grey, eyes: Floats, feet: Floats, step: Floats) -> Grey | None:
    """A row of rods laid out straight, (108, 240), its first rod on the left, the loop above.

    `eyes` and `feet` (n, 2), NaN where unseen, and the mean `step` (2,) from rod to rod, all in the
    grey picture's pixels. None where no rod, or fewer than two feet are seen.
    """
    up = rods_way(eyes, feet)
    seen = np.flatnonzero(np.isfinite(feet).all(axis=1))
    if up is None or len(seen) < 2:
        return None
    places = np.arange(-BESIDE, MOST + BESIDE + 1, dtype=np.float64) - 0.5
    base, across = _laid_out(_along(places, seen, feet[seen], step), up)
    rise = (FEET - np.arange(HIGH) - 0.5)[:, None] * across
    part, corner = _part(grey, base, rise)
    small, share, shift = _reduced(part, PITCH / float(np.linalg.norm(step)))
    base, rise = (base - corner - shift) / share, rise / share
    x, y = (
        rise[:, None, axis].astype(np.float32) + base[:, axis].astype(np.float32) for axis in (0, 1)
    )
    strip = cv2.remap(small, x, y, cv2.INTER_LINEAR, borderMode=cv2.BORDER_REPLICATE)
    return np.asarray(strip, dtype=np.uint8)


def rods_way(eyes: Floats, feet: Floats) -> Floats | None:
    """(2,): the way of most rods, from the foot up; None where none is seen whole."""
    rods = eyes - feet
    rods = rods[np.isfinite(rods).all(axis=1)]
    return np.asarray(np.median(rods, axis=0)) if len(rods) else None


def _along(places: Floats, seen: NDArray[np.intp], feet: Floats, step: Floats) -> Floats:
    """Where places (p,) of a row are whose rods `seen` (k,) have `feet` (k, 2); (p, 2).

    Beyond the first and the last of these it goes on by `step`.
    """
    inner = np.stack([np.interp(places, seen, feet[:, axis]) for axis in (0, 1)], axis=1)
    beyond = places - np.clip(places, seen[0], seen[-1])
    return np.asarray(inner + beyond[:, None] * step)


def _laid_out(along: Floats, up: Floats) -> tuple[Floats, Floats]:
    """Where a strip's columns have the feet in the picture, (wide, 2), and a pixel up, (2,).

    `along` are the edges of its places, `up` the way from a rod's foot to the loop. All columns go
    up the same way, so that nothing tears between two places.
    """
    at = (np.arange(WIDE) + 0.5) / PITCH
    low = np.minimum(at.astype(int), len(along) - 2)
    ways = along[low + 1] - along[low]
    across = np.stack([-ways[:, 1], ways[:, 0]], axis=1).mean(axis=0) / PITCH
    return along[low] + (at - low)[:, None] * ways, across if across @ up > 0 else -across


def _part(grey: Grey, base: Floats, rise: Floats) -> tuple[Grey, Floats]:
    """The part of a picture in which a strip lies, and its corner (2,); at least a pixel of it."""
    ends = np.concatenate([base + rise[0], base + rise[-1]])
    size = np.array(grey.shape[::-1])
    low = np.clip(np.floor(ends.min(axis=0)).astype(int) - 1, 0, size - 1)
    high = np.clip(np.ceil(ends.max(axis=0)).astype(int) + 2, low + 1, size)
    return grey[low[1] : high[1], low[0] : high[0]], low.astype(np.float64)


def _reduced(grey: Grey, scale: float) -> tuple[Grey, Floats, Floats]:
    """A picture of about a `scale`, its pixels averaged; of one that hardly shrinks nothing is.

    And how many of its pixels one is across, (2,), and where the first of them is, (2,).
    """
    if scale >= SHRINKS:
        return grey, np.ones(2), np.zeros(2)
    size = tuple(max(1, round(scale * side)) for side in grey.shape[::-1])
    small = np.asarray(cv2.resize(grey, size, interpolation=cv2.INTER_AREA), dtype=np.uint8)
    share = np.array(grey.shape[::-1]) / size
    # A pixel is where its middle is, not its corner.
    return small, share, 0.5 * share - 0.5
