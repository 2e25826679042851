"""Which toy a player has chosen on the page, and how it is to be solved."""

from dataclasses import dataclass

from solver import PUZZLES, SolverError
from solver.hanoi import RULES

# How many rings or discs may be chosen: more states than these take long to list.
COUNTS: dict[str, tuple[int, int]] = {"rings": (2, 12), "hanoi": (1, 8)}
# The toys with other pieces that are offered for a puzzle; their pieces are counted by themselves.
VARIANTS: dict[str, tuple[str, ...]] = {"hanoi": tuple(RULES)}
# The ways to solve a puzzle that are offered beside the usual one.
METHODS: dict[str, tuple[str, ...]] = {"cube": ("beginner",)}


@dataclass(frozen=True, slots=True)
class Toy:
    """A puzzle, how many rings or discs it has, where that was told, and the name of a variant.

    `method` is how it is to be solved. Raises SolverError for a puzzle that is not in the table,
    and for a count, a variant or a method that is not offered.
    """

    puzzle: str
    count: int | None = None
    variant: str | None = None
    method: str | None = None

    def __post_init__(self) -> None:
        puzzle, count = self.puzzle, self.count
        if puzzle not in PUZZLES:
            raise SolverError(f"expected a puzzle of {', '.join(PUZZLES)}, got {puzzle!r}")
        low, high = COUNTS.get(puzzle, (0, -1))
        if count is not None and not (self.variant is None and low <= count <= high):
            counted = puzzle in COUNTS and self.variant is None
            expected = f"{low} to {high}" if counted else "nothing to count"
            raise SolverError(f"{puzzle}: expected {expected}, got {count}")
        _check(puzzle, "variant", self.variant, VARIANTS.get(puzzle, ()))
        _check(puzzle, "method", self.method, METHODS.get(puzzle, ()))


def _check(puzzle: str, what: str, name: str | None, offered: tuple[str, ...]) -> None:
    if name is not None and name not in offered:
        expected = f"a {what} of {', '.join(offered)}" if offered else f"no {what}"
        raise SolverError(f"{puzzle}: expected {expected}, got {name!r}")
