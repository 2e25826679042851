"""The overlay: a picture, what was seen in it and what to do next; a new picture comes out.

Nothing here knows a puzzle: cells lie where the observation says, the arrow goes where the
puzzle's own `sweep` says, and symbols are colours or short names.
"""

from typing import Any, cast

import cv2
import numpy as np

from companion.marks import (
    ACCENT,
    INK,
    PAPER,
    SYMBOL_COLOURS,
    Colour,
    Points,
    arrow,
    dot,
    outline,
)
from companion.session import SURE, Cue
from companion.text import put, width_of, wrap
from solver import AnyPuzzle, Estimate
from vision import Image, Observation

# The longer side of a drawn picture, in pixels: small ones are enlarged so that words are legible.
SIDES = (720, 1600)
# A symbol is drawn where it has at least this probability more than a guess.
SEEN = 0.2
KIND_COLOURS: dict[str, Colour] = {
    "next": (96, 174, 39),
    "wrong": (60, 76, 231),
    "unsure": (18, 156, 243),
    "done": (185, 128, 41),
}


def draw(
    image: Image,
    observation: Observation,
    puzzle: AnyPuzzle | None = None,
    estimate: Estimate[Any] | None = None,
    cue: Cue[Any, Any] | None = None,
) -> Image:
    """A new picture with everything drawn in that is known; the longer side has 720 to 1600 pixels.

    `image` is (height, width, 3) uint8, blue, green, red, and stays as it is.
    """
    scale = _scale(image)
    canvas = _enlarged(image, scale)
    where = observation.where * scale
    unit = max(3.0, min(canvas.shape[:2]) / 60)
    if observation.outline is not None:
        for corners in observation.outline:
            outline(canvas, corners * scale, ACCENT, max(1, round(unit / 5)))
    if puzzle is not None and observation.found:
        radius = _radius(where, unit)
        # Marks lie over arrows: what moves stays legible.
        if cue is not None and cue.move is not None and _holds(cue, estimate):
            _move(canvas, where, puzzle, cue, estimate, unit)
        believed = _believed(observation, puzzle, estimate)
        _symbols(canvas, believed, where, puzzle.symbols, radius)
    _banner(canvas, cue, observation.problem, estimate)
    return canvas


def _scale(image: Image) -> float:
    longer = max(image.shape[:2])
    return float(np.clip(longer, *SIDES) / longer)


def _enlarged(image: Image, scale: float) -> Image:
    if scale == 1.0:
        return image.copy()
    way = cv2.INTER_CUBIC if scale > 1 else cv2.INTER_AREA
    return cast(Image, cv2.resize(image, None, fx=scale, fy=scale, interpolation=way))


def _holds(cue: Cue[Any, Any], estimate: Estimate[Any] | None) -> bool:
    """Whether the toy still shows what the cue was made for; an old arrow would mislead."""
    return estimate is None or (estimate.state == cue.state and estimate.certainty >= SURE)


def _radius(where: Points, unit: float) -> float:
    """A dot's radius: a quarter of the way to the next cell, within bounds."""
    known = where[np.isfinite(where).all(axis=1)]
    if len(known) < 2:
        return unit
    gaps = np.linalg.norm(known[:, None] - known[None], axis=2)
    np.fill_diagonal(gaps, np.inf)
    return float(np.clip(np.median(gaps.min(axis=1)) / 4, unit * 0.4, unit * 1.3))


def _believed(
    observation: Observation, puzzle: AnyPuzzle, estimate: Estimate[Any] | None
) -> list[int]:
    """The symbol of every row: as the certain state has it, else as it was read; -1 if unseen."""
    cells = observation.cells
    guess = 1 / max(1, cells.shape[1])
    symbols = [int(np.argmax(row)) if row.max() >= guess + SEEN else -1 for row in cells]
    if estimate is None or estimate.state is None or estimate.certainty < SURE:
        return symbols
    view = puzzle.view(estimate.state)
    placed = range(len(view)) if estimate.placed is None else estimate.placed
    for row, cell in zip(range(len(symbols)), placed, strict=False):
        if symbols[row] >= 0 and cell >= 0:
            symbols[row] = view[cell]
    return symbols


def _symbols(
    canvas: Image, seen: list[int], where: Points, symbols: tuple[str, ...], radius: float
) -> None:
    """A dot a cell: its colour or number where it was recognised, none where it was not."""
    for index, at in zip(seen, where, strict=True):
        if index >= 0 and np.isfinite(at).all():
            _symbol(canvas, symbols[index], at, radius)


def _symbol(canvas: Image, symbol: str, at: Points, radius: float) -> None:
    if symbol in SYMBOL_COLOURS:
        dot(canvas, at, radius, SYMBOL_COLOURS[symbol], hollow=symbol == "off")
    elif symbol.isalpha():
        # A named absence ("empty"): a small mark is enough.
        dot(canvas, at, max(2.5, radius / 4), PAPER)
    else:
        size = max(9, round(radius * 1.7))
        dot(canvas, at, max(radius, size * 0.7), PAPER)
        left = round(float(at[0]) - width_of(symbol, size, 600) / 2)
        put(canvas, symbol, (left, round(float(at[1]) + size * 0.36)), size, INK, 600)


def _move(
    canvas: Image,
    where: Points,
    puzzle: AnyPuzzle,
    cue: Cue[Any, Any],
    estimate: Estimate[Any] | None,
    unit: float,
) -> None:
    """Marks what moves: an arrow from cell to cell, or up and down where it stays in its cell."""
    sources, targets = puzzle.sweep(cue.state, cue.move)
    places = _places(where, estimate, puzzle.cells)
    before = puzzle.view(cue.state)
    after = puzzle.view(puzzle.apply(cue.state, cue.move))
    if len(sources) > 2:
        _turn(canvas, places[list(sources)], places[list(targets)], unit)
        return
    for source, target in zip(sources, targets, strict=True):
        start, end = places[source], places[target]
        if not (np.isfinite(start).all() and np.isfinite(end).all()):
            continue
        if source == target:
            _stays(canvas, start, after[target] > before[source], unit)
        else:
            arrow(canvas, start, end, unit * 0.7, ACCENT)


def _turn(canvas: Image, starts: Points, ends: Points, unit: float) -> None:
    """Many cells at once go round: arrows around their middle, where both ends are in sight."""
    seen = np.isfinite(starts).all(axis=1) & np.isfinite(ends).all(axis=1)
    if not seen.any():
        return
    middle = starts[seen].mean(axis=0)
    for start, end in zip(starts[seen], ends[seen], strict=True):
        way = (end - start) * 0.14
        arrow(canvas, start + way, end - way, unit * 0.28, ACCENT, around=middle)


def _stays(canvas: Image, at: Points, up: bool, unit: float) -> None:
    """A ring round the cell, and a short arrow: up for a later symbol (on), down for an earlier."""
    dot(canvas, at, unit * 1.7, ACCENT, hollow=True)
    rise = np.array([0.0, -unit * 5.0])
    lift = np.array([0.0, -unit * 2.0])
    start, end = (at + lift, at + lift + rise) if up else (at - lift, at - lift - rise)
    arrow(canvas, start, end, unit * 0.7, ACCENT, bow=0.0)


def _places(where: Points, estimate: Estimate[Any] | None, cells: int) -> Points:
    """The pixel of each of the puzzle's cells: (cells, 2), NaN where the cell is not in sight."""
    placed = estimate.placed if estimate else None
    places = np.full((cells, 2), np.nan)
    rows = range(len(where)) if placed is None else placed
    for at, cell in zip(where, rows, strict=False):
        if 0 <= cell < cells:
            places[cell] = at
    return places


def _banner(
    canvas: Image,
    cue: Cue[Any, Any] | None,
    problem: str | None,
    estimate: Estimate[Any] | None,
) -> None:
    """The words over the lower edge: what to do, how far it is, and how sure the program is."""
    words = cue.words if cue else problem
    if not words:
        return
    height, width = canvas.shape[:2]
    size = max(16, round(min(height * 0.047, width * 0.034)))
    pad = round(size * 0.8)
    lines = wrap(words, size, width - 3 * pad, 600)
    top = height - round(len(lines) * size * 1.35) - round(size * 1.9)
    stripe = canvas[max(0, top) :]
    stripe[:] = np.rint(stripe * 0.22 + np.array(INK) * 0.78).astype(np.uint8)
    colour = KIND_COLOURS[cue.kind] if cue else KIND_COLOURS["unsure"]
    stripe[:, : max(4, pad // 3)] = colour
    for number, line in enumerate(lines):
        baseline = top + round(size * (1.35 + number * 1.35))
        put(canvas, line, (pad, baseline), size, PAPER, 600)
    _foot(canvas, cue, estimate, size, pad)


def _foot(
    canvas: Image,
    cue: Cue[Any, Any] | None,
    estimate: Estimate[Any] | None,
    size: int,
    pad: int,
) -> None:
    """The last line of the banner: moves left, and a bar for the certainty."""
    height, width = canvas.shape[:2]
    small, baseline = max(11, round(size * 0.62)), height - round(size * 0.55)
    grey = (190, 190, 190)
    if cue is not None and cue.remaining:
        moves = "move" if cue.remaining == 1 else "moves"
        put(canvas, f"{cue.remaining} {moves} to go", (pad, baseline), small, grey)
    certainty = estimate.certainty if estimate else 0.0
    text = f"{int(certainty * 100)} % sure"
    bar = round(width * 0.16)
    left, thick = width - pad - bar, max(2, small // 5)
    level = baseline - small // 3
    put(canvas, text, (left - pad // 2 - width_of(text, small), baseline), small, grey)
    cv2.line(canvas, (left, level), (left + bar, level), (90, 90, 90), thick, cv2.LINE_AA)
    if certainty > 0:
        colour = ACCENT if certainty >= SURE else KIND_COLOURS["unsure"]
        end = (left + round(bar * certainty), level)
        cv2.line(canvas, (left, level), end, colour, thick, cv2.LINE_AA)
