"""Which toy a player has chosen on the page, and how it is to be solved."""

from dataclasses import dataclass

from calibration import RING_COUNTS
from solver import PUZZLES, SolverError
from solver.hanoi import RULES
from solver.phrase import Phrase

# How many rings or discs may be chosen: as many rings as can be read; more discs have states that
# take long to list.
COUNTS: dict[str, tuple[int, int]] = {"rings": RING_COUNTS, "hanoi": (1, 8)}
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
            known = ", ".join(PUZZLES)
            raise SolverError(
                Phrase("expected a puzzle of {known}, got {got!r}", known=known, got=puzzle)
            )
        low, high = COUNTS.get(puzzle, (0, -1))
        if count is not None and not (self.variant is None and low <= count <= high):
            counted = puzzle in COUNTS and self.variant is None
            expected = (
                Phrase("{low} to {high}", low=low, high=high)
                if counted
                else Phrase("nothing to count")
            )
            raise _refused(puzzle, expected, count)
        variants, methods = VARIANTS.get(puzzle, ()), METHODS.get(puzzle, ())
        if self.variant not in (None, *variants):
            some = Phrase("a variant of {known}", known=", ".join(variants))
            raise _refused(puzzle, some if variants else Phrase("no variant"), self.variant)
        if self.method not in (None, *methods):
            some = Phrase("a method of {known}", known=", ".join(methods))
            raise _refused(puzzle, some if methods else Phrase("no method"), self.method)


def _refused(puzzle: str, expected: str, got: object) -> SolverError:
    return SolverError(
        Phrase("{name}: expected {expected}, got {got!r}", name=puzzle, expected=expected, got=got)
    )
