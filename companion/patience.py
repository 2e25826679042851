"""How long nothing certain may be seen before the player is told what would help."""

from solver.phrase import sentence

# After so many seconds without a certain state the coach says what would help: while it knows no
# state yet, and in the middle of a game.
PATIENCE_S = 5.0
PLAYING_S = 20.0
# Looks that are further apart are not one doubt: the computer slept, or the camera was away.
APART_S = 60.0

UNSURE = sentence(
    "I cannot see the toy well. Please hold it still in good light, with nothing in front of it."
)


class Patience:
    """Counts how long nothing certain was seen, and says what would help.

    It says so once; before a game it may say something else after as long again: the sides of
    the toy that are still to be shown, say.
    """

    def __init__(self, seconds: float = PATIENCE_S, playing: float = PLAYING_S) -> None:
        self._seconds = seconds
        self._playing = playing
        self._since: float | None = None
        self._last = 0.0
        self._said: str | None = None

    def sure(self) -> None:
        """Something certain was seen: the count starts anew."""
        self._since = None

    def settled(self) -> None:
        """The state is known again: the next long doubt may be spoken of again."""
        self._said = None

    def doubt(self, at: float, problem: str | None, *, playing: bool = False) -> str | None:
        """The words to say after a look at `at` seconds that gave nothing certain, if any.

        While somebody is `playing`, hands are in the way as a matter of course.
        """
        if self._since is None or at - self._last > APART_S:
            self._since = at
        self._last = at
        words = problem or UNSURE
        repeated = self._said is not None and (playing or words == self._said)
        if repeated or at - self._since < (self._playing if playing else self._seconds):
            return None
        self._said, self._since = words, at
        return words
