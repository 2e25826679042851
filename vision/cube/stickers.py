"""Stickers: one measured colour a sticker, past glare, dirt and the print on a white centre."""

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from vision.cube.face import CELL, FaceView
from vision.frame import Floats, Image

# The share of a sticker's pixels, from dark to bright, that is believed: glare is bright. On a
# sticker whose pixels differ by more than _UNEVEN in their darkest channel, fewer.
_BAND, _LOW_BAND = (0.15, 0.70), (0.05, 0.35)
_UNEVEN = 25.0
# A bright pale sticker that is uneven may be any colour under glare.
_PALE, _HALF_DOUBT, _MOST_DOUBT = 150.0, 50.0, 0.5
# So much more colour at the rim of a pale sticker is its own, seen past the glare; what is as
# dark as plastic does not count.
_TINTED, _TINTED_DOUBT, _PLASTIC = 0.12, 0.3, 90
# A print on a white centre: how dark it is and what bounds it, against the brightest, the whiteness
# of the brightest, its least share of the middle, and how far inside it lies, in sticker sides.
_PRINT_DARK, _PRINT_AROUND, _PRINT_WHITE = 0.72, 0.85, 0.70
_PRINT_SHARE, _PRINT_INSIDE = 0.10, 0.045

# Distances of a cell's pixels from its middle, in sticker sides.
_ACROSS = np.abs(np.mgrid[:CELL, :CELL] - (CELL - 1) / 2) / CELL
_SQUARE, _RADIUS = np.maximum(*_ACROSS), np.hypot(*_ACROSS)
# Which pixels count: the inner part; at the centre, which may wear a logo, a ring.
_INNER, _DISC = _SQUARE < 0.3, _RADIUS < 0.36
_RING = _DISC & (_RADIUS > 0.23)
_RIM = (_SQUARE > 0.27) & (_SQUARE < 0.38)


@dataclass(frozen=True, slots=True, eq=False)
class Stickers:
    """What the pixels of a face say.

    - `colours`: (9, 3) a robust blue, green and red of each sticker, 0 to 255.
    - `doubts`: (9,) the probability that glare hides the colour.
    """

    colours: Floats
    doubts: Floats


def stickers_of(face: FaceView) -> Stickers:
    """Measures the stickers of a face."""
    cells = [face.cell(index) for index in range(9)]
    colours, doubts = zip(*(_measured(cell, cell is cells[4]) for cell in cells), strict=True)
    return Stickers(np.array(colours), np.array(doubts))


def _measured(cell: Image, middle: bool) -> tuple[Floats, float]:
    """The colour of one sticker, and its doubt."""
    white = _under_print(cell) if middle else None
    if white is not None:
        return white, 0.0
    pixels = cell[_RING if middle else _INNER]
    darkest = pixels.min(axis=1)
    uneven = float(np.percentile(darkest, 85) - np.percentile(darkest, 15))
    order = np.argsort(pixels.max(axis=1), kind="stable")
    low, high = _LOW_BAND if uneven > _UNEVEN else _BAND
    colour = np.median(pixels[order[int(low * len(order)) : int(high * len(order))]], axis=0)
    if colour.min() <= _PALE:
        return np.asarray(colour, dtype=np.float64), 0.0
    tint = None if middle else _past_glare(cell, 1 - colour.min() / colour.max())
    if tint is not None:
        return tint, _TINTED_DOUBT
    doubt = np.clip((uneven - _UNEVEN / 2) / _HALF_DOUBT, 0.0, _MOST_DOUBT)
    return np.asarray(colour, dtype=np.float64), float(doubt)


def _past_glare(cell: Image, saturation: float) -> Floats | None:
    """The colour at the rim of a sticker whose middle is pale; None where it is no more coloured.

    A white sticker is grey towards its rim; one that mirrors a lamp shows its own colour there.
    """
    rim = cell[_RIM & (cell.max(axis=2) > _PLASTIC)].astype(np.float64)
    if len(rim) < _RIM.sum() / 4:
        return None
    tints = 1 - rim.min(axis=1) / rim.max(axis=1)
    least = np.percentile(tints, 80)
    if least < saturation + _TINTED:
        return None
    return np.asarray(np.median(rim[tints >= least], axis=0), dtype=np.float64)


def _under_print(cell: Image) -> Floats | None:
    """The colour of a white centre around the print on it; None where there is no such thing.

    What is dark lies inside of what is pale; where a lamp shines on a sticker, it does not.
    """
    pixels, radius = cell[_DISC], _RADIUS[_DISC]
    darkest = pixels.min(axis=1)
    pale = float(np.percentile(darkest, 85))
    colour = np.median(pixels[darkest >= pale], axis=0)
    dark: NDArray[np.bool_] = darkest < _PRINT_DARK * pale
    if dark.mean() < _PRINT_SHARE or colour.min() < _PRINT_WHITE * colour.max():
        return None
    outside = radius[darkest > _PRINT_AROUND * pale].mean() - radius[dark].mean()
    return np.asarray(colour, dtype=np.float64) if outside > _PRINT_INSIDE else None
