"""Which turns a camera can see, and how to turn the whole cube so that it sees the next one."""

from collections.abc import Sequence

import numpy as np

from solver.cube.colours import COLOUR_NAMES
from solver.cube.holding import HELD, JOINED, SHOWN
from solver.cube.scores import Indices
from solver.cube.turns import Turn

# A turn is seen when at least so many of the stickers in sight change their colour.
_SEEN = 2

# Easy ways to turn the whole cube, the easiest first.
_EASY = tuple(Turn(axis, n) for n in (1, 3, 2) for axis in "yx")


def _way(turn: Turn) -> int:
    comes = np.argsort(turn.goes())
    return next(number for number, held in enumerate(HELD) if (held == comes).all())


_WAYS = {turn: _way(turn) for turn in _EASY}


def shows(view: Indices, turn: Turn, facelets: Sequence[int]) -> int:
    """How many of these facelets show another colour after a turn."""
    comes = np.argsort(turn.goes())
    seen = np.asarray(facelets, dtype=np.intp)
    return int((view[comes][seen] != view[seen]).sum())


def held_way(placed: Sequence[int]) -> int | None:
    """How the cube is held, from the facelet of every cell in sight, nine a face, the front first.

    None where the first face is not nine facelets of one face.
    """
    front = np.asarray([facelet for facelet in placed if facelet >= 0][:9])
    if len(front) < 9:
        return None
    found = np.flatnonzero((front == SHOWN).all(axis=1))
    return int(found[0]) if len(found) else None


def whole_turn(view: Indices, turn: Turn, placed: Sequence[int]) -> Turn | None:
    """How to turn the whole cube so that a turn can be seen, as held in front of the camera.

    `view` are the 54 colours, `placed` the facelet of every cell in sight, nine a face, -1 for
    none. None where the turn is seen already, or nothing is in sight.
    """
    held = held_way(placed)
    seen = [facelet for facelet in placed if facelet >= 0]
    if turn.whole or held is None or shows(view, turn, seen) >= _SEEN:
        return None
    return max(
        _EASY, key=lambda way: min(_SEEN, shows(view, turn, SHOWN[JOINED[held, _WAYS[way]]]))
    )


def words_for(view: Indices, whole: Turn, placed: Sequence[int]) -> str:
    """The sentence that asks for a whole turn of a cube of which these facelets are in sight."""
    held = held_way(placed) or 0
    colour = COLOUR_NAMES[view[SHOWN[JOINED[held, _WAYS[whole]], 4]]]
    return f"Turn the whole cube so that the {colour} centre faces the camera."
