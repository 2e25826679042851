"""The coach: it compares what is believed of the toy with the plan, and says the next move.

Pure: estimates and their times come in, cues go out. No picture, no clock, no sound.
"""

from collections.abc import Callable, Sequence
from dataclasses import replace
from typing import Generic

from companion.astray import FURTHER, beside, recounted
from companion.candidate import SETTLED_LOOKS, UNDERWAY_S, Candidate, Favourite
from companion.cheer import Cheer, Reminder, reason_of
from companion.cue import SURE, Cue, Kind
from companion.forbidden import Forbidden
from companion.grip import Grip
from companion.patience import Freshness, Patience
from companion.route import Route, move_between
from companion.sight import PLAIN, contrary, unseen
from solver import Estimate, NoPlanError, Plan, Puzzle
from solver.abilities import Paced
from solver.belief import Against
from solver.phrase import joined, sentence
from solver.puzzle import M, S

# The way from a state to a goal, for the cells that are in sight.
MakePlan = Callable[[S, S, Sequence[int]], Plan[S, M]]

# A state counts once it was believed for so long, in seconds: the first one of all, the next of the
# plan, one that is a move beside it or some moves on, any other. The stranger the news, the longer
# it has to hold.
SETTLED_S = (0.4, 0.15, 0.35, 1.0)
# So much of that is enough for a move at a toy that lies still, when no doubt is left.
SOONER = 0.75
# So long the first cue waits for a look at how the toy is held.
HELD_S = 0.4

DONE = sentence("Done. You have reached the goal.")
AT_GOAL = sentence("There is nothing to do. The goal is reached already.")


class Session(Generic[S, M]):
    """Follows one toy to one goal.

    Each state is spoken to once. A state is believed after it was certain for some time, the
    longer the less it was expected (`settled`, in seconds: the first one, the next of the plan, one
    that is a move away or some moves on, any other), and in two updates; a hand that is in the way
    is passed over in silence for as long as `patience` has.
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
        settled: tuple[float, float, float, float] | None = None,
        patience: Patience | None = None,
        plan: MakePlan[S, M] | None = None,
    ) -> None:
        self._puzzle = puzzle
        self._goal = puzzle.goal if goal is None else goal
        self._method = method
        self._sure = sure
        self._make_plan = plan
        self._grip = Grip(puzzle)
        self._held = self._grip.held
        usual = puzzle.settled if isinstance(puzzle, Paced) else SETTLED_S
        self._settled = settled or usual
        self._patience = patience or Patience()
        self._route: Route[S, M] | None = None
        # The length of the way from where the toy is handed over, once it was asked for, and of
        # the way that the player is on: that, or from farther away.
        self._usual: int | None = None
        self._whole = 0
        self._cheer = Cheer()
        self._reminder = Reminder()
        self._forbidden: Forbidden[M] = Forbidden()
        # What lies against the rules, from when it was told until it is over.
        self._against: Against | None = None
        # Whether the player was told that nothing is known of the toy any more.
        self._lost = False
        self._candidate: Candidate[S] | None = None
        self._favourite: Favourite[S] = Favourite()
        self._freshness = Freshness()
        self._certainty = 0.0

    @property
    def state(self) -> S | None:
        """The state that the player was last seen to have reached."""
        return self._route.state if self._route else None

    @property
    def remaining(self) -> int | None:
        """The moves left from there."""
        return self._route.remaining if self._route else None

    @property
    def whole(self) -> int | None:
        """The moves of the whole way, of which those are a part."""
        return self._whole if self._route else None

    @property
    def expected(self) -> tuple[M, ...]:
        """The moves that are likely to be seen next, in order."""
        return self._route.coming[:2] if self._route else ()

    def update(
        self,
        estimate: Estimate[S] | None,
        at: float,
        problem: str | None = None,
        *,
        stirred: float | None = None,
        table: Sequence[Sequence[float]] = (),
    ) -> Cue[S, M] | None:
        """Takes the belief after one look; None for an estimate means that nothing was seen.

        `at` is in seconds and never decreases; `problem` is the reader's own sentence about
        what is wrong, said in place of the general one; `stirred` is how likely it is that
        something is being done to the toy, in [0, 1], None where that is not told; `table` tells
        for each cell how likely it is that it shows each symbol.
        """
        self._freshness.look(at)
        if estimate is not None and estimate.against is not None and self._route is not None:
            return self._object(estimate.against, estimate.certainty, at)
        self._favourite.take(estimate, at, stirred)
        if estimate is None or estimate.state is None or estimate.certainty < self._sure:
            # A dip in what is still the likeliest state only makes it wait, and so does a look that
            # shows nothing.
            candidate = self._candidate
            if estimate is not None and candidate and candidate.state != estimate.state:
                self._candidate = None
            return self._doubt(estimate, at, problem)
        self._patience.sure()
        self._forbidden.over()
        self._against = None
        self._grip.take(estimate.placed, at)
        if self._route is not None and estimate.state == self._route.state:
            self._candidate = None
            self._patience.settled()
            # Who was told that the toy was lost wants to hear how to go on.
            due = self._grip.changed(self._route, at) or (self._lost and self._route.remaining)
            if due:
                return self._cue("next", "", estimate.certainty, at)
            return self._remind(estimate.certainty, at)
        self._certainty = estimate.certainty
        if not self._counts(estimate, estimate.state, at, stirred, table):
            return None
        return self._reached(estimate.state, estimate.certainty, at)

    def again(self, at: float) -> Cue[S, M] | None:
        """The standing move once more, or the slip to be mended; None while nothing is known."""
        return None if self._route is None else self._cue("next", "", self._certainty, at)

    def why(self, at: float) -> Cue[S, M] | None:
        """The standing move, or slip, with its reason; None while nothing is known of the toy."""
        route = self._route
        # What is to be taken back has its reason in its own words.
        if route is None or route.move is None or self._against is not None:
            return self.again(at)
        if self._grip.whole_turn(route) is not None:
            return self.again(at)
        reason = reason_of(self._puzzle, route, self._goal)
        cue = self._cue("next", "", self._certainty, at)
        # A reason leads to the move, or tells what has become of the toy after it.
        later = self._held is not None
        return replace(cue, words=joined(cue.words, reason) if later else joined(reason, cue.words))

    @property
    def goal(self) -> S:
        """The state that is to be reached."""
        return self._goal

    def aim(self, goal: S, told: str, at: float) -> Cue[S, M] | None:
        """Goes to another goal from now on, and says so; None while nothing is known of the toy.

        Raises NoPlanError as the puzzle does.
        """
        self._goal = goal
        self._usual = None
        if self._route is None:
            return None
        self._route = self._fresh(self._route.state)
        cue = self._cue("next", told, self._certainty, at, first=True)
        return cue if cue.move else replace(cue, words=joined(told, cue.words))

    def missed(self) -> None:
        """The camera was missing for a while: what stands is said again once the toy is seen."""
        self._lost = True
        self._forbidden.over()

    def _remind(self, certainty: float, at: float) -> Cue[S, M] | None:
        assert self._route is not None
        self._certainty = certainty
        waiting = self._route.remaining or self._against is not None
        if not waiting or not self._reminder.due(at):
            return None
        return self._cue("next", "", certainty, at, again=True)

    def finish(self, at: float) -> Cue[S, M] | None:
        """Tells that no more will be seen: what was seen last need not settle any longer."""
        candidate = self._candidate
        if candidate is None or self._freshness.gone(at):
            return None
        if candidate.looks < SETTLED_LOOKS and self._route is not None:
            return None
        return self._reached(candidate.state, self._certainty, at)

    def _counts(
        self,
        estimate: Estimate[S],
        state: S,
        at: float,
        stirred: float | None,
        table: Sequence[Sequence[float]],
    ) -> bool:
        """Whether a state that is believed counts as reached after one more look at it."""
        candidate = self._candidate_for(state, at)
        route = self._route
        unheld = route is None and estimate.placed == ()
        known = table if self._told(table) else ()
        return candidate.counts(
            at,
            estimate.certainty,
            stirred,
            HELD_S * unheld,
            plain=all(max(cell) >= PLAIN for cell in table),
            seen=route is None or not unseen(self._puzzle, route.state, state, known),
            contrary=contrary(self._puzzle, state, known),
        )

    def _candidate_for(self, state: S, at: float) -> Candidate[S]:
        """The candidate for a state that is believed: the one there is, or a new one."""
        candidate = self._candidate
        away = self._favourite.away or self._freshness.gone(at)
        if candidate is None or candidate.state != state or away:
            surprise = self._surprise(state)
            # What is expected may be believed of looks that contradict each other.
            likelier = self._favourite.since if surprise == 1 else at
            waits = self._waits_for(state)
            candidate = Candidate(state, at, waits, likelier, beside=surprise > 1)
        self._candidate = candidate
        self._freshness.sure(at)
        return candidate

    def _told(self, table: Sequence[Sequence[float]]) -> bool:
        """Whether a table has the puzzle's cells where its states have them."""
        return len(table) == self._puzzle.cells and self._held is None

    def _waits_for(self, state: S) -> tuple[float, float]:
        """For how many seconds a state has to be seen, and for how many at the least."""
        route = self._route
        if self._held is not None and route is not None and route.move is not None:
            made = move_between(self._puzzle, route.state, state)
            if made is not None and self._held.partly(route.move, made):
                return UNDERWAY_S, UNDERWAY_S
        surprise = self._surprise(state)
        wait = self._settled[surprise]
        return wait, wait * (SOONER if surprise in (1, 2) else 1.0)

    def _surprise(self, state: S) -> int:
        """0: the first state, 1: the next of the plan, 2: one a move away or soon, 3: any other."""
        if self._route is None:
            return 0
        now = self._route.state
        near = state == now or move_between(self._puzzle, now, state) is not None
        if self._route.passes(state):
            return 1 if near else 2
        return 2 if near else 3

    def _object(self, against: Against, certainty: float, at: float) -> Cue[S, M] | None:
        """Points out what the rules forbid: once, and again where nothing happens."""
        self._candidate = None
        if certainty < self._sure:
            return None
        self._patience.sure()
        if self._forbidden.settled(against.back, at):
            # Once it is taken back, the player wants to hear how to go on.
            self._against, self._lost, self._certainty = against, True, certainty
            self._cheer.slipped()
            return self._cue("wrong", "", certainty, at)
        told = self._against is not None and self._against.back == against.back
        return self._remind(certainty, at) if told else None

    def _doubt(
        self, estimate: Estimate[S] | None, at: float, problem: str | None
    ) -> Cue[S, M] | None:
        aside = self._grip.aside(self._route, estimate, at)
        if aside is not None:
            certainty = estimate.certainty if estimate else 0.0
            return Cue("unsure", *aside, self.state, self.remaining, at, certainty, self.whole)
        # What the belief itself asks for is no matter of a hand in the way.
        asked = estimate is not None and estimate.problem is not None
        playing = self._route is not None and not asked
        words = self._patience.doubt(at, problem, playing=playing)
        if words is None:
            return None
        # What lies against the rules is still to be taken back.
        lost = estimate is not None and estimate.state is None
        self._lost = lost or self._against is not None
        certainty = estimate.certainty if estimate else 0.0
        return Cue("unsure", None, words, self.state, self.remaining, at, certainty, self.whole)

    def _reached(self, state: S, certainty: float, at: float) -> Cue[S, M]:
        kind: Kind = "next"
        before, instead = "", None
        self._candidate = None
        self._patience.settled()
        route = self._route
        first = route is None
        if route is None or not route.remaining:
            self._route = self._fresh(state)
        elif not route.advance(state):
            kind, before, instead = self._astray(route, state)
        else:
            before = self._cheer.went_on(route.remaining)
        return self._cue(kind, before, certainty, at, first, instead)

    def _fresh(self, state: S) -> Route[S, M]:
        route = Route(self._puzzle, self._planned(state))
        self._cheer.begun(route.remaining)
        if self._usual is None:
            self._usual = self._usual_length()
        self._whole = max(self._usual, route.remaining)
        return route

    def _usual_length(self) -> int:
        """The moves from where the toy is handed over; 0 where that tells nothing of the way.

        A toy that is held in hands is handed over in any state.
        """
        start = self._puzzle.start
        if self._held is not None or start == self._goal:
            return 0
        try:
            return self._puzzle.plan(start, self._goal, method=self._method).count
        except NoPlanError:
            return 0

    def _planned(self, state: S) -> Plan[S, M]:
        if self._make_plan is not None:
            return self._make_plan(state, self._goal, self._grip.placed)
        try:
            return self._puzzle.plan(state, self._goal, method=self._method)
        except NoPlanError:
            # Textbook methods begin at whole towers. A player who strayed is led on all the same.
            if self._route is None or self._method is None:
                raise
            return self._puzzle.plan(state, self._goal)

    def _astray(self, route: Route[S, M], state: S) -> tuple[Kind, str, str | None]:
        """Re-plans from a state beside the plan; the kind of cue, and what it says of that.

        That comes before the words of the next move, or in their place.
        """
        slip = route.slip(state)
        onward = route.onward(self._planned(state))
        closer = onward.plan.count < route.remaining
        self._route = Route(self._puzzle, onward.plan)
        self._whole = max(self._whole, self._route.remaining)
        if closer:
            return "next", FURTHER if slip is None else "", None
        self._cheer.slipped()
        if slip is None:
            return "wrong", FURTHER, None
        told = recounted(self._puzzle, slip, self._route)
        return "wrong", "" if told else beside(self._puzzle, slip, self._route), told

    def _cue(
        self,
        kind: Kind,
        before: str,
        certainty: float,
        at: float,
        first: bool = False,
        instead: str | None = None,
        *,
        again: bool = False,
    ) -> Cue[S, M]:
        assert self._route is not None
        self._reminder.told(at, again=again)
        state, move, left = self._route.state, self._route.move, self._route.remaining
        if self._against is not None:
            # No other move can be made before that.
            words = joined(before, self._against.words)
            known = state, left, at, certainty, self._whole
            return Cue("wrong", self._against.back, words, *known)
        self._lost = False
        if move is None:
            words = AT_GOAL if first else DONE
            return Cue("done", None, words, state, 0, at, certainty, self._whole)
        plain = instead or self._puzzle.words(state, move)
        move, words = self._grip.tell(self._route) or (move, plain)
        words = joined(before, words)
        return Cue(kind, move, words, state, left, at, certainty, self._whole)
