"""Measures the eye for hanoi's variants on painted toys: single pictures, and games by `guide`.

Run: python -m tests.bench_hanoi_variants [FIRST_SEED [PICTURES]]
"""

import contextlib
import io
import itertools
import json
import sys
import tempfile
import time
from collections import Counter
from pathlib import Path
from typing import Any

import cv2

from calibration import default_profile
from companion.cli import main
from companion.cue import SURE
from companion.photos import read_photo
from solver import Variant, variant_of_state
from solver.hanoi import RULES
from tests.vision.hanoi.painted_variant import Toy

FIRST_SEED, PICTURES = 960_000, 100
# A painted game: pictures a second, how long a state is shown, and a hand before the next one.
FPS, REST, HAND = 10, 16, 5
MOVES = 8


def measure(first: int = FIRST_SEED, pictures: int = PICTURES) -> dict[str, dict[str, Any]]:
    """The rows of single pictures and of a game, by variant."""
    rows: dict[str, dict[str, Any]] = {}
    for variant in RULES:
        rows[f"{variant}, pictures"] = stills(variant, first, pictures // len(RULES))
        rows[f"{variant}, game"] = game(variant, first)
    return rows


def stills(variant: str, first: int, pictures: int) -> dict[str, Any]:
    """How single pictures with nothing hidden are read.

    `right` has the pieces where they are, whatever their colours are called; of these, `named`
    calls the colours as they were meant.
    """
    found: Counter[str] = Counter()
    wrong: list[tuple[int, str, str]] = []
    for seed in range(first, first + pictures):
        toy = Toy.of(seed, variant)
        image, profile = toy.show(), default_profile("hanoi")
        answer = read_photo("hanoi", "", image, profile, None, None, variant=variant)
        if answer.cue is None or answer.puzzle is None:
            found["null"] += 1
        elif nameless(answer.puzzle.format(answer.cue.state)) != nameless(toy.text):
            wrong.append((seed, toy.text, answer.puzzle.format(answer.cue.state)))
        else:
            found["right"] += 1
            found["named"] += answer.puzzle.format(answer.cue.state) == toy.text
    counted = {name: found[name] for name in ("right", "null", "named")}
    return {"of": pictures, **counted, "wrong and certain": wrong}


def nameless(text: str) -> str:
    """A state with its colours numbered in the order in which they come."""
    letters = list(dict.fromkeys(c for c in text if c.isalpha()))
    return "".join(chr(65 + letters.index(c)) if c in letters else c for c in text)


def game(variant: str, first: int) -> dict[str, Any]:
    """A game of some moves of the plan, painted, and what `guide` says to it."""
    toy, states = played(variant, first)
    goal = variant_of_state(variant, states[0])
    with tempfile.TemporaryDirectory() as folder:
        film(toy, states, Path(folder))
        options = ["--variant", variant, "--source", folder, "--fps", str(FPS)]
        wanted = ["--goal", goal.format(goal.goal), "--json", "--no-window", "--voice", "off"]
        began, out = time.process_time(), io.StringIO()
        with contextlib.redirect_stdout(out):
            status = main(["guide", "hanoi", *options, *wanted])
        seconds = time.process_time() - began
    cues = [json.loads(line) for line in out.getvalue().splitlines()]
    told = [cue["state"] for cue in cues if cue["state"] and cue["certainty"] >= SURE]
    once = [state for state, _ in itertools.groupby(told)]
    return {
        "moves": len(states) - 1,
        "right": f"{sum(state in once for state in states)} of {len(states)}",
        "in order": once == [state for state in states if state in once],
        "invented": [state for state in once if state not in states],
        "kinds": dict(Counter(cue["kind"] for cue in cues)),
        "status": status,
        "ms a frame": round(1000 * seconds / (len(states) * (HAND + REST)), 1),
    }


def film(toy: Toy, states: list[str], folder: Path) -> None:
    """Writes the pictures: an arm passes before each state."""
    for number in range(len(states) * (HAND + REST)):
        text, look = states[number // (HAND + REST)], number % (HAND + REST)
        hand = (0.3 + 0.1 * look, 0.55) if look < HAND else None
        picture = toy.stacked(text).show(number, hand)
        cv2.imwrite(str(folder / f"{number:04}.jpg"), picture)


def played(variant: str, first: int) -> tuple[Toy, list[str]]:
    """A toy, and the states of the first moves of a plan that is long enough.

    The plan goes to the usual goal from the state that the toy is painted in.
    """
    for seed in range(first, first + 1000):
        toy = Toy.of(seed, variant)
        puzzle: Variant = variant_of_state(variant, toy.text)
        start = puzzle.parse(toy.text)
        plan = puzzle.plan(start, puzzle.goal)
        if plan.count >= (MOVES if not toy.tower.balls else 4):
            states = [start]
            for move in list(plan)[:MOVES]:
                states.append(puzzle.apply(states[-1], move))
            return toy, [puzzle.format(state) for state in states]
    raise ValueError(f"{variant}: no toy has a long way to go")


if __name__ == "__main__":
    cv2.setNumThreads(1)
    numbers = [int(text) for text in sys.argv[1:3]]
    print(json.dumps(measure(*numbers), indent=1))
