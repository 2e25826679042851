"""The two bundled clips of games with nine rings, painted by the fast renderer."""

from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

from calibration import Profile
from samples.render.film import UNKNOWN, Setup, write_video
from samples.render.rings_game import FPS, RingsGame, Script
from samples.render.scene import Bytes

# From all rings on; a slip now and then, and the toy in the hand leaves the picture.
IN_HAND = Script(9, moves=9, slips=0.12, leaves=0.15, lies=False, look="steel", noise=2.0)
ON_TABLE = Script(9, moves=10, slips=0.12, leaves=0.0, lies=True, look="steel-bright", noise=2.0)


def write_in_hand(folder: Path, setup: Setup) -> None:
    """Writes the bundled clip rings/in-hand."""
    _write(folder, setup, IN_HAND, 97 + setup.seed)


def write_on_table(folder: Path, setup: Setup) -> None:
    """Writes the bundled clip rings/on-table."""
    _write(folder, setup, ON_TABLE, 62 + setup.seed)


def _write(folder: Path, setup: Setup, script: Script, seed: int) -> None:
    """A film with its truth."""
    game = RingsGame(seed, replace(script, size=setup.size))
    profile = Profile("rings", count=script.rings)
    lines: list[str] = []

    def pictures() -> Iterator[Bytes]:
        last = ""
        for picture in game.pictures():
            state = picture.state or UNKNOWN
            if state != last:
                lines.append(f"{picture.at:.3f} {state}")
            last = state
            yield picture.image

    write_video(folder, pictures(), lines, replace(setup, fps=FPS), profile)
