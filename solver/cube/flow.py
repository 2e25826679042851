"""Which way the stickers go in a turn, in space: for arrows."""

from collections.abc import Sequence

import numpy as np

from solver.cube.facing import held_way
from solver.cube.geometry import FACES, WHOLE, middles
from solver.cube.holding import HELD, Floats
from solver.cube.turns import Turn


def places() -> Floats:
    """The middles of the 54 stickers, (54, 3): x to the right, y up, z to the front."""
    cubies, facing = middles()
    return np.asarray(cubies + 0.5 * facing, dtype=np.float64)


def flow(turn: Turn, placed: Sequence[int] = ()) -> Floats:
    """The directions in which stickers set out, (54, 3); zeros for those that stay.

    A half turn goes clockwise, too. Whole turns are as the camera sees them, to which the cells
    `placed` are in sight, nine a face, the front first.
    """
    cubies, facing = middles()
    face = FACES.index(WHOLE.get(turn.axis, turn.axis))
    centre = 9 * face + 4
    if turn.whole:
        centre = int(HELD[held_way(placed) or 0][centre])
    axis = facing[centre]
    ways = np.cross(places(), axis) * (-1.0 if turn.quarters == 3 else 1.0)
    if not turn.whole:
        ways[cubies @ axis != 1] = 0.0
    return np.asarray(ways, dtype=np.float64)
