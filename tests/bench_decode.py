"""Measures the decoder of the cube on synthetic looks: how often the whole cube is right, how fast.

Each sticker is misnamed with a known probability, independently of all others: as one wrong colour
of five, of which the reader knows the share only, or as confusable measures with honest doubts.
Centres are always named right. Run: python -m tests.bench_decode
"""

import json
import time
from collections.abc import Callable
from typing import Any

import numpy as np
from numpy.typing import NDArray

from solver.cube import Decoded, decode, decode_table
from tests.solver.synthetic import SPREADS, Floats, faces, honest, random_cube, shuffled

CUBES, SEED = 60, 11
CERTAIN = 0.9
Reader = Callable[[NDArray[Any], float, np.random.Generator], Floats]


def measure(cubes: int = CUBES) -> dict[str, dict[str, Any]]:
    """A row for each reader, share of misnamed stickers, and of known or unknown places."""
    rows: dict[str, dict[str, Any]] = {}
    readers: tuple[tuple[str, Reader], ...] = (
        ("any other colour", misnamed),
        ("confusable colours", confusable),
    )
    for name, reader in readers:
        for share in (0.02, 0.05):
            for known in (True, False):
                title = f"{name}, {share:.0%} misnamed, {'known' if known else 'unknown'} places"
                rows[title] = score(reader, share, known, cubes)
    return rows


def score(reader: Reader, share: float, known: bool, cubes: int) -> dict[str, Any]:
    """The shares of whole cubes that are right, and milliseconds each."""
    rng = np.random.default_rng(SEED)
    by_sticker, right, sure, wrong, seconds = 0, 0, 0, 0, []
    for _ in range(cubes):
        cube = random_cube(rng)
        colours = np.array(faces(cube)) if known else shuffled(cube, rng)[0]
        table = reader(colours.ravel(), share, rng)
        by_sticker += bool((table.argmax(axis=1) == colours.ravel()).all())
        begun = time.process_time()
        found = _decoded(table, known)
        seconds.append(time.process_time() - begun)
        right += found.state == cube
        sure += found.state == cube and found.certainty > CERTAIN
        wrong += found.state != cube and found.certainty > CERTAIN
    return {
        "cubes": cubes,
        "by sticker": by_sticker / cubes,
        "decoded": right / cubes,
        "right and certain": sure / cubes,
        "wrong and certain": wrong,
        "ms, median": round(1000 * float(np.median(seconds)), 1),
        "ms, worst": round(1000 * max(seconds), 1),
    }


def _decoded(table: Floats, known: bool) -> Decoded:
    return decode_table(table) if known else decode(table.reshape(6, 9, 6))


def misnamed(colours: NDArray[Any], share: float, rng: np.random.Generator) -> Floats:
    """One colour with what is left after the share; all others alike."""
    wrong = rng.random(len(colours)) < share
    wrong[4::9] = False
    named = np.where(wrong, (colours + rng.integers(1, 6, len(colours))) % 6, colours)
    table = np.full((len(colours), 6), share / 5)
    table[np.arange(len(colours)), named] = 1 - share
    return table


def confusable(colours: NDArray[Any], share: float, rng: np.random.Generator) -> Floats:
    """Measures with so much noise that this share is misnamed; doubts are honest."""
    table = honest(colours, SPREADS[share], rng)
    table[4::9] = 0.001 + 0.994 * np.eye(6)[colours[4::9]]
    return table


if __name__ == "__main__":
    print(json.dumps(measure(), indent=1))
