"""How much a look counts: pictures that follow each other fast share what they misread."""

import math

from solver.belief import STIRS, Floats

# Behind fingers the same misreading comes in picture after picture: there no more is learned in a
# second than from so many pictures. So long, in seconds, after something stirred that holds.
LOOKS_A_SECOND, RESTED_S = 15.0, 0.36
# So long after something stirred, in seconds, fingers may be in front of what is not plain to see.
FINGERS_S = 0.1
# Then, from so many pictures a second at most where a cell is hidden: none of its symbols is as
# likely as the second. What is beside such a cell is misread, too.
BEHIND_A_SECOND, HIDDEN = 7.5, 0.7


class Pace:
    """Weighs the looks of a camera, fast or slow."""

    def __init__(self) -> None:
        self._last: float | None = None
        self._stirred: float | None = None

    def worth(self, at: float, stirred: float | None, cells: Floats) -> float:
        """How much a look at `at` seconds counts, in (0, 1].

        `stirred` is how likely something is being done to the toy, None where that is not told;
        `cells` is the look's table, (cells, symbols).
        """
        before, self._last = self._last, at
        if stirred is None:
            return 1.0
        if stirred >= STIRS:
            self._stirred = at
        rest = math.inf if self._stirred is None else at - self._stirred
        if rest > RESTED_S or before is None or at <= before:
            return 1.0
        behind = rest <= FINGERS_S and bool((cells.max(axis=1) < HIDDEN).any())
        return min(1.0, (BEHIND_A_SECOND if behind else LOOKS_A_SECOND) * (at - before))
