"""What is said of a move beside the plan: what it was, what was planned, and how to go on."""

from companion.route import Route, Slip
from solver import Puzzle
from solver.abilities import Held, Recounts
from solver.phrase import joined, sentence
from solver.puzzle import M, S

WRONG = sentence("That was not the planned move.")
TAKE_BACK = sentence("That was not the planned move, so take it back.")
BACK, ONWARD = sentence("Take that back."), sentence("We go on from here.")
FURTHER = sentence("I did not see how you got there, but we can go on.")


def recounted(puzzle: Puzzle[S, M], slip: Slip[S, M], route: Route[S, M]) -> str | None:
    """The puzzle's own account of a slip, and of the next move on the route from there.

    None for a puzzle that gives none.
    """
    if not isinstance(puzzle, Recounts) or route.move is None:
        return None
    return puzzle.astray(slip.state, slip.made, slip.wanted, route.move)


def beside(puzzle: Puzzle[S, M], slip: Slip[S, M], route: Route[S, M]) -> str:
    """A sentence about a slip, to which the words of the next move are added."""
    move = route.move
    back = move is not None and puzzle.apply(route.state, move) == slip.state
    if not isinstance(puzzle, Held):
        return TAKE_BACK if back else WRONG
    told = puzzle.in_place(slip.state, slip.made, slip.wanted)
    return joined(told, BACK if back else ONWARD)
