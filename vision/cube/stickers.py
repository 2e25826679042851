"""Stickers: one measured colour a sticker, past glare, dirt and the print on a white centre."""

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from vision.cube.face import CELL, FaceView
from vision.cube.hints import hints_of
from vision.frame import Floats, Image

# The share of a sticker's pixels, from dark to bright, that is believed: glare is bright. On a
# sticker whose pixels differ by more than _UNEVEN in their darkest channel, fewer.
_BAND, _LOW_BAND = (0.15, 0.70), (0.05, 0.35)
_UNEVEN = 25.0
# Plastic: so much darker than the sticker, and so grey; it is no sticker's larger part.
_DARK, _GREY, _MOST_PLASTIC = 0.55, 0.5, 0.7
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
    - `hint`: (9, 6) log-probabilities of w y r o g b, by a network that sees this face alone.
    - `hidden`: (9,) the probability that a hand or a thing lies over it.
    """

    colours: Floats
    doubts: Floats
    hint: Floats
    hidden: Floats


def stickers_of(faces: Sequence[FaceView]) -> list[Stickers]:
    """Measures the stickers of some faces."""
    hints = hints_of(faces)
    measured = []
    for face, names, hidden in zip(faces, hints.names, hints.hidden, strict=True):
        hidden[list(face.hidden)] = 1.0
        measured.append(Stickers(*_measured(face), names, hidden))
    return measured


def _measured(face: FaceView) -> tuple[Floats, Floats]:
    """The colours of nine stickers, (9, 3), and their doubts, (9,)."""
    cells = face.straight.reshape(3, CELL, 3, CELL, 3).swapaxes(1, 2).reshape(9, CELL, CELL, 3)
    colours, doubts = np.empty((9, 3)), np.zeros(9)
    outer = [0, 1, 2, 3, 5, 6, 7, 8]
    colours[outer], uneven = _plain(cells[outer][:, _INNER])
    for index, spread in zip(outer, uneven, strict=True):
        if colours[index].min() > _PALE:
            colours[index], doubts[index] = _pale(cells[index], colours[index], spread)
    white = _under_print(cells[4])
    if white is not None:
        colours[4] = white
    else:
        colours[4:5], uneven = _plain(cells[4:5][:, _RING])
        if colours[4].min() > _PALE:
            doubts[4] = _doubt(uneven[0])
    return colours, doubts


def _plain(pixels: Image) -> tuple[Floats, Floats]:
    """The colours of stickers by their pixels, (n, m, 3), past glare; and how uneven they are."""
    darkest = np.sort(pixels.min(axis=2), axis=1).astype(np.float64)
    count = pixels.shape[1]
    uneven = darkest[:, int(0.85 * count)] - darkest[:, int(0.15 * count)]
    brightest = pixels.max(axis=2)
    order = np.argsort(brightest, axis=1, kind="stable")
    low, high = (int(share * count) for share in _BAND)
    rows = np.arange(len(pixels))[:, None]
    colours = np.median(pixels[rows, order[:, low:high]], axis=1)
    for index in np.flatnonzero(uneven > _UNEVEN):
        own = order[index]
        own = own[~_plastic(pixels[index][own], brightest[index][own])]
        low, high = (int(share * len(own)) for share in _LOW_BAND)
        colours[index] = np.median(pixels[index][own[low:high]], axis=0)
    return np.asarray(colours, dtype=np.float64), uneven


def _plastic(pixels: Image, brightest: NDArray[np.uint8]) -> NDArray[np.bool_]:
    """Which pixels of a sticker, (m, 3), are the plastic beside it: dark and grey."""
    top = float(np.percentile(brightest, 70))
    grey = pixels.min(axis=1) > _GREY * brightest
    dark: NDArray[np.bool_] = (brightest < _DARK * top) & grey
    return dark if dark.mean() < _MOST_PLASTIC else np.zeros(len(dark), dtype=np.bool_)


def _pale(cell: Image, colour: Floats, uneven: float) -> tuple[Floats, float]:
    """A bright pale sticker's colour and doubt: it may be any colour under glare."""
    tint = _past_glare(cell, 1 - colour.min() / colour.max())
    return (colour, _doubt(uneven)) if tint is None else (tint, _TINTED_DOUBT)


def _doubt(uneven: float) -> float:
    return float(np.clip((uneven - _UNEVEN / 2) / _HALF_DOUBT, 0.0, _MOST_DOUBT))


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
