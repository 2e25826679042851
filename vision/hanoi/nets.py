"""The learned parts: where the feet and tips of pegs are, what lies on one peg, where rims are.

All are small convolutional networks trained on painted towers, some on path-traced ones too, and on
no photograph (`samples.hanoi_eye`); the first marks centres as in "Objects as Points" (Zhou, Wang,
Kraehenbuehl 2019). `ends.py` and `tower.py` have those that look at all pegs together.
"""

from dataclasses import dataclass
from pathlib import Path

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.frame import Image
from vision.hanoi.patch import FOOT, PATCH, ROWS, SCENE, UNIT, fit_scene
from vision.network import Network, load_network

Floats = NDArray[np.float64]

MOST_DISCS = 8
# Most towers have so many pegs: for these the networks are laid out beforehand.
USUAL_PEGS = 3
# A picture whose colours deviate by less than this, in grey levels, shows nothing: a lens that is
# covered, or the dark.
BLANK = 2.0
# Scene pixels a cell of the map, and how many of them the network counts as one unit of way.
CELL = 4
WAY = 40.0
# Where the middles of rows are, in patch pixels.
LINES = (np.arange(ROWS) + 0.5) * PATCH[1] / ROWS


@dataclass(frozen=True, slots=True, eq=False)
class Candidates:
    """Places that look like a peg: `feet` and `tips` (k, 2) pixels, `scores` (k,), best first."""

    feet: Floats
    tips: Floats
    scores: Floats


@dataclass(frozen=True, slots=True, eq=False)
class Stacks:
    """What the patches of some pegs show.

    - `counts`: (pegs, 9), the probability of 0 to 8 discs.
    - `radii`, `spreads`: (pegs, 8), half widths from the bottom in patch units, and their errors.
    - `clear`: (pegs,), the probability that nothing hides the peg or its stack.
    - `ends`: (pegs, 2, 2), foot and tip in patch pixels.
    - `heights`: (pegs,), the stack's height as a share of the peg's length.
    - `rims`: (pegs, ROWS), the probability that the outline of a disc ends in a row of a closer
      look; `lines`: (pegs, ROWS), where these rows lie, in patch pixels.
    - `votes`: what each network answered by itself that looked closely, as `tower.py` has it.
    """

    counts: Floats
    radii: Floats
    spreads: Floats
    clear: Floats
    ends: Floats
    heights: Floats
    rims: Floats
    lines: Floats
    votes: tuple[tuple[Floats, Floats], ...] = ()

    @property
    def lowest(self) -> Floats:
        """(pegs,): the half widths of the lowest discs in patch units, 0 where there is none."""
        return np.where(self.counts.argmax(axis=1) > 0, self.radii[:, 0], 0.0)


class PegFinder:
    """Marks the pegs of a picture."""

    def __init__(self) -> None:
        self._net = _load("pegs.onnx", (1, 3, *SCENE[::-1]))

    def find(self, image: Image, *, least: float = 0.1, most: int = 6) -> Candidates:
        """At most `most` places with a score of at least `least`."""
        if max(cv2.meanStdDev(image[::4, ::4])[1].ravel().tolist()) < BLANK:
            return Candidates(np.empty((0, 2)), np.empty((0, 2)), np.empty(0))
        scaled = fit_scene(image)
        maps = np.asarray(self._net(blob(scaled.image[None])), dtype=np.float64)[0]
        heat = sigmoid(maps[0])
        peak = cv2.dilate(heat, np.ones((5, 5), np.uint8)) <= heat
        rows, columns = np.nonzero(peak & (heat >= least))
        order = np.argsort(-heat[rows, columns])[:most]
        rows, columns = rows[order], columns[order]
        feet = (np.stack([columns, rows], axis=1) + maps[1:3, rows, columns].T + 0.5) * CELL
        tips = feet + maps[3:5, rows, columns].T * WAY
        factor = scaled.factor
        return Candidates(feet / factor, tips / factor, heat[rows, columns])


class StackEye:
    """Reads the patches of pegs."""

    def __init__(self) -> None:
        self._net = _load("stack.onnx", (USUAL_PEGS, 3, *PATCH[::-1]))

    def read(self, patches: NDArray[np.uint8]) -> Stacks:
        """What each of (pegs, height, width, 3) patches shows; no rims are seen yet."""
        return _stacks(np.asarray(self._net(blob(patches)), dtype=np.float64))


class RimsEye:
    """Finds rims in closer looks at what pegs carry."""

    def __init__(self) -> None:
        self._net = _load("rims.onnx", (USUAL_PEGS, 3, *PATCH[::-1]))

    def read(self, patches: NDArray[np.uint8]) -> Floats:
        """(pegs, ROWS) probabilities, from (pegs, height, width, 3) closer looks."""
        return sigmoid(np.asarray(self._net(blob(patches)), dtype=np.float64)[:, :ROWS])


def _stacks(out: Floats) -> Stacks:
    """The network's numbers, (patches, 31), by their meaning."""
    m = MOST_DISCS
    return Stacks(
        counts=softmax(out[:, : m + 1]),
        radii=out[:, m + 1 : 2 * m + 1],
        spreads=np.exp(np.clip(out[:, 2 * m + 1 : 3 * m + 1], -5.5, 1.0)),
        clear=sigmoid(out[:, 3 * m + 1]),
        ends=out[:, 3 * m + 2 : 3 * m + 6].reshape(-1, 2, 2) * UNIT + FOOT,
        heights=np.clip(out[:, 3 * m + 6], 0.02, 1.0),
        rims=np.zeros((len(out), ROWS)),
        lines=np.tile(LINES, (len(out), 1)),
    )


def _load(name: str, shape: tuple[int, ...]) -> Network:
    return load_network(Path(__file__).parent / name, shape)


def blob(images: NDArray[np.uint8]) -> NDArray[np.float32]:
    """Pictures as a batch of planes from 0 to 1."""
    count, height, width = images.shape[:3]
    out = np.empty((count, 3, height, width), np.float32)
    for planes, image in zip(out, images, strict=True):
        for plane, channel in zip(planes, cv2.split(image), strict=True):
            np.multiply(channel, np.float32(1 / 255), out=plane)
    return out


def softmax(x: Floats) -> Floats:
    """Logits (k, n) as probabilities."""
    shares = np.exp(x - x.max(axis=1, keepdims=True))
    return np.asarray(shares / shares.sum(axis=1, keepdims=True), dtype=np.float64)


def sigmoid(x: Floats) -> Floats:
    """Logits as probabilities."""
    return np.asarray(1 / (1 + np.exp(-np.clip(x, -30, 30))), dtype=np.float64)
