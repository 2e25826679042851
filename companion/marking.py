"""What is marked on a picture: what was seen in it, and what to do next.

Nothing here knows a puzzle: cells lie where the observation says, the arrow goes where the
puzzle's own `sweep` says, and symbols are colours or short names.
"""

from collections.abc import Mapping
from typing import Any

import numpy as np

from companion.arrows import turn_arrows
from companion.cue import SURE, Cue
from companion.marks import (
    ACCENT,
    INK,
    PAPER,
    SYMBOL_COLOURS,
    Label,
    Mark,
    Points,
    arrow,
    dot,
    outline,
)
from companion.parts import number_marks, unclear_marks
from solver import AnyPuzzle, Estimate
from solver.abilities import Held
from vision import Observation

# A symbol is marked where it has at least this probability more than a guess.
SEEN = 0.2
# The sum of blue, green and red below which letters on a ground are light.
DARK = 300


def marks_for(
    shape: tuple[int, int],
    observation: Observation,
    puzzle: AnyPuzzle | None = None,
    estimate: Estimate[Any] | None = None,
    cue: Cue[Any, Any] | None = None,
    *,
    scale: float = 1.0,
    free: tuple[int, int] | None = None,
) -> list[Mark]:
    """The marks of one look, in the order of painting.

    `shape` is the (height, width) of the picture that is painted on, `scale` its size as a
    multiple of the one that was looked at; `free` are the first row, and the one after the last,
    that no words cover.
    """
    where = observation.where * scale
    unit = max(3.0, min(shape) / 60)
    marks: list[Mark] = []
    if observation.outline is not None:
        for corners in observation.outline:
            marks += outline(corners * scale, ACCENT, max(1, round(unit / 5)))
    if puzzle is None or not observation.found:
        return marks
    move = cue if cue is not None and cue.move is not None and _holds(cue, estimate) else None
    beside = observation.beside
    radius = _radius(where if beside is None else beside * scale, unit)
    believed = _believed(observation, puzzle, estimate)
    unclear = unclear_marks(observation, puzzle, estimate, radius, scale)
    symbols = _symbols(believed, where, puzzle.symbols, radius, unclear)
    if isinstance(puzzle, Held):
        # The arrow lies on the toy, and all of it has to be seen.
        turn = _turn(observation, puzzle, move, estimate, scale) if move else []
        return marks + symbols + turn
    moving = puzzle.sweep(move.state, move.move)[0] if move else ()
    room = (*(free or (0, shape[0])), shape[1])
    marks += number_marks(observation, puzzle, moving, unit, room, scale)
    # Marks lie over arrows: what moves stays legible.
    return marks + (_move(where, puzzle, move, estimate, unit) if move else []) + symbols


def _holds(cue: Cue[Any, Any], estimate: Estimate[Any] | None) -> bool:
    """Whether the toy still shows what the cue was made for; an old arrow would mislead."""
    return estimate is None or (estimate.state == cue.state and estimate.certainty >= SURE)


def _radius(where: Points, unit: float) -> float:
    """A dot's radius: a quarter of the way to the next cell, or number, within bounds."""
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
    seen: list[int],
    where: Points,
    symbols: tuple[str, ...],
    radius: float,
    unclear: Mapping[int, list[Mark]],
) -> list[Mark]:
    """A dot a cell: its colour or number where it was recognised, none where it was not.

    Cells that are `unclear` have marks of their own.
    """
    marks: list[Mark] = []
    for cell, (index, at) in enumerate(zip(seen, where, strict=True)):
        if cell in unclear:
            marks += unclear[cell]
        elif index >= 0 and np.isfinite(at).all():
            marks += _symbol(symbols[index], at, radius)
    return marks


def _symbol(symbol: str, at: Points, radius: float) -> list[Mark]:
    if symbol in SYMBOL_COLOURS:
        return dot(at, radius, SYMBOL_COLOURS[symbol], hollow=symbol == "off")
    if symbol.isalpha():
        # A named absence ("empty"): a small mark is enough.
        return dot(at, max(2.5, radius / 4), PAPER)
    size = max(9, round(radius * 1.7))
    ground, text = PAPER, symbol
    if symbol[0] in SYMBOL_COLOURS:
        # A piece of a colour and a size.
        ground, text = SYMBOL_COLOURS[symbol[0]], symbol[1:]
    ink = INK if sum(ground) > DARK else PAPER
    return [*dot(at, max(radius, size * 0.7), ground), Label(text, at, size, ink)]


def _move(
    where: Points,
    puzzle: AnyPuzzle,
    cue: Cue[Any, Any],
    estimate: Estimate[Any] | None,
    unit: float,
) -> list[Mark]:
    """Marks what moves: an arrow from cell to cell, or up and down where it stays in its cell."""
    sources, targets = puzzle.sweep(cue.state, cue.move)
    places = _places(where, estimate, puzzle.cells)
    before = puzzle.view(cue.state)
    after = puzzle.view(puzzle.apply(cue.state, cue.move))
    marks: list[Mark] = []
    for source, target in zip(sources, targets, strict=True):
        start, end = places[source], places[target]
        if not (np.isfinite(start).all() and np.isfinite(end).all()):
            continue
        if source == target:
            marks += _stays(start, after[target] > before[source], unit)
        else:
            marks += arrow(start, end, unit * 0.7, ACCENT)
    return marks


def _turn(
    observation: Observation,
    puzzle: Held,
    cue: Cue[Any, Any],
    estimate: Estimate[Any] | None,
    scale: float,
) -> list[Mark]:
    """Arrows on the sides of a toy that is held in hands, where it is known which they are."""
    outlines, placed = observation.outline, estimate.placed if estimate else None
    if outlines is None or placed is None or len(placed) != 9 * len(outlines):
        return []
    places, ways = puzzle.flow(cue.move, placed)
    half = cue.move is not None and cue.move.inverse == cue.move
    return turn_arrows(outlines * scale, placed, places, ways, half=half)


def _stays(at: Points, up: bool, unit: float) -> list[Mark]:
    """A ring round the cell, and a short arrow: up for a later symbol (on), down for an earlier."""
    rise = np.array([0.0, -unit * 5.0])
    lift = np.array([0.0, -unit * 2.0])
    start, end = (at + lift, at + lift + rise) if up else (at - lift, at - lift - rise)
    ring = dot(at, unit * 1.7, ACCENT, hollow=True)
    return [*ring, *arrow(start, end, unit * 0.7, ACCENT, bow=0.0)]


def _places(where: Points, estimate: Estimate[Any] | None, cells: int) -> Points:
    """The pixel of each of the puzzle's cells: (cells, 2), NaN where the cell is not in sight."""
    placed = estimate.placed if estimate else None
    places = np.full((cells, 2), np.nan)
    rows = range(len(where)) if placed is None else placed
    for at, cell in zip(where, rows, strict=False):
        if 0 <= cell < cells:
            places[cell] = at
    return places
