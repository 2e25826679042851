"""Blobs: flat, compact regions of a picture that may be stickers, by several cues."""

import math
from collections.abc import Sequence
from dataclasses import dataclass

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.frame import Floats, Image

Mask = NDArray[np.uint8]

# A face of a fifth of the picture's height has stickers of about a fifteenth of it.
LEAST_SIDE = 6.0
# A face that fills the picture has stickers of a third of its shorter side.
MOST_SHARE = 0.40
# Area against the convex hull's, and against an ellipse's of the same second moments.
LEAST_SOLIDITY = 0.80
LEAST_FILL = 0.80
MOST_ASPECT = 4.0
# How steep borders are: where they go on, and where they begin; the faint ones first.
STEEPNESSES = ((15, 45), (40, 110))
# Regions are one that lie so near to each other, in sides, and are so alike in side, in logarithms.
SAME_PLACE, SAME_SIZE = 0.15, math.log(1.25)
# How much darker than its surroundings a line has to be, by their light.
_DEEP = np.maximum(12, np.arange(256) // 5).astype(np.uint8)
# The work that one cue may cost: a picture of gravel has thousands of regions.
MOST_REGIONS = 300


@dataclass(frozen=True, slots=True, eq=False)
class Blobs:
    """Regions that may be stickers: parallel arrays.

    - `centre`: (n, 2) pixels.
    - `spread`: (n, 2, 2) second central moments divided by the area, pixels squared: for a
      parallelogram with edges u and v it is (u u' + v v') / 12.
    - `part`: (n,) whether it is a guess: a part of a longer region.
    """

    centre: Floats
    spread: Floats
    part: NDArray[np.bool_]

    def __len__(self) -> int:
        return len(self.centre)


def find_blobs(image: Image, *, faint: bool = True) -> Blobs:
    """The compact flat regions of a picture, each once; also those with `faint` borders."""
    whole = _distinct(_regions(_masks(image, STEEPNESSES if faint else STEEPNESSES[1:])))
    rows = _distinct(np.concatenate([whole, _parts(whole)]))
    spread = rows[:, [2, 3, 3, 4]].reshape(-1, 2, 2)
    return Blobs(rows[:, :2], spread, np.arange(len(rows)) >= len(whole))


def _parts(rows: Floats) -> Floats:
    """The halves and thirds of long regions: stickers of one colour that run together."""
    spread = rows[:, [2, 3, 3, 4]].reshape(-1, 2, 2)
    values, axes = np.linalg.eigh(spread)
    aspect = np.sqrt(values[:, 1] / values[:, 0])
    parts = []
    for count, low, high in ((2, 1.6, 2.5), (3, 2.5, 3.5)):
        long = (aspect > low) & (aspect < high)
        along = axes[long, :, 1] * np.sqrt(12 * values[long, 1:])
        thin = spread[long] - (1 - 1 / count**2) * values[long, 1, None, None] * (
            axes[long, :, 1, None] * axes[long, None, :, 1]
        )
        for k in range(count):
            middle = rows[long, :2] + along * ((k + 0.5) / count - 0.5)
            parts.append(np.column_stack([middle, thin.reshape(-1, 4)[:, [0, 1, 3]]]))
    return np.concatenate(parts)


def _masks(image: Image, steepnesses: Sequence[tuple[int, int]] = STEEPNESSES) -> list[Mask]:
    """Pictures that are 255 inside of flat regions, 0 at their borders: one a cue."""
    soft = cv2.GaussianBlur(image, (3, 3), 0)
    cross = cv2.getStructuringElement(cv2.MORPH_RECT, (3, 3))
    blue, green, red = cv2.split(soft)
    value = np.asarray(cv2.max(cv2.max(blue, green), red), dtype=np.uint8)
    gaps = _dark_lines(value)
    masks: list[Mask] = []
    across, down = _steepest((blue, green, red))
    for low, high in steepnesses:
        edges = cv2.Canny(across, down, low, high)
        masks.append(np.asarray(255 - cv2.dilate(edges, cross), dtype=np.uint8))
    masks.append(255 - gaps)
    return masks


def _steepest(channels: tuple[cv2.typing.MatLike, ...]) -> tuple[cv2.typing.MatLike, ...]:
    """The derivatives across and down of that channel that changes most at each pixel.

    As Canny's detector takes them from a picture in colour; here for both thresholds at once.
    """
    slopes = [
        (cv2.Sobel(channel, cv2.CV_16S, 1, 0), cv2.Sobel(channel, cv2.CV_16S, 0, 1))
        for channel in channels
    ]
    across, down = slopes[0]
    steepness = np.abs(across) + np.abs(down)
    for other in slopes[1:]:
        steep = np.abs(other[0]) + np.abs(other[1])
        more = cv2.compare(steep, steepness, cv2.CMP_GT)
        cv2.copyTo(other[0], more, across)
        cv2.copyTo(other[1], more, down)
        steepness = cv2.max(steepness, steep)
    return across, down


def _dark_lines(value: Mask) -> Mask:
    """255 where a picture is darker than its surroundings on both sides (a black-hat)."""
    kernel = cv2.getStructuringElement(cv2.MORPH_RECT, (15, 15))
    closed = cv2.morphologyEx(value, cv2.MORPH_CLOSE, kernel)
    deep = cv2.compare(cv2.subtract(closed, value), cv2.LUT(closed, _DEEP), cv2.CMP_GT)
    return np.asarray(deep, dtype=np.uint8)


def _regions(masks: Sequence[Mask]) -> Floats:
    """Centre and spread of every compact region: rows x, y, xx, xy, yy, cue by cue."""
    height, width = masks[0].shape
    most = (MOST_SHARE * min(height, width)) ** 2
    contours = [one for mask in masks for one in _sized(mask, most)]
    if not contours:
        return np.empty((0, 5))
    m = _moments(contours)
    compact = np.nonzero(_compact(m[:, 0], m[:, 1:]))[0]
    hulls = np.array([cv2.contourArea(cv2.convexHull(contours[k])) for k in compact])
    m = m[compact[m[compact, 0] > LEAST_SOLIDITY * hulls]]
    # The borders were thickened by about a pixel and a half on every side.
    grown = 1 + 3.0 / np.sqrt(m[:, 0])
    m[:, 3:] *= grown[:, None] ** 2
    return np.asarray(m[:, 1:])


def _sized(mask: Mask, most: float) -> list[cv2.typing.MatLike]:
    """The outlines of the regions of a mask that may be stickers by their size, largest first."""
    contours, _ = cv2.findContours(mask, cv2.RETR_LIST, cv2.CHAIN_APPROX_SIMPLE)
    areas = [cv2.contourArea(contour) if len(contour) > 3 else 0.0 for contour in contours]
    sized = [k for k, area in enumerate(areas) if LEAST_SIDE**2 < area < most]
    return [contours[k] for k in sorted(sized, key=lambda k: -areas[k])[:MOST_REGIONS]]


def _moments(contours: Sequence[cv2.typing.MatLike]) -> Floats:
    """Area, middle and second central moments by the area of polygons: a, x, y, xx, xy, yy.

    By Green's theorem, all polygons at once (Steger 1996).
    """
    lengths = np.array([len(contour) for contour in contours])
    ends = np.cumsum(lengths)
    starts = ends - lengths
    corners = np.concatenate(contours).reshape(-1, 2)
    origin = corners[starts].astype(np.float64)
    here = corners - np.repeat(origin, lengths, axis=0)
    there = np.empty_like(here)
    there[:-1] = here[1:]
    there[ends - 1] = here[starts]
    (x, y), (u, v) = here.T, there.T
    cross = x * v - u * y
    right, down = x + u, y + v
    terms = np.array([
        np.ones_like(x), right / 3, down / 3,
        (right * right - x * u) / 6, (right * down + x * y + u * v) / 12, (down * down - y * v) / 6,
    ])  # fmt: skip
    sums = np.add.reduceat(terms * cross, starts, axis=1)
    twice = sums[0]
    middle = sums[1:3] / twice
    second = sums[3:] / twice - middle[[0, 0, 1]] * middle[[0, 1, 1]]
    return np.column_stack([np.abs(twice) / 2, middle.T + origin, second.T])


def _compact(area: Floats, rows: Floats) -> NDArray[np.bool_]:
    """Whether regions fill an ellipse of their moments, and are not much longer than wide."""
    xx, xy, yy = rows[:, 2], rows[:, 3], rows[:, 4]
    root = np.sqrt(np.maximum(xx * yy - xy * xy, 1e-9))
    # 12 times the root is the area of the parallelogram with these moments.
    full = area > LEAST_FILL * 12 * root
    return np.asarray(full & ((xx + yy) / root < MOST_ASPECT + 1 / MOST_ASPECT))


def _distinct(rows: Floats) -> Floats:
    """Keeps one of those regions that several cues found: the first."""
    x, y, xx, xy, yy = rows.T
    side = np.sqrt(12 * np.sqrt(xx * yy - xy * xy))
    reach = (SAME_PLACE * side) ** 2
    close = (x[:, None] - x) ** 2 + (y[:, None] - y) ** 2 < np.minimum(reach[:, None], reach)
    # A row is dropped where an earlier one says the same: few are so close that more is asked.
    one, other = np.nonzero(np.tril(close, -1))
    alike = np.abs(np.log(side[one] / side[other])) < SAME_SIZE
    again = np.zeros(len(rows), np.bool_)
    again[one[alike]] = True
    return rows[~again]
