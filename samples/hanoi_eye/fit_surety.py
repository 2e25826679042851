"""Fits how sure a first picture of a tower is: `vision.hanoi.surety`.

    python -m samples.hanoi_eye.fit_surety read EVIDENCE SCENES/painted SCENES/traced
    python -m samples.hanoi_eye.fit_surety fit EVIDENCE

The first has the eye read scenes that `samples.hanoi_eye.drawn` drew and that nothing was taught
on, each with its number of discs given and without, and writes what spoke for the likeliest
arrangement, and whether that was right; where this leaves doubt, the same of a second look at it.
The second fits the factors of both by maximum likelihood, near those of before: every second scene
is fitted on, the others are only measured. Needs torch.
"""

import argparse
from collections.abc import Iterator
from pathlib import Path

import cv2
import numpy as np
import torch
from torch.nn import functional

from samples.hanoi_eye.drawn import uncut
from samples.hanoi_eye.paint import Scene
from samples.hanoi_eye.scene import MOST_DISCS, Floats, Tower
from vision.hanoi.bystanders import without_bystander
from vision.hanoi.census import FEWEST
from vision.hanoi.places import arrangements_of, complete_probability, total_probabilities
from vision.hanoi.reader import AT_FIRST, AWAY, SURE_COUNT, TRUST_FROM
from vision.hanoi.sight import Looker, Sight
from vision.hanoi.surety import (
    SHIFTS,
    SHIFTS_TWICE,
    SLOPES,
    SLOPES_TWICE,
    evidence,
    surety,
)
from vision.hanoi.weighing import weigh

STEPS, RATE = 1500, 0.05
# How strongly factors are held to those of before. In every scene there is a toy: how often a row
# is none, in pictures of rooms, scenes cannot tell.
PULL = 3e-3 * np.array([1, 1, 1, 1e3, 1, 1, 1, 1, 1])
# Sureness from which on the readings are counted that are right, and wrong.
LEVELS = (0.9, 0.92, 0.94, 0.95, 0.96, 0.97, 0.98)


def countable(tower: Tower) -> bool:
    """Whether a tower's discs are ordered by size, and enough to be counted."""
    return not tower.paints and len(tower.radii) >= FEWEST


def read(folder: Path, scenes: Path) -> Iterator[Path]:
    """Files of evidence from those of scenes; those that are there already are kept."""
    looker = Looker()
    for path, _, made in uncut(scenes, folder, ".npy"):
        towers = [scene for scene in made if countable(scene.tower)]
        rows = [row for k, scene in enumerate(towers) for row in _rows(looker, scene, k)]
        np.save(path, np.array(rows))
        yield path


def _rows(looker: Looker, scene: Scene, place: int) -> Iterator[Floats]:
    """Of a scene, with its discs given and counted: place, given, right, twice, and the evidence.

    What one look makes sure is not looked at twice; nor does a second look count that says
    something else.
    """
    for given in (True, False):
        sight = looker.find(scene.image, count=len(scene.tower.radii) if given else None)
        if sight is None:
            continue
        first = without_bystander(looker, scene.image, looker.together(scene.image, sight))
        told, state, usable = _told(first, scene.tower, given=given)
        right = state == _pegs(scene.tower)
        if usable:
            yield np.concatenate([[place, given, right, 0], told])
        if usable and surety(told) > AT_FIRST:
            continue
        told, again, usable = _told(looker.twice(scene.image, first), scene.tower, given=given)
        if usable and again == state:
            yield np.concatenate([[place, given, right, 1], told])


def _told(sight: Sight, tower: Tower, *, given: bool) -> tuple[Floats, tuple[int, ...], bool]:
    """The evidence for the likeliest state of a sight, that state, and if a reader would weigh it.

    No evidence where there are too few discs, or too many.
    """
    totals = total_probabilities(sight.stacks.counts)
    count = len(tower.radii) if given else int(totals.argmax())
    if not FEWEST <= count <= MOST_DISCS:
        return np.zeros(0), (), False
    whole, seen = complete_probability(totals, count, AWAY), float(sight.stacks.clear.min())
    arrangements = arrangements_of(count, sight.row.pegs)
    weighed = weigh(arrangements, sight)
    number = 1.0 if given else float(totals[count])
    state = tuple(int(peg) for peg in arrangements.peg_of[weighed.both.argmax()])
    usable = given or (seen > TRUST_FROM and number >= SURE_COUNT)
    return evidence(sight, arrangements, weighed, whole, number), state, usable


def _pegs(tower: Tower) -> tuple[int, ...]:
    """The peg of each disc, the smallest first."""
    peg_of = {disc: peg for peg, stack in enumerate(tower.stacks) for disc in stack}
    return tuple(peg_of[disc] for disc in range(len(tower.radii)))


def fitted(
    told: Floats, right: Floats, before: tuple[Floats, Floats] = (SHIFTS, SLOPES)
) -> tuple[Floats, Floats]:
    """The factors under which what came out is likeliest: shifts and slopes (KINDS,).

    They stay near those of `before` where there is little that tells: most of what can be wrong is
    rare.
    """
    mean, spread = told.mean(axis=0), told.std(axis=0)
    x = torch.tensor((told - mean) / spread)
    y = torch.tensor(right)
    near = torch.tensor(before[0] + before[1] * mean), torch.tensor(before[1] * spread)
    shift = near[0].clone().requires_grad_(True)
    # More that speaks for it never makes it less likely.
    slope = torch.log(torch.expm1(near[1])).requires_grad_(True)
    chooser = torch.optim.Adam([shift, slope], lr=RATE)
    for _ in range(STEPS):
        steep = functional.softplus(slope)
        logs = functional.logsigmoid(shift + steep * x).sum(1).clamp(max=-1e-9)
        miss = -torch.where(y > 0, logs, torch.log(-torch.expm1(logs))).mean()
        far = (shift - near[0]) ** 2 + (steep - near[1]) ** 2
        loss = miss + (torch.tensor(PULL) * far).sum()
        chooser.zero_grad()
        loss.backward()
        chooser.step()
    slopes = functional.softplus(slope).detach().numpy() / spread
    return shift.detach().numpy() - slopes * mean, slopes


def report(name: str, told: Floats, right: Floats, factors: tuple[Floats, Floats]) -> None:
    """How many readings are as sure as that, and how many of them are wrong."""
    sure = 1 / np.prod(1 + np.exp(-(factors[0] + factors[1] * told)), axis=1)
    print(f"{name}: {len(right)} readings, {right.mean():.3f} right")
    for level in LEVELS:
        called = sure > level
        print(f"  from {level}: {int((called & (right > 0)).sum())} right, ", end="")
        print(f"{int((called & (right == 0)).sum())} wrong")


def main() -> None:
    """The command line."""
    parser = argparse.ArgumentParser(description=__doc__)
    jobs = parser.add_subparsers(dest="job", required=True)
    reading = jobs.add_parser("read", help="has scenes read")
    reading.add_argument("folder", type=Path)
    reading.add_argument("scenes", type=Path, nargs="+", help="folders of scenes")
    fitting = jobs.add_parser("fit", help="fits the factors and prints them")
    fitting.add_argument("folder", type=Path)
    asked = parser.parse_args()
    cv2.setNumThreads(1)
    torch.set_num_threads(1)
    np.set_printoptions(precision=2, suppress=True, linewidth=100)
    if asked.job == "read":
        for scenes in asked.scenes:
            for path in read(asked.folder / scenes.name, scenes):
                print(path, flush=True)
        return
    found = [np.load(path) for path in sorted(asked.folder.glob("*/*.npy"))]
    rows = np.concatenate([some for some in found if len(some)])
    both = ("one look", (SHIFTS, SLOPES)), ("two", (SHIFTS_TWICE, SLOPES_TWICE))
    for twice, (looks, before) in enumerate(both):
        print(looks)
        fit(rows[rows[:, 3] == twice], before)


def fit(rows: Floats, before: tuple[Floats, Floats]) -> None:
    """Fits the factors to rows of evidence, and prints them and what they tell."""
    place, given, right, told = rows[:, 0], rows[:, 1], rows[:, 2], rows[:, 4:]
    learned = place % 2 == 0
    factors = fitted(told[learned], right[learned], before)
    for how, some in (("given", given > 0), ("counted", given == 0)):
        for name, part in (("fitted on", learned), ("kept aside", ~learned)):
            report(f"{how}, {name}", told[some & part], right[some & part], factors)
    shifts, slopes = fitted(told, right, before)
    print("of all: shifts", repr(shifts), "slopes", repr(slopes))


if __name__ == "__main__":
    main()
