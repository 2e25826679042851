"""Mixed cubes. The randomness is the caller's."""

from random import Random

from solver.cube.cubies import Cube, parity
from solver.cube.geometry import FACES
from solver.cube.turns import Turn


def random_cube(rng: Random) -> Cube:
    """A cube, every one of the 43 quintillion as probable."""
    corners, edges = _shuffled(rng, 8), _shuffled(rng, 12)
    if parity(corners) != parity(edges):
        corners = (corners[1], corners[0], *corners[2:])
    return Cube(corners, _turned(rng, 8, 3), edges, _turned(rng, 12, 2))


def random_turns(rng: Random, count: int) -> tuple[Turn, ...]:
    """So many turns, of which none can be joined with one before it."""
    turns: list[Turn] = []
    while len(turns) < count:
        turn = Turn(rng.choice(FACES), rng.randint(1, 3))
        faces = [before.axis for before in turns[-2:]]
        opposite = FACES[(FACES.index(turn.axis) + 3) % 6]
        if turn.axis in faces[-1:] or faces == [turn.axis, opposite]:
            continue
        turns.append(turn)
    return tuple(turns)


def _shuffled(rng: Random, count: int) -> tuple[int, ...]:
    return tuple(rng.sample(range(count), count))


def _turned(rng: Random, count: int, ways: int) -> tuple[int, ...]:
    """How each piece is turned; the last one makes up for the others."""
    free = [rng.randrange(ways) for _ in range(count - 1)]
    return (*free, -sum(free) % ways)
