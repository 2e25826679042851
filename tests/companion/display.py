"""A display without a screen (Xvfb), keys pressed on it (xdotool), and pictures of it."""

import json
import os
import shutil
import struct
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

import numpy as np

from tests.companion.web.clips import CLIPS, SAMPLES
from vision import Image

TOOLS = ("Xvfb", "xdotool")
WIDE, HIGH = 1280, 900
PATIENCE_S = 60.0


def missing_tools() -> str | None:
    """Why there is no such display here, or None."""
    lacking = [tool for tool in TOOLS if shutil.which(tool) is None]
    return f"{' and '.join(lacking)}: not installed" if lacking else None


class Display:
    """A running display: its name, and the file in which its pixels lie."""

    def __init__(self, name: str, pixels: Path) -> None:
        self.name = name
        self._pixels = pixels

    def picture(self) -> Image:
        """What the screen would show, (900, 1280, 3), blue, green, red.

        The file is in the format of xwd: a head of numbers, a table of colours, then the pixels.
        """
        data = self._pixels.read_bytes()
        size, colours = struct.unpack_from(">I", data, 0)[0], struct.unpack_from(">I", data, 76)[0]
        start = size + 12 * colours
        rows = np.frombuffer(data, np.uint8, WIDE * HIGH * 4, start).reshape(HIGH, WIDE, 4)
        return np.ascontiguousarray(rows[..., :3])


@contextmanager
def display() -> Iterator[Display]:
    """A display of one's own, with a number that is free."""
    ours, theirs = os.pipe()
    with TemporaryDirectory() as folder:
        screen = ["-screen", "0", f"{WIDE}x{HIGH}x24", "-fbdir", folder, "-nolisten", "tcp"]
        command = ["Xvfb", "-displayfd", str(theirs), *screen]
        with subprocess.Popen(command, pass_fds=[theirs], stderr=subprocess.DEVNULL) as server:
            os.close(theirs)
            try:
                with os.fdopen(ours) as number:
                    name = f":{number.readline().strip()}"
                yield Display(name, Path(folder) / "Xvfb_screen0")
            finally:
                server.terminate()


class Game:
    """A running `companion guide` with its window, and the cues that it prints."""

    def __init__(self, process: "subprocess.Popen[str]", place: dict[str, str]) -> None:
        self.process = process
        self._place = place
        self._window = ""

    def press(self, *keys: str) -> None:
        """Presses keys, one after the other, by their names."""
        self._window = self._window or self._ask("search", "--sync", "--name", "companion: ")[0]
        for key in keys:
            self._ask("key", "--window", self._window, key)

    def cue(self) -> dict[str, Any]:
        """The next line of JSON that it prints."""
        assert self.process.stdout is not None
        return dict(json.loads(self.process.stdout.readline()))

    def _ask(self, *words: str) -> list[str]:
        found = subprocess.run(
            ["xdotool", *words],
            env=self._place,
            capture_output=True,
            text=True,
            check=True,
            timeout=PATIENCE_S,
        )
        return found.stdout.split()


@contextmanager
def game(where: Display, puzzle: str, source: str | None = None, *options: str) -> Iterator[Game]:
    """Guides a puzzle, by default through its bundled clip."""
    place = {**os.environ, "DISPLAY": where.name}
    clip = source or str(SAMPLES / CLIPS[puzzle] / "clip.mp4")
    command = [sys.executable, "-m", "companion", "guide", puzzle, "--source", clip, "--json"]
    with subprocess.Popen(
        [*command, *options],
        stdout=subprocess.PIPE,
        stderr=subprocess.DEVNULL,
        env=place,
        text=True,
        cwd=SAMPLES.parent,
    ) as process:
        try:
            yield Game(process, place)
        finally:
            process.kill()
