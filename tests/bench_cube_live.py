"""Measures how a cube is followed while it is solved: `python -m tests.bench_cube_live`.

Nobody has films of people who do what this program says, so the project's fast renderer plays
them: a simulated player with hands, in front of a simulated webcam, hears each cue and obeys it,
or not (samples/render/cube_game.py). Every look is rendered on the fly from fixed seeds.
"""

import argparse
import sys
import time
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field, replace
from itertools import pairwise
from pathlib import Path
from typing import Any

import cv2
import numpy as np

from calibration import Profile
from companion.cue import Cue
from companion.follow import follower
from companion.loop import Coach, Step
from companion.session import Session
from samples.render.cube_clips import CLIPS
from samples.render.cube_game import Game, Temper
from samples.render.cube_motion import TurnMade

# A turn is noticed in time within so many seconds of its end; who sees a layer on its way may be a
# little early.
IN_TIME, EARLY = 0.5, 0.3
# A cue about a state that was left so many seconds ago is late, and not invented.
LATE = 1.0
QUICK = ("worn-carpet", "white-front", "stickerless-held")


@dataclass(slots=True)
class Record:
    """What was said and seen in one game."""

    game: Game
    cues: list[Cue[Any, Any]] = field(default_factory=list)
    lost: int = 0
    known: float | None = None
    seconds: list[float] = field(default_factory=list)
    render: list[float] = field(default_factory=list)
    pictures: dict[float, np.ndarray] = field(default_factory=dict)


def play(name: str, temper: Temper | None = None, *, keep: bool = False, again: int = 0) -> Record:
    """One whole game; with `keep` the record has small pictures of it all.

    `again`: the same kind of game with another cube, hand, place and mishaps, by its number.
    """
    clip = CLIPS[name]
    game = Game(name, replace(clip, seed=clip.seed + 1000 * again), temper or Temper())
    record = Record(game)
    coach = Coach(follower("cube", Profile("cube")), Session)
    was_lost = True
    frames = game.frames()
    while True:
        begun = time.process_time()
        frame = next(frames, None)
        if frame is None:
            return record
        rendered = time.process_time()
        step = coach.step(frame)
        record.seconds.append(time.process_time() - rendered)
        record.render.append(rendered - begun)
        if step.estimate is not None:
            lost = step.estimate.state is None
            record.lost += lost and not was_lost
            was_lost = lost
        if keep:
            record.pictures[frame.at] = _marked(step)
        if step.cue is not None:
            record.cues.append(step.cue)
            if record.known is None and step.cue.state is not None:
                record.known = frame.at
            game.hear(step.cue)


@dataclass(frozen=True, slots=True)
class Score:
    """How a game was followed: delays of the turns that were noticed, and what went wrong when.

    A slip of a face that looked away from the camera, with nothing of it in sight, cannot be seen:
    it is `hidden`, and found out in the end or not. A face turned in front of a camera that sees
    nothing else looks as if the cube was rolled: that is `asked` about.
    """

    turns: int
    delays: tuple[float, ...]
    missed: tuple[float, ...]
    invented: tuple[float, ...]
    slips: int
    slips_noticed: int
    hidden: int = 0
    hidden_noticed: int = 0
    asked: int = 0


def scored(record: Record) -> Score:
    """Compares cues with the turns that were made once the state was known."""
    known = record.known
    turns = record.game.player.motion.turns
    told = [t for t in turns if known is not None and t.end > known]
    # A turn right after another counts with it: nobody could say anything in between.
    last = [t for t, then in pairwise([*told, None]) if t is not None and not _hurried(t, then)]
    # An unsure cue only repeats what was known before.
    told_of = [cue for cue in record.cues if cue.kind != "unsure" and cue.state is not None]
    states = [(cue.at, cue.state.facelets()) for cue in told_of]
    delays, missed = [], []
    hidden = [turns[i] for i in record.game.hidden if turns[i] in last]
    found_out = 0
    for index, turn in enumerate(last):
        until = last[index + 1].end - EARLY if index + 1 < len(last) else np.inf
        seen = [
            at for at, state in states if state == turn.after and turn.end - EARLY <= at < until
        ]
        if turn in hidden:
            found_out += bool(seen)
        elif seen:
            delays.append(max(0.0, seen[0] - turn.end))
        else:
            missed.append(turn.end)
    slips = [turns[i] for i in record.game.slips if turns[i] in last and turns[i] not in hidden]
    wrong = [(cue.at, cue.state.facelets()) for cue in record.cues if cue.kind == "wrong"]
    noticed = sum(
        any(state == t.after and at >= t.end - EARLY for at, state in wrong) for t in slips
    )
    invented = tuple(at for at, state in states if not _true_lately(record, at, state))
    seeable = len(last) - len(hidden)
    return Score(
        seeable,
        tuple(delays),
        tuple(missed),
        invented,
        len(slips),
        noticed,
        len(hidden),
        found_out,
        _asked(record, slips),
    )


def _asked(record: Record, slips: Sequence[TurnMade]) -> int:
    """After how many slips the program asked in time to see another side of the cube."""
    asked = [cue.at for cue in record.cues if cue.kind == "unsure" and cue.move is not None]
    return sum(any(-EARLY <= at - t.end <= IN_TIME + 1e-6 for at in asked) for t in slips)


def _hurried(turn: TurnMade, then: TurnMade | None) -> bool:
    return then is not None and then.start - turn.end < IN_TIME


def _true_lately(record: Record, at: float, state: str) -> bool:
    """Whether a state was the true one a moment ago, or is all but reached."""
    motion = record.game.player.motion
    times = [at, at + EARLY, *(t.start - 1e-3 for t in motion.turns if at - LATE < t.start < at)]
    return any(motion.state(moment) == state for moment in (*times, at - LATE))


def figures(record: Record) -> dict[str, Any]:
    """The row of one game."""
    score = scored(record)
    delays = np.array(score.delays)
    return {
        "turns": score.turns,
        "noticed": len(delays),
        "in_half_a_second": int((delays <= IN_TIME + 1e-6).sum()),
        "delay_ms_median": round(1e3 * float(np.median(delays))) if len(delays) else None,
        "delay_ms_worst": round(1e3 * float(delays.max())) if len(delays) else None,
        "invented": len(score.invented),
        "slips": score.slips,
        "slips_noticed": score.slips_noticed,
        "asked": score.asked,
        "hidden": score.hidden,
        "hidden_noticed": score.hidden_noticed,
        "lost": record.lost,
        "solved": bool(record.cues and record.cues[-1].kind == "done"),
        "known_after_s": None if record.known is None else round(record.known, 1),
        "ms": round(1e3 * float(np.median(record.seconds)), 1),
        "render_ms": round(1e3 * float(np.median(record.render)), 1),
    }


def measure(*, overlay: Path | None = None) -> dict[str, dict[str, Any]]:
    """The rows of a quick choice of games."""
    return dict(rows(QUICK, overlay))


def rows(
    names: Sequence[str], overlay: Path | None = None, again: int = 0
) -> Iterator[tuple[str, dict[str, Any]]]:
    """The rows of some games, as they end; pictures of what went wrong go to `overlay`."""
    for name in names:
        record = play(name, keep=overlay is not None, again=again)
        if overlay is not None:
            write_sheets(record, overlay)
        yield name, figures(record)


def write_sheets(record: Record, folder: Path) -> None:
    """A contact sheet around each turn that was missed or late, and each cue that was invented."""
    score = scored(record)
    folder.mkdir(parents=True, exist_ok=True)
    turns = record.game.player.motion.turns
    marks = [("missed", at) for at in score.missed] + [("invented", at) for at in score.invented]
    for cue in record.cues:
        ends = [t.end for t in turns if t.end <= cue.at and cue.kind != "unsure" and cue.state]
        if ends and cue.state.facelets() == _after(turns, ends[-1]) and cue.at - ends[-1] > IN_TIME:
            marks.append(("late", ends[-1]))
    if record.known is None:
        marks.append(("unknown", record.game.shown))
    for kind, at in marks:
        near = sorted(record.pictures, key=lambda when: abs(when - at - 0.2))[:24]
        tiles = [record.pictures[when] for when in sorted(near)]
        rows = [np.hstack(tiles[i : i + 6]) for i in range(0, len(tiles) - 5, 6)]
        cv2.imwrite(str(folder / f"{record.game.name}-{at:06.2f}-{kind}.png"), np.vstack(rows))


def _after(turns: Sequence[TurnMade], end: float) -> str:
    return next(t.after for t in turns if t.end == end)


def _marked(step: Step) -> np.ndarray:
    """A small picture with the faces that were found, the time and the certainty."""
    image = step.frame.image.copy()
    if step.observation.outline is not None:
        for face in step.observation.outline:
            cv2.polylines(image, [np.round(face).astype(np.int32)], True, (255, 0, 255), 2)
    small = cv2.resize(image, (320, 240), interpolation=cv2.INTER_AREA)
    sure = f"{step.estimate.certainty:.2f}" if step.estimate else "-"
    said = f" {step.cue.kind} {step.cue.move}" if step.cue else ""
    text = f"{step.frame.at:.2f}  {sure}{said}"
    cv2.putText(small, text, (4, 14), cv2.FONT_HERSHEY_SIMPLEX, 0.45, (0, 255, 255), 1)
    return np.asarray(small)


def main(arguments: Sequence[str]) -> None:
    """Prints a line a game."""
    parser = argparse.ArgumentParser(prog="tests.bench_cube_live", description=__doc__)
    parser.add_argument("names", nargs="*", help="games; default: a quick choice")
    parser.add_argument("--all", action="store_true", help="all games")
    parser.add_argument("--overlay", type=Path, help="where pictures of failures go")
    parser.add_argument(
        "--again", type=int, default=0, help="play with other seeds; nothing was tuned on those"
    )
    chosen = parser.parse_args(arguments)
    cv2.setNumThreads(1)
    names = chosen.names or (tuple(CLIPS) if chosen.all else QUICK)
    for name, row in rows(names, chosen.overlay, chosen.again):
        print(f"{name}: " + "  ".join(f"{key} {value}" for key, value in row.items()), flush=True)


if __name__ == "__main__":
    main(sys.argv[1:])
