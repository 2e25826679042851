"""Which channel of a colour picture shows a toy best: the networks look at grey pictures.

A grey toy before something pink hardly differs from it in brightness, and plainly in the blue
channel. Channels are compared by how far rods are from what is beside them, against how much either
varies there (Fisher 1936, "The use of multiple measurements in taxonomic problems"; medians stand
for means, because where a rod is seen may be a pixel off).
"""

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.frame import Image
from vision.rings.net import Floats
from vision.rings.toy import Toy

Grey = NDArray[np.uint8]

# The channels: the brightness, then those of the picture, blue, green and red.
BRIGHTNESS, CHANNELS = 0, 4
# The part of a rod, from its foot to its eye, that is looked at, and what is beside it, in pitches.
PART, BESIDE = (0.12, 0.95), (-0.42, -0.3, 0.3, 0.42)
# How many rods have to be seen, and how long they have to be, pixels.
LEAST_RODS, LEAST_LONG = 3, 4.0
# The noise of a camera, in levels, is there however plain the background is.
NOISE = 3.0
# Another channel is taken where rods stand out so much more in it. A drawn film in which one is
# nearly three times as good lost one state for nine; of two in which one is 1.4 times as good, one
# lost one for two, and in the other three were told for one that were none.
BETTER = 2.0
# Every so many seconds channels are compared anew, and a new comparison counts so much: the toy is
# held before this and that.
AGAIN_S, FRESH = 1.0, 0.25
# Rods that stand out less than this are like what is behind them: before grain in a toy's own grey
# it is 0.4, in the best channel of five other films 1.7 to 2.7.
ALIKE = 0.8


def grey_of(image: Image) -> Grey:
    """The brightness of a picture (h, w, 3)."""
    return np.asarray(cv2.cvtColor(image, cv2.COLOR_BGR2GRAY), dtype=np.uint8)


def channel_of(image: Image, channel: int) -> Grey:
    """A channel of a picture (h, w, 3)."""
    if channel == BRIGHTNESS:
        return grey_of(image)
    return np.asarray(cv2.extractChannel(image, channel - 1), dtype=np.uint8)


def contrasts(image: Image, toy: Toy) -> Floats | None:
    """(CHANNELS,): how far rods stand out in each channel, in deviations; None where few are seen.

    The toy is in the pixels of the `image` (h, w, 3).
    """
    known = np.isfinite(toy.feet).all(axis=1) & np.isfinite(toy.eyes).all(axis=1)
    feet, ways = toy.feet[known], (toy.eyes - toy.feet)[known]
    longs = np.linalg.norm(ways, axis=1)
    aside = float(np.linalg.norm(toy.step)) * np.array(BESIDE)
    on, off = [], []
    for foot, way, long in zip(feet, ways, longs, strict=True):
        if long < LEAST_LONG:
            continue
        rod = foot + np.linspace(*PART, int(long))[:, None] * way
        across = np.array([-way[1], way[0]]) / long
        on.append(rod)
        off.append((rod[:, None] + aside[:, None] * across).reshape(-1, 2))
    if len(on) < LEAST_RODS:
        return None
    there, beside = (_colours(image, np.concatenate(points)) for points in (on, off))
    gap = np.abs(np.median(there, axis=0) - np.median(beside, axis=0))
    return np.asarray(gap / (np.sqrt((there.var(axis=0) + beside.var(axis=0)) / 2) + NOISE))


def _colours(image: Image, points: Floats) -> Floats:
    """(k, CHANNELS): what the picture has at points (k, 2)."""
    limit = np.array(image.shape[1::-1]) - 1
    x, y = np.clip(np.rint(points), 0, limit).astype(np.intp).T
    colours = image[y, x]
    grey = grey_of(colours[:, None])
    return np.concatenate([grey, colours], axis=1).astype(np.float64)


class BestChannel:
    """The channel in which a toy is followed: the brightness until another one is clearly better.

    It may change when the toy is seen elsewhere.
    """

    def __init__(self) -> None:
        self.channel = BRIGHTNESS
        self._contrasts: Floats | None = None
        self._at = -np.inf

    @property
    def plain(self) -> bool:
        """Whether what is behind the toy is known to look otherwise than its rods."""
        return self._contrasts is not None and bool(self._contrasts[self.channel] >= ALIKE)

    def of(self, image: Image) -> Grey:
        """That channel of a picture (h, w, 3)."""
        return channel_of(image, self.channel)

    def changed(self, image: Image, toy: Toy, at: float) -> bool:
        """Whether it changes by what a picture of `at` seconds shows of a toy at rest.

        Frames without times of their own are all compared.
        """
        if 0 < at - self._at < AGAIN_S:
            return False
        found = contrasts(image, toy)
        if found is None:
            return False
        self._at = at
        known = self._contrasts
        self._contrasts = found if known is None else known + FRESH * (found - known)
        best = int(self._contrasts.argmax())
        told = self._contrasts[best]
        better = bool(told >= ALIKE and told > BETTER * self._contrasts[self.channel])
        if better:
            self.channel = best
        return better
