"""truth.txt: what the toy in a sample folder really shows, and when."""

import math
from bisect import bisect_right
from dataclasses import dataclass
from pathlib import Path

from solver.phrase import Phrase

UNKNOWN = "?"


@dataclass(frozen=True, slots=True)
class Truth:
    """Changes in the order of time: from `times[i]` seconds on the toy shows `states[i]`.

    A state is a line of text; None where nobody could tell.
    """

    times: tuple[float, ...]
    states: tuple[str | None, ...]

    def at(self, seconds: float) -> str | None:
        """The state at a moment; None where nobody could tell."""
        index = bisect_right(self.times, seconds + 1e-6) - 1
        return None if index < 0 else self.states[index]

    def stays(self) -> list[tuple[float, str]]:
        """The known states that differ from the one before, and when each is first known."""
        found: list[tuple[float, str]] = []
        for seconds, state in zip(self.times, self.states, strict=True):
            if state is not None and (not found or found[-1][1] != state):
                found.append((seconds, state))
        return found


def load_lines(path: Path) -> list[str]:
    """The lines of a text file. Raises OSError with the file and the reason."""
    try:
        return path.read_text(encoding="utf-8").splitlines()
    except (OSError, UnicodeDecodeError) as error:
        why = getattr(error, "strerror", None) or error
        raise OSError(Phrase("{path}: cannot be read: {why}", path=path, why=why)) from None


def load_truth(path: Path) -> Truth:
    """Reads a truth file. Raises OSError with the file and the line."""
    times: list[float] = []
    states: list[str | None] = []
    for number, line in enumerate(load_lines(path), start=1):
        if not line.strip():
            continue
        known = {"path": path, "number": number, "got": line}
        parts = line.strip().split(maxsplit=1)
        try:
            seconds, state = float(parts[0]), parts[1]
        except (ValueError, IndexError):
            raise OSError(
                Phrase("{path}:{number}: expected '<seconds> <state>', got {got!r}", **known)
            ) from None
        if not math.isfinite(seconds):
            raise OSError(
                Phrase("{path}:{number}: expected a number of seconds, got {got!r}", **known)
            )
        if times and seconds < times[-1]:
            raise OSError(Phrase("{path}:{number}: times must not fall, got {got!r}", **known))
        times.append(seconds)
        states.append(None if state == UNKNOWN else state)
    if not times:
        raise OSError(Phrase("{path}: expected lines of '<seconds> <state>', got none", path=path))
    return Truth(tuple(times), tuple(states))
