"""A profile from a look at the toy: its size, and how often a cell is misread."""

from collections import Counter
from dataclasses import dataclass, replace
from typing import Any

import numpy as np

from calibration import Profile
from companion.cue import SURE
from companion.follow import Follower, follower
from solver import AnyPuzzle, Estimate
from vision import Camera, Observation

# Frames of a still toy that are enough.
ENOUGH = 60
# Doubt is never assumed to be smaller than this: a toy always finds a new way to be misread.
LEAST_DOUBT = 0.02

Look = tuple[Observation, Estimate[Any]]


@dataclass(frozen=True, slots=True)
class Measured:
    """A new profile, and what it rests on: the state seen, frames used, share of cells misread."""

    profile: Profile
    state: str
    frames: int
    misread: float


def calibrate(camera: Camera, profile: Profile, state: str | None = None) -> Measured | None:
    """Watches a toy that lies still and measures the reader's error rate on it.

    `state` is what the toy shows; without it the state seen most often is taken for true, and
    only the looks at it count. None where the toy is not recognised with certainty. Raises what
    the camera raises, and SolverError for an impossible state.
    """
    toy = follower(profile.puzzle, profile, count=profile.count)
    looks = _looks(camera, toy)
    puzzle = toy.puzzle
    if puzzle is None or not looks:
        return None
    if state is None:
        true = Counter(estimate.state for _, estimate in looks).most_common(1)[0][0]
        looks = [look for look in looks if look[1].state == true]
    else:
        true = puzzle.parse(state)
    misread = _misread(puzzle, looks, true)
    doubt = round(min(0.5, max(LEAST_DOUBT, misread * 1.5)), 3)
    # What a reader may be told is what it may also be asked to count.
    count = profile.count if profile.puzzle == "cube" else looks[-1][0].size[0]
    fitted = replace(profile, doubt=doubt, count=count)
    return Measured(fitted, puzzle.format(true), len(looks), misread)


def _looks(camera: Camera, toy: Follower) -> list[Look]:
    """The first looks at a toy whose state is certain."""
    looks: list[Look] = []
    with camera:
        for frame in camera.frames():
            observation, estimate = toy.look(frame), toy.estimate
            if observation.found and estimate is not None and estimate.certainty >= SURE:
                looks.append((observation, estimate))
            if len(looks) >= ENOUGH:
                break
    return looks


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
