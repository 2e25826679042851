"""A profile from a look at the toy: its size, and how often a cell is misread."""

from collections import Counter
from collections.abc import Callable
from dataclasses import dataclass, replace
from typing import Any

import numpy as np

from calibration import Profile
from companion.cue import SURE
from companion.follow import Follower, follower
from companion.viewer import Show
from solver import AnyPuzzle, Estimate, SolverError
from solver.phrase import Phrase, sentence
from vision import Camera, Observation

# Frames of a still toy that are enough.
ENOUGH = 60
# Doubt is never assumed to be smaller than this: a toy always finds a new way to be misread.
LEAST_DOUBT = 0.02

# A state that the user tells is plainly another one where so many of the certain looks show it not.
PLAINLY = 0.9

# Time to do what was asked for, in seconds; so long a hindrance lasts until it is told, and so long
# the toy is waited for.
ACTING_S, HINDERED_S, WAITING_S = 3.0, 2.0, 120.0

Look = tuple[Observation, Estimate[Any]]
Tell = Callable[[str], None]

SHOW = sentence("Put the whole toy into the picture, and take your hands away.")
# A reader is wrong in its own way in every place: the share is that of several.
PLACES = (
    sentence("Good. Now move the toy a little to the side, and take your hands away."),
    sentence("Good. Now move it a little nearer to the camera, and take your hands away."),
)


class ContradictedError(SolverError, ValueError):
    """The state that the user tells is plainly not the one that is seen."""


@dataclass(frozen=True, slots=True)
class Measured:
    """A new profile, and what it rests on: the state seen, frames used, share of cells misread."""

    profile: Profile
    state: str
    frames: int
    misread: float


def calibrate(
    camera: Camera,
    profile: Profile,
    state: str | None = None,
    tell: Tell | None = None,
    show: Show | None = None,
) -> Measured | None:
    """Watches a toy that lies still and measures the reader's error rate on it.

    A live camera sees it in three places; `tell` is given what to do, one thing at a time, and
    `show` every picture.

    `state` is what the toy shows; without it the state seen most often is taken for true, and
    only the looks at it count. None where the toy is not recognised with certainty. Raises what
    the camera raises, SolverError for an impossible state, and ContradictedError for one that
    nearly all looks plainly contradict.
    """
    toy = follower(profile.puzzle, profile, count=profile.count)
    looks = _looks(camera, toy, tell or (lambda words: None), show or (lambda *seen: True))
    puzzle = toy.puzzle
    if puzzle is None or not looks:
        return None
    if state is None:
        true = Counter(estimate.state for _, estimate in looks).most_common(1)[0][0]
        looks = [look for look in looks if look[1].state == true]
    else:
        true = puzzle.parse(state)
        _refuse(puzzle, looks, true, camera.name)
    misread = _misread(puzzle, looks, true)
    doubt = round(min(0.5, max(LEAST_DOUBT, misread * 1.5)), 3)
    # What a reader may be told is what it may also be asked to count.
    count = profile.count if profile.puzzle == "cube" else looks[-1][0].size[0]
    fitted = replace(profile, doubt=doubt, count=count, camera=camera.key, size=camera.size)
    return Measured(fitted, puzzle.format(true), len(looks), misread)


def _looks(camera: Camera, toy: Follower, tell: Tell, show: Show) -> list[Look]:
    """The first looks at a toy whose state is certain; with a live camera, in several places."""
    looks: list[Look] = []
    with camera:
        tasks = iter(PLACES if camera.live else ())
        guide = _Asking(tell if camera.live else lambda words: None)
        wanted = ENOUGH
        for frame in camera.frames():
            if frame.missing is not None:
                continue
            observation, estimate = toy.look(frame), toy.estimate
            sure = observation.found and estimate is not None and estimate.certainty >= SURE
            if not show(frame, observation, toy):
                return []
            if guide.waits(frame.at, toy, sure, observation.problem):
                continue
            if guide.tired(frame.at):
                return []
            if estimate is not None and sure:
                looks.append((observation, estimate))
            if len(looks) >= wanted:
                task = next(tasks, None)
                if task is None:
                    break
                guide.ask(task, frame.at)
                wanted += ENOUGH
    return looks


class _Asking:
    """Asks for one thing at a time, leaves time to do it, and says what hinders."""

    def __init__(self, tell: Tell) -> None:
        self._tell = tell
        self._ready = 0.0
        self._seen = 0.0
        # Whether the player knows that the toy is seen, and what hinders as they were told.
        self._greeted = False
        self._hindrance: str | None = None
        tell(SHOW)

    def ask(self, words: str, at: float) -> None:
        """Says what to do next, at so many seconds."""
        self._tell(words)
        self._ready, self._greeted, self._hindrance = at + ACTING_S, False, None

    def waits(self, at: float, toy: Follower, sure: bool, problem: str | None) -> bool:
        """Whether the player is still at it; tells what is seen, or after a while what hinders."""
        if at < self._ready:
            self._seen = at
            return True
        if sure and toy.puzzle is not None and toy.estimate is not None:
            if not self._greeted:
                state = toy.puzzle.format(toy.estimate.state)
                self._tell(Phrase("I see {state}. Leave it as it is for a moment.", state=state))
            self._greeted, self._seen, self._hindrance = True, at, None
        elif problem and problem != self._hindrance and at - self._seen > HINDERED_S:
            self._tell(problem)
            self._hindrance = problem
        return False

    def tired(self, at: float) -> bool:
        """Whether nothing certain was seen for too long."""
        return at - self._seen > WAITING_S


def _refuse(puzzle: AnyPuzzle, looks: list[Look], told: Any, name: str) -> None:
    """Raises ContradictedError where nearly all looks show another state than was told."""
    states = Counter(estimate.state for _, estimate in looks)
    others = len(looks) - states[told]
    if others < PLAINLY * len(looks):
        return
    seen, times = states.most_common(1)[0]
    places = sum(a != b for a, b in zip(puzzle.view(seen), puzzle.view(told), strict=True))
    raise ContradictedError(
        f"{puzzle.name}: {name}: expected {puzzle.format(told)} as told by --state, got "
        f"{puzzle.format(seen)} in {times} of {len(looks)} looks, {places} of {puzzle.cells} "
        "places differ; no profile is written"
    )


def _misread(puzzle: AnyPuzzle, looks: list[Look], true: Any) -> float:
    """The share of cells in sight whose likeliest symbol is not the true one."""
    view = puzzle.view(true)
    wrong = total = 0
    for observation, estimate in looks:
        placed = range(len(view)) if estimate.placed is None else estimate.placed
        for row, cell in zip(observation.cells, placed, strict=False):
            if 0 <= cell < len(view) and np.ptp(row) > 1e-6:
                total += 1
                wrong += int(np.argmax(row)) != view[cell]
    return wrong / total if total else 0.0
