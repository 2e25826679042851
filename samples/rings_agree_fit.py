"""Fits how sure looks at one toy are that agree: `vision.rings.agree`.

    python -m samples.rings_agree_fit read EVIDENCE --pictures 6000 --seed 8400000
    python -m samples.rings_agree_fit fit EVIDENCE

The first draws pictures of toys with nothing hidden, has the rings' eye look at each as often as it
looks at one in doubt, and writes what the looks say together, and whether that is right. The second
fits two logistic regressions to it, of the number of rings and of single rings.
"""

import argparse
from collections.abc import Iterator
from pathlib import Path

import cv2
import numpy as np

from samples.render.rings_picture import draw_picture
from vision.rings.agree import LEAST, RING_MOST, against, pooled, together
from vision.rings.channel import grey_of
from vision.rings.find import ToyFinder, beyond_doubt
from vision.rings.net import Floats

SIZE, FILL, SHARD = (640, 480), (0.6, 0.95), 100
# Newton's method: its steps, and what keeps factors small of which little is known.
STEPS, RIDGE = 25, 0.5


def read(folder: Path, seeds: range) -> Iterator[Path]:
    """Files of evidence, one a hundred pictures; those that are there already are kept."""
    folder.mkdir(parents=True, exist_ok=True)
    for first in seeds[::SHARD]:
        path = folder / f"{first:08d}.npz"
        if not path.exists():
            told = [evidence(seed) for seed in range(first, first + SHARD)]
            counts, rings = zip(*(one for one in told if one is not None), strict=True)
            np.savez(path, counts=np.stack(counts), rings=np.concatenate(rings))
        yield path


def evidence(seed: int) -> tuple[Floats, Floats] | None:
    """Of a picture that one look leaves in doubt, what speaks for the number, and for each ring.

    Of the number (3,): log-odds, whether all looks tell it, and whether it is right. Of the rings
    (n, 3): the size of the log-odds, the share of looks against it, and whether it is right; none
    where the number is not. None for other pictures.
    """
    picture, truth = draw_picture(np.random.default_rng(seed), SIZE, fill=FILL, hands=0.0)
    close, finer = ToyFinder().looks(grey_of(picture))
    if truth.hidden.any() or not close or beyond_doubt(close[0]):
        return None
    toy, alike = pooled(close, finer)
    counted = float(np.clip(toy.counted, LEAST, 1 - LEAST))
    right = toy.rings == len(truth.state)
    all_alike = bool(finer) and together([*close, *finer], alike)
    count = np.array([np.log(counted / (1 - counted)), all_alike, right])
    if not right or not alike:
        return count, np.zeros((0, 3))
    on = np.array([digit == "1" for digit in truth.state[::-1]])
    size = np.minimum(np.abs(toy.on), RING_MOST)
    return count, np.stack([size, against(toy.on, alike), (toy.on > 0) == on], axis=1)


def fitted(told: Floats, right: Floats) -> Floats:
    """The constant and the factors of evidence (k, m) by logistic regression, Newton's method."""
    x = np.column_stack([np.ones(len(told)), told])
    factors = np.zeros(x.shape[1])
    small = RIDGE * np.diag([0.0] + [1.0] * told.shape[1])
    for _ in range(STEPS):
        chance = 1 / (1 + np.exp(-np.clip(x @ factors, -30, 30)))
        slope = x.T @ (right - chance) - small @ factors
        bend = (x * (chance * (1 - chance))[:, None]).T @ x + small
        factors = factors + np.linalg.solve(bend, slope)
    return factors


def main() -> None:
    """The command line."""
    parser = argparse.ArgumentParser(description=__doc__)
    jobs = parser.add_subparsers(dest="job", required=True)
    reading = jobs.add_parser("read", help="draws toys and looks at them")
    reading.add_argument("folder", type=Path)
    reading.add_argument("--pictures", type=int, default=6000)
    reading.add_argument("--seed", type=int, default=8_400_000)
    fitting = jobs.add_parser("fit", help="fits the factors and prints them")
    fitting.add_argument("folder", type=Path)
    asked = parser.parse_args()
    cv2.setNumThreads(1)
    if asked.job == "read":
        for path in read(asked.folder, range(asked.seed, asked.seed + asked.pictures)):
            print(path.name, flush=True)
        return
    files = [np.load(path) for path in sorted(asked.folder.glob("*.npz"))]
    for name in ("counts", "rings"):
        rows = np.concatenate([data[name] for data in files])
        factors = fitted(rows[:, :-1], rows[:, -1])
        wrong = int(np.sum(rows[:, -1] == 0))
        print(f"{name}: {len(rows)}, {wrong} of them wrong, factors {factors.round(2)}")


if __name__ == "__main__":
    main()
