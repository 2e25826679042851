"""A sample folder through the app's own loop, compared with its truth and its golden cues."""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from statistics import median
from typing import Any

import numpy as np

from calibration import load_profile
from companion.cue import SURE
from companion.loop import Sink, Step, watch
from companion.printers import Transcript
from companion.sample import VARIANT_FILE
from companion.session import Session
from companion.truth import Truth, load_lines, load_truth
from companion.variants import toy_follower
from solver import AnyPuzzle
from solver.hanoi import RULES
from solver.phrase import Phrase
from vision import open_camera

# Right after a change the belief still names the state before, which is late and not wrong.
LATE_S = 1.0


@dataclass(frozen=True, slots=True)
class Score:
    """How a replay went.

    - `cells_right`: of the cells that were seen at all, on frames whose truth is known;
    - `states_right`: of the frames whose truth is known;
    - `certain_but_wrong`: frames on which a state was called certain that is neither the true
      one nor, within a second of a change, the one before;
    - `delays`: seconds from a change until the new state was called certain, noticed ones only;
    - `ms`: milliseconds a frame;
    - `golden`: whether the cues equal cues.txt; None without the file.
    """

    folder: str
    frames: int
    cells_right: float
    states_right: float
    certain_but_wrong: int
    moves: int
    delays: tuple[float, ...]
    ms: float
    golden: bool | None

    @property
    def line(self) -> dict[str, Any]:
        """The fields of `replay --json`."""
        delay = round(median(self.delays) * 1000) if self.delays else None
        return {
            "folder": self.folder,
            "frames": self.frames,
            "cells_right": round(self.cells_right, 4),
            "states_right": round(self.states_right, 4),
            "certain_but_wrong": self.certain_but_wrong,
            "moves": self.moves,
            "moves_noticed": len(self.delays),
            "delay_ms_median": delay,
            "ms_per_frame_median": round(self.ms, 2),
            "cues_as_golden": self.golden,
        }

    def reaches(self, floor: float) -> bool:
        """Whether states are right often enough, and the cues are the golden ones."""
        return self.states_right >= floor and self.golden is not False


@dataclass(slots=True)
class _Counter:
    """Counts what is right while the steps come by."""

    truth: Truth
    frames: int = 0
    cells: list[bool] = field(default_factory=list)
    states: list[bool] = field(default_factory=list)
    wrong: int = 0
    sure: list[tuple[float, str]] = field(default_factory=list)
    seconds: list[float] = field(default_factory=list)

    def take(self, step: Step) -> None:
        self.frames += 1
        self.seconds.append(step.seconds)
        known = self.truth.at(step.frame.at)
        if known is None:
            return
        if step.puzzle is None:
            self.states.append(False)
            return
        estimate = step.estimate
        named = None if estimate is None or estimate.state is None else estimate.state
        text = None if named is None else step.puzzle.format(named)
        self.states.append(text == known)
        self.cells += _cells_right(step, step.puzzle, known)
        if text is None or estimate is None or estimate.certainty < SURE:
            return
        self.sure.append((step.frame.at, text))
        late = self.truth_before(step.frame.at)
        if text not in (known, late):
            self.wrong += 1

    def truth_before(self, at: float) -> str | None:
        """The known state before a change that is less than a second ago."""
        stays = [stay for stay in self.truth.stays() if stay[0] <= at + 1e-6]
        fresh = len(stays) > 1 and at - stays[-1][0] <= LATE_S
        return stays[-2][1] if fresh else None

    def delays(self) -> tuple[float, ...]:
        """For every change that was noticed before the next one, how long it took."""
        changes = self.truth.stays()[1:]
        ends = [*(begun for begun, _ in changes), float("inf")][1:]
        found = []
        for (begun, state), end in zip(changes, ends, strict=True):
            seen = (at for at, text in self.sure if begun - 1e-6 <= at < end and text == state)
            first = next(seen, None)
            if first is not None:
                found.append(max(0.0, first - begun))
        return tuple(found)


def replay(
    folder: Path, *, fps: float = 15.0, sinks: Sequence[Sink] = ()
) -> tuple[Score, list[str]]:
    """The score of a sample folder, and the lines of its transcript.

    `sinks` are shown every step as well.

    Raises OSError for a folder without truth.txt or with a bad one, or with a bad variant.txt, and
    what the profile and the pictures raise.
    """
    truth = load_truth(folder / "truth.txt")
    profile = load_profile(folder / "profile.toml")
    variant, pieces = _variant(folder)
    toy = toy_follower(profile.puzzle, profile, variant=variant, goal=pieces)
    with open_camera(str(folder), fps=fps) as camera:
        steps = _shown(watch(camera, toy, Session), sinks)
        return score(str(folder), steps, truth, _golden(folder))


def _shown(steps: Iterable[Step], sinks: Sequence[Sink]) -> Iterator[Step]:
    for step in steps:
        for sink in sinks:
            sink.show(step)
        yield step


def score(
    name: str, steps: Iterable[Step], truth: Truth, golden: list[str] | None = None
) -> tuple[Score, list[str]]:
    """The score of steps against the truth and a golden transcript, and their own transcript."""
    counter, transcript = _Counter(truth), Transcript()
    for step in steps:
        counter.take(step)
        transcript.show(step)
    lines = transcript.lines
    return _score(name, counter, None if golden is None else golden == lines), lines


def _variant(folder: Path) -> tuple[str | None, str | None]:
    """The name of a toy with other pieces, and a state with all of them; None for other toys."""
    path = folder / VARIANT_FILE
    if not path.exists():
        return None, None
    line = " ".join(load_lines(path))
    name, _, pieces = line.strip().partition(" ")
    if name not in RULES or not pieces:
        raise OSError(
            Phrase("{path}: expected '<variant> <state>', got {got!r}", path=path, got=line)
        )
    return name, pieces


def _golden(folder: Path) -> list[str] | None:
    path = folder / "cues.txt"
    return load_lines(path) if path.exists() else None


def _score(name: str, counter: _Counter, golden: bool | None) -> Score:
    return Score(
        folder=name,
        frames=counter.frames,
        cells_right=_share(counter.cells),
        states_right=_share(counter.states),
        certain_but_wrong=counter.wrong,
        moves=max(0, len(counter.truth.stays()) - 1),
        delays=counter.delays(),
        ms=median(counter.seconds) * 1000 if counter.seconds else 0.0,
        golden=golden,
    )


def _share(right: list[bool]) -> float:
    return sum(right) / len(right) if right else 0.0


def _cells_right(step: Step, puzzle: AnyPuzzle, known: str) -> list[bool]:
    """For every cell that shows something: whether its likeliest symbol is the true one."""
    cells = step.observation.cells
    view = puzzle.view(puzzle.parse(known))
    placed = step.estimate.placed if step.estimate else None
    rows = range(len(view)) if placed is None else placed
    found = []
    for row, cell in zip(cells, rows, strict=False):
        if cell >= 0 and np.ptp(row) > 1e-6:
            found.append(int(np.argmax(row)) == view[cell])
    return found
