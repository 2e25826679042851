"""Fits how sure a first picture of a tower is: `vision.hanoi.surety`.

    python -m samples.hanoi_eye.fit_surety read EVIDENCE SCENES/painted SCENES/traced
    python -m samples.hanoi_eye.fit_surety fit EVIDENCE

The first has the eye read scenes that `samples.hanoi_eye.drawn` drew and that nothing was taught
on, each with its number of discs given and without, and writes what spoke for the likeliest
arrangement, and whether that was right. The second fits the factors by maximum likelihood, near
those of before: every second scene is fitted on, the others are only measured. Needs torch.
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
from vision.hanoi.census import FEWEST
from vision.hanoi.places import arrangements_of, complete_probability, total_probabilities
from vision.hanoi.reader import AWAY, SURE_COUNT, TRUST_FROM
from vision.hanoi.sight import Looker
from vision.hanoi.surety import SHIFTS, SLOPES, evidence
from vision.hanoi.weighing import weigh

STEPS, RATE = 1500, 0.05
# How strongly factors are held to those of before. In every scene there is a toy: how often a row
# is none, in pictures of rooms, scenes cannot tell.
PULL = 3e-3 * np.array([1, 1, 1, 1e3, 1, 1, 1, 1])
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
    """Of a scene, with its discs given and counted: its place, given, right, and the evidence."""
    discs = len(scene.tower.radii)
    for given in (True, False):
        sight = looker.find(scene.image, count=discs if given else None)
        if sight is None:
            continue
        sight = looker.together(scene.image, sight)
        totals = total_probabilities(sight.stacks.counts)
        count = discs if given else int(totals.argmax())
        whole = complete_probability(totals, count, AWAY)
        seen = float(sight.stacks.clear.min())
        told = whole > TRUST_FROM and seen > TRUST_FROM
        counted = totals[count] >= SURE_COUNT
        if not (FEWEST <= count <= MOST_DISCS and told and (given or counted)):
            continue
        arrangements = arrangements_of(count, sight.row.pegs)
        weighed = weigh(arrangements, sight)
        right = tuple(arrangements.peg_of[weighed.both.argmax()]) == _pegs(scene.tower)
        number = 1.0 if given else float(totals[count])
        found = evidence(sight, arrangements, weighed, whole, number)
        yield np.concatenate([[place, given, right and count == discs], found])


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
    rows = np.concatenate([np.load(path) for path in sorted(asked.folder.glob("*/*.npy"))])
    place, given, right, told = rows[:, 0], rows[:, 1], rows[:, 2], rows[:, 3:]
    learned = place % 2 == 0
    factors = fitted(told[learned], right[learned])
    for how, some in (("given", given > 0), ("counted", given == 0)):
        for name, part in (("fitted on", learned), ("kept aside", ~learned)):
            report(f"{how}, {name}", told[some & part], right[some & part], factors)
    shifts, slopes = fitted(told, right)
    print("of all: shifts", repr(shifts), "slopes", repr(slopes))


if __name__ == "__main__":
    main()
