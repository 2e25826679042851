"""A session as a sample folder: the plain film, the profile, and what was seen when."""

import math
from dataclasses import replace
from itertools import chain, count
from pathlib import Path
from typing import Any

from calibration import Profile, write_profile
from companion.cue import SURE
from companion.film import Film
from companion.loop import AnyCue, Step
from solver import AnyPuzzle, Variant

# A state that was believed for less than this, in seconds, was hardly the toy's.
LEAST_S = 0.3
# So long before and after a change was noticed it is left open which of both the toy shows: seen
# once more, through the film's compression, it may be noticed a picture sooner or later.
AROUND_S = 0.15
# The file that tells of a toy with other pieces: the name of its variant, and a state with all of
# them, so that they are called the same the next time. Of other toys there is none.
VARIANT_FILE = "variant.txt"


def folder_beside(film: Path) -> Path:
    """The folder of a film's session: the film's name without the ending."""
    return film.with_suffix("")


def new_film(film: Path) -> Path:
    """A film's name, with a number where there is such a film or the folder beside it already."""
    numbered = (film.with_stem(f"{film.stem}-{number}") for number in count(2))
    places = chain([film], numbered)
    return next(one for one in places if not (one.exists() or folder_beside(one).exists()))


class SampleRecorder:
    """Writes `clip.mp4`, `profile.toml` and `truth.txt`, for `companion replay`.

    The truth is what was believed with certainty, at the film's own times: whoever knows better
    mends it by hand. The folder is made with the first picture. Raises OSError, at once, for one
    that cannot be made.
    """

    def __init__(self, folder: Path, fps: float, profile: Profile) -> None:
        self._folder = folder
        self._profile = profile
        self._film = Film(folder / "clip.mp4", fps)
        self._variant: str | None = None
        self._seen: list[tuple[float, str]] = []
        self.last: AnyCue | None = None

    def show(self, step: Step) -> bool:
        """Takes the picture as it came, and the state where it is certain."""
        self.last = step.standing
        if step.frame.missing is not None:
            return True
        self._film.write(step.frame.image, step.frame.at)
        estimate, puzzle = step.estimate, step.puzzle
        sure = estimate is not None and estimate.certainty >= SURE and step.observation.found
        text = "?"
        if puzzle is not None and estimate is not None and estimate.state is not None and sure:
            text = puzzle.format(estimate.state)
            self._know(puzzle, step.observation.size)
        if not self._seen or self._seen[-1][1] != text:
            self._seen.append((self._film.moment(step.frame.at), text))
        return True

    def close(self) -> None:
        """Finishes the files; without a single frame there are none."""
        if not self._film.close():
            return
        lines = [f"{at:.3f} {text}\n" for at, text in self._settled()]
        (self._folder / "truth.txt").write_text("".join(lines), encoding="utf-8")
        write_profile(self._profile, self._folder / "profile.toml")
        if self._variant is not None:
            (self._folder / VARIANT_FILE).write_text(f"{self._variant}\n", encoding="utf-8")

    def _know(self, puzzle: AnyPuzzle, size: tuple[int, ...]) -> None:
        """Keeps what a toy was like that was recognised."""
        if isinstance(puzzle, Variant):
            # What an eye tells of its size are the first state's letters.
            self._variant = f"{puzzle.variant} {puzzle.format(puzzle.goal)}"
            return
        known = _size(puzzle.name, size)
        if known and known["count"] != self._profile.count:
            # What was told of it with another number was wrong.
            self._seen = [(at, "?") for at, _ in self._seen]
        self._profile = replace(self._profile, **known)

    def _settled(self) -> list[tuple[float, str]]:
        """The changes without states that were believed for a moment only."""
        ends = [*(at for at, _ in self._seen[1:]), math.inf]
        kept: list[tuple[float, str]] = [(0.0, "?")]
        for (at, text), end in zip(self._seen, ends, strict=True):
            begin, until = at + AROUND_S * (at > 0), end - AROUND_S
            if text == "?" or end - at < LEAST_S or until <= begin:
                continue
            kept += [(begin, text), (until, "?")]
        return [
            one
            for one, after in zip(kept, [*kept[1:], (math.inf, "?")], strict=True)
            if one[0] < after[0]
        ]


def _size(name: str, size: tuple[int, ...]) -> dict[str, Any]:
    """What a profile tells of a toy's size."""
    if name == "cube":
        return {}
    return dict(zip(("count", "pegs"), size, strict=False))
