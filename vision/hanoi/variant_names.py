"""Names for the colours of pieces: a letter each, no two alike."""

from collections.abc import Sequence
from itertools import permutations

import cv2
import numpy as np
from numpy.typing import NDArray

Floats = NDArray[np.float64]

# What these letters stand for in everyday toys, as blue, green and red.
NAMES = {
    "b": (200, 90, 20),
    "g": (60, 150, 40),
    "k": (25, 25, 25),
    "o": (20, 120, 245),
    "p": (140, 40, 120),
    "r": (35, 30, 200),
    "s": (150, 150, 150),
    "w": (240, 240, 240),
    "y": (40, 210, 245),
}
# What toys are seldom painted in costs so much more, in squared steps.
SELDOM = {"s": 600.0}
# Things in the shade of a lamp send back so little of its light, but they are called the same; what
# is as good as grey would be called something else.
SHADES, GREYS = (1.0, 0.6), "ks"
# How much a step of lightness counts beside one of colour; the strength of colour from which on
# more of it says little, and what it amounts to. A dull red is a red.
LIGHTNESS, STRONG, FULL = 0.5, 45.0, 45.0
# How far colours may lie from what they are called, in these steps.
ERROR = 9.0


def letters_for(
    colours: Floats, known: Sequence[str] | None = None
) -> tuple[tuple[str, ...], float]:
    """A letter for each of some colours, (k, 3) CIE Lab as for bytes, and how likely no other way
    to give out the same letters is meant.

    `known` are the letters that the toy's colours are called by, where somebody said so; others
    than those that have a colour here fit any.
    """
    pool = sorted(known if known is not None else NAMES)
    shown = _named(colours)
    costs = np.zeros((len(colours), len(pool)))
    for column, letter in enumerate(pool):
        if letter in NAMES:
            away = ((shown[:, None] - _NAMED[letter]) ** 2).sum(axis=2).min(axis=1)
            costs[:, column] = away + SELDOM.get(letter, 0.0)
    ways = np.array(list(permutations(range(len(pool)), len(colours))), dtype=np.intp)
    totals = costs[np.arange(len(colours)), ways].sum(axis=1)
    best = ways[int(totals.argmin())]
    same = np.sort(ways, axis=1) == np.sort(best)
    odds = np.exp(-(totals[same.all(axis=1)] - totals.min()) / (2 * ERROR**2))
    return tuple(pool[i] for i in best), float(1 / odds.sum())


def farthest(colours: Floats, letters: Sequence[str]) -> float:
    """How far that of some colours, (k, 3), lies from what it is called that lies farthest.

    In steps as above; those that have no colour here are left out.
    """
    pairs = zip(_named(colours), letters, strict=True)
    away = [
        float(np.linalg.norm(shown - _NAMED[letter], axis=1).min())
        for shown, letter in pairs
        if letter in _NAMED
    ]
    return max(away, default=0.0)


def _named(colours: Floats) -> Floats:
    """Where colours lie beside others when only what they are called counts, (k, 3)."""
    light, ab = colours[:, :1] * 100 / 255, colours[:, 1:] - 128
    strength = np.maximum(np.linalg.norm(ab, axis=1, keepdims=True), 1e-6)
    return np.hstack([LIGHTNESS * light, ab / strength * FULL * np.tanh(strength / STRONG)])


def _shades(letter: str) -> Floats:
    """A colour in light and in shade, (k, 3), as `_named` places it."""
    shades = SHADES[:1] if letter in GREYS else SHADES
    pixels = np.array([[NAMES[letter]]]) * np.array(shades)[:, None, None]
    lab = cv2.cvtColor(np.round(pixels).astype(np.uint8), cv2.COLOR_BGR2LAB)
    return _named(lab.reshape(-1, 3).astype(np.float64))


_NAMED = {letter: _shades(letter) for letter in NAMES}
