"""Whether a toy has more rings or discs than it was counted to have.

Nobody said how many; they were counted in the first pictures, where a hand may have been over one.
So now and then a picture is read as if it were the first, by a reader that remembers nothing.
"""

from collections.abc import Callable

from vision import Frame, Observation, Reader

Size = tuple[int, ...]

# Seconds after which a picture is read anew, for the first time and where a reading was of no use;
# each time that the size was right it takes twice as long, up to the second; while another size is
# told it takes the third.
FIRST_S, LONGEST_S, DOUBT_S = 1.0, 16.0, 0.6
# While something is done to the toy more likely than this, none is read.
STIRRED = 0.5
# So many readings in turn must tell the same other size, each so soon after the last, in seconds.
IN_TURN, LASTS_S = 3, 5.0


class Recount:
    """Reads single pictures of a film anew, each by a reader of its own."""

    def __init__(self, make_reader: Callable[[], Reader]) -> None:
        self._make_reader = make_reader
        self._due: float | None = None
        self._wait = FIRST_S
        # When another size was told in turn, and which.
        self._others: list[tuple[float, Size]] = []

    def grown(self, frame: Frame, observation: Observation, size: Size) -> bool:
        """Whether the toy plainly has more rings or discs than it is followed with.

        Fewer are never told: whatever lies over an end of the row makes them fewer.
        """
        at = frame.at
        if self._due is None:
            self._due = at + FIRST_S
        # It takes as long as several frames do, and tells little behind a hand.
        if at < self._due or (observation.stirred or 0.0) > STIRRED:
            return False
        seen = self._make_reader().read(frame)
        told = seen.size if seen.found and seen.problem is None else None
        if told == size:
            self._others.clear()
            self._wait = min(2 * self._wait, LONGEST_S)
            self._due = at + self._wait
            return False
        if told is not None and told[0] > size[0]:
            if self._others and (self._others[-1][1] != told or at - self._others[-1][0] > LASTS_S):
                self._others.clear()
            self._others.append((at, told))
        self._due = at + (DOUBT_S if self._others else FIRST_S)
        return len(self._others) >= IN_TURN
