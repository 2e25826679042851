"""The verdict on a straightened square: a face of a cube, or a window, a keypad, a board.

Nine flat cells are not yet a face. A face's cells have colours that stickers may have under one
lamp, mostly strong ones, and the gaps between them are all of one plastic.
"""

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.cube.face import CELL, MARGIN
from vision.cube.look import Look
from vision.cube.palette import default_palette, feature
from vision.frame import Floats, Image

# Lamps: how much brighter than usual, and how much warmer, in logarithms of light.
_BRIGHTER = np.array([-1.5, -1.1, -0.75, -0.45, -0.2, 0.0, 0.12])
_WARMER = np.array([-0.35, -0.12, 0.12, 0.35])
_USUAL, _BRIGHTNESSES, _WARMTHS = -0.2, 0.6, 0.25
# What a sticker that no colour explains costs, in nats: a finger, a lamp's mirror image.
_MOST_COST = 4.0

# Steps inside a sticker, of grey levels between pixels two apart, are smaller than this.
_GRAIN = 14

# Logistic regression on squares of photographs and of painted scenes with and without cubes, see
# samples/cube_verdict/fit.py; the features are those of `features`, in that order, and one.
_WEIGHTS = np.array(
    [0.55, 4.20, 7.10, -9.89, 1.84, -1.78, 1.16, -0.27, -2.10, -1.15, -2.25, -2.69, -5.89, -5.56]
)

_PALETTE = default_palette()
_COVARIANCE = _PALETTE.pigment + _PALETTE.noise + 0.01 * np.eye(3)
_PRECISION = np.linalg.inv(_COVARIANCE)
_SCALE = -0.5 * np.linalg.slogdet(_COVARIANCE)[1] - np.log(6)
_LAMPS = np.array([(b - w, b, b + w) for b in _BRIGHTER for w in _WARMER])
_PRIOR = np.array([
    -(((b - _USUAL) / _BRIGHTNESSES) ** 2 + (w / _WARMTHS) ** 2) / 2
    for b in _BRIGHTER for w in _WARMER
])  # fmt: skip
# The cost of a colour's features x under each lamp is a polynomial in them: x'Px/2 - x'Pm + ...;
# its coefficients for xx, xy, xz, yy, yz, zz, x, y, z, 1 are the columns of (10, lamps * 6).
_SHOWN = _LAMPS[:, None] + _PALETTE.mean
_TURNED = (_PRECISION @ _SHOWN[..., None])[..., 0]
_PAIRS = np.triu_indices(3)
_SQUARES = (_PRECISION * (2 - np.eye(3)))[:, _PAIRS[0], _PAIRS[1]] / 2
_COSTS = np.concatenate([
    np.broadcast_to(_SQUARES.T[:, None], (6, len(_LAMPS), 6)),
    -_TURNED.transpose(2, 0, 1),
    (0.5 * (_SHOWN * _TURNED).sum(axis=2) - _SCALE)[None],
]).reshape(10, -1)  # fmt: skip


def verdict(look: Look) -> float:
    """The log odds that a square is a face of a cube."""
    return float(np.append(features(look), 1.0) @ _WEIGHTS)


def features(look: Look) -> Floats:
    """What tells faces from other squares, (13,).

    Print on every cell tells most where all are of one colour: nine drawers with a knob each.
    """
    core = look.soft[MARGIN:-MARGIN, MARGIN:-MARGIN].reshape(3, CELL, 3, CELL, 3)
    pixels = core[:, 7:17:3, :, 7:17:3].transpose(0, 2, 1, 3, 4).reshape(9, 16, 3)
    cells = np.partition(pixels, 8, axis=1)[:, 8].astype(np.float64)
    value = cells.max(axis=1)
    usual = max(float(np.sort(value)[4]), 20.0)
    depth, gap = _gaps(look.soft)
    chroma = np.log(cells + 12)
    chroma -= np.log((cells + 12).mean(axis=1))[:, None]
    saturation = 1 - cells.min(axis=1) / np.maximum(value, 1)
    coloured = _coloured(cells)
    printed = np.sort(_printed(np.maximum(look.across, look.down)))[-4]
    return np.array([
        np.sort(np.clip(2 - look.inside / 14, 0, 1))[1],
        np.sort(look.clear)[:6].mean(),
        saturation.mean(),
        min(float(np.std(gap)) / usual, 0.3),
        np.clip(depth / (0.25 * usual), 0, 1).mean(),
        min(float(np.sqrt(((chroma - chroma.mean(axis=0)) ** 2).sum(axis=1).mean())), 0.5),
        *coloured,
        printed,
        coloured[2] * printed,
    ])  # fmt: skip


def _printed(steps: NDArray[np.uint8]) -> Floats:
    """The share of each cell that steps stronger than a sticker's grain fill, (9,).

    A logo, a lamp or a finger fills a cell or two; keys and drawers have their print on each.
    """
    core = steps[MARGIN:-MARGIN, MARGIN:-MARGIN].reshape(3, CELL, 3, CELL)
    return np.asarray((core[:, 6:18, :, 6:18] > _GRAIN).mean(axis=(1, 3)).ravel())


def _gaps(soft: Image) -> tuple[Floats, Floats]:
    """Of the twelve gaps between cells: how much darker than both sides, and how bright."""
    blue, green, red = cv2.split(soft)
    value = np.asarray(cv2.max(cv2.max(blue, green), red), np.uint8)
    rows = np.concatenate([_strips(value), _strips(value.T)])
    middle = MARGIN + CELL * np.array([1, 2])
    across = rows[:, middle[:, None] + np.arange(-8, 8)].reshape(12, 16)
    sides = np.minimum(across[:, :3].mean(axis=1), across[:, -3:].mean(axis=1))
    least = across[:, 4:12].min(axis=1)
    return sides - least, least


def _strips(value: Image) -> Floats:
    """The mean of each column over the inner half of each row of cells, (3, 96)."""
    return np.asarray(value[MARGIN:-MARGIN].reshape(3, CELL, -1)[:, 6:18].mean(axis=1))


def _coloured(cells: Floats) -> tuple[float, ...]:
    """How well stickers under the best lamp explain nine colours, (9, 3) blue green red.

    Their mean likelihood, the cost of the worst but one, whether all have one name, how many are
    white, and how coloured that lamp is.
    """
    x = feature(cells)
    terms = np.column_stack([x[:, _PAIRS[0]] * x[:, _PAIRS[1]], x, np.ones(9)])
    cost = (terms @ _COSTS).reshape(9, len(_LAMPS), 6).transpose(1, 0, 2)
    least = cost.min(axis=2)
    total = _PRIOR - np.minimum(least, _MOST_COST).sum(axis=1)
    best = int(total.argmax())
    names = cost[best].argmin(axis=1)
    one = float((names == names[0]).all())
    worst = float(np.clip(np.sort(least[best])[-2], 0, 8))
    tint = float(_LAMPS[best, 2] - _LAMPS[best, 0])
    return total[best] / 9, worst, one, float(np.mean(names == 0)), abs(tint)
