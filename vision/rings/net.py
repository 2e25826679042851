"""The learned part of the rings' eye: maps of where eyes, holes, balls and the loop's ends are.

A small convolutional network, trained on drawn pictures only (`samples.render.train_rings`), marks
places as hills in maps, as in "Objects as Points" (Zhou, Wang, Kraehenbuehl 2019), and tells at
every place how likely the ring is on, which way, and how far, the next ring lies, and whether the
row of rods begins or ends there.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from functools import partial
from pathlib import Path

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.network import load_network

Floats = NDArray[np.float64]
Singles = NDArray[np.float32]

# Pixels of the network's picture to a cell of its maps, and what maps of ways count as one.
CELL = 4
STEP = 16.0
# The kinds of places, in the order of the maps.
EYE, FOOT, BALL, TIP, NECK = range(5)
KINDS = 5
# The bundled networks: see `samples/README.md`. The quick one takes half the time of the other, and
# is for looks that tell where to look closer, or that come after others at what did not move.
NETWORK, QUICK = (Path(__file__).with_name(name) for name in ("eye.onnx", "quick.onnx"))
# The network's picture, width and height: to search in, at most for a close look, and most often
# while a toy is followed.
INPUT, CLOSE, FOLLOWED = (256, 192), (320, 224), (192, 128)
# The distance of two rods in a close look, pixels: what the network is best at.
PITCH = 21.0
# Spots of a close look that score less are not looked at.
LEAST = 0.05
# How finely ways to looks are told apart, as parts of one: of turns and scales, and of a pixel.
FINENESS = np.array([4096.0, 4096.0, 8.0])
# Where a picture is made smaller than this, pixels are averaged.
SHRINKS = 0.75
# A cell and those around it, as rows and columns.
_AROUND = np.array([(dy, dx) for dy in (-1, 0, 1) for dx in (-1, 0, 1)])


@dataclass(frozen=True, slots=True, eq=False)
class Spots:
    """Marked places: `at` (k, 2) pixels, `score` (k,), `kind` (k,), and what is read there.

    - `on`: (k,), the log-odds that the ring whose eye this is is on the bar.
    - `step`: (k, 2), pixels to the next ring's place, toward the handle.
    - `rod`: (k, 2), pixels to the other end of the rod: from a foot to its eye, and back.
    - `ends`: (k, 2), the log-odds that a foot is that of the row's first rod, and of its last.
    """

    at: Floats
    score: Floats
    kind: NDArray[np.intp]
    on: Floats
    step: Floats
    rod: Floats
    ends: Floats

    def of(self, kind: int, least: float) -> "Spots":
        """Those of one kind that score at least so much."""
        return self.where((self.kind == kind) & (self.score >= least))

    def where(self, keep: NDArray[np.bool_]) -> "Spots":
        """Those that are true in `keep` (k,)."""
        return Spots(
            self.at[keep],
            self.score[keep],
            self.kind[keep],
            self.on[keep],
            self.step[keep],
            self.rod[keep],
            self.ends[keep],
        )

    def moved(self, way: Floats) -> "Spots":
        """Everything taken through the affine map `way` (2, 3)."""
        at = self.at @ way[:, :2].T + way[:, 2]
        step, rod = self.step @ way[:, :2].T, self.rod @ way[:, :2].T
        return Spots(at, self.score, self.kind, self.on, step, rod, self.ends)


class SpotFinder:
    """Marks the places of a ring toy in a picture.

    Ready for the usual `sizes` (w, h) of patches: each has a network of its own, because one that
    changes its size has to be laid out anew. Others share the first's.
    """

    def __init__(self, path: Path = NETWORK, sizes: Sequence[tuple[int, int]] = (CLOSE,)) -> None:
        load = partial(load_network, path)
        self._networks = {size: load((1, 1, *size[::-1])) for size in sizes}
        self._usual = self._networks[sizes[0]] if sizes else load()

    def find(self, grey: NDArray[np.uint8], way: Floats, *, least: float = 0.1) -> Spots:
        """The places in the part of a grey picture that `way` (2, 3) brings to the network.

        The places are given in pixels of the whole picture.
        """
        return spots_of(self.maps(_cut(grey, way, INPUT)), way, least=least)

    def patch(
        self, grey: NDArray[np.uint8], way: Floats, size: tuple[int, int]
    ) -> tuple[NDArray[np.uint8], Floats]:
        """The part of a grey picture that about `way` (2, 3) brings to the network; the way used.

        That is `way` rounded, by less than half a pixel in pictures of up to 1920 x 1080. Else
        the last digits of one look, which are not the same on every machine, would change the place
        of the next one a little, and with it every number that is read there.
        """
        exact = np.round(way * FINENESS) / FINENESS
        return _cut(grey, exact, size), exact

    def maps(self, patch: NDArray[np.uint8]) -> Singles:
        """The maps (14, h/4, w/4) of a patch."""
        return self._maps(normal(patch))

    def mirrored(self, patch: NDArray[np.uint8]) -> Singles:
        """The same maps, read from the mirror image: another look at the same picture."""
        maps = self._maps(np.ascontiguousarray(normal(patch)[:, ::-1]))[:, :, ::-1].copy()
        maps[[6, 8, 10]] *= -1
        return maps

    def twice(self, patch: NDArray[np.uint8], maps: Singles | None = None) -> Singles:
        """The mean of both; `maps` where the patch itself was looked at already."""
        own = self.maps(patch) if maps is None else maps
        return np.asarray((own + self.mirrored(patch)) / 2, dtype=np.float32)

    def _maps(self, plane: Singles) -> Singles:
        """The maps (14, h/4, w/4) of a picture with mean 0 and deviation 1."""
        network = self._networks.get(plane.shape[::-1], self._usual)
        return np.asarray(network(plane[None, None])[0], dtype=np.float32)


def spots_of(maps: Singles, way: Floats, *, least: float, kinds: int = KINDS) -> Spots:
    """The places in the maps of a patch, in pixels of the picture that `way` (2, 3) brought to it.

    Only the first `kinds` kinds are looked for.
    """
    back = np.asarray(cv2.invertAffineTransform(way), dtype=np.float64)
    return peaks(maps, least, kinds).moved(back)


def _cut(grey: NDArray[np.uint8], way: Floats, size: tuple[int, int]) -> NDArray[np.uint8]:
    """The part of a grey picture that `way` (2, 3) brings to a network's picture of a `size`.

    A plain warp skips pixels where it shrinks: they are averaged beforehand.
    """
    scale = float(np.hypot(way[0, 0], way[1, 0]))
    if scale < SHRINKS:
        grey, way = _reduced(grey, way, max(1, int(np.floor(1 / scale + 0.25))))
    flags, border = cv2.INTER_LINEAR, cv2.BORDER_REPLICATE
    patch = cv2.warpAffine(grey, way, size, flags=flags, borderMode=border)
    return np.asarray(patch, dtype=np.uint8)


def _reduced(grey: NDArray[np.uint8], way: Floats, factor: int) -> tuple[NDArray[np.uint8], Floats]:
    high, wide = grey.shape
    size = (max(1, wide // factor), max(1, high // factor))
    small = cv2.resize(grey, size, interpolation=cv2.INTER_AREA)
    scaled = way.copy()
    scaled[:, 0] *= wide / size[0]
    scaled[:, 1] *= high / size[1]
    return np.asarray(small, dtype=np.uint8), scaled


def normal(grey: NDArray[np.uint8]) -> Singles:
    """A grey picture with mean 0 and deviation 1, as the network was trained on."""
    mean, deviation = (float(one.item()) for one in cv2.meanStdDev(grey))
    plane: Singles = grey.astype(np.float32)
    plane -= np.float32(mean)
    plane /= np.float32(deviation + 4.0)
    return plane


def peaks(maps: Singles, least: float, kinds: int = KINDS) -> Spots:
    """The hilltops of the maps (14, h, w), in pixels of the network's picture.

    A top is refined to a part of a cell by the centre of mass of its 3 x 3 surroundings.
    """
    around = np.ones((3, 3), np.uint8)
    hills = maps[:kinds]
    tops = np.array([cv2.dilate(one, around) <= one for one in hills])
    of, rows, columns = np.nonzero(tops & (hills >= np.log(least / (1 - least))))
    places, score = _refined(hills, of, rows, columns)
    x, y = places.astype(np.intp).T
    told = maps[:, y, x].astype(np.float64)
    up, down = told[8:10].T * STEP, told[10:12].T * STEP
    return Spots(
        places * CELL,
        score,
        of,
        told[5],
        told[6:8].T * STEP,
        np.where(of[:, None] == FOOT, up, down),
        told[12:14].T,
    )


def _refined(
    hills: Singles, of: NDArray[np.intp], rows: NDArray[np.intp], columns: NDArray[np.intp]
) -> tuple[Floats, Floats]:
    """The centre of mass around each top (k, 2), in cells, and the top's own score (k,)."""
    high, wide = hills.shape[1:]
    y, x = rows[:, None] + _AROUND[:, 0], columns[:, None] + _AROUND[:, 1]
    near = hills[of[:, None], np.clip(y, 0, high - 1), np.clip(x, 0, wide - 1)].astype(np.float64)
    mass = 1 / (1 + np.exp(-np.clip(near, -30, 30)))
    centre = np.stack([(mass * x).sum(axis=1), (mass * y).sum(axis=1)], axis=1)
    centre = centre / mass.sum(axis=1)[:, None] + 0.5
    out: Floats = np.clip(centre, 0, [wide - 1e-6, high - 1e-6])
    return out, mass[:, len(_AROUND) // 2]
