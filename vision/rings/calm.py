"""Whether anything moves at the toy: mean brightness of blocks, from frame to frame."""

from collections.abc import Sequence

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.past import Past
from vision.rings.net import Floats

Grey = NDArray[np.uint8]

BLOCK = 8
# Blocks are measured in the patch's own contrast. A few may change by chance, by a lamp's glint or
# the camera's noise: this many are passed over, and the next one tells. A hand at the row's end
# changes only a few, but those so many times as much.
PASSED, FEW, MUCH = 10, 3, 1.5
# Half a chance of a hand at this change, and how fast it grows from there.
HALF, SLOPE = 0.42, 0.06
# Below these changes of the largest and of the next block, it is the same picture still.
SAME, SAME_MOST = 0.12, 0.3
# The size of the whole picture in which a new scene is noticed.
THUMB = (256, 192)


class Calm:
    """Compares a patch with one of shortly before, and with the one that was read last."""

    def __init__(self) -> None:
        self._past: Past[Floats] = Past()
        self._last: Floats | None = None
        self._read: Floats | None = None
        self.stirred = 1.0
        self.same = False

    def look(
        self, patch: Grey, at: float, before: Sequence[tuple[float, Grey]] | None = None
    ) -> None:
        """Takes the next patch, of a frame at `at` seconds.

        `before` are patches of earlier frames, seen the same way, where that has changed.
        Afterwards `stirred` tells how likely something is done to the toy, and `same` whether the
        patch looks like the one that was read last.
        """
        blocks = _blocks(patch)
        if before is not None:
            self._past, self._read = Past(), None
            for then, one in before:
                self._past.add(then, _blocks(one))
        self.stirred, self.same = 1.0, False
        past = self._past.before(at)
        if past and past[0][1].shape == blocks.shape:
            changes = _sorted(blocks - past[0][1])
            change = max(changes[PASSED], changes[FEW] / MUCH)
            self.stirred = float(1 / (1 + np.exp(-(change - HALF) / SLOPE)))
        if self._read is not None and self._read.shape == blocks.shape:
            changes = _sorted(blocks - self._read)
            self.same = bool(changes[PASSED] < SAME and changes[0] < SAME_MOST)
        self._past.add(at, blocks)
        self._last = blocks

    def was_read(self) -> None:
        """The last patch was read."""
        self._read = self._last


class Scenes:
    """Tells where something has been done to what the camera sees: one scene ends, another begins.

    A scene begins with the first calm frame after others, which may be somebody's hand.
    """

    def __init__(self) -> None:
        self._calm = Calm()
        self.stirred = self._seen = False

    def changed(self, grey: Grey, at: float) -> bool:
        """Whether this frame, at `at` seconds, begins another scene."""
        small = cv2.resize(grey, THUMB, interpolation=cv2.INTER_AREA)
        self._calm.look(np.asarray(small, dtype=np.uint8), at)
        before, self.stirred = self.stirred, self._seen and self._calm.stirred > 0.5
        self._seen = True
        return before and not self.stirred


def _blocks(patch: Grey) -> Floats:
    """Mean brightness of blocks, in the patch's own contrast: the camera's gain may drift."""
    high, wide = patch.shape
    small = cv2.resize(patch, (wide // BLOCK, high // BLOCK), interpolation=cv2.INTER_AREA)
    contrast = float(cv2.meanStdDev(patch)[1].item()) + 4.0
    blocks = small.astype(np.float64)
    # The median of an odd number; numpy's own takes three times as long.
    half = blocks.size // 2
    return np.asarray((blocks - np.partition(blocks, half, axis=None)[half]) / contrast)


def _sorted(change: Floats) -> Floats:
    """The changes, largest first."""
    return np.sort(np.abs(change), axis=None)[::-1]
