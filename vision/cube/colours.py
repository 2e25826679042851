"""Colours of stickers, read together: probabilities for white yellow red orange green blue."""

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from vision.cube.face import CELL, FaceView
from vision.cube.mixture import colour_table
from vision.cube.palette import COLOURS, Palette, default_palette, feature
from vision.frame import Floats, Image

# The share of a sticker's pixels, from dark to bright, that is believed: glare is bright. On a
# sticker whose pixels differ by more than _UNEVEN in their darkest channel, fewer.
_BAND, _LOW_BAND = (0.15, 0.70), (0.05, 0.35)
_UNEVEN = 25.0
# A logo is dark on a bright white centre: dark to bright, and the whiteness of the bright part.
_LOGO_DARK, _LOGO_WHITE = 0.55, 0.70
# A bright pale sticker that is uneven may be any colour under glare.
_PALE, _HALF_DOUBT, _MOST_DOUBT = 150.0, 50.0, 0.5


@dataclass(frozen=True, slots=True, eq=False)
class Stickers:
    """What the pixels of a face say.

    - `colours`: (9, 3) a robust blue, green and red of each sticker, 0 to 255.
    - `doubts`: (9,) the probability that glare hides the colour.
    """

    colours: Floats
    doubts: Floats


def read_colours(faces: Sequence[FaceView], palette: Palette | None = None) -> Floats:
    """How likely each colour is for every sticker of some faces, (k, 9, 6).

    The faces are taken to be different ones of one cube, in one scan; six of them are a whole
    cube. The columns are in the order of COLOURS.
    """
    return read_stickers([stickers_of(face) for face in faces], palette or default_palette())


def read_stickers(faces: Sequence[Stickers], palette: Palette) -> Floats:
    """The same from the stickers' measured colours."""
    if not faces:
        return np.empty((0, 9, len(COLOURS)))
    table = colour_table(feature(np.array([face.colours for face in faces])), palette)
    doubts = np.array([face.doubts for face in faces])[:, :, None]
    return np.asarray((1 - doubts) * table + doubts / len(COLOURS))


def stickers_of(face: FaceView) -> Stickers:
    """Measures the stickers of a face."""
    colours, doubts = zip(*(_measured(face, index) for index in range(9)), strict=True)
    return Stickers(np.array(colours), np.array(doubts))


def _measured(face: FaceView, index: int) -> tuple[Floats, float]:
    """The colour of one sticker, and its doubt."""
    logo = _under_logo(face.cell(index)) if index == 4 else None
    if logo is not None:
        return logo, 0.0
    pixels = face.cell(index)[_mask(index)]
    darkest = pixels.min(axis=1)
    uneven = float(np.percentile(darkest, 85) - np.percentile(darkest, 15))
    order = np.argsort(pixels.max(axis=1), kind="stable")
    low, high = _LOW_BAND if uneven > _UNEVEN else _BAND
    colour = np.median(pixels[order[int(low * len(order)) : int(high * len(order))]], axis=0)
    excess = (uneven - _UNEVEN / 2) / _HALF_DOUBT if colour.min() > _PALE else 0.0
    return np.asarray(colour, dtype=np.float64), float(np.clip(excess, 0.0, _MOST_DOUBT))


def _under_logo(cell: Image) -> Floats | None:
    """The colour of a white centre with a dark print on it; None where there is no such thing."""
    inner = cell[CELL // 6 : -CELL // 6, CELL // 6 : -CELL // 6].reshape(-1, 3)
    value = inner.max(axis=1)
    dark, bright = np.percentile(value, (15, 70))
    if dark > _LOGO_DARK * bright:
        return None
    colour = np.median(inner[value >= bright], axis=0)
    whole = colour.min() > _LOGO_WHITE * colour.max()
    return np.asarray(colour, dtype=np.float64) if whole else None


def _mask(index: int) -> NDArray[np.bool_]:
    """Which pixels of a cell count: the inner part; a ring at the centre, which may wear a logo."""
    y, x = np.abs(np.mgrid[:CELL, :CELL] - (CELL - 1) / 2)
    if index == 4:
        radius = np.hypot(x, y) / CELL
        return np.asarray((radius > 0.23) & (radius < 0.36))
    return np.asarray(np.maximum(x, y) < 0.3 * CELL)
