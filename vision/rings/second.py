"""A second look at a toy that is followed, from nearer: after a move, and where there is doubt."""

from dataclasses import replace

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.rings.finer import FinerLook
from vision.rings.net import Floats
from vision.rings.placed import placed
from vision.rings.row import Row
from vision.rings.toy import Toy

# A ring is in doubt whose eye is as faint as this, or whose log-odds are as near to nought.
FAINT, UNDECIDED = 0.3, 2.5
# A second look costs as much as several first ones: after one so many frames go by without, and
# twice as many each time that it did not help, until something moves.
APART, MOST_APART = 1, 32
# What leaves no doubt together with a second look is told so for as many frames: a ring may have
# been moved too slowly to be noticed.
LASTS = 16
# A picture that is so many times as sharp as the last one that was looked at again is worth a look
# at once: the other one was blurred.
SHARPER = 1.5
# How much more it counts; and what an eye counts that was not seen at all.
NEARER, LEAST = 3.0, 0.05

Grey = NDArray[np.uint8]


class SecondLook:
    """Looks from nearer after every move, and while there is doubt.

    What it saw holds for a while, at a toy at rest.
    """

    def __init__(self) -> None:
        self._finer = FinerLook()
        self._held: Toy | None = None
        self._apart = APART
        self._since = APART
        self._overruled = self._stale = False
        self._sharpness = 0.0

    def forget(self) -> None:
        """Something moved, or the rings are counted from another place."""
        self._held, self._apart, self._overruled, self._stale = None, APART, False, True

    def told(
        self,
        grey: Grey,
        way: Floats,
        size: tuple[int, int],
        row: Row,
        toy: Toy,
        *,
        patch: Grey,
        wanted: bool = False,
        stirs: bool = False,
    ) -> Toy:
        """The `toy` of a first look as both looks show it; asked once a frame.

        `way` (2, 3) led from the picture to the first look, of a `size` (w, h); `row` is the toy's,
        in the picture's pixels; `patch` is what the first look saw: whether that is sharp counts. A
        second look may be `wanted` where the first leaves no doubt. Two looks that contradict each
        other are a doubt, too: either the first errs, or something has moved that was too small to
        be noticed, and another second look tells which. After something `stirs` that may have been
        a move, there is one look without any doubt, too, in a sharp picture: first looks are now
        and then sure of what is wrong, as long as the toy hangs there, and a move goes unnoticed.
        """
        self._stale |= stirs
        self._since += 1
        contrary = self._held is not None and _against(toy, self._held)
        rested = self._stale and not stirs
        sharpness = _sharpness(patch)
        sharper = 0 < SHARPER * self._sharpness < sharpness
        if not (wanted or contrary or rested or sharper or doubtful(toy)):
            return toy
        known = toy if self._held is None else together(toy, self._held)
        lasting = self._held is not None and self._since <= LASTS and not self._stale
        settled = lasting and not (wanted or contrary or sharper or doubtful(known))
        at_once = rested or sharper or (contrary and not self._overruled)
        if settled or (self._since <= self._apart and not at_once):
            return known
        looked = self._finer.look(grey, way, row.step, size=size)
        finer = placed(looked[0], row) if looked is not None else None
        self._since, self._held, self._stale = 0, None if finer is None else finer.toy, stirs
        self._sharpness = sharpness
        known = toy if finer is None else together(toy, finer.toy)
        self._overruled = finer is not None and _against(toy, finer.toy)
        more = self._overruled or doubtful(known)
        self._apart = min(2 * self._apart, MOST_APART) if more else APART
        return known


def _sharpness(patch: Grey) -> float:
    """How sharp a patch is: the mean square of its Laplacian."""
    return cv2.norm(cv2.Laplacian(patch, cv2.CV_16S), cv2.NORM_L2SQR) / patch.size


def doubtful(toy: Toy) -> bool:
    """Whether any ring's place is not plain."""
    return not bool(plain(toy).all())


def plain(toy: Toy) -> NDArray[np.bool_]:
    """(n,): whether each ring's place is plain."""
    return np.asarray((toy.seen >= FAINT) & (np.abs(toy.on) >= UNDECIDED))


def _against(toy: Toy, held: Toy) -> bool:
    """Whether a ring is plainly not where it was held to be."""
    return bool(np.any(plain(toy) & plain(held) & (toy.on * held.on < 0)))


def together(first: Toy, finer: Toy) -> Toy:
    """A toy as two looks at the same row show it."""
    weights = np.stack([first.seen + LEAST, NEARER * finer.seen])
    on = np.average([first.on, finer.on], axis=0, weights=weights)
    eyes = np.where(np.isfinite(first.eyes), first.eyes, finer.eyes)
    feet = np.where(np.isfinite(first.feet), first.feet, finer.feet)
    return replace(first, eyes=eyes, feet=feet, on=on, seen=np.maximum(first.seen, finer.seen))
