"""Marks of parts with numbers: each part's number beside it, and where its position is not clear.

Nothing here knows a puzzle: `Numbered` ones say which numbers their cells have.
"""

from typing import Any

import numpy as np

from companion.cue import SURE
from companion.marks import ACCENT, INK, PAPER, SYMBOL_COLOURS, Mark, Points, half_dot, tag
from companion.told import BETWEEN, CANNOT_TELL, Told, told_of
from solver import AnyPuzzle, Estimate
from solver.abilities import Numbered
from vision import Observation

# A look may doubt what is believed for certain; it is shown where so little speaks for it.
DOUBTED = 0.7
# Letters of a number: their height as a share of the way to the next one, and the least and the
# most, in pixels and in units of the picture.
SHARE, LEAST, MOST = 0.55, 8, 2.0
# How far from its part a number stands where the reader has no place for it, in units.
OFF = 3.0


def number_marks(
    observation: Observation,
    puzzle: AnyPuzzle,
    moving: tuple[int, ...],
    unit: float,
    room: tuple[int, int, int],
    scale: float,
) -> list[Mark]:
    """The number of each part whose place is known, in another colour for those that are to move.

    `unit` is a length in pixels that suits the picture; `room` is where numbers may stand: from
    a row to a row, and up to a column.
    """
    if not isinstance(puzzle, Numbered) or len(puzzle.numbers) != len(observation.where):
        return []
    places = _number_places(observation, scale, unit)
    known = np.isfinite(places).all(axis=1)
    if not known.any():
        return []
    size = _size(places[known], unit)
    top, bottom, right = room
    least = np.array([0, top]) + size
    most = np.maximum(np.array([right, bottom]) - size, least)
    marks: list[Mark] = []
    for cell in np.flatnonzero(known):
        ground, ink = (ACCENT, INK) if cell in moving else (INK, PAPER)
        at = np.clip(places[cell], least, most)
        marks += tag(str(puzzle.numbers[cell]), at, size, ground, ink)
    return marks


def unclear_marks(
    observation: Observation,
    puzzle: AnyPuzzle,
    estimate: Estimate[Any] | None,
    radius: float,
    scale: float,
) -> dict[int, list[Mark]]:
    """The marks of cells that are neither here nor there, or that cannot be told, by cell."""
    places = _all_places(observation) * scale
    marks: dict[int, list[Mark]] = {}
    for cell, one in enumerate(_doubts(observation, puzzle, estimate)):
        if not np.isfinite(places[cell]).all():
            continue
        if one == BETWEEN:
            marks[cell] = half_dot(places[cell], radius, SYMBOL_COLOURS["on"])
        elif one == CANNOT_TELL:
            marks[cell] = tag("?", places[cell], max(9, round(radius * 1.4)), PAPER, INK)
    return marks


def _doubts(
    observation: Observation, puzzle: AnyPuzzle, estimate: Estimate[Any] | None
) -> list[str]:
    """What each part is told to be; one that is believed is not taken for halfway so soon."""
    told = told_of(observation, puzzle)
    if not told or estimate is None or estimate.state is None or estimate.certainty < SURE:
        return [one.told for one in told]
    view = puzzle.view(estimate.state)
    return [_against(one, symbol) for one, symbol in zip(told, view, strict=True)]


def _against(one: Told, believed: int) -> str:
    """What is told, or nothing where it speaks for what is believed clearly enough."""
    chance = one.chance if believed else 1 - one.chance
    return "" if one.told == BETWEEN and chance >= DOUBTED else one.told


def _all_places(observation: Observation) -> Points:
    """Where the parts are, (n, 2); those that are hidden as the others lie.

    Between their neighbours, or at an end as far from their numbers as the others.
    """
    where: Points = np.array(observation.where)
    seen = np.isfinite(where).all(axis=1)
    if seen.all() or not seen.any():
        return where
    rows = np.arange(len(where))
    first, last = np.flatnonzero(seen)[[0, -1]]
    inner = ~seen & (rows > first) & (rows < last)
    for column in range(2):
        where[inner, column] = np.interp(rows[inner], rows[seen], where[seen, column])
    away = where - (np.nan if observation.beside is None else observation.beside)
    known = np.isfinite(away).all(axis=1)
    if known.any() and observation.beside is not None:
        lost = ~np.isfinite(where).all(axis=1)
        where[lost] = observation.beside[lost] + np.median(away[known], axis=0)
    return where


def _number_places(observation: Observation, scale: float, unit: float) -> Points:
    """Where the numbers stand, (n, 2) pixels of the drawn picture; NaN where unknown."""
    where = observation.where * scale
    over: Points = where - np.array([0.0, OFF * unit])
    if observation.beside is None:
        return over
    beside = observation.beside * scale
    return np.asarray(np.where(np.isfinite(beside), beside, over))


def _size(places: Points, unit: float) -> int:
    """The height of letters that suit the way from number to number."""
    most = MOST * unit
    if len(places) > 1:
        gaps = np.linalg.norm(np.diff(places, axis=0), axis=1)
        most = min(most, SHARE * float(np.median(gaps)))
    return max(LEAST, round(most))
