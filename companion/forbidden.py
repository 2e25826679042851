"""Moves against the rules: told once each, as soon as they were seen for long enough."""

from typing import Generic

from solver.puzzle import M

# A slip has to be seen for so many seconds, in so many looks.
SETTLED_S, LOOKS = 0.5, 2


class Forbidden(Generic[M]):
    """Waits until a slip is no flicker; `back` is the move that takes it back."""

    def __init__(self) -> None:
        self._back: M | None = None
        self._since = 0.0
        self._looks = 0
        self._told = False

    def settled(self, back: M, at: float) -> bool:
        """Takes one look that shows a slip; whether it is to be told now."""
        if back != self._back:
            self._back, self._since, self._looks, self._told = back, at, 0, False
        self._looks += 1
        due = not self._told and self._looks >= LOOKS and at - self._since >= SETTLED_S
        self._told = self._told or due
        return due

    def over(self) -> None:
        """A legal state is seen again."""
        self._back = None
