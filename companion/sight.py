"""Which cells of a toy were in sight lately, for toys that are turned about."""

from collections import deque
from collections.abc import Sequence

# A cell stays in sight for so many seconds: faces are lost for a picture or two.
LATELY_S = 0.7


class Sight:
    """Remembers where the rows of the last tables lay on the toy."""

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
