"""What the player asks for between the pictures: pause, repeat, why, another goal, silence."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Literal

from solver.phrase import joined, sentence

Wish = Literal["repeat", "why", "goal"]

PAUSED = sentence("Paused.")
MUTED = sentence("The voice is off.")
HINT = sentence("Key h: help")
HELP: Sequence[tuple[str, str]] = (
    ("p", sentence("pause, and go on")),
    ("r", sentence("say it again")),
    ("w", sentence("why this move")),
    ("u", sentence("take a correction back")),
    ("g", sentence("another goal")),
    ("m", sentence("voice off, and on")),
    ("h", sentence("these keys")),
    ("q", sentence("end")),
)
# Space, Enter and the question mark are keys that people try first.
_SAME = {32: "p", 13: "r", 10: "r", ord("?"): "w"}


@dataclass(slots=True)
class Controls:
    """The keys' side of a session; the loop and the speaker look at it.

    `wish` is what was asked for and not done yet; `helping` tells whether the keys are shown.
    """

    paused: bool = False
    muted: bool = False
    helping: bool = False
    wish: Wish | None = None

    def key(self, code: int) -> str | None:
        """Does what a key is for; returns its letter, None for a key without a meaning here."""
        letter = _SAME.get(code, chr(code).lower() if 0 < code < 128 else "")
        if letter not in {known for known, _ in HELP}:
            return None
        if letter == "p":
            self.paused = not self.paused
            # Whoever comes back wants to hear where they were.
            self.wish = None if self.paused else "repeat"
        elif letter == "m":
            self.muted = not self.muted
        elif letter == "h":
            self.helping = not self.helping
        elif letter in _WISHES:
            self.wish, self.paused = _WISHES[letter], False
        return letter

    def take(self) -> Wish | None:
        """What was asked for; once."""
        wish, self.wish = self.wish, None
        return wish

    @property
    def note(self) -> str | None:
        """How the session stands, where it is not as usual."""
        return joined(PAUSED if self.paused else None, MUTED if self.muted else None) or None


_WISHES: dict[str, Wish] = {"r": "repeat", "w": "why", "g": "goal"}
