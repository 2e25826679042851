"""Measures how soon after a move the next words are heard: `python -m tests.bench_heard`.

The bundled clips are played in real time, what comes too late is dropped as a webcam's pictures
are, and the real `Speaker` speaks. The time runs from the end of a move in the truth, when nothing
hides the toy any more, to the moment when the player is given the sound. Not included is what comes
before and after: the camera's own delay, and the sound card's buffer (60 ms are asked for). Words
that come before the end of a move count as heard at once.
"""

import statistics
import sys
import threading
import time
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any

from calibration import load_profile
from companion.clips import bundled
from companion.follow import follower
from companion.loop import AnyCue, Step, run, watch
from companion.session import Session
from companion.speak import Speaker
from companion.truth import load_truth
from companion.voice import Sound, Voice
from solver import PUZZLES
from vision import Frame, open_camera
from vision.camera import Unhurried


class Paced(Unhurried):
    """A clip in real time: the newest picture that is due, none twice."""

    name, fps = "clip", 0.0

    def __init__(self, clip: Path) -> None:
        with open_camera(str(clip)) as camera:
            self._frames = list(camera.frames())
        self._begun: float | None = None
        self.dropped = 0

    @property
    def now(self) -> float:
        """Seconds of the clip, by the clock."""
        return 0.0 if self._begun is None else time.perf_counter() - self._begun

    def frames(self) -> Iterator[Frame]:
        """The frames, as late as they come."""
        self._begun = time.perf_counter() - self._frames[0].at
        for frame, after in zip(self._frames, [*self._frames[1:], None], strict=True):
            if after is not None and after.at <= self.now:
                self.dropped += 1
                continue
            time.sleep(max(0.0, frame.at - self.now))
            yield frame


class Ear:
    """A voice, a player and a sink: notes when which cue's sound is given to be played."""

    def __init__(self, camera: Paced) -> None:
        self._camera = camera
        self._voice = Voice("en")
        self.rate = self._voice.rate
        self._cues: dict[str, tuple[AnyCue, str]] = {}
        self._spoken = ""
        self.heard: list[tuple[float, str]] = []

    def show(self, step: Step) -> bool:
        """Keeps what state the words are about."""
        cue, puzzle = step.cue, step.puzzle
        if cue is not None and puzzle is not None and cue.kind != "unsure":
            self._cues[cue.words] = cue, puzzle.format(cue.state)
        return True

    def close(self) -> None:
        """Nothing is left to do."""

    def say(self, text: str) -> Sound:
        """The voice's sound; it is the next that is played."""
        self._spoken = text
        return self._voice.say(text)

    def play(self, sound: Sound, rate: int, stop: threading.Event) -> None:
        """Notes the moment, and takes as long as the sound would."""
        if self._spoken in self._cues:
            self.heard.append((self._camera.now, self._cues[self._spoken][1]))
        stop.wait(len(sound) / rate)


def delays(folder: Path) -> tuple[list[float | None], int]:
    """Seconds until the words after each move, None where there were none; pictures dropped."""
    camera = Paced(folder)
    ear = Ear(camera)
    profile = load_profile(folder / "profile.toml")
    toy = follower(profile.puzzle, profile)
    speaker = Speaker(ear, ear)  # type: ignore[arg-type]
    run(watch(camera, toy, Session), [ear, speaker])
    stays = load_truth(folder / "truth.txt").stays()
    found: list[float | None] = []
    for (before, _), (moved, state), (after, _) in zip(
        stays, stays[1:], [*stays[2:], (float("inf"), "")], strict=False
    ):
        told = (at for at, seen in ear.heard if before <= at < after and seen == state)
        at = next(told, None)
        found.append(None if at is None else max(0.0, at - moved))
    return found, camera.dropped


def measure() -> Mapping[str, Mapping[str, Any]]:
    """A row for each bundled clip: the median and the longest delay, in milliseconds."""
    rows = {}
    for folder in (folder for puzzle in sorted(PUZZLES) for folder in bundled(puzzle)):
        found, dropped = delays(folder)
        heard = [1000 * delay for delay in found if delay is not None]
        rows[f"{folder.parent.name}/{folder.name}"] = {
            "moves": len(found),
            "heard": len(heard),
            "median_ms": round(statistics.median(heard)) if heard else None,
            "longest_ms": round(max(heard)) if heard else None,
            "pictures_dropped": dropped,
        }
    return rows


if __name__ == "__main__":
    for name, row in measure().items():
        print(name, row, file=sys.stdout)
