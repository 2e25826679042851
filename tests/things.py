"""Drawn things without a cube that look somewhat like a face: each a flat sheet."""

from collections.abc import Callable, Iterator

import cv2
import numpy as np

from vision.frame import Image

Ink = tuple[float, float, float]
Rng = np.random.Generator
Thing = Callable[[Rng], Image]

# Pixels of a sheet's side.
SIDE = 480


def _ink(rng: Rng, low: float = 0, high: float = 255) -> Ink:
    blue, green, red = rng.uniform(low, high, 3)
    return float(blue), float(green), float(red)


def _grey(value: float) -> Ink:
    return value, value, value


def _sheet(ink: Ink) -> Image:
    return np.full((SIDE, SIDE, 3), ink, np.uint8)


def _cells(columns: int, rows: int, gap: float) -> Iterator[tuple[int, int, tuple[int, ...]]]:
    """Column, row and left, top, right, bottom of each cell; the gap is a share of a cell."""
    width, height = SIDE / columns, SIDE / rows
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
    across = (np.arange(SIDE) * count // SIDE % 2)[None, :, None]
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
    y, x = np.mgrid[:SIDE, :SIDE]
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


def mosaic(rng: Rng) -> Image:
    """Glass tiles in the colours that stickers have, many in a row."""
    inks = [(245, 245, 245), (20, 210, 240), (30, 20, 190), (10, 110, 245), (60, 150, 20)]
    inks.append((170, 70, 10))
    columns, rows = (int(n) for n in rng.integers(4, 9, 2))
    sheet = _sheet(_grey(rng.choice([20.0, 230.0])))
    for _, _, box in _cells(columns, rows, rng.uniform(0.04, 0.15)):
        _fill(sheet, box, inks[int(rng.integers(6))])
    return sheet


def colour_card(rng: Rng) -> Image:
    """The patches of a photographer's card: six by four on black."""
    sheet = _sheet(_grey(25))
    for x, y, box in _cells(6, 4, 0.16):
        _fill(sheet, box, _grey(240 - 40 * x) if y == 3 else _ink(rng, 30, 240))
    return sheet


def sudoku(rng: Rng) -> Image:
    """Nine by nine boxes in nine groups, some with a number."""
    sheet, pen = _sheet(_grey(30)), _grey(30)
    for _, _, box in _cells(9, 9, 0.05):
        _fill(sheet, box, _grey(245))
        if rng.random() < 0.5:
            _write(sheet, box, str(rng.integers(1, 10)), pen)
    for k in (160, 320):
        cv2.line(sheet, (k, 0), (k, SIDE), pen, 6)
        cv2.line(sheet, (0, k), (SIDE, k), pen, 6)
    return sheet


def remote_control(rng: Rng) -> Image:
    """Three columns of round-cornered keys in dark plastic, some of them coloured."""
    sheet = _sheet(_grey(rng.uniform(20, 60)))
    rows = int(rng.integers(5, 9))
    for x, y, box in _cells(3, rows, rng.uniform(0.25, 0.5)):
        ink = _ink(rng) if y == rows - 1 else _grey(rng.uniform(90, 130))
        middle = ((box[0] + box[2]) // 2, (box[1] + box[3]) // 2)
        half = ((box[2] - box[0]) // 2, (box[3] - box[1]) // 2)
        cv2.ellipse(sheet, middle, half, 0, 0, 360, ink, cv2.FILLED)
        if y < 3:
            _write(sheet, box, str(3 * y + x + 1), _grey(235))
    return sheet


def egg_box(rng: Rng) -> Image:
    """Eggs in the hollows of a grey box: three by four, or five by six."""
    columns, rows = [(3, 4), (5, 6), (3, 3)][int(rng.integers(3))]
    sheet, shell = _sheet((110, 125, 130)), (165 + 60 * rng.random(), 195.0, 225.0)
    for _, _, box in _cells(columns, rows, 0.1):
        middle = ((box[0] + box[2]) // 2, (box[1] + box[3]) // 2)
        radius = int(0.42 * min(box[2] - box[0], box[3] - box[1]))
        _fill(sheet, box, (85, 98, 104))
        cv2.circle(sheet, middle, radius, shell, cv2.FILLED)
        high = (middle[0] - radius // 3, middle[1] - radius // 3)
        cv2.circle(sheet, high, radius // 3, _grey(250), cv2.FILLED)
    return sheet


def key_caps(rng: Rng) -> Image:
    """Keys by themselves, straight below one another, lit from above: a pad of numbers."""
    tone = rng.uniform(30, 235)
    sheet = _sheet(_grey(0.5 * tone))
    for x, y, box in _cells(4, 5, rng.uniform(0.08, 0.2)):
        _fill(sheet, box, _grey(0.8 * tone))
        rim = (box[2] - box[0]) // 8
        top = (box[0] + rim, box[1] + rim // 2, box[2] - rim, box[3] - 2 * rim)
        _fill(sheet, top, _grey(tone))
        _write(sheet, top, "789/456*123-0.=+ <>%#"[4 * y + x], _grey(255 if tone < 128 else 0))
    return sheet


THINGS: tuple[Thing, ...] = (
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
    mosaic,
    colour_card,
    sudoku,
    remote_control,
    egg_box,
    key_caps,
)
