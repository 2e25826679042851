"""How many rods there are: what speaks for a rod at every place of a row, and beyond its ends.

The row that was found is laid out on a ruler, a few places more at either end. Each place
has a likelihood ratio, and every run of places is as likely as the product over its places, and
over how much its two ends look like ends: one posterior over where the row begins and how long it
is. The weights are those of a softmax over all runs of all rulers, fitted on drawn pictures
(`samples.rings_fit`).
"""

from dataclasses import dataclass

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.rings.columns import columns_of
from vision.rings.few import median, pairs
from vision.rings.net import FOOT, Floats, Spots
from vision.rings.rods import Rods
from vision.rings.rulers import Ruler

Patch = NDArray[np.uint8]

# So many rods a toy may have.
FEWEST, MOST = 3, 13
# The features of a place, in the order of the weights: one, how clear a foot and an eye are there,
# how far the foot is off the line, how much less the foot and the rod are worth than usual in this
# row, how unlike the others the plate and the rod look, how far the place is beyond the tip, how
# clear feet are that lie nearest to this place but beside it, how sure it is that the rod there is
# not the first one, and not the last; then for the first place of a run only the log-odds that
# its rod is the first one, and likewise for the last.

# The most that the network may say of an end, in log-odds.
MOST_SURE = 6.0
# How far from its place a foot may be, along the row and across, in pitches (sigma).
ALONG, ACROSS = 0.2, 0.3
# What a place without any rod is worth, in a rod's log-odds.
NOTHING = -6.0
# Where the look of the plate and of a rod is taken: in pitches beside the hole, and in shares of
# the rod; rods shorter or longer than this (pitches) are not looked at.
BESIDE, ALONG_ROD, LONG = 0.3, (0.15, 0.3, 0.45, 0.6, 0.75), (1.2, 9.0)
# Differences of brightness that are nothing, and the most that differences count.
SAME, MOST_UNLIKE, USUAL_UNLIKE = 5.0, 6.0, 1.0
BLUR = 0.8


@dataclass(frozen=True, slots=True, eq=False)
class Weighing:
    """How features are weighed: `weights` (14,); `sureness` of the number, see `weighed`.

    Fitted on drawn pictures (`samples.rings_fit`), for each kind of look by itself.
    """

    weights: Floats
    sureness: tuple[float, float, float]


# Of a close look with the network of `eye.onnx`.
CLOSE_LOOK = Weighing(
    np.array(
        [1.23, 0.70, 0.15, -0.60, -0.22, 0.01, -0.13, -0.54, -0.35, -0.13, 0.82, 0.93, 0.83, 0.78]
    ),
    (-0.90, 0.93, 0.83),
)


@dataclass(frozen=True, slots=True, eq=False)
class Runs:
    """Runs of places on one or more rulers, (k,) each: the number of the ruler, first, length.

    `told` (k, 14) are the features of each run.
    """

    rulers: list[Ruler]
    ruler: NDArray[np.intp]
    first: NDArray[np.intp]
    lengths: NDArray[np.intp]
    told: Floats

    @classmethod
    def of(cls, rulers: list[Ruler], found: list[Floats]) -> "Runs":
        """All runs of all rulers, with the features (m, 14) that were found at their places."""
        parts = [runs(one) for one in found]
        ruler = np.repeat(np.arange(len(parts)), [len(run) for run, _ in parts])
        run = np.concatenate([run for run, _ in parts])
        told = np.concatenate([told for _, told in parts])
        return cls(rulers, ruler, run[:, 0], run[:, 1], told)


def features(ruler: Ruler, spots: Spots, rods: Rods, tip: Floats, patch: Patch | None) -> Floats:
    """(m, 14): what is seen at every place, see above; `patch` is the picture of the spots."""
    step = ruler.step
    columns = columns_of(rods, ruler.feet, step)
    has, own = columns.best >= 0, np.maximum(columns.best, 0)
    pitch = float(np.linalg.norm(step))
    across = np.array([-step[1], step[0]]) / pitch**2
    score, stray, ends = _feet(ruler.feet, spots, step)
    foot = _odds(score)
    eye = _odds(np.where(has, rods.seen[own], 0.0))
    off = np.abs((rods.anchors[own] - ruler.feet) @ across)
    gain = np.where(has, rods.gain[own], NOTHING)
    beyond = np.clip((tip - ruler.feet) @ step / pitch**2, -0.5, 3.0) + 0.5
    told = (
        np.ones(ruler.count),
        foot,
        eye,
        np.where(has, np.minimum(off / ACROSS, 3.0), 0.0),
        foot - median(foot[ruler.core]),
        gain - median(gain[ruler.core]),
        *_looks(ruler, rods.tops[own], has, patch),
        np.nan_to_num(beyond, nan=0.0),
        stray,
        *-np.logaddexp(0.0, ends).T,
        *ends.T,
    )
    return np.stack(told, axis=1)


def runs(found: Floats) -> tuple[NDArray[np.intp], Floats]:
    """All runs of places: (k, 2) their first place and length, and (k, 14) their features.

    `found` (m, 14) are the features of the places.
    """
    total = np.concatenate([np.zeros((1, found.shape[1] - 2)), np.cumsum(found[:, :-2], axis=0)])
    first, end = pairs(len(total), FEWEST)
    keep = end - first <= MOST
    first, end = first[keep], end[keep]
    told = np.column_stack([total[end] - total[first], found[first, -2], found[end - 1, -1]])
    return np.stack([first, end - first], axis=1), told


def lengths_of(lengths: NDArray[np.intp], worth: Floats) -> Floats:
    """(k, 2): every length, and what all runs (m,) of it are worth together."""
    every = np.arange(FEWEST, lengths.max() + 1)
    return np.array([(n, np.logaddexp.reduce(worth[lengths == n])) for n in every])


def _odds(score: Floats) -> Floats:
    """Log-odds of scores, their extremes cut."""
    return np.asarray(np.log((score + 0.02) / (1.02 - score)))


def _feet(feet: Floats, spots: Spots, step: Floats) -> tuple[Floats, Floats, Floats]:
    """What the feet are at every place: (m,) the best score, less the farther it is from there;
    (m,) the scores of those beside it in the row; (m, 2) log-odds of the row's ends."""
    marked = spots.where(spots.kind == FOOT)
    if not len(marked.score):
        return np.zeros(len(feet)), np.zeros(len(feet)), np.zeros((len(feet), 2))
    off = (marked.at - feet[:, None]) / (step @ step)
    along, across = off @ step, off @ np.array([-step[1], step[0]])
    level = np.exp(-0.5 * (across / ACROSS) ** 2)
    near = np.exp(-0.5 * (along / ALONG) ** 2)
    fit: Floats = level * near * marked.score
    own = fit.argmax(axis=1)
    best = fit[np.arange(len(feet)), own]
    nearest = np.abs(along).argmin(axis=0) == np.arange(len(feet))[:, None]
    beside = nearest & (np.abs(along) < 1)
    stray = np.sum(beside * level * (1 - near) * marked.score, axis=1)
    # Where no foot is seen nothing can be said of ends.
    clear = best / marked.score[own]
    return best, stray, clear[:, None] * np.clip(marked.ends[own], -MOST_SURE, MOST_SURE)


def _looks(
    ruler: Ruler, tops: Floats, has: NDArray[np.bool_], patch: Patch | None
) -> tuple[Floats, Floats]:
    """(m,) twice: how unlike the row's own the plate and the rod look; shadows do."""
    step = ruler.step
    usual = np.full(ruler.count, USUAL_UNLIKE)
    if patch is None:
        return usual, usual
    soft = cv2.GaussianBlur(patch, (0, 0), BLUR).astype(np.float32)
    plate = _taken(soft, np.stack([ruler.feet + s * BESIDE * step for s in (-1, 1)], axis=1))
    rod = tops - ruler.feet
    shares = np.array(ALONG_ROD)[None, :, None]
    inner = median(_taken(soft, ruler.feet[:, None] + shares * rod[:, None]), axis=1)
    length = np.linalg.norm(rod, axis=1) / np.linalg.norm(step)
    clear = has & (length > LONG[0]) & (length < LONG[1])
    unlike = _unlike(plate, ruler.core).mean(axis=1)
    if np.sum(clear & ruler.core) < FEWEST:
        return unlike, usual
    return unlike, np.where(clear, _unlike(inner[:, None], clear & ruler.core)[:, 0], usual)


def _unlike(values: Floats, core: NDArray[np.bool_]) -> Floats:
    """How far values (m, k) are from the median of the core's, against the core's own spread."""
    gap = np.abs(values - median(values[core].ravel()))
    return np.asarray(np.minimum(gap / (median(gap[core].ravel()) + SAME), MOST_UNLIKE))


def _taken(soft: NDArray[np.float32], at: Floats) -> Floats:
    """The brightness of a picture at points (..., 2)."""
    x, y = (np.asarray(at[..., k], dtype=np.float32) for k in (0, 1))
    taken = cv2.remap(soft, x, y, cv2.INTER_LINEAR, borderMode=cv2.BORDER_REPLICATE)
    return np.asarray(taken, dtype=np.float64)
