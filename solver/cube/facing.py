"""Which turns a camera can see, and how to turn the whole cube so that it sees the next one."""

from collections.abc import Sequence

import numpy as np

from solver.cube.geometry import FACES
from solver.cube.holding import HELD, JOINED, SHOWN
from solver.cube.naming import CENTRES
from solver.cube.scores import Indices
from solver.cube.turns import Turn
from solver.phrase import Phrase

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


def tells(view: Indices, turn: Turn, facelets: Sequence[int]) -> bool:
    """Whether a turn is seen for what it is by a camera that has these facelets in sight.

    A face that is turned while no other one is in sight looks as if the whole cube were rolled.
    """
    alone = {facelet // 9 for facelet in facelets} == {FACES.index(turn.axis)}
    return not alone and shows(view, turn, facelets) >= _SEEN


def held_way(placed: Sequence[int]) -> int | None:
    """How the cube is held, from the facelet of every cell in sight, nine a face, the front first.

    None where the first face is not nine facelets of one face.
    """
    front = np.asarray([facelet for facelet in placed if facelet >= 0][:9])
    if len(front) < 9:
        return None
    found = np.flatnonzero((front == SHOWN).all(axis=1))
    return int(found[0]) if len(found) else None


def whole_turn(view: Indices, turns: Sequence[Turn], placed: Sequence[int]) -> Turn | None:
    """How to turn the whole cube so that the first of some turns can be seen by the camera.

    The later ones should be seen for as long as possible, too. `view` are the 54 colours, `placed`
    the facelet of every cell in sight, nine a face, -1 for none. None where the turn is seen
    already, nothing is in sight, or no whole turn helps.
    """
    held = held_way(placed)
    seen = [facelet for facelet in placed if facelet >= 0]
    if turns[0].whole or held is None or tells(view, turns[0], seen):
        return None

    def worth(way: Turn) -> int:
        front = SHOWN[JOINED[held, _WAYS[way]]].tolist()
        if not tells(view, turns[0], front):
            return 0
        blind = {FACES[front[4] // 9], FACES[(front[4] // 9 + 3) % 6]}
        return next((n for n, turn in enumerate(turns) if turn.axis in blind), len(turns))

    best = max(_EASY, key=worth)
    return best if worth(best) else None


def words_for(view: Indices, whole: Turn, placed: Sequence[int]) -> str:
    """The sentence that asks for a whole turn of a cube of which these facelets are in sight."""
    held = held_way(placed) or 0
    colour = CENTRES[view[SHOWN[JOINED[held, _WAYS[whole]], 4]]]
    return Phrase(
        "Turn the whole cube so that the {colour} centre faces the camera.", colour=colour
    )
