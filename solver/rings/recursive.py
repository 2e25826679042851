"""All rings off, or all on, by two recipes that call each other.

down(n) = down(n-2), ring n off, up(n-2), down(n-1); up(n) is down(n) backwards:
up(n-1), down(n-2), ring n on, up(n-2). Where rings 1 and 2 may move together, down(2) and up(2)
are one move.
"""

from collections.abc import Iterator
from dataclasses import dataclass

from solver.phrase import Phrase
from solver.puzzle import NoPlanError

# What is still to do: (recipe, rings), with the next at the end of the list.
_Task = tuple[str, int]


@dataclass(frozen=True, slots=True)
class RecursivePath:
    """The states after each move between all rings on and all off, made one by one.

    Keeps its own list of what is still to do, so n may be large. Raises NoPlanError for any other
    start or goal.
    """

    count: int
    start: int
    goal: int
    pair: bool = False

    def __post_init__(self) -> None:
        whole = (1 << self.count) - 1
        if not {self.start, self.goal} <= {0, whole}:
            raise NoPlanError(
                Phrase(
                    "rings: the recursive method goes between all rings on and all rings off only; "
                    "expected another method"
                )
            )

    def __iter__(self) -> Iterator[int]:
        state = self.start
        if self.start == self.goal:
            return
        tasks: list[_Task] = [("down" if self.start else "up", self.count)]
        while tasks:
            recipe, rings = tasks.pop()
            if recipe == "turn":
                state ^= 1 << (rings - 1)
                yield state
            elif rings == 2 and self.pair:
                state ^= 0b11
                yield state
            elif rings > 0:
                tasks.extend(_recipe(recipe, rings))


def _recipe(recipe: str, n: int) -> tuple[_Task, ...]:
    """What a recipe consists of, the first at the end."""
    if recipe == "down":
        return ("down", n - 1), ("up", n - 2), ("turn", n), ("down", n - 2)
    return ("up", n - 2), ("turn", n), ("down", n - 2), ("up", n - 1)
