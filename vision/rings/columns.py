"""The rods of a toy that is known: which of the marked spots belong to which place of its row.

The row's places are known from the frame before, so nothing is counted: a place is a rod that was
seen, or is hidden. All ways of giving rods to places are weighed (forward and backward sums over
the row; Rabiner 1989, section III).
"""

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from vision.rings.net import Floats
from vision.rings.rods import TURN, Rods, beside, leaning

# How far a rod's foot may be from its place, in pitches: sigma along the row and across, and most.
ALONG, ACROSS, MOST = 0.17, 0.35, 0.55
# What a place without a rod is worth, in log-odds, and what leaning otherwise costs at most.
HIDDEN, MOST_TURN = 0.0, 8.0
# How far a rod may lean otherwise than all did before, in pitches (sigma), and what that costs at
# most: a ring that was moved leans anyhow.
SWAY, MOST_SWAY = 0.5, 1.0
# The ways are told apart more sharply than what they are worth says.
SHARP = 2.0


@dataclass(frozen=True, slots=True, eq=False)
class Columns:
    """Rods given to places: `share` (rods, places) probabilities; `best` (places,), -1: hidden."""

    share: Floats
    best: NDArray[np.intp]


def columns_of(rods: Rods, feet: Floats, step: Floats, slopes: Floats | None = None) -> Columns:
    """Gives rods to the places whose feet are expected at `feet` (n, 2); `step` (2,).

    `slopes` (n,) are how far rods usually go along the row for each pitch across, NaN where that
    is not known. Else a stray eye makes all rods lean by one place more.
    """
    worth = SHARP * worth_at(rods, feet, step)
    lean, tall = leaning(rods, step)
    if slopes is not None:
        off = lean[:, None] - tall[:, None] * slopes
        worth -= SHARP * np.nan_to_num(np.minimum(0.5 * (off / SWAY) ** 2, MOST_SWAY))
    some = _candidates(np.isfinite(worth))
    m, n = worth.shape
    padded = np.concatenate([worth, np.full((1, n), -np.inf)])
    # The last entry of each place stands for a hidden rod.
    gains = np.full((n, some.shape[1] + 1), SHARP * HIDDEN)
    gains[:, :-1] = padded[some, np.arange(n)[:, None]]
    turns = _turns(rods, (lean, tall), some[:-1], some[1:])
    # No gain is above 20, so that a product over the longest row stays within a float.
    odds, ways = np.exp(gains), np.exp(turns)
    to, on = odds.copy(), np.ones_like(odds)
    for k in range(1, n):
        to[k] *= to[k - 1] @ ways[k - 1]
    for k in range(n - 2, -1, -1):
        on[k] = ways[k] @ (odds[k + 1] * on[k + 1])
    part = to * on
    part /= part.sum(axis=1, keepdims=True)
    share = np.zeros((m + 1, n))
    share[some, np.arange(n)[:, None]] = part[:, :-1]
    top = part.argmax(axis=1)
    hidden = np.full((n, 1), -1, np.intp)
    return Columns(share[:m], np.concatenate([some, hidden], axis=1)[np.arange(n), top])


def _candidates(near: NDArray[np.bool_]) -> NDArray[np.intp]:
    """(places, k): the rods that are `near` (rods, places) each place; `rods` beyond the last."""
    first = np.argsort(~near, axis=0, kind="stable")[: int(near.sum(axis=0).max(initial=0))]
    return np.where(np.take_along_axis(near, first, axis=0), first, len(near)).T


def worth_at(rods: Rods, feet: Floats, step: Floats) -> Floats:
    """(rods, places): what each rod is worth at each place; minus infinity where it is too far."""
    pitch = float(np.linalg.norm(step))
    way = step / pitch
    off = (rods.anchors[:, None] - feet) / pitch
    along, across = off @ way, off @ np.array([-way[1], way[0]])
    cost = 0.5 * ((along / ALONG) ** 2 + (across / ACROSS) ** 2)
    near = (np.abs(along) < MOST) & (np.abs(across) < 2 * MOST)
    return np.where(near, rods.gain[:, None] - np.minimum(cost, 8.0), -np.inf)


def _turns(
    rods: Rods, way: tuple[Floats, Floats], here: NDArray[np.intp], there: NDArray[np.intp]
) -> Floats:
    """(p, k + 1, k + 1): what it is worth that one rod follows another, hidden ones last.

    `here` and `there` are (p, k) rods of places and of those after them, as `_candidates` has them.
    """
    lean, tall = (np.append(values, 0.0) for values in way)
    # No rod shares its ends with what is not there.
    e, f = np.concatenate([rods.ends, [[-1, -1]]]).T
    a, b = here[:, :, None], there[:, None]
    bent = 0.5 * (beside(lean[a], tall[a], lean[b], tall[b]) / TURN) ** 2
    shared = ((e[a] == e[b]) & (e[b] >= 0)) | ((f[a] == f[b]) & (f[b] >= 0))
    worth = np.zeros((len(bent), bent.shape[1] + 1, bent.shape[2] + 1))
    worth[:, :-1, :-1] = -SHARP * np.where(shared, np.inf, np.minimum(bent, MOST_TURN))
    return worth
