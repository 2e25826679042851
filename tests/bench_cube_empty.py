"""Measures the cube's eye on pictures without a cube: how many faces it sees there, and its time.

`python -m tests.bench_cube_empty [FOLDER]` paints things that look somewhat like faces (boards,
keyboards, windows, drawers, tiles, keypads, icons ...) in several perspectives and lights, from
fixed seeds, and prints a line a thing. With a folder of photographs without cubes it searches
those instead.
"""

import sys
import time
from collections.abc import Callable, Iterable, Iterator, Sequence
from pathlib import Path
from typing import Any

import cv2
import numpy as np

from vision.cube import find_faces
from vision.frame import Image

Ink = tuple[float, float, float]
Rng = np.random.Generator

# Pictures of each thing.
EACH = 12
_SIDE = 480


def _ink(rng: Rng, low: float = 0, high: float = 255) -> Ink:
    blue, green, red = rng.uniform(low, high, 3)
    return float(blue), float(green), float(red)


def _grey(value: float) -> Ink:
    return value, value, value


def _sheet(ink: Ink) -> Image:
    return np.full((_SIDE, _SIDE, 3), ink, np.uint8)


def _cells(columns: int, rows: int, gap: float) -> Iterator[tuple[int, int, tuple[int, ...]]]:
    """Column, row and left, top, right, bottom of each cell; the gap is a share of a cell."""
    width, height = _SIDE / columns, _SIDE / rows
    for y in range(rows):
        for x in range(columns):
            left, top = (x + gap / 2) * width, (y + gap / 2) * height
            box = (left, top, left + (1 - gap) * width, top + (1 - gap) * height)
            yield x, y, tuple(int(v) for v in box)


def _fill(sheet: Image, box: tuple[int, ...], ink: Ink) -> None:
    cv2.rectangle(sheet, box[:2], box[2:], ink, cv2.FILLED)


def _write(sheet: Image, box: tuple[int, ...], text: str, ink: Ink) -> None:
    size = (box[3] - box[1]) / 60
    place = (int(box[0] + 0.3 * (box[2] - box[0])), int(box[1] + 0.65 * (box[3] - box[1])))
    cv2.putText(sheet, text, place, cv2.FONT_HERSHEY_SIMPLEX, size, ink, max(1, int(2 * size)))


def chess_board(rng: Rng) -> Image:
    """Eight by eight squares in two inks."""
    light, dark = _ink(rng, 150, 250), _ink(rng, 10, 100)
    sheet = _sheet(light)
    for x, y, box in _cells(8, 8, 0.0):
        if (x + y) % 2:
            _fill(sheet, box, dark)
    return sheet


def keyboard(rng: Rng) -> Image:
    """Keys in rows that are shifted, with letters."""
    dark = bool(rng.integers(2))
    sheet = _sheet(_grey(30 if dark else 190))
    for x, y, box in _cells(11, 9, 0.2):
        shift = 9 * (y % 3)
        box = (box[0] + shift, box[1], box[2] + shift, box[3])
        _fill(sheet, box, _grey(60 if dark else 235))
        _write(sheet, box, chr(65 + (7 * x + y) % 26), _grey(230 if dark else 40))
    return sheet


def window(rng: Rng) -> Image:
    """Three by three panes in a frame, with the sky or a room behind."""
    frame = _ink(rng, 160, 250) if rng.integers(2) else _ink(rng, 20, 90)
    sheet, sky = _sheet(frame), np.array(_ink(rng, 60, 240))
    for _, y, box in _cells(3, 3, rng.uniform(0.06, 0.2)):
        _fill(sheet, box, tuple((sky * (1 - 0.12 * y) + rng.uniform(-9, 9, 3)).clip(0, 255)))
    return sheet


def drawers(rng: Rng) -> Image:
    """Three by three fronts of wood or paint, with knobs."""
    front, gap = np.array(_ink(rng, 60, 220)), rng.uniform(0.03, 0.1)
    sheet = _sheet(tuple(0.4 * front))
    for _, _, box in _cells(3, 3, gap):
        _fill(sheet, box, tuple(front + rng.uniform(-6, 6, 3)))
        knob = ((box[0] + box[2]) // 2, (box[1] + box[3]) // 2)
        cv2.circle(sheet, knob, int(rng.uniform(5, 14)), _ink(rng, 0, 120), cv2.FILLED)
    return sheet


def tiles(rng: Rng) -> Image:
    """Tiles of nearly one colour, with pale joints."""
    count, ink = int(rng.integers(3, 7)), np.array(_ink(rng, 60, 220))
    sheet = _sheet(_grey(rng.uniform(150, 230)))
    for _, _, box in _cells(count, count, rng.uniform(0.03, 0.08)):
        _fill(sheet, box, tuple((ink + rng.normal(0, 10, 3)).clip(0, 255)))
    return sheet


def dial_pad(rng: Rng) -> Image:
    """The keys of a telephone or of a till: three by four, or three by three, with numbers."""
    dark = bool(rng.integers(2))
    sheet = _sheet(_grey(35 if dark else 210))
    for x, y, box in _cells(3, int(rng.integers(3, 5)), rng.uniform(0.1, 0.3)):
        _fill(sheet, box, _grey(80 if dark else 245))
        _write(sheet, box, "123456789*0#"[3 * y + x], _grey(240 if dark else 20))
    return sheet


def checked_cloth(rng: Rng) -> Image:
    """Stripes of one colour across stripes of it on white."""
    ink, count = np.array(_ink(rng, 20, 200)), int(rng.integers(6, 13))
    across = (np.arange(_SIDE) * count // _SIDE % 2)[None, :, None]
    share = (across + across.transpose(1, 0, 2)) / 2
    return np.asarray(245 * (1 - share) + ink * share, dtype=np.uint8)


def bricks(rng: Rng) -> Image:
    """Bricks in bond, with mortar."""
    sheet, ink = _sheet(_grey(rng.uniform(120, 210))), np.array((60, 75, 150.0))
    for _, y, box in _cells(5, 10, 0.1):
        shift = 48 * (y % 2)
        box = (box[0] - shift, box[1], box[2] - shift, box[3])
        _fill(sheet, box, tuple((ink + rng.normal(0, 14, 3)).clip(0, 255)))
    return sheet


def tic_tac_toe(rng: Rng) -> Image:
    """Lines on paper, with noughts and crosses."""
    sheet, pen = _sheet(_grey(rng.uniform(200, 250))), _ink(rng, 0, 120)
    for k in (160, 320):
        cv2.line(sheet, (k, 10), (k, 470), pen, 6)
        cv2.line(sheet, (10, k), (470, k), pen, 6)
    for _, _, box in _cells(3, 3, 0.3):
        _write(sheet, box, str(rng.choice(list("XO "))), pen)
    return sheet


def calendar(rng: Rng) -> Image:
    """A month: seven columns of numbers in boxes."""
    sheet, pen = _sheet(_grey(90)), _ink(rng, 0, 120)
    for x, y, box in _cells(7, 5, 0.06):
        _fill(sheet, box, _grey(245))
        _write(sheet, box, str(7 * y + x + 1), pen)
    return sheet


def icons(rng: Rng) -> Image:
    """The coloured squares of a telephone's screen: four by six, each with its sign."""
    sheet = _sheet(_ink(rng, 0, 120))
    for _, _, box in _cells(4, 6, 0.4):
        _fill(sheet, box, _ink(rng))
        middle = ((box[0] + box[2]) // 2, (box[1] + box[3]) // 2)
        cv2.circle(sheet, middle, int(rng.uniform(6, 18)), _ink(rng, 150, 255), cv2.FILLED)
    return sheet


def quilt(rng: Rng) -> Image:
    """Patches in several inks that run on in all directions."""
    inks, count = [_ink(rng) for _ in range(5)], int(rng.integers(6, 10))
    sheet = _sheet(_ink(rng, 100, 255))
    for _, _, box in _cells(count, count, rng.uniform(0.02, 0.1)):
        _fill(sheet, box, inks[int(rng.integers(5))])
    return sheet


def books(rng: Rng) -> Image:
    """Backs of books on three shelves."""
    sheet = _sheet((40, 70, 110))
    for row in range(3):
        left = 8
        while left < 440:
            right = left + int(rng.uniform(18, 60))
            top = 160 * row + int(rng.uniform(12, 50))
            _fill(sheet, (left, top, right, 160 * row + 148), _ink(rng, 20, 230))
            left = right + 2
    return sheet


def carpet(rng: Rng) -> Image:
    """A woven pattern of small lozenges in a few inks."""
    inks = np.array([_ink(rng, 20, 220) for _ in range(4)])
    y, x = np.mgrid[:_SIDE, :_SIDE]
    size = int(rng.integers(18, 50))
    return np.asarray(inks[((x + y) // size + 3 * ((x - y) // size)) % 4], dtype=np.uint8)


def plaid(rng: Rng) -> Image:
    """Nine soft patches with print on them: a parcel shelf, posters on a wall."""
    sheet = _sheet(_ink(rng, 120, 230))
    for _, _, box in _cells(3, 3, 0.12):
        _fill(sheet, box, _ink(rng, 30, 250))
        for _ in range(14):
            low = (int(rng.uniform(box[0], box[2] - 12)), int(rng.uniform(box[1], box[3] - 12)))
            high = (low[0] + int(rng.uniform(6, 40)), low[1] + int(rng.uniform(4, 30)))
            _fill(sheet, (*low, min(high[0], box[2]), min(high[1], box[3])), _ink(rng))
    return sheet


THINGS: tuple[Callable[[Rng], Image], ...] = (
    chess_board,
    keyboard,
    window,
    drawers,
    tiles,
    dial_pad,
    checked_cloth,
    bricks,
    tic_tac_toe,
    calendar,
    icons,
    quilt,
    books,
    carpet,
    plaid,
)


def picture(thing: Callable[[Rng], Image], seed: int) -> Image:
    """A photograph of 640 x 480 of a thing, in some perspective, size and light."""
    rng = np.random.default_rng((seed, THINGS.index(thing)))
    scene = np.full((480, 640, 3), rng.uniform(60, 220, 3), np.uint8)
    unit = np.array([[-1, -1], [1, -1], [1, 1], [-1, 1]])
    angle, tilt = rng.uniform(-0.6, 0.6), rng.uniform(0, 0.6)
    turn = np.array([[np.cos(angle), -np.sin(angle)], [np.sin(angle), np.cos(angle)]])
    points = unit @ turn.T * rng.uniform(90, 230)
    depth = 1 + np.sin(tilt) * points[:, 1] / 800
    points[:, 1] *= np.cos(tilt)
    corners = points / depth[:, None] + (320, 240) + rng.uniform(-40, 40, 2)
    sheet = np.array([[0, 0], [_SIDE, 0], [_SIDE, _SIDE], [0, _SIDE]], np.float32)
    place = cv2.getPerspectiveTransform(sheet, corners.astype(np.float32))
    cv2.warpPerspective(
        thing(rng), place, (640, 480), scene, cv2.INTER_AREA, cv2.BORDER_TRANSPARENT
    )
    return _lit(scene, rng)


def _lit(scene: Image, rng: Rng) -> Image:
    """The scene with a slope of light, a camera's blur and noise."""
    slope = np.linspace(rng.uniform(0.6, 1), rng.uniform(0.6, 1), 640)[None, :, None]
    soft = cv2.GaussianBlur(scene, (0, 0), rng.uniform(0.6, 1.6)) * slope
    return np.asarray((soft + rng.normal(0, 4, scene.shape)).clip(0, 255), dtype=np.uint8)


def measure(folders: Sequence[str] = ()) -> dict[str, dict[str, Any]]:
    """For each painted thing, or each folder of photographs: pictures that show a face, and time.

    Photographs of rooms and tables without a cube are real; the things are drawn.
    """
    if folders:
        return {folder: _searched(_photographs(Path(folder))) for folder in folders}
    return {
        thing.__name__.replace("_", " "): _searched(picture(thing, seed) for seed in range(EACH))
        for thing in THINGS
    }


def _searched(pictures: Iterable[Image]) -> dict[str, Any]:
    seen, times = 0, []
    for image in pictures:
        begun = time.process_time()
        seen += bool(find_faces(image))
        times.append(1e3 * (time.process_time() - begun))
    return {
        "pictures": len(times),
        "with a face": seen,
        "find_ms": round(float(np.median(times or [0.0])), 1),
        "worst_ms": round(max(times, default=0.0), 1),
    }


def main(arguments: Sequence[str]) -> None:
    """Prints a line for each thing, or each folder."""
    cv2.setNumThreads(1)
    for name, figures in measure(arguments).items():
        print(f"{name}: " + "  ".join(f"{key} {value}" for key, value in figures.items()))


def _photographs(folder: Path) -> Iterator[Image]:
    for file in sorted(folder.iterdir()):
        image = cv2.imread(str(file))
        if image is not None:
            yield np.asarray(image, dtype=np.uint8)


if __name__ == "__main__":
    main(sys.argv[1:])
