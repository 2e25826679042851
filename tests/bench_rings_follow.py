"""Measures the following of whole games of the rings: films are painted while they are watched.

Run: python -m tests.bench_rings_follow [--moves 60] [--seeds 0 1 2] [--whole] [--overlay FOLDER]

The app's own loop (companion.loop) watches; the films are raster renders with hands, trembling,
blurred frames, slips and toys that leave the picture (samples/render/rings_game.py). The toys,
rooms and looks are drawn by other seeds than those of the training's pictures.
"""

import argparse
import json
import time
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Any

import cv2
import numpy as np

from calibration import default_profile
from companion.cue import SURE
from companion.follow import AGREEING, Follower
from companion.loop import Step, watch
from companion.session import Session
from samples.render.rings_game import Picture, RingsGame, Script
from solver import PUZZLES, belief_for
from tests.sheets import FOUND, TRUE, Sheets
from vision.frame import Frame, Observation, Reader
from vision.rings import RingsReader

FIRST_SEED = 700_000
MOVES, WHOLE = 20, 341
# The share of a reading's rows that are turned round at random in the second part; the frames at 15
# a second between two moves, there and else. A camera gives 30 a second there: of 15 readings of
# one ring most are wrong in one of 240 stays, whoever reads them, of 30 in one of 7,000.
FLIPPED = 0.2
BRISK, PATIENT = (8, 16), (15, 30)
FINER = 2
# So many seconds after the hand is gone a cue may come.
LATE_S = 0.4


@dataclass(frozen=True, slots=True)
class Case:
    """A film to follow: its seed and script, and the share of readings that are flipped."""

    name: str
    seed: int
    script: Script
    flipped: float = 0.0


@dataclass(slots=True)
class Stay:
    """A time in which the state is known, and what was made of it.

    `cue`: when the state was spoken to; `passed`: only a later one was, with the moves counted;
    `held`: whether it was the likeliest one in the end, `known`: whether it was certain then,
    `met`: whether it ever was.
    """

    state: str
    begun: float
    cue: float | None = None
    passed: bool = False
    held: bool = False
    known: bool = False
    met: bool = False


@dataclass(slots=True)
class Result:
    """What happened while a film was followed; `early` is a cue before its hand was gone."""

    early: tuple[str, float] | None = None
    stays: list[Stay] = field(default_factory=list)
    invented: list[str] = field(default_factory=list)
    wrong: int = 0
    frames: int = 0
    cells: list[bool] = field(default_factory=list)
    follows: list[float] = field(default_factory=list)

    @property
    def line(self) -> dict[str, Any]:
        """The figures of a row; delays in seconds from the moment that the hand is gone."""
        moves = self.stays[1:]
        first = next((k for k, stay in enumerate(self.stays) if stay.met), len(self.stays))
        delays = [stay.cue - stay.begun for stay in moves if stay.cue is not None]
        return {
            "frames": self.frames,
            "moves": len(moves),
            "noticed": sum(stay.cue is not None or stay.passed for stay in moves),
            "with a cue": len(delays),
            "invented": len(self.invented),
            "unknown at first": first,
            "lost": sum(not stay.held for stay in self.stays[first:]),
            "not certain at its end": sum(not stay.known for stay in self.stays),
            "frames wrong and certain": self.wrong,
            "rings right": round(float(np.mean(self.cells)), 4) if self.cells else None,
            "delay": round(float(np.median(delays)), 2) if delays else None,
            "late": sum(delay > LATE_S + 1e-6 for delay in delays),
            "longest": round(max(delays), 2) if delays else None,
            "ms": round(float(np.median(self.follows)), 1) if self.follows else None,
        }


class Film:
    """A film as a camera; remembers the truth of the picture that it gave last."""

    live = False

    def __init__(self, game: RingsGame) -> None:
        self.fps = game.script.fps
        self._game = game
        self.now: Picture | None = None

    @property
    def name(self) -> str:
        return "a film of the rings"

    def frames(self) -> Iterator[Frame]:
        """The pictures, painted one by one."""
        for picture in self._game.pictures():
            self.now = picture
            yield Frame(picture.image, picture.at)

    def __enter__(self) -> "Film":
        return self

    def __exit__(self, *_: object) -> None:
        pass


class Watched:
    """A reader whose time is taken, and of whose readings a share is turned round."""

    def __init__(self, reader: Reader, result: Result, flipped: float, seed: int) -> None:
        self._reader, self._result, self._flipped = reader, result, flipped
        self._rng = np.random.default_rng(seed)

    def read(self, frame: Frame) -> Observation:
        """The reading, flipped or not."""
        begun = time.process_time()
        seen = self._reader.read(frame)
        self._result.follows.append(1000 * (time.process_time() - begun))
        if not self._flipped or not len(seen.cells):
            return seen
        turned = self._rng.random(len(seen.cells)) < self._flipped
        cells = np.where(turned[:, None], seen.cells[:, ::-1], seen.cells)
        return replace(seen, cells=cells)

    def learn(self, symbols: tuple[int, ...]) -> None:
        """What the last picture showed, for a reader that learns."""
        learn: Callable[[tuple[int, ...]], None] | None = getattr(self._reader, "learn", None)
        if learn is not None:
            learn(symbols)


def follow(case: Case, sheets: Sheets) -> Result:
    """Watches a film as the app would, without a calibration."""
    game, result = RingsGame(case.seed, case.script), Result()
    profile = default_profile("rings")
    toy = Follower(
        lambda known: Watched(RingsReader(profile, count=known), result, case.flipped, case.seed),
        lambda *size: PUZZLES["rings"](*size),
        lambda puzzle: belief_for(puzzle, profile.doubt),
        agreeing=AGREEING,
    )
    film = Film(game)
    for step in watch(film, toy, Session):
        assert film.now is not None
        _take(result, step, film.now, case, sheets)
    return result


def _take(result: Result, step: Step, picture: Picture, case: Case, sheets: Sheets) -> None:
    """One step: what was said, and what is believed."""
    result.frames += 1
    if picture.state is not None:
        _stay(result, picture, picture.state)
    if not result.stays or step.puzzle is None:
        return
    stay, best, told = result.stays[-1], _best(step), _told(step)
    truths = {stay.state, *(s.state for s in result.stays[-2:-1] if picture.at - stay.begun < 1)}
    if picture.state is None:
        truths.add(_next(case, result, stay.state))
    else:
        _count_cells(result, step, picture.state)
        stay.held, stay.known = best == picture.state, told == picture.state
        stay.met |= stay.known
    named = _named(step)
    if named is not None:
        _hear(result, named, picture.at, truths)
    wrong = [one for one in (told, named) if one is not None and one not in truths]
    result.wrong += told in wrong
    if wrong:
        _show(sheets, case, step, picture, f"{picture.at:.1f} {wrong[0]} not {stay.state}")


def _stay(result: Result, picture: Picture, state: str) -> None:
    """A frame of a state that is known: of the last stay, or of a new one."""
    if not result.stays or result.stays[-1].state != state:
        early = result.early is not None and result.early[0] == state
        result.stays.append(Stay(state, picture.at, picture.at if early else None))
        result.early = None
    result.stays[-1].held = result.stays[-1].known = False


def _hear(result: Result, named: str, at: float, truths: set[str]) -> None:
    """A cue was given for a state."""
    stay = result.stays[-1]
    if named not in truths:
        result.invented.append(f"{at:.2f} {named}")
    elif named != stay.state:
        result.early = named, at
    elif stay.cue is None:
        stay.cue = at
        for earlier in result.stays[:-1]:
            earlier.passed |= earlier.cue is None


def _named(step: Step) -> str | None:
    """The state that a cue is given for."""
    cue = step.cue
    if cue is None or cue.kind == "unsure" or step.puzzle is None or cue.state is None:
        return None
    return step.puzzle.format(cue.state)


def _next(case: Case, result: Result, state: str) -> str:
    """The state that a move which is under way leads to."""
    states = _states(case)
    place = len(result.stays) - 1
    return states[min(place + 1, len(states) - 1)] if states[place] == state else state


_STATES: dict[Case, list[str]] = {}


def _states(case: Case) -> list[str]:
    if case not in _STATES:
        _STATES[case] = RingsGame(case.seed, case.script).states
    return _STATES[case]


def _best(step: Step) -> str | None:
    """The likeliest state."""
    estimate = step.estimate
    if step.puzzle is None or estimate is None or estimate.state is None:
        return None
    return step.puzzle.format(estimate.state)


def _told(step: Step) -> str | None:
    """The state that is called certain."""
    return _best(step) if step.estimate and step.estimate.certainty > SURE else None


def _count_cells(result: Result, step: Step, state: str) -> None:
    cells = step.observation.cells
    if len(cells) == len(state):
        told = np.abs(cells[:, 1] - 0.5) > 1e-6
        right = (cells[:, 1] > 0.5) == np.array([digit == "1" for digit in state[::-1]])
        result.cells += right[told].tolist()


def _show(sheets: Sheets, case: Case, step: Step, picture: Picture, words: str) -> None:
    """A tile: where the eyes are, and where they were seen."""
    if not sheets.wanted:
        return
    image = picture.image.copy()
    for x, y in picture.eyes:
        cv2.circle(image, (round(x), round(y)), 7, TRUE, 2)
    for (x, y), row in zip(step.observation.where, step.observation.cells, strict=True):
        if np.isfinite(x):
            cv2.circle(image, (round(x), round(y)), 4, FOUND, -1 if row[1] > 0.5 else 2)
    sheets.add(f"rings-follow-{case.name}".replace(" ", "-").replace(",", ""), image, words)


def cases(
    seeds: list[int],
    moves: int,
    flips: tuple[float, ...] = (0.0, FLIPPED),
    *,
    hidden: bool = False,
    finer: int | None = None,
) -> list[Case]:
    """Films of nine rings in a hand and on a table, from anywhere on the way.

    `hidden` and `finer` as a Script has them; None: twice 15 frames where readings are flipped.
    """
    found = []
    for flipped in flips:
        for seed in seeds:
            lies = seed % 2 == 1
            start = None if moves >= WHOLE else _start(seed)
            rest = PATIENT if flipped else BRISK
            often = finer or (FINER if flipped else 1)
            script = Script(
                9, start, 0, moves, slips=0.03, lies=lies, rest=rest, hidden=hidden, finer=often
            )
            how = f"{'on a table' if lies else 'in a hand'}, film {seed}"
            how += ", in its colours" if hidden else ""
            how += f", {flipped:.0%} of readings flipped" if flipped else ""
            how += f", {script.fps:.0f} frames a second" if often > 1 else ""
            found.append(Case(how, FIRST_SEED + seed, script, flipped))
    return found


def _start(seed: int) -> int:
    """Another state to begin from in every film; the first begins with all rings on."""
    return 511 if seed == 0 else int(np.random.default_rng(seed).integers(64, 512))


def measure(sheets: Sheets | None = None, *, moves: int = MOVES) -> dict[str, dict[str, Any]]:
    """A row a film."""
    sheets = sheets or Sheets(None)
    return {case.name: follow(case, sheets).line for case in cases([0, 1, 2, 3], moves)}


def main() -> None:
    """Prints the figures of some films, each as soon as it was watched."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--moves", type=int, default=MOVES)
    parser.add_argument("--seeds", type=int, nargs="+", default=[0, 1, 2, 3])
    parser.add_argument("--flipped", type=float, nargs="+", default=[0.0, FLIPPED])
    parser.add_argument("--whole", action="store_true", help="all 341 moves")
    parser.add_argument("--hidden", action="store_true", help="before the toy's own colours")
    parser.add_argument("--finer", type=int, help="so many times 15 frames a second")
    parser.add_argument("--overlay", type=Path, help="where contact sheets of failures go")
    asked = parser.parse_args()
    cv2.setNumThreads(1)
    sheets = Sheets(asked.overlay)
    moves = WHOLE if asked.whole else asked.moves
    options = {"hidden": asked.hidden, "finer": asked.finer}
    for case in cases(asked.seeds, moves, tuple(asked.flipped), **options):
        result = follow(case, sheets)
        print(json.dumps({"film": case.name, **result.line}), flush=True)
        if result.invented:
            print("  invented:", *result.invented, sep="\n    ")
    for path in sheets.write():
        print(path)


if __name__ == "__main__":
    main()
