"""A profile from a look at the toy: its size, and how often a cell is misread."""

from collections import Counter
from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from typing import Any

import numpy as np

from calibration import Profile, Tally, doubt_of, misread_of, tally, unowned_of
from calibration.fit import MOST_DOUBT
from companion.cue import SURE
from companion.follow import Follower, follower
from companion.viewer import Show
from solver import AnyPuzzle, Estimate, Hanoi, SolverError
from solver.belief import Floats
from solver.phrase import Phrase, sentence
from vision import Camera, Observation

# Certain looks at a still toy that are enough, in each place.
ENOUGH = 60

# So many pegs a tower has where nobody says otherwise.
USUAL_PEGS = 3

# A state is plainly another one where so many of the certain looks show it not.
PLAINLY = 0.9

# Where more than this share is misread, a profile would make every later look unsure.
MOST_MISREAD = 0.2

# Time to do what was asked for, in seconds; so long a hindrance lasts until it is told, and so long
# the toy is waited for.
ACTING_S, HINDERED_S, WAITING_S = 3.0, 2.0, 120.0

# Looks at the toy in one place.
Look = tuple[Observation, Estimate[Any]]
Place = list[Look]
Tell = Callable[[str], None]

SHOW = sentence("Put the whole toy into the picture, and take your hands away.")
# A reader is wrong in its own way in every place: the share is that of several.
PLACES = (
    sentence("Good. Now move the toy a little to the side, and take your hands away."),
    sentence("Good. Now move it a little nearer to the camera, and take your hands away."),
)
STILL = sentence(
    "I saw the toy in that place already. Move it to another one, and take your hands away."
)
# A toy is in another place where it has gone by this share of its length, or looks larger or
# smaller by as much.
ELSEWHERE = 0.05


class UnmovedError(SolverError, ValueError):
    """The toy was to be moved, and lies where it lay: more looks there would tell nothing new."""


class ContradictedError(SolverError, ValueError):
    """The state that the user tells, or showed first, is plainly not the one that is seen."""


@dataclass(frozen=True, slots=True)
class Measured:
    """A new profile, and what it rests on: the state, the looks, and the share of cells misread."""

    profile: Profile
    state: str
    frames: int
    misread: float

    @property
    def doubtful(self) -> bool:
        """Whether so much was seen otherwise that the profile would be of no use."""
        return (self.profile.misread or 0.0) > MOST_MISREAD


def calibrate(
    camera: Camera,
    profile: Profile,
    state: str | None = None,
    tell: Tell | None = None,
    show: Show | None = None,
) -> Measured | None:
    """Watches a toy that lies still and measures the reader's error rate on it.

    A live camera sees it in three places, each away from the others; `tell` is given what to do,
    one thing at a time, and `show` every picture.

    `state` is what the toy shows. Without it the state seen most often is taken for true: with a
    live camera the one in the first place, which the player is told and may contradict, and every
    look from then on counts, also those that show another one; of a film, where moves may be made,
    only the looks at that state. None where the toy is not recognised with certainty. Raises what
    the camera raises, SolverError for an impossible state, UnmovedError where the toy is not moved
    for too long, and ContradictedError where nearly all looks plainly contradict the state that was
    told, or in some place the one that was seen first.
    """
    toy = follower(profile.puzzle, profile, count=profile.count)
    guide = _Asking(tell if tell and camera.live else lambda words: None, known=state is not None)
    places = _places(camera, toy, guide, show or (lambda *seen: True))
    puzzle = toy.puzzle
    if puzzle is None or not places:
        return None
    true = _seen_most(places[0]) if state is None else puzzle.parse(state)
    if state is None and not camera.live:
        places = [[look for look in places[0] if look[1].state == true]]
    # Who tells the state has told it for all places, and a place that is misread is an error.
    told = state is not None
    for looks in [[look for place in places for look in place]] if told else places:
        _refuse(puzzle, looks, true, camera.name, told=told)
    tallies = [one for place in places if (one := _tally(puzzle, place, true)) is not None]
    # What a reader may be told is what it may also be asked to count.
    count = profile.count if profile.puzzle == "cube" else places[-1][-1][0].size[0]
    fitted = replace(
        profile,
        doubt=round(doubt_of(tallies, profile.doubt), 3),
        misread=round(min(MOST_DOUBT, unowned_of(tallies)), 4),
        count=count,
        pegs=_pegs_told(puzzle, profile),
        camera=camera.key,
        size=camera.size,
    )
    return Measured(fitted, puzzle.format(true), sum(map(len, places)), misread_of(tallies))


def _places(camera: Camera, toy: Follower, guide: "_Asking", show: Show) -> list[Place]:
    """The looks at the toy since its state was first certain; live, in several places."""
    places: list[Place] = [[]]
    with camera:
        guide.begin()
        tasks = iter(PLACES if camera.live else ())
        for frame in camera.frames():
            if frame.missing is not None:
                continue
            observation, estimate = toy.look(frame), toy.estimate
            sure = observation.found and _is_sure(estimate)
            if not show(frame, observation, toy):
                return []
            known = sure and not places[-1] and not _is_elsewhere(observation, places[:-1])
            problem = STILL if known else observation.problem
            if guide.waits(frame.at, toy, sure and not known, problem):
                continue
            if guide.tired(frame.at):
                _refuse_unmoved(known, camera.name)
                return []
            if known:
                continue
            # Once the toy was told for certain, doubtful looks count like all others.
            if observation.found and estimate is not None and (sure or places[-1]):
                places[-1].append((observation, estimate))
            if sum(_is_sure(seen) for _, seen in places[-1]) >= ENOUGH:
                task = next(tasks, None)
                if task is None:
                    break
                guide.ask(task, frame.at)
                places.append([])
    return [place for place in places if place]


def _is_elsewhere(seen: Observation, places: Sequence[Place]) -> bool:
    """Whether the toy lies away from where it lay in each of some places."""
    return all(_are_apart(seen.where, place[-1][0].where) for place in places)


def _are_apart(here: Floats, there: Floats) -> bool:
    """Whether a toy has gone by some of its length, or looks larger or smaller.

    Only cells tell that were found in both looks.
    """
    both = np.isfinite(here).all(axis=1) & np.isfinite(there).all(axis=1)
    if both.sum() < 2:
        return False
    here, there = here[both], there[both]
    lengths = [float(np.linalg.norm(np.ptp(one, axis=0))) for one in (here, there)]
    gone = float(np.linalg.norm(here.mean(axis=0) - there.mean(axis=0)))
    least = ELSEWHERE * lengths[1]
    return gone > least or abs(lengths[0] - lengths[1]) > least


def _refuse_unmoved(known: bool, name: str) -> None:
    if known:
        raise UnmovedError(
            Phrase(
                "{name}: the toy was not moved to another place; no profile is written", name=name
            )
        )


def _is_sure(estimate: Estimate[Any] | None) -> bool:
    """Whether a legal state is told for certain; a disc on a smaller one makes none."""
    return estimate is not None and estimate.state is not None and estimate.certainty >= SURE


def _pegs_told(puzzle: AnyPuzzle, profile: Profile) -> int | None:
    """How many pegs a profile tells of: more than the usual number is worth knowing beforehand."""
    if isinstance(puzzle, Hanoi) and puzzle.pegs > USUAL_PEGS:
        return puzzle.pegs
    return profile.pegs


class _Asking:
    """Asks for one thing at a time, leaves time to do it, and says what hinders.

    Where the state is `known` nobody is asked whether it is seen right.
    """

    def __init__(self, tell: Tell, *, known: bool) -> None:
        self._tell = tell
        self._ready = 0.0
        self._seen = 0.0
        # Whether the player knows that the toy is seen, and what hinders as they were told.
        self._greeted, self._known = False, known
        self._hindrance: str | None = None

    def begin(self) -> None:
        """Says what is wanted first."""
        self._tell(SHOW)

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
                self._tell(self._greeting(toy.puzzle.format(toy.estimate.state)))
            self._greeted = self._known = True
            self._seen, self._hindrance = at, None
        elif problem and problem != self._hindrance and at - self._seen > HINDERED_S:
            self._tell(problem)
            self._hindrance = problem
        return False

    def _greeting(self, state: str) -> str:
        """What is seen; the first time the player may say that it is not so."""
        if self._known:
            return Phrase("I see {state}. Leave it as it is for a moment.", state=state)
        return Phrase(
            "I see {state}. If that is wrong, press Ctrl+C and tell me with --state what it shows. "
            "If not, leave it as it is for a moment.",
            state=state,
        )

    def tired(self, at: float) -> bool:
        """Whether nothing certain was seen for too long."""
        return at - self._seen > WAITING_S


def _seen_most(place: Place) -> Any:
    """The state that the certain looks show most often."""
    return Counter(seen.state for _, seen in place if _is_sure(seen)).most_common(1)[0][0]


def _refuse(puzzle: AnyPuzzle, place: Place, true: Any, name: str, *, told: bool) -> None:
    """Raises ContradictedError where nearly all certain looks show another state than the true."""
    states = Counter(seen.state for _, seen in place if _is_sure(seen))
    looks = states.total()
    if looks - states[true] < PLAINLY * looks:
        return
    seen, times = states.most_common(1)[0]
    off = sum(a != b for a, b in zip(puzzle.view(seen), puzzle.view(true), strict=True))
    known = {"true": puzzle.format(true), "seen": puzzle.format(seen), "times": times}
    known |= {"looks": looks, "off": off, "cells": puzzle.cells, "toy": puzzle.name, "name": name}
    if told:
        raise ContradictedError(
            Phrase(
                "{toy}: {name}: expected {true} as told by --state, got {seen} in {times} of "
                "{looks} looks, {off} of {cells} places differ; no profile is written",
                **known,
            )
        )
    raise ContradictedError(
        Phrase(
            "{toy}: {name}: expected {true} as in the first place, got {seen} in {times} of "
            "{looks} looks, {off} of {cells} places differ; no profile is written",
            **known,
        )
    )


def _tally(puzzle: AnyPuzzle, place: Place, true: Any) -> Tally | None:
    """How often the cells of the true state were misread in a place."""
    view = puzzle.view(true)
    return tally([seen.cells for seen, _ in place], [_truth(view, look) for look in place])


def _truth(view: Sequence[int], look: Look) -> list[int]:
    """The true symbol of every row of a look, -1 for rows of no cell of the toy."""
    observation, estimate = look
    rows = range(len(view)) if estimate.placed is None else estimate.placed
    placed = [view[cell] if 0 <= cell < len(view) else -1 for cell in rows]
    return (placed + [-1] * len(observation.cells))[: len(observation.cells)]
