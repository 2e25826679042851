"""How much a look counts: pictures that follow each other fast share what they misread."""

from solver.belief import STIRS

# Behind fingers the same misreading comes in picture after picture: there no more is learned in a
# second than from so many pictures. So long, in seconds, after something stirred that holds.
LOOKS_A_SECOND, RESTED_S = 15.0, 0.36


class Pace:
    """Weighs the looks of a camera, fast or slow."""

    def __init__(self) -> None:
        self._last: float | None = None
        self._stirred: float | None = None

    def worth(self, at: float, stirred: float | None) -> float:
        """How much a look at `at` seconds counts, in (0, 1].

        `stirred` is how likely something is being done to the toy, None where that is not told.
        """
        before, self._last = self._last, at
        if stirred is None:
            return 1.0
        if stirred >= STIRS:
            self._stirred = at
        restless = self._stirred is not None and at - self._stirred <= RESTED_S
        if not restless or before is None or at <= before:
            return 1.0
        return min(1.0, LOOKS_A_SECOND * (at - before))
