"""The coach: it compares what is believed of the toy with the plan, and says the next move.

Pure: estimates and their times come in, cues go out. No picture, no clock, no sound.
"""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Generic, Literal

from companion.route import Route
from companion.sight import Sight
from solver import Estimate, Plan, Puzzle
from solver.abilities import Held
from solver.puzzle import M, S

# The way from a state to a goal, for the cells that are in sight.
MakePlan = Callable[[S, S, Sequence[int]], Plan[S, M]]
Kind = Literal["next", "wrong", "unsure", "done"]

# Below this certainty a state is not called one.
SURE = 0.9
# A state counts once it was believed for so long, in seconds: the planned one, the first one or one
# that is a move beside the plan, any other. The stranger the news, the longer it has to hold.
SETTLED_S = (0.15, 0.4, 1.0)
SETTLED_LOOKS = 2
# The same for half of a move that may still be under way.
UNDERWAY_S = 0.8
# For so many seconds a move has to be out of sight before the whole toy is to be turned, and in
# sight again before that was done.
WHOLE_S = (1.0, 0.15)
# After so many seconds without a certain state the coach says what would help: while it knows no
# state yet, and in the middle of a game.
PATIENCE_S = 5.0
PLAYING_S = 20.0
# So long a doubt stays the same before the toy is to be turned, to tell what was done; and so long
# the first cue waits for a look at how the toy is held.
ASIDE_S = 1.5
HELD_S = 0.4

UNSURE = (
    "I cannot see the toy well. Please hold it still in good light, with nothing in front of it."
)
WRONG = "That was not the planned move."
TAKE_BACK = "That was not the planned move, so take it back."
TOLD = "That was {}, and not the planned move."
TOLD_BACK = "That was {}, and not the planned move, so take it back."
FURTHER = "I did not see how you got there, but we can go on."
DONE = "Done. You have reached the goal."
AT_GOAL = "There is nothing to do. The goal is reached already."


@dataclass(frozen=True, slots=True)
class Cue(Generic[S, M]):
    """Something to tell the player.

    - `kind`: next, wrong (a move beside the plan was made), unsure, done.
    - `move`: the move to make; None where there is none.
    - `words`: a sentence or two to be spoken.
    - `state`: the state that the cue was made for; None while nothing is known.
    - `remaining`: moves to the goal; None while nothing is known.
    - `at`: seconds, the time of the observation that led to it.
    """

    kind: Kind
    move: M | None
    words: str
    state: S | None
    remaining: int | None
    at: float
    certainty: float


class Patience:
    """Counts how long nothing certain was seen, and says what would help.

    It says so once; before a game it may say something else after as long again: the sides of
    the toy that are still to be shown, say.
    """

    def __init__(self, seconds: float = PATIENCE_S, playing: float = PLAYING_S) -> None:
        self._seconds = seconds
        self._playing = playing
        self._since: float | None = None
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
        if self._since is None:
            self._since = at
        words = problem or UNSURE
        repeated = self._said is not None and (playing or words == self._said)
        if repeated or at - self._since < (self._playing if playing else self._seconds):
            return None
        self._said, self._since = words, at
        return words


class Session(Generic[S, M]):
    """Follows one toy to one goal.

    Each state is spoken to once. A state is believed after it was certain for some time, the
    longer the less it was expected (`settled`, in seconds: planned, one move away, other), and in
    two updates; a hand that is in the way is passed over in silence for as long as `patience` has.
    `plan` makes plans in place of the puzzle's method; it also gets the cells in sight.
    A move that the camera could not see waits for a whole turn of the toy. Raises NotationError or
    NoPlanError for a method or goal that the puzzle refuses.
    """

    def __init__(
        self,
        puzzle: Puzzle[S, M],
        goal: S | None = None,
        method: str | None = None,
        *,
        sure: float = SURE,
        settled: tuple[float, float, float] | None = None,
        patience: Patience | None = None,
        plan: MakePlan[S, M] | None = None,
    ) -> None:
        self._puzzle = puzzle
        self._goal = puzzle.goal if goal is None else goal
        self._method = method
        self._sure = sure
        self._make_plan = plan
        self._held = puzzle if isinstance(puzzle, Held) else None
        self._settled = settled or (self._held.settled if self._held else SETTLED_S)
        self._sight = Sight()
        # Whether the whole toy is to be turned first, and since when that is otherwise.
        self._whole = False
        self._otherwise: float | None = None
        # What was in doubt, since when, and whether the toy is to be turned because of it.
        self._doubted: tuple[S, float] | None = None
        self._aside = False
        self._patience = patience or Patience()
        self._route: Route[S, M] | None = None
        self._candidate: S | None = None
        self._since = 0.0
        self._certainty = 0.0
        self._looks = 0
        self._wait = 0.0

    @property
    def state(self) -> S | None:
        """The state that the player was last seen to have reached."""
        return self._route.state if self._route else None

    @property
    def remaining(self) -> int | None:
        """The moves left from there."""
        return self._route.remaining if self._route else None

    @property
    def expected(self) -> tuple[M, ...]:
        """The moves that are likely to be seen next, in order."""
        return self._route.coming[:2] if self._route else ()

    def update(
        self, estimate: Estimate[S] | None, at: float, problem: str | None = None
    ) -> Cue[S, M] | None:
        """Takes the belief after one look; None for an estimate means that nothing was seen.

        `at` is in seconds and never decreases; `problem` is the reader's own sentence about
        what is wrong, said in place of the general one.
        """
        if estimate is None or estimate.state is None or estimate.certainty < self._sure:
            if estimate is None or estimate.state != self._candidate:
                # A dip in what is still the likeliest state only makes it wait.
                self._candidate = None
            return self._doubt(estimate, at, problem)
        self._patience.sure()
        self._sight.take(estimate.placed, at)
        if self._route is not None and estimate.state == self._route.state:
            self._candidate = None
            self._patience.settled()
            self._doubted = None
            if self._aside:
                return self._cue("next", "", estimate.certainty, at)
            return self._turned_whole(estimate.certainty, at)
        if not self._is_settled(estimate, at):
            return None
        return self._reached(estimate.state, estimate.certainty, at)

    def _turned_whole(self, certainty: float, at: float) -> Cue[S, M] | None:
        """A cue where the next move has come into sight, or has gone out of it for some time."""
        if (self._whole_turn() is not None) == self._whole:
            self._otherwise = None
            return None
        if self._otherwise is None:
            self._otherwise = at
        if at - self._otherwise < WHOLE_S[self._whole]:
            return None
        return self._cue("next", "", certainty, at)

    def _whole_turn(self) -> tuple[M, str] | None:
        route = self._route
        if self._held is None or route is None or route.move is None:
            return None
        return self._held.whole_turn(route.state, route.coming, self._sight.placed)

    def finish(self, at: float) -> Cue[S, M] | None:
        """Tells that no more will be seen: what was seen last need not settle any longer."""
        flicker = self._looks < SETTLED_LOOKS and self._route is not None
        if self._candidate is None or flicker:
            return None
        return self._reached(self._candidate, self._certainty, at)

    def _is_settled(self, estimate: Estimate[S], at: float) -> bool:
        if self._candidate != estimate.state:
            self._candidate, self._since, self._looks = estimate.state, at, 0
            self._wait = self._wait_for(estimate.state)
        self._certainty = estimate.certainty
        self._looks += 1
        unheld = self._route is None and estimate.placed == ()
        wait = self._wait + HELD_S * unheld
        return self._looks >= SETTLED_LOOKS and at - self._since >= wait

    def _wait_for(self, state: S | None) -> float:
        """For how many seconds a state has to be seen."""
        route = self._route
        if self._held is not None and route is not None and route.move is not None:
            made = self._move_between(route.state, state)
            if made is not None and self._held.partly(route.move, made):
                return UNDERWAY_S
        return self._settled[self._surprise(state)]

    def _surprise(self, state: S | None) -> int:
        """0 for a state that the plan passes soon, 1 for one move beside it, 2 for any other."""
        if self._route is None:
            return 1
        if self._route.passes(state):
            return 0
        return 2 if self._move_between(self._route.state, state) is None else 1

    def _move_between(self, before: S, after: S | None) -> M | None:
        puzzle = self._puzzle
        moves = puzzle.moves(before)
        return next((move for move in moves if puzzle.apply(before, move) == after), None)

    def _doubt(
        self, estimate: Estimate[S] | None, at: float, problem: str | None
    ) -> Cue[S, M] | None:
        aside = self._look_aside(estimate, at)
        if aside is not None:
            return aside
        # What the belief itself asks for is no matter of a hand in the way.
        asked = estimate is not None and estimate.problem is not None
        playing = self._route is not None and not asked
        words = self._patience.doubt(at, problem, playing=playing)
        if words is None:
            return None
        certainty = estimate.certainty if estimate else 0.0
        return Cue("unsure", None, words, self.state, self.remaining, at, certainty)

    def _look_aside(self, estimate: Estimate[S] | None, at: float) -> Cue[S, M] | None:
        """A cue to turn the toy where one look at it for long does not tell what was done."""
        route = self._route
        if self._held is None or route is None or not route.remaining or self._aside:
            return None
        if estimate is None or estimate.state is None or estimate.problem is None:
            return None
        if self._doubted is None or self._doubted[0] != estimate.state:
            self._doubted = estimate.state, at
        if at - self._doubted[1] < ASIDE_S:
            return None
        self._aside = True
        move, words = self._held.aside
        left = route.remaining
        return Cue("unsure", move, words, route.state, left, at, estimate.certainty)

    def _reached(self, state: S, certainty: float, at: float) -> Cue[S, M]:
        kind: Kind = "next"
        before = ""
        self._candidate = None
        self._patience.settled()
        route = self._route
        first = route is None
        if route is None or not route.remaining:
            self._route = self._fresh(state)
        elif not route.advance(state):
            kind, before = self._astray(route, state)
        return self._cue(kind, before, certainty, at, first)

    def _fresh(self, state: S) -> Route[S, M]:
        return Route(self._puzzle, self._planned(state))

    def _planned(self, state: S) -> Plan[S, M]:
        if self._make_plan is not None:
            return self._make_plan(state, self._goal, self._sight.placed)
        return self._puzzle.plan(state, self._goal, method=self._method)

    def _astray(self, route: Route[S, M], state: S) -> tuple[Kind, str]:
        """Re-plans from a state beside the plan; says the kind of cue, and what happened."""
        made = self._move_between(route.state, state)
        onward = route.onward(self._planned(state))
        closer = onward.plan.count < route.remaining
        self._route = Route(self._puzzle, onward.plan)
        if closer:
            return "next", FURTHER if made is None else ""
        if made is None:
            return "wrong", FURTHER
        if self._held is None:
            return "wrong", TAKE_BACK if onward.back else WRONG
        words = TOLD_BACK if onward.back else TOLD
        return "wrong", words.format(self._held.told(state, made))

    def _cue(
        self, kind: Kind, before: str, certainty: float, at: float, first: bool = False
    ) -> Cue[S, M]:
        assert self._route is not None
        state, move, left = self._route.state, self._route.move, self._route.remaining
        if move is None:
            words = AT_GOAL if first else DONE
            return Cue("done", None, words, state, 0, at, certainty)
        whole = self._whole_turn()
        self._whole, self._otherwise = whole is not None, None
        self._doubted, self._aside = None, False
        move, words = whole or (move, self._puzzle.words(state, move))
        words = f"{before} {words}".strip()
        return Cue(kind, move, words, state, left, at, certainty)


def cue_line(
    puzzle: Puzzle[S, M] | None, cue: Cue[S, M], *, certainty: bool = True
) -> Mapping[str, Any]:
    """The fields of a cue as the line of JSON that `guide` prints; golden files leave one out."""
    fields: dict[str, Any] = {
        "t": round(cue.at, 2),
        "kind": cue.kind,
        "state": _text(puzzle.format if puzzle else None, cue.state),
        "certainty": round(cue.certainty, 4),
        "move": _text(puzzle.format_move if puzzle else None, cue.move),
        "words": cue.words,
        "remaining": cue.remaining,
    }
    if not certainty:
        del fields["certainty"]
    return fields


def _text(write: Callable[[Any], str] | None, value: object) -> str | None:
    return None if write is None or value is None else write(value)
