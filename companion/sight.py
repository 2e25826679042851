"""What of a toy is in sight: which cells were lately, and what a look says of a state."""

from collections import deque
from collections.abc import Sequence

from companion.pace import HIDDEN
from solver import Puzzle
from solver.puzzle import M, S

# A cell stays in sight for so many seconds: faces are lost for a picture or two.
LATELY_S = 0.7
# A cell is plain to see from this probability on.
PLAIN = 0.9


class Sight:
    """Remembers where the rows of the last tables lay on a toy that is turned about."""

    def __init__(self, lately: float = LATELY_S) -> None:
        self._lately = lately
        self._seen: deque[tuple[float, tuple[int, ...]]] = deque()

    def take(self, placed: Sequence[int] | None, at: float) -> None:
        """Takes the cell of every row of one look at `at` seconds."""
        if placed:
            self._seen.append((at, tuple(placed)))
        while self._seen and self._seen[0][0] < at - self._lately:
            self._seen.popleft()

    @property
    def placed(self) -> tuple[int, ...]:
        """The rows of the last look, and those of a little earlier."""
        return tuple(cell for _, placed in reversed(self._seen) for cell in placed)


def unseen(puzzle: Puzzle[S, M], before: S, state: S, table: Sequence[Sequence[float]]) -> bool:
    """Whether what was moved after the state `before` is hardly seen where it would be now.

    `table` tells for each cell how likely it shows each symbol; an empty one tells nothing.
    """
    if not table:
        return False
    places = zip(puzzle.view(before), puzzle.view(state), table, strict=True)
    return any(was != now and cell[now] < HIDDEN for was, now, cell in places)


def contrary(puzzle: Puzzle[S, M], state: S, table: Sequence[Sequence[float]]) -> list[bool]:
    """For each cell whether it plainly shows something else than in a state; as in `unseen`."""
    if not table:
        return [False] * puzzle.cells
    return [cell[now] < 1 - PLAIN for now, cell in zip(puzzle.view(state), table, strict=True)]
