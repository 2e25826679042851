"""What a film showed shortly before: motion is told by time, not by frames of whatever camera."""

from collections import deque
from typing import Generic, TypeVar

T = TypeVar("T")

# A frame is compared with the first one of so many seconds before it: what moves, moves half as far
# between two frames of a camera that is twice as fast.
SPAN_S = 0.085


class Past(Generic[T]):
    """What the last frames were, with their seconds: the one before, and others of a span."""

    def __init__(self) -> None:
        self._kept: deque[tuple[float, T]] = deque()

    def add(self, at: float, one: T) -> None:
        """Takes what a frame was; forgets what is older than a span, but for the last."""
        self._forget(at)
        self._kept.append((at, one))

    def before(self, at: float) -> list[tuple[float, T]]:
        """The first and the last one of the span before `at`; the last alone is older perhaps.

        Frames without times of their own are one after the other.
        """
        self._forget(at)
        kept = list(self._kept)
        return kept if len(kept) < 2 else [kept[0], kept[-1]]

    def _forget(self, at: float) -> None:
        while len(self._kept) > 1 and not at - SPAN_S <= self._kept[0][0] < at:
            self._kept.popleft()
