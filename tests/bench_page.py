"""Measures the page: `python -m tests.bench_page`. A real browser, then ten players at once.

Pictures a second and the round trip, from sending a picture to hearing its answer, are those of
one headless Chromium at 640 x 480, whose webcam shows the puzzle's clip as it was.
Ten players send the rings' clip without a browser, each a picture when the last is answered.
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


def measure_crowd(players: int = PLAYERS) -> Mapping[str, float]:
    """Pictures answered a second to the player who got the fewest, and to all together."""
    pictures = clip("rings", 80)
    counts = [0] * players
    with served() as address:
        end = time.perf_counter() + SECONDS

        def play(number: int) -> None:
            line_to = address.replace("http", "ws") + "play"
            with connect(line_to, origin=address.rstrip("/"), compression=None) as line:  # type: ignore[arg-type]
                line.send(json.dumps({"begin": "rings"}))
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


def main() -> int:
    """Prints an object of JSON; 1 where there is no browser to measure with."""
    figures: dict[str, Any] = {f"{PLAYERS} players": measure_crowd()}
    if missing() is None:
        figures |= {puzzle: measure_browser(puzzle) for puzzle in CLIPS}
    print(json.dumps(figures, indent=2))
    return 0 if missing() is None else 1


if __name__ == "__main__":
    sys.exit(main())
