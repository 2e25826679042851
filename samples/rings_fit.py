"""Fits how rods are counted: `python -m samples.rings_fit FOLDER [--pictures 1200]`.

Draws pictures of toys into FOLDER (those that are there already are kept), half of them in a hard
light and every fifth with fingers over it, has the rings' eye look at them, and fits, by turns:

- the weights of a softmax over all runs of places (`vision.rings.places.CLOSE_LOOK`),
- and how sure the likeliest number is, by a logistic regression,

both for the finer look (`vision.rings.finer.FINER_LOOK`) with `--fine`.

Two pictures in three are fitted on, the rest is only measured. Needs torch.
"""

import argparse
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path

import cv2
import numpy as np
import torch
from numpy.typing import NDArray

from samples.render.rings_bulk import write_shards
from samples.render.rings_picture import draw_picture
from vision.rings.counting import STANDARD
from vision.rings.find import ToyFinder
from vision.rings.finer import FINER_LOOK, FinerLook
from vision.rings.net import LEAST, NETWORK, Floats, SpotFinder, Spots, spots_of
from vision.rings.places import CLOSE_LOOK
from vision.rings.rulers import Ruler
from vision.rings.toy import LEAST_RINGS, find_rows, runs_of

SIZE, SHARD, FIRST_SEED = (640, 480), 60, 2_000_000
# How far a place may be from its true foot, and how wrong the pitch, in pitches.
NEAR, WRONG = 0.5, 0.25
RIDGE = 0.003


@dataclass(frozen=True, slots=True, eq=False)
class Case:
    """The runs of one look: features (k, 14), lengths (k,); which are right (k,), if any; and n."""

    told: Floats
    lengths: NDArray[np.intp]
    right: NDArray[np.bool_]
    rings: int


def shard(seed: int) -> tuple[np.ndarray, np.ndarray]:
    """Grey pictures (k, h, w) of toys, of which only fingers hide a part, and feet (k, 12, 2)."""
    rng = np.random.default_rng(seed)
    pictures: list[np.ndarray] = []
    feet: list[np.ndarray] = []
    while len(pictures) < SHARD:
        harsh, hands = len(pictures) % 2 == 1, float(len(pictures) % 5 == 4)
        picture, truth = draw_picture(rng, SIZE, fill=(0.6, 0.95), hands=hands, harsh=harsh)
        outside = np.any((truth.eyes < 0) | (truth.eyes >= SIZE), axis=1)
        if outside.any() or (truth.hidden.any() and not hands):
            continue
        at = np.full((12, 2), np.nan)
        at[: len(truth.feet)] = truth.feet
        pictures.append(cv2.cvtColor(picture, cv2.COLOR_BGR2GRAY))
        feet.append(at)
    return np.stack(pictures), np.stack(feet)


def drawn(folder: Path, count: int) -> Iterator[tuple[np.ndarray, Floats]]:
    """Grey pictures (h, w) and true feet (n, 2), ring 1 first."""
    for path in write_shards(folder, range(FIRST_SEED, FIRST_SEED + count, SHARD), shard):
        with np.load(path) as data:
            pictures, feet = data["pictures"], data["points"]
        for picture, at in zip(pictures, feet, strict=True):
            yield picture, at[np.isfinite(at[:, 0])]


def case_of(
    spots: SpotFinder, grey: np.ndarray, feet: Floats, finer: FinerLook | None = None
) -> Case | None:
    """What the last close look at a picture, or a `finer` one, tells; None: no row was found."""
    finder = ToyFinder(spots)
    toy = finder.find(grey)
    close = finder.close(grey)
    if finer is not None and close is not None and toy is not None:
        looked = finer.look(grey, close[1], toy.step)
        if looked is None:
            return None
        seen, patch, way = looked
        return _case(seen.moved(way), patch, feet @ way[:, :2].T + way[:, 2])
    if close is None:
        return None
    patch, way = close
    return _case(
        spots_of(spots.twice(patch), way, least=LEAST).moved(way),
        patch,
        feet @ way[:, :2].T + way[:, 2],
    )


def _case(found: Spots, patch: np.ndarray, feet: Floats) -> Case | None:
    rows = find_rows(found)
    if rows is None or len(rows.best.picked) < LEAST_RINGS:
        return None
    runs = runs_of(found, rows, patch)
    right = np.zeros(len(runs.first), dtype=bool)
    for k, ruler in enumerate(runs.rulers):
        first = _first(ruler, feet)
        if first is not None:
            right |= (runs.ruler == k) & (runs.first == first) & (runs.lengths == len(feet))
    return Case(runs.told, runs.lengths, right, len(feet))


def _first(ruler: Ruler, feet: Floats) -> int | None:
    """The place of ring 1 where the ruler has a place for each of the feet (n, 2), else None."""
    n, pitch = len(feet), float(np.linalg.norm(ruler.step))
    gaps = np.linalg.norm(ruler.feet[:, None] - feet, axis=2) / pitch
    inside = np.flatnonzero(gaps.min(axis=1) < NEAR)
    true_pitch = float(np.linalg.norm(feet[-1] - feet[0])) / (n - 1)
    if len(inside) != n or abs(pitch / true_pitch - 1) > WRONG:
        return None
    # The first place must be that of ring 1, not of ring n.
    return int(inside[0]) if gaps[inside[0]].argmin() == 0 else None


def fitted(cases: Sequence[Case], first: Floats) -> Floats:
    """The weights under which the right runs are likeliest (maximum likelihood, L-BFGS).

    They are looked for from `first` (14,) on.
    """
    known = [case for case in cases if case.right.any()]
    told = [torch.tensor(case.told, dtype=torch.float32) for case in known]
    nine = [torch.tensor(STANDARD * (case.lengths == 9)).float() for case in known]
    weights = torch.tensor(first, dtype=torch.float32, requires_grad=True)
    chooser = torch.optim.LBFGS([weights], max_iter=150, line_search_fn="strong_wolfe")

    def missed() -> torch.Tensor:
        chooser.zero_grad()
        worth = [t @ weights + s for t, s in zip(told, nine, strict=True)]
        loss = torch.stack(
            [
                torch.logsumexp(w, 0) - torch.logsumexp(w[torch.from_numpy(case.right)], 0)
                for w, case in zip(worth, known, strict=True)
            ]
        ).mean()
        total = loss + RIDGE * (weights[1:] ** 2).sum()
        total.backward()
        return total

    chooser.step(missed)
    return np.asarray(weights.detach().numpy(), dtype=np.float64)


def sureness(cases: Sequence[Case], weights: Floats) -> Floats:
    """(k, 4): the margin of the likeliest number in log-odds, its places' mean worth, whether the
    number is right, and whether the whole row is."""
    rows = []
    for case in cases:
        worth = case.told @ weights
        odds = worth + STANDARD * (case.lengths == 9)
        chance = np.exp(odds - odds.max())
        by = np.bincount(case.lengths, chance / chance.sum(), minlength=14)
        n = int(by.argmax())
        best = int(np.argmax(np.where(case.lengths == n, worth, -np.inf)))
        top = float(np.clip(by[n], 1e-6, 1 - 1e-6))
        margin = np.log(top / (1 - top))
        rows.append((margin, worth[best] / n, n == case.rings, case.right[best]))
    return np.array(rows, dtype=np.float64)


def regressed(seen: Floats) -> Floats:
    """(3,): log-odds that the row is right: of one, of the margin, of the mean worth."""
    told = torch.tensor(np.column_stack([np.ones(len(seen)), seen[:, :2]]), dtype=torch.float32)
    right = torch.tensor(seen[:, 3], dtype=torch.float32)
    weights = torch.zeros(3, requires_grad=True)
    chooser = torch.optim.LBFGS([weights], max_iter=200, line_search_fn="strong_wolfe")

    def missed() -> torch.Tensor:
        chooser.zero_grad()
        loss = torch.nn.functional.binary_cross_entropy_with_logits(told @ weights, right)
        total = loss + 1e-3 * (weights[1:] ** 2).sum()
        total.backward()
        return total

    chooser.step(missed)
    return np.asarray(weights.detach().numpy(), dtype=np.float64)


def report(name: str, cases: Sequence[Case], weights: Floats, odds: Floats) -> None:
    """How many numbers are right, and how many of those that are called sure."""
    seen = sureness(cases, weights)
    sure = 1 / (1 + np.exp(-(odds[0] + seen[:, :2] @ odds[1:])))
    right = seen[:, 3] > 0
    print(
        f"{name}: {len(cases)} looks, number right {seen[:, 2].mean():.3f}, row {right.mean():.3f}"
    )
    for least in (0.5, 0.8, 0.9, 0.95, 0.98):
        called = sure >= least
        print(f"  sure {least}: {called.mean():.3f}, of these wrong {(called & ~right).sum()}")
    log = np.log(np.clip(np.where(right, sure, 1 - sure), 1e-4, 1))
    print(f"  mean log loss {-log.mean():.3f}")


def main() -> None:
    """Draws, looks, fits, prints."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("folder", type=Path)
    parser.add_argument("--pictures", type=int, default=1200)
    parser.add_argument("--eye", type=Path, default=NETWORK, help="another network")
    parser.add_argument("--fine", action="store_true", help="the finer look")
    asked = parser.parse_args()
    cv2.setNumThreads(1)
    torch.set_num_threads(1)
    np.set_printoptions(precision=3, suppress=True)
    spots = SpotFinder(asked.eye)
    finer, before = (FinerLook(), FINER_LOOK) if asked.fine else (None, CLOSE_LOOK)
    pictures = drawn(asked.folder, asked.pictures)
    looks = [case_of(spots, grey, feet, finer) for grey, feet in pictures]
    cases = [case for case in looks if case is not None]
    print(f"{len(looks) - len(cases)} of {len(looks)} pictures show no row")
    lost = sum(not case.right.any() for case in cases)
    print(f"{lost} of {len(cases)} rows have no right run on any ruler")
    kept = np.arange(len(cases)) % 3 == 2
    learned = [case for case, aside in zip(cases, kept, strict=True) if not aside]
    rest = [case for case, aside in zip(cases, kept, strict=True) if aside]
    for name, weights in (
        ("as they are", before.weights),
        ("fitted", fitted(learned, before.weights)),
    ):
        odds = regressed(sureness(learned, weights))
        print(name, "weights", weights, "odds", odds)
        report("  learned", learned, weights, odds)
        report("  kept aside", rest, weights, odds)


if __name__ == "__main__":
    main()
