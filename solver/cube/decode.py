"""The most probable legal cube, from the colours of six faces in any order and any rotation.

No sticker is named by itself: the probability of a whole cube is the product over its stickers,
and only legal cubes count. The certainty is the true posterior of the best one: its probability
over that of all legal cubes, all rotations of the faces, all namings of the centres and all
schemes of colours together.
"""

from collections.abc import Sequence
from dataclasses import replace
from typing import Any, Protocol

import numpy as np
from numpy.typing import NDArray

from solver.belief import TINY, soften
from solver.cube.answer import SURE, Decoded, answer, ceiling
from solver.cube.asking import MIRRORED, NO_CUBE, TOO_MANY
from solver.cube.colours import is_mirrored
from solver.cube.guesses import known_places, other_schemes, unknown_places
from solver.cube.search import merged, search
from solver.cube.sightings import Joins, Sightings, sight
from solver.cube.surplus import sixes

Floats = NDArray[np.float64]

# Stickers that disagree by so many nats with the best cube may be those of another scheme. A cube
# in a wrong scheme has at least two edges that cannot be, and mostly many more.
_STRANGE = 14.0

# The share of mirrored pictures among those that look as if two opposite colours were exchanged:
# webcams and phones often show their owners a mirror, and hardly anybody sells such cubes.
_FROM_MIRRORS = 0.9

_DOUBT = 0.02


class Face(Protocol):
    """Nine stickers as somebody saw them."""

    @property
    def table(self) -> Floats:
        """How likely each colour is, (9, 6), in the order w y r o g b, row by row."""

    def touching(self, other: Any, /) -> tuple[int, int] | None:
        """The cells, 0 to 8, of this and of another such face that touch at an edge, if any."""


def decode(
    observations: Floats | Sequence[Face],
    *,
    joins: Joins = (),
    upright: bool = False,
    unmirrored: bool = False,
    doubt: float = _DOUBT,
) -> Decoded:
    """The most probable legal cube of some groups of nine stickers.

    `observations` are faces as they were read, or tables (k, 9, 6): groups in any order, each row
    by row in one of four rotations; colours w y r o g b. Groups may show the same face. `joins`
    are pairs of rows, 9 group + cell, that are known to be the two stickers of one edge, as where
    a picture shows two faces that touch; faces know theirs. With `upright` every group is held as
    asking.UPRIGHT says, which tells patterned cubes apart. A cube with two opposite colours
    exchanged looks like a usual one in a mirror, and is certain only where the pictures are known
    to be `unmirrored`. `doubt` is the share of stickers that are read wrongly for no reason the
    reader could know of. Raises ValueError for another shape.
    """
    if not isinstance(observations, np.ndarray):
        joins = [*joins, *_joins(observations)]
        observations = np.array([face.table for face in observations]).reshape(-1, 9, 6)
    if observations.ndim != 3 or observations.shape[1:] != (9, 6):
        raise ValueError(f"cube: expected tables of k x 9 x 6, got {observations.shape}")
    soft = _soft(observations.reshape(-1, 6), doubt)
    seen = sight(soft, upright=upright)
    choices = sixes(seen)
    if choices:
        found = _best([_read(one, joins, soft, upright=upright) for one in choices])
    elif (problem := seen.problem()) is not None:
        found = Decoded(None, 0.0, None, 0, problem)
    else:
        found = _read(seen, joins, soft, upright=upright)
    return found if unmirrored else _doubting_mirrors(found)


def _doubting_mirrors(found: Decoded) -> Decoded:
    """The same, but not certain where a usual cube in a mirror would look alike."""
    if found.state is None or not is_mirrored(found.state.scheme):
        return found
    left = 1.0 - _FROM_MIRRORS
    return replace(
        found,
        certainty=left * found.certainty,
        problem=found.problem or MIRRORED,
        others=tuple((state, left * p) for state, p in found.others),
    )


def _read(seen: Sightings, joins: Joins, soft: Floats, *, upright: bool) -> Decoded:
    """Reads six faces; `soft` is the table of the groups, (k, 9, 6)."""
    guesses = unknown_places(seen, joins, upright=upright)
    found, log_total = search(seen.tables, guesses)
    if not found or found[0].log_p < ceiling(guesses, seen.tables) - _STRANGE:
        others = other_schemes(seen, joins, log_total, upright=upright)
        more, log_more = search(seen.tables, others)
        found = merged(found, more, len(guesses))
        guesses, log_total = guesses + others, float(np.logaddexp(log_total, log_more))
    if not found:
        return Decoded(None, 0.0, None, 0, NO_CUBE)
    return answer(found, log_total, guesses, seen, soft)


def _best(choices: list[Decoded]) -> Decoded:
    """The most certain of several readings; others that are certain of another state count."""
    best = max(choices, key=lambda one: one.certainty)
    rivals = [one.certainty for one in choices if one.state != best.state]
    if not rivals or best.certainty / (best.certainty + max(rivals)) >= SURE:
        return best
    share = best.certainty / (best.certainty + max(rivals)) * best.certainty
    return replace(best, certainty=share, problem=best.problem or TOO_MANY)


def decode_table(cells: Floats, *, doubt: float = _DOUBT) -> Decoded:
    """The most probable legal cube of 54 stickers in known places, U R F D L B.

    `cells` is (54, 6). The cube may be held in any way: the colours of the centres tell which, and
    `state.scheme` says it. Raises ValueError for another shape.
    """
    if cells.shape != (54, 6):
        raise ValueError(f"cube: expected a table of 54 x 6, got {cells.shape}")
    soft = _soft(cells, doubt)
    guesses = known_places(soft)
    found, log_total = search(soft, guesses)
    seen = Sightings(soft, tuple((face, 0) for face in range(6)))
    return answer(found, log_total, guesses, seen, soft)


def _soft(cells: Floats, doubt: float) -> Floats:
    """The rows of a table with some doubt, and without zeros, as groups of nine."""
    return np.maximum(soften(cells, doubt), TINY).reshape(-1, 9, 6)


def _joins(faces: Sequence[Face]) -> list[tuple[int, int]]:
    """The rows of the stickers that touch, of every two faces."""
    found = []
    for i, one in enumerate(faces):
        for j, other in enumerate(faces[i + 1 :], start=i + 1):
            cells = one.touching(other)
            if cells is not None:
                found.append((9 * i + cells[0], 9 * j + cells[1]))
    return found
