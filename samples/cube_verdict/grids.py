"""Things in rows and columns that are no cubes: tiles, keys, drawers, panes, patches, icons.

One description covers them all: how many cells, their shape, inks, relief, print, the gaps, and
what is around. Nothing is drawn here as the benches draw it.
"""

from collections.abc import Callable
from dataclasses import dataclass

import cv2
import numpy as np
from numpy.typing import NDArray

from samples.cube_verdict.toys import draw_make
from vision.frame import Floats, Image

Rng = np.random.Generator
Marks = Callable[[Image, Floats, Rng], None]
Singles = NDArray[np.float32]

# Pixels of a cell's longer side.
CELL = 40


@dataclass(frozen=True, slots=True, eq=False)
class Grid:
    """A drawn grid: `picture` (h, w, 3), and `cells`, columns and rows of a cell.

    `start` (2,) and `pitch` (2,) are where its first cell begins, and how far cells are apart.
    """

    picture: Image
    cells: tuple[int, int]
    start: Floats
    pitch: Floats

    def square(self, column: float, row: float) -> Floats:
        """The corners, (4, 2), of three by three cells from this one on."""
        unit = np.array([[0, 0], [3, 0], [3, 3], [0, 3.0]])
        return np.asarray(self.start + (unit + np.array([column, row])) * self.pitch)


def draw_grid(rng: Rng) -> Grid:
    """Any grid."""
    lone = rng.random() < 0.5
    low, high = (3, 4) if lone else (4, 11)
    columns, rows = int(rng.integers(low, high)), int(rng.integers(low, high))
    if not lone and rng.random() < 0.3:
        columns = 3
    pitch = np.full(2, float(CELL))
    pitch[int(rng.integers(2))] *= rng.uniform(0.7, 1) if rng.random() < 0.5 else 1.0
    rim = int(CELL * rng.uniform(0.0, 0.35) * rng.integers(2))
    size = np.round(pitch * (columns, rows)).astype(int) + 2 * rim
    ground = _ink(rng)
    picture = np.full((size[1], size[0], 3), ground, np.float32)
    marks = _marks(rng, lone)
    gap, round_ = _shapes(rng, lone, marks is not None)
    bond = rng.choice([0.0, rng.uniform(0.1, 0.5)], p=[0.8, 0.2]) * (not lone)
    inks = _inks(rng, columns, rows, lone)
    relief = rng.normal(0, 0.25) * rng.integers(2)
    boxes = list[Floats]()
    for y in range(rows):
        for x in range(columns):
            place = rim + pitch * (x + bond * (y % 2), y)
            box = np.array([*(place + gap * pitch / 2), *(place + (1 - gap / 2) * pitch)])
            _cell(picture, box, inks[y, x], round_, relief)
            boxes.append(box)
    _textured(picture, rng)
    drawn = np.asarray(picture.clip(0, 255), np.uint8)
    if marks is not None:
        for box in boxes:
            marks(drawn, box, rng)
    if rim and rng.random() < 0.6:
        cv2.rectangle(drawn, (0, 0), (size[0] - 1, size[1] - 1), _ink(rng), rim)
    return Grid(drawn, (columns, rows), np.array([rim, rim], np.float64), pitch)


def _shapes(rng: Rng, lone: bool, marked: bool) -> tuple[float, float]:
    """The share of a cell that is gap, and how round its corners are, 0 to 1.

    Nine plain cells by themselves with narrow gaps and round corners would be a solved face.
    """
    if lone and not marked:
        wide = rng.random() < 0.5
        gap = rng.uniform(0.25, 0.45) if wide else rng.uniform(0.03, 0.25)
        return float(gap), float(rng.choice([0.0, 1.0]) if wide else 0.0)
    gap = rng.choice([rng.uniform(0, 0.1), rng.uniform(0.1, 0.45)])
    return float(gap), float(rng.choice([0.0, rng.uniform(0, 0.6), 1.0], p=[0.5, 0.4, 0.1]))


def _inks(rng: Rng, columns: int, rows: int, lone: bool) -> Singles:
    """The cells' inks, (rows, columns, 3)."""
    kinds = ["one", "two", "few", "any", "slope", "strong"]
    kind = rng.choice(kinds, p=[0.27, 0.1, 0.12, 0.12, 0.11, 0.28])
    if lone and kind in ("few", "any", "strong"):
        kind = "one"
    y, x = np.mgrid[:rows, :columns]
    if kind == "two":
        inks = np.array([_ink(rng), _ink(rng)])[(x + y) % 2]
    elif kind in ("few", "strong"):
        few = [_ink(rng) for _ in range(5)] if kind == "few" else list(draw_make(rng).paints[:6])
        inks = np.array(few)[rng.integers(0, 5, (rows, columns))]
    elif kind == "any":
        inks = np.array([_ink(rng) for _ in range(rows * columns)]).reshape(rows, columns, 3)
    else:
        inks = np.tile(np.array(_ink(rng)), (rows, columns, 1))
        slope = rng.normal(0, 0.15, 2) if kind == "slope" else np.zeros(2)
        inks = inks * np.exp(slope[0] * x + slope[1] * y)[..., None]
    uneven = rng.choice([2.0, 8.0, 20.0])
    return np.asarray(inks + rng.normal(0, uneven, (rows, columns, 1)), np.float32)


def _ink(rng: Rng) -> tuple[float, float, float]:
    """Grey, pale, brown, or anything."""
    kind, value = int(rng.integers(4)), rng.uniform(5, 255)
    if kind == 0:
        ink = np.full(3, value)
    elif kind == 1:
        ink = value + rng.normal(0, 18, 3)
    elif kind == 2:
        ink = value * np.array([0.45, 0.7, 1.0]) ** rng.uniform(0.3, 1.6)
    else:
        ink = rng.uniform(0, 255, 3)
    blue, green, red = ink.clip(0, 255)
    return float(blue), float(green), float(red)


def _cell(picture: Singles, box: Floats, ink: Singles, round_: float, relief: float) -> None:
    """A cell with its box as left, top, right, bottom; `relief` lights its upper left edges."""
    left, top, right, bottom = (int(v) for v in np.round(box))
    height, width = bottom - top, right - left
    part = picture[max(0, top) : bottom, max(0, left) : right]
    part = part[:height, :width]
    y, x = np.mgrid[: part.shape[0], : part.shape[1]].astype(np.float32) + 0.5
    half = min(height, width) / 2
    radius = max(round_ * half, 0.5)
    far_x, far_y = np.abs(x - width / 2) - width / 2, np.abs(y - height / 2) - height / 2
    outside = np.hypot(np.maximum(far_x + radius, 0), np.maximum(far_y + radius, 0)) - radius
    cover = np.clip(0.5 - outside, 0, 1)[..., None]
    edge = np.clip(1 + np.maximum(far_x, far_y) / 4, 0, 1)
    lit = 1 + relief * edge * np.sign(width - x - y + (height - width) / 2)
    part += (ink * lit[..., None] - part) * cover


def _marks(rng: Rng, lone: bool) -> Marks | None:
    """What is on every cell: nothing, a sign, a knob, a lamp, or blots."""
    kinds = [None, _sign, _knob, _dish, _blots]
    share = [0.4, 0.22, 0.24, 0.04, 0.1] if lone else [0.5, 0.28, 0.08, 0.06, 0.08]
    which = int(rng.choice(len(kinds), p=share))
    chosen = kinds[which]
    if chosen is None:
        return None
    ink, size, fixed = _ink(rng), rng.uniform(0.1, 0.6), rng.random() < 0.3
    seed = int(rng.integers(1 << 30))

    def mark(picture: Image, box: Floats, cell: Rng) -> None:
        own = np.random.default_rng(seed) if fixed else cell
        chosen(picture, box, ink, size, own)

    return mark


def _sign(picture: Image, box: Floats, ink: tuple[float, ...], size: float, rng: Rng) -> None:
    """One to three letters or figures, in the middle or in a corner."""
    signs = "0123456789ABCDEFGHKLMNPRSTXYZ+-*/=#<>"
    text = "".join(rng.choice(list(signs)) for _ in range(int(rng.choice([1, 1, 1, 2, 3]))))
    side = box[3] - box[1]
    scale = float((0.3 + size) * side / 22 / max(1, 0.7 * len(text)))
    face = int(rng.choice([cv2.FONT_HERSHEY_SIMPLEX, cv2.FONT_HERSHEY_DUPLEX]))
    thick = max(1, round(scale * rng.uniform(1, 3)))
    (width, height), _ = cv2.getTextSize(text, face, scale, thick)
    place = (box[:2] + box[2:]) / 2 + (-width / 2, height / 2)
    place += rng.choice([0.0, -0.2]) * side
    cv2.putText(picture, text, _pixel(place), face, scale, ink, thick, cv2.LINE_AA)


def _knob(picture: Image, box: Floats, ink: tuple[float, ...], size: float, rng: Rng) -> None:
    """A knob or a handle."""
    middle, side = (box[:2] + box[2:]) / 2, box[3] - box[1]
    if size > 0.4:
        long = np.array([0.3 * side, 0])
        ends = _pixel(middle - long), _pixel(middle + long)
        cv2.line(picture, *ends, ink, max(1, round(0.08 * side)), cv2.LINE_AA)
    else:
        radius = max(1, round(0.35 * size * side))
        cv2.circle(picture, _pixel(middle), radius, ink, cv2.FILLED, cv2.LINE_AA)


def _dish(picture: Image, box: Floats, ink: tuple[float, ...], size: float, rng: Rng) -> None:
    """Something round that nearly fills the cell: an egg, a cup, a lamp."""
    middle, side = (box[:2] + box[2:]) / 2, box[3] - box[1]
    radius = max(2, round((0.3 + 0.3 * size) * side))
    cv2.circle(picture, _pixel(middle), radius, ink, cv2.FILLED, cv2.LINE_AA)
    high = tuple(min(255.0, 1.3 * v + 20) for v in ink)
    spot = middle - 0.3 * radius
    cv2.circle(picture, _pixel(spot), max(1, radius // 3), high, cv2.FILLED, cv2.LINE_AA)


def _blots(picture: Image, box: Floats, ink: tuple[float, ...], size: float, rng: Rng) -> None:
    """Some patches of other inks: a picture on each cell, or things behind a pane."""
    side = box[3] - box[1]
    for _ in range(int(rng.integers(2, 6))):
        low = rng.uniform(box[:2], box[2:] - 0.2 * side)
        high = np.minimum(low + rng.uniform(0.1, 0.5, 2) * side, box[2:] - 1)
        cv2.rectangle(picture, _pixel(low), _pixel(high), _ink(rng), cv2.FILLED)


def _textured(picture: Singles, rng: Rng) -> None:
    """Grain along one way, as of wood, weave or brushed metal; or none."""
    if rng.random() < 0.5:
        return
    high, wide = picture.shape[:2]
    coarse = rng.normal(0, rng.uniform(2, 14), (high, wide)).astype(np.float32)
    sigmas = rng.uniform(0.3, 12, 2)
    soft = cv2.GaussianBlur(coarse, (0, 0), float(sigmas[0]), None, float(sigmas[1]))
    picture += soft[..., None] * np.sqrt(sigmas.prod())


def _pixel(place: Floats) -> tuple[int, int]:
    return round(float(place[0])), round(float(place[1]))
