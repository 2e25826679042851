"""The main job on the bundled samples: the app's own loop, with files in place of devices."""

from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path

from calibration import load_profile
from companion.clips import bundled
from companion.cue import SURE
from companion.draw import draw_step
from companion.follow import follower
from companion.languages import ENGLISH, Language
from companion.loop import AnyCue, Sink, Step, in_language, run, watch
from companion.overlays import Overlays
from companion.printers import WordPrinter
from companion.record import Recorder
from companion.session import Session
from companion.speak import WavSpeaker
from solver import PUZZLES
from solver.phrase import Phrase
from vision import open_camera

# So many frames after a cue the overlay is taken: the toy lies still again.
LATER = 4


@dataclass(frozen=True, slots=True)
class Shown:
    """What the demo did with one puzzle: its last cue, and the files it wrote."""

    puzzle: str
    last: AnyCue | None
    video: Path
    overlay: Path
    speech: Path

    @property
    def recognised(self) -> bool:
        """Whether the toy's state was told at all."""
        return self.last is not None and self.last.state is not None


class _Snapshot:
    """Keeps one drawn frame of the session: one with an arrow in it, else the last one."""

    def __init__(self, overlays: Overlays, name: str, language: Language) -> None:
        self._language = language
        self._overlays = overlays
        self._name = name
        self._step: Step | None = None
        self._good = 0

    def show(self, step: Step) -> bool:
        if self._good < LATER:
            self._step = step
            self._good += _has_arrow(step)
        return True

    def close(self) -> None:
        if self._step is not None:
            self._overlays.write(self._name, draw_step(self._step, self._language))


def demonstrate(
    out: Path,
    announce: Callable[[str], None],
    extra: Sink | None = None,
    language: Language = ENGLISH,
) -> list[Shown]:
    """Runs the first bundled sample of every puzzle, and writes video, overlay and speech.

    `announce` gets a line before each puzzle; `extra` is one more sink, a window say. Raises
    OSError where `out` cannot be written or no samples came with the program.
    """
    overlays = Overlays(out)
    shown = []
    for puzzle in sorted(PUZZLES):
        clip = bundled(puzzle)[0]
        told = Phrase("{puzzle}: a rendered sample, {name}", puzzle=puzzle, name=clip.name)
        announce(language.say(told))
        shown.append(_one(puzzle, clip, out, overlays, extra, language))
    return shown


def _one(
    puzzle: str,
    clip: Path,
    out: Path,
    overlays: Overlays,
    extra: Sink | None,
    language: Language,
) -> Shown:
    video, speech = out / f"{puzzle}.mp4", out / f"{puzzle}.wav"
    toy = follower(puzzle, load_profile(clip / "profile.toml"))
    with open_camera(str(clip)) as camera:
        sinks: list[Sink] = [
            WordPrinter(language),
            Recorder(video, camera.fps, language),
            WavSpeaker(speech, language.voice),
            _Snapshot(overlays, puzzle, language),
            *([] if extra is None else [extra]),
        ]
        steps = watch(camera, toy, lambda found: Session(found))
        last = run(in_language(steps, language), sinks)
    return Shown(puzzle, last, video, out / f"{puzzle}.jpg", speech)


def _has_arrow(step: Step) -> bool:
    cue, estimate = step.standing, step.estimate
    if cue is None or cue.move is None or estimate is None or not step.observation.found:
        return False
    return estimate.state == cue.state and estimate.certainty >= SURE
