"""The loop: camera -> reader -> belief -> session -> everything that shows, says or records it."""

import time
from collections.abc import Callable, Iterable, Iterator
from contextlib import ExitStack
from dataclasses import dataclass, replace
from typing import Any, Protocol, runtime_checkable

from companion.controls import Controls, Wish
from companion.cue import Cue, said
from companion.flatmap import FlatMap
from companion.follow import Follower
from companion.goals import Aim, aim_after
from companion.guide import Hint
from companion.languages import Language
from companion.patience import Patience
from companion.session import Session
from solver import AnyPuzzle, Estimate, SolverError
from vision import Camera, Frame, Observation

AnyCue = Cue[Any, Any]
MakeSession = Callable[[AnyPuzzle], Session[Any, Any]]

# So often the keys are looked at while the session is paused, in seconds.
PAUSED_S = 0.04


@dataclass(frozen=True, slots=True)
class Step:
    """Everything that is known after one frame.

    `cue` is what is new to say; `standing` the cue that holds, new or not; `puzzle` and
    `estimate` are None as long as the toy's size, or its state, is unknown. `seconds` is the time
    that finding, reading and believing took; `flat` is the toy unfolded, where it has sides,
    and `hint` how to hold it for a guided scan of it.
    """

    frame: Frame
    observation: Observation
    puzzle: AnyPuzzle | None
    estimate: Estimate[Any] | None
    cue: AnyCue | None
    standing: AnyCue | None
    seconds: float
    flat: FlatMap | None = None
    hint: Hint | None = None


class Sink(Protocol):
    """Something that follows the steps: a printer, a speaker, a window, a recorder."""

    def show(self, step: Step) -> bool:
        """Takes one step; False asks the loop to end."""

    def close(self) -> None:
        """Finishes what was begun; called once, also after an error."""


@runtime_checkable
class Hushes(Protocol):
    """A sink that can be made to fall silent at once."""

    def hush(self) -> None:
        """Leaves unsaid what was not said yet."""


def watch(
    camera: Camera,
    follower: Follower,
    make_session: MakeSession,
    controls: Controls | None = None,
) -> Iterator[Step]:
    """A step for every frame of an open camera, and perhaps a last one after the end of a file.

    `make_session` is called once the size of the toy is known. While the `controls` pause, the
    last step comes again and again, with the toy's map as it is then. Raises what the camera
    raises, and SolverError for a goal or a method that does not fit.
    """
    coach = Coach(follower, make_session)
    step: Step | None = None
    for frame in camera.frames():
        step = coach.step(frame, controls.take() if controls else None)
        yield step
        while controls and controls.paused:
            time.sleep(PAUSED_S)
            # The map may be corrected meanwhile.
            yield replace(step, cue=None, flat=follower.flat, hint=follower.hint)
    last = coach.finish(step) if step else None
    if last:
        yield last


class Coach:
    """The session, from the moment on when it is known what it is about.

    For whoever gets frames one by one; `watch` does it for a camera. `goal`, as text, is one that
    the player chose before; a toy that cannot have it goes to its own.
    """

    def __init__(
        self, follower: Follower, make_session: MakeSession, *, goal: str | None = None
    ) -> None:
        self._follower = follower
        self._make_session = make_session
        self._patience = Patience()
        self._session: Session[Any, Any] | None = None
        self._standing: AnyCue | None = None
        self._scans = 0
        self._hint: Hint | None = None
        # Whether the camera was missing in the frame before.
        self._missing = False
        self._goal = goal
        # What was asked for and not answered yet: news go first.
        self._wish: Wish | Aim | None = None

    @property
    def session(self) -> Session[Any, Any] | None:
        """The session as it stands; None while it is not known what it is about."""
        return self._session

    @property
    def goal(self) -> str | None:
        """The goal that the player chose, as text."""
        return self._goal

    def step(self, frame: Frame, wish: Wish | Aim | None = None) -> Step:
        """Everything that is known after one more frame, and the answer to what was asked for.

        Raises SolverError as `watch` does.
        """
        if frame.missing is not None:
            return self._without(frame, frame.missing)
        if self._missing and self._session is not None:
            self._session.missed()
        self._missing = False
        begun = time.perf_counter()
        observation = self._follower.look(frame)
        seconds = time.perf_counter() - begun
        self._start()
        cue = self._cue(observation)
        self._wish = wish or self._wish
        if cue is None and self._wish is not None:
            cue, self._wish = self._wished(self._wish, observation.at), None
        elif cue is not None and cue.move is not None and self._wish == "repeat":
            # The move was just said.
            self._wish = None
        return self._made(frame, observation, cue, seconds)

    def finish(self, step: Step) -> Step | None:
        """The step of a cue that was only waiting for more frames; None where there is none."""
        if self._session is None:
            self._follower.finish()
            self._start()
            if self._session is None:
                return None
            self._session.update(self._follower.estimate, step.frame.at)
        cue = self._session.finish(step.frame.at)
        return self._made(step.frame, step.observation, cue, 0.0) if cue else None

    def _start(self) -> None:
        if self._scans != self._follower.scans:
            # The toy is scanned anew, or was corrected: what was said of it does not hold.
            self._scans = self._follower.scans
            self._session = self._standing = None
            self._patience = Patience()
        if self._session is None and self._follower.puzzle is not None:
            self._session = self._make_session(self._follower.puzzle)
            self._keep_goal(self._session, self._follower.puzzle)

    def _keep_goal(self, session: Session[Any, Any], puzzle: AnyPuzzle) -> None:
        """Goes on to the goal that was chosen before this session began."""
        if self._goal is None:
            return
        try:
            session.aim(puzzle.parse(self._goal), "", 0.0)
        except SolverError:
            # It was chosen for a toy of another size.
            self._goal = None

    def _without(self, frame: Frame, why: str) -> Step:
        """The camera is missing: that is said once, and the game waits."""
        told, self._missing = self._missing, True
        session = self._session
        cue: AnyCue | None = None
        if not told:
            known = (session.state, session.remaining) if session else (None, None)
            whole = session.whole if session else None
            cue = Cue("unsure", None, why, *known, frame.at, 0.0, whole)
        return self._made(frame, Observation.nothing(frame.at, 1, why), cue, 0.0)

    def _wished(self, wish: Wish | Aim, at: float) -> AnyCue | None:
        """The answer to what the player asked for; what was said last where no state is known."""
        session, standing = self._session, self._standing
        cue: AnyCue | None = None
        if session is not None and (wish == "goal" or isinstance(wish, Aim)):
            cue = self._aimed(session, wish, at)
        elif session is not None:
            cue = session.why(at) if wish == "why" else session.again(at)
        return cue or (replace(standing, at=at) if standing else None)

    def _aimed(self, session: Session[Any, Any], wish: Wish | Aim, at: float) -> AnyCue | None:
        puzzle = self._follower.puzzle
        assert puzzle is not None
        aim = wish if isinstance(wish, Aim) else aim_after(puzzle, session.goal)
        if aim is None:
            return None
        self._goal = puzzle.format(aim.goal)
        return session.aim(aim.goal, aim.words, at)

    def _cue(self, observation: Observation) -> AnyCue | None:
        at, problem = observation.at, self._follower.problem(observation)
        before, self._hint = self._hint, self._follower.hint
        if self._hint is not None and self._hint != before:
            # How to hold the toy next is said at once: somebody is waiting for it.
            return Cue("unsure", None, self._hint.words, None, None, at, 0.0)
        if self._session is not None:
            known = self._follower.estimate
            cue = self._session.update(
                known, at, problem, stirred=observation.stirred, table=observation.cells.tolist()
            )
            self._follower.expect(self._session.expected)
            return cue
        words = self._patience.doubt(at, problem)
        return None if words is None else Cue("unsure", None, words, None, None, at, 0.0)

    def _made(
        self, frame: Frame, observation: Observation, cue: AnyCue | None, seconds: float
    ) -> Step:
        self._standing = cue or self._standing
        follower = self._follower
        return Step(
            frame,
            observation,
            follower.puzzle,
            follower.estimate,
            cue,
            self._standing,
            seconds,
            follower.flat,
            follower.hint,
        )


def in_language(steps: Iterable[Step], language: Language) -> Iterator[Step]:
    """The same steps with their cues in a language: what is said in one place is shown in all."""
    for step in steps:
        cue, standing = (one and said(one, language) for one in (step.cue, step.standing))
        yield replace(step, cue=cue, standing=standing)


def run(steps: Iterable[Step], sinks: Iterable[Sink]) -> AnyCue | None:
    """Gives every step to every sink until the frames end or a sink asks to; the last cue.

    Sinks that speak may finish their last words where the frames end; whoever leaves, by a key or
    by Ctrl+C, does not wait for them.
    """
    sinks = tuple(sinks)
    last: AnyCue | None = None
    with ExitStack() as closing:
        for sink in reversed(sinks):
            closing.callback(sink.close)
        hushing = closing.enter_context(ExitStack())
        for sink in sinks:
            if isinstance(sink, Hushes):
                hushing.callback(sink.hush)
        for step in steps:
            last = step.standing
            # Every sink gets the step, also after one of them has asked to end.
            wishes = [sink.show(step) for sink in sinks]
            if not all(wishes):
                return last
        hushing.pop_all()
    return last
