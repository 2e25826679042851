"""A state that may have been reached: for how long, and how plainly, it has been believed."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Generic

from companion.pace import FINGERS_S
from solver.belief import STIRS, Estimate
from solver.puzzle import S

# A state counts after so many looks, at the least.
SETTLED_LOOKS = 2
# A state of which no doubt is left, at a toy that lies still, counts after less time. While fingers
# are at the toy, either is mostly missing.
UNDOUBTED = 0.99
# A cell that plainly shows something else in so many looks on end is no misreading.
CONTRARY_LOOKS = 3
# How long one counts that may be half of a move which is still under way, in seconds, or is seen in
# a look in which something is likely to be done to the toy: that likely.
UNDERWAY_S, BUSY = 0.8, 0.5
# Looks at one state with others between them that show nothing do not count together where they
# are further apart than this, in seconds. A slow camera's may be.
AWAY_S = 0.3
# From this probability on a state is likelier than all others together.
EVEN = 0.5


@dataclass(slots=True)
class Favourite(Generic[S]):
    """The state that is likelier than all others together, at a toy at which nothing is done.

    `since` is when that began, in seconds; `away`: whether nothing was seen for long before the
    last look.
    """

    state: S | None = None
    since: float = 0.0
    away: bool = False
    # When a look last showed something, and whether others came after it that did not.
    last: float = 0.0
    blind: bool = False

    def take(self, estimate: Estimate[S] | None, at: float, stirred: float | None = None) -> None:
        """Takes the belief after one look; None means that nothing was seen.

        `stirred` is as in `Candidate.counts`.
        """
        if estimate is None:
            self.blind = True
            return
        state = estimate.state if estimate.certainty > EVEN else None
        self.away = self.blind and at - self.last > AWAY_S
        if state is None or state != self.state or self.away or (stirred or 0.0) >= STIRS:
            self.state, self.since = state, at
        self.last, self.blind = at, False


@dataclass(slots=True)
class Candidate(Generic[S]):
    """A state that is believed `since` a time, in seconds, and `likelier` than any other since one.

    `waits` are for how many seconds it has to be, and for how many where the toy lies still and
    there is no doubt; `beside`: whether it is not where the plan leads. `looks` have shown it so
    far, `plainly` those in which what would have been moved was in sight, `quietly` those at a toy
    in plain sight that lay still, when there was no doubt; `still`: since when it is and does;
    `stirred`: when something may have been done to the toy last, `handled`: when that was likely;
    `contrary`: for how many looks on end each cell has plainly shown something else.
    """

    state: S
    since: float
    waits: tuple[float, float]
    likelier: float
    beside: bool = False
    looks: int = 0
    plainly: int = 0
    quietly: int = 0
    still: float | None = None
    stirred: float | None = None
    handled: float | None = None
    contrary: tuple[int, ...] = ()

    def counts(
        self,
        at: float,
        certainty: float,
        stirred: float | None,
        longer: float = 0.0,
        *,
        plain: bool,
        seen: bool,
        contrary: Sequence[bool] = (),
    ) -> bool:
        """Whether it counts as reached, after one more look at it.

        `stirred` is how likely something is being done to the toy, None where that is not told;
        `longer`, in seconds, is waited besides. `plain`: whether all is plain to see, `seen`:
        whether what would have been moved is; `contrary`: which cells plainly show something else.
        """
        self.looks += 1
        self.plainly += seen
        contradicted = self._contradicted(contrary)
        undoubted = certainty > UNDOUBTED
        if stirred is not None and stirred >= STIRS:
            self.stirred = at
            self.handled = at if stirred >= BUSY else self.handled
        if not plain or stirred is None or stirred >= STIRS:
            self.still = None
        elif self.still is None:
            self.still = at
        near, moving = (
            then is not None and at - then <= FINGERS_S for then in (self.stirred, self.handled)
        )
        # A hand that goes on by fits and starts lies still in every other look.
        self.quietly += undoubted and self.still is not None and not near
        # What was plain to see, and is beyond doubt, may be less plain now; and after it was seen
        # at a toy that lay still, fingers come for the next move.
        seen |= undoubted and self.plainly >= SETTLED_LOOKS
        # A hand that plays with a ring may leave all in sight, and show a move that nobody made.
        fingers = (near and not plain) or (moving and self.beside)
        busy = ((stirred or 0.0) >= BUSY or fingers) and self.quietly < SETTLED_LOOKS
        wait, least = (one + longer for one in self.waits)
        # Else what is told behind fingers may be no state at all.
        if stirred is not None and (busy or contradicted or not seen):
            wait = max(wait, UNDERWAY_S)
        lies = self.still is not None and at - self.still >= least
        sooner = lies and undoubted and not contradicted
        # What many looks that contradict each other have made likely was so before it was believed.
        begun = self.since if wait >= UNDERWAY_S else self.likelier
        return self.looks >= SETTLED_LOOKS and (sooner or at - begun >= wait)

    def _contradicted(self, cells: Sequence[bool]) -> bool:
        """Whether a cell has been against it for long, after a look in which these `cells` are."""
        before = self.contrary or (0,) * len(cells)
        self.contrary = tuple(k + 1 if no else 0 for k, no in zip(before, cells, strict=True))
        return max(self.contrary, default=0) >= CONTRARY_LOOKS
