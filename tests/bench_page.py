"""Measures the page: `python -m tests.bench_page`. A real browser, then ten players at once.

Pictures a second and the round trip, from sending a picture to hearing its answer, are those of
one headless Chromium at 640 x 480, whose webcam shows the puzzle's clip as it was.
Ten players send a clip without a browser, each a picture when the last is answered. With
`--memory` one player sends ten thousand pictures, and the memory that the server's side holds is
told after each thousand.
"""

import json
import statistics
import sys
import threading
import time
from collections.abc import Mapping
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

from websockets.sync.client import connect

from companion.web.player import Player
from companion.web.toys import Toy
from tests.companion.web.chromium import browser, film_of, missing, served
from tests.companion.web.clips import CLIPS, clip

SECONDS = 10.0
PLAYERS = 10


def measure_browser(puzzle: str) -> Mapping[str, float]:
    """Pictures answered a second, and the median round trip in milliseconds."""
    with TemporaryDirectory() as folder:
        film = film_of(puzzle, Path(folder) / "film.mjpeg")
        with served() as address, browser(film) as chromium:
            page = chromium.new_page()  # type: ignore[attr-defined]
            page.goto(address)
            page.check(f"input[value={puzzle}]", force=True)
            page.click("#go")
            page.wait_for_function("() => pace.answers > 5")
            page.evaluate("() => { pace.answers = 0; pace.trips.length = 0; }")
            begun = time.perf_counter()
            page.wait_for_timeout(SECONDS * 1000)
            answers, trips = page.evaluate("[pace.answers, pace.trips]")
            seconds = time.perf_counter() - begun
    return {"fps": round(answers / seconds, 1), "trip_ms": round(statistics.median(trips), 1)}


def measure_crowd(puzzle: str = "rings", players: int = PLAYERS) -> Mapping[str, float]:
    """Pictures answered a second to the player who got the fewest, and to all together."""
    pictures = clip(puzzle, 80)
    counts = [0] * players
    with served() as address:
        end = time.perf_counter() + SECONDS

        def play(number: int) -> None:
            line_to = address.replace("http", "ws") + "play"
            with connect(line_to, origin=address.rstrip("/"), compression=None) as line:  # type: ignore[arg-type]
                line.send(json.dumps({"begin": puzzle}))
                line.recv()
                while time.perf_counter() < end:
                    line.send(pictures[counts[number] % len(pictures)])
                    line.recv()
                    counts[number] += 1

        threads = [threading.Thread(target=play, args=(number,)) for number in range(players)]
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join()
    return {
        "fps_least": round(min(counts) / SECONDS, 1),
        "fps_all": round(sum(counts) / SECONDS, 1),
    }


def measure_memory(puzzle: str, frames: int = 10_000) -> list[float]:
    """Megabytes in use after every thousand pictures of a clip that is played over and over."""
    pictures = clip(puzzle, 80)
    player = Player(Toy(puzzle))
    held = []
    for number in range(frames):
        player.look(pictures[number % len(pictures)], number / 15)
        if number % 1000 == 999:
            status = Path("/proc/self/statm").read_text(encoding="utf-8").split()
            held.append(round(int(status[1]) * 4096 / 1e6, 1))
    return held


def main() -> int:
    """Prints an object of JSON; 1 where there is no browser to measure with."""
    if "--memory" in sys.argv:
        print(json.dumps({puzzle: measure_memory(puzzle) for puzzle in CLIPS}))
        return 0
    figures: dict[str, Any] = {
        f"{PLAYERS} players, {puzzle}": measure_crowd(puzzle) for puzzle in CLIPS
    }
    if missing() is None:
        figures |= {puzzle: measure_browser(puzzle) for puzzle in CLIPS}
    print(json.dumps(figures, indent=2))
    return 0 if missing() is None else 1


if __name__ == "__main__":
    sys.exit(main())
