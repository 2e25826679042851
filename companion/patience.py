"""How long nothing certain may be seen before the player is told what would help, and until when
what was seen still counts.
"""

from collections import deque
from statistics import median_low

from solver.phrase import sentence

# After so many seconds without a certain state the coach says what would help: while it knows no
# state yet, and in the middle of a game.
PATIENCE_S = 5.0
PLAYING_S = 20.0
# Looks that are further apart are not one doubt: the computer slept, or the camera was away.
APART_S = 60.0
# What was seen longer ago tells nothing of the toy as it is now: so many seconds, or so many looks
# where those of the source are further apart. Two, and a half for times that are not quite even.
STALE_S, STALE_LOOKS = 1.0, 2.5
# The time from one look to the next is the median of so many.
GAPS = 9

UNSURE = sentence(
    "I cannot see the toy well. Please hold it still in good light, with nothing in front of it."
)


class Patience:
    """Counts how long nothing certain was seen, and says what would help.

    It says so once; before a game it may say something else after as long again: the sides of
    the toy that are still to be shown, say. What was said is not said again until the state is
    known: two hindrances may come and go by turns.
    """

    def __init__(self, seconds: float = PATIENCE_S, playing: float = PLAYING_S) -> None:
        self._seconds = seconds
        self._playing = playing
        self._since: float | None = None
        self._last = 0.0
        self._said: set[str] = set()

    def sure(self) -> None:
        """Something certain was seen: the count starts anew."""
        self._since = None

    def settled(self) -> None:
        """The state is known again: the next long doubt may be spoken of again."""
        self._said.clear()

    def doubt(self, at: float, problem: str | None, *, playing: bool = False) -> str | None:
        """The words to say after a look at `at` seconds that gave nothing certain, if any.

        While somebody is `playing`, hands are in the way as a matter of course.
        """
        if self._since is None or at - self._last > APART_S:
            self._since = at
        self._last = at
        words = problem or UNSURE
        repeated = bool(self._said) if playing else words in self._said
        if repeated or at - self._since < (self._playing if playing else self._seconds):
            return None
        self._said.add(words)
        self._since = at
        return words


class Freshness:
    """Counts how long ago something was seen for certain, in the time of the source."""

    def __init__(self) -> None:
        self._gaps: deque[float] = deque(maxlen=GAPS)
        self._last: float | None = None
        self._sure = 0.0

    def look(self, at: float) -> None:
        """One more look was taken, at `at` seconds."""
        if self._last is not None:
            self._gaps.append(at - self._last)
        self._last = at

    def sure(self, at: float) -> None:
        """It showed what is waited for."""
        self._sure = at

    def gone(self, at: float) -> bool:
        """Whether that was too long ago by now."""
        usual = median_low(self._gaps) if self._gaps else 0.0
        return at - self._sure > max(STALE_S, STALE_LOOKS * usual)
