"""Scenes turned into what networks are shown and what they should answer."""

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from samples.hanoi_eye.ink import circle
from samples.hanoi_eye.paint import Scene
from samples.hanoi_eye.scene import MOST_DISCS, Floats, ends_of
from vision.hanoi.depth import evened
from vision.hanoi.patch import (
    FOOT,
    PATCH,
    ROWS,
    UNIT,
    close_matrix,
    cut_patch,
    fit_scene,
    patch_matrix,
    pile_extent,
    units,
)

Image = NDArray[np.uint8]
MOST_PEGS = 4
# How often a peg's tip, and its foot, are taken for something else (a shadow, another rod), and how
# far away that is, in units. A reader that never saw this would take what it is shown for the peg.
ASTRAY, TIP_AWAY, FOOT_AWAY = 0.15, 0.3, 0.12
# How far off ends of pegs are in a look at the whole row, in units, before they are made a lattice.
SLACKS = (0.006, 0.012, 0.024)
# A peg's answer: count, covered share, foot and tip (4), the stack's height as a share of the
# peg's length, then the radii from the bottom.
ANSWER = 3 + 4 + MOST_DISCS
# A pile's: count, covered share, the radii from the bottom, and the rows in which rims are.
RIMS = 2 + 2 * MOST_DISCS


@dataclass(frozen=True, slots=True, eq=False)
class Lesson:
    """One scene: the picture, `feet` and `tips` (4, 2) in it, NaN for no peg; what its pegs show.

    `patches` and `answers` are of each peg, `piles` and `rims` of closer looks at what they carry.
    """

    scene: Image
    feet: Floats
    tips: Floats
    patches: Image
    answers: Floats
    piles: Image
    rims: Floats


def lesson(rng: np.random.Generator, made: Scene, aside: Floats | None = None) -> Lesson:
    """A scene and the patches of its pegs, cut as carelessly as a reader would.

    `aside` (discs, 2) is how far each disc lies off its peg's middle along x and y; None: not at
    all.
    """
    n = made.tower.pegs
    feet, tips = ends_of(made.tower, made.view)
    scaled = fit_scene(made.image)
    shown = np.full((2, MOST_PEGS, 2), np.nan)
    shown[0, :n], shown[1, :n] = feet * scaled.factor, tips * scaled.factor
    slack = 0.04 if rng.random() < 0.7 else 0.015
    unit = units(feet, tips)
    feet_seen = _astray(rng, feet, unit, slack, FOOT_AWAY)
    tips_seen = _astray(rng, tips, unit, 1.5 * slack, TIP_AWAY)
    unit = units(feet_seen, tips_seen)
    patches: list[Image] = []
    piles: list[Image] = []
    answers: list[Floats] = []
    rims: list[Floats] = []
    for p in range(n):
        matrix = patch_matrix(feet_seen[p], tips_seen[p], float(unit[p]))
        true = np.array([feet[p], tips[p]]) @ matrix[:, :2].T + matrix[:, 2]
        patches.append(cut_patch(made.image, matrix))
        answers.append(_answer(made, p, matrix, true))
        matrix = close_matrix(matrix, *_extent(rng, answers[-1], true))
        piles.append(cut_patch(made.image, matrix))
        rims.append(_rims(made, p, matrix, aside))
    told = np.array(answers), np.array(piles), np.array(rims)
    return Lesson(scaled.image, shown[0], shown[1], np.array(patches), *told)


def settled_ends(rng: np.random.Generator, made: Scene) -> tuple[Floats, Floats]:
    """Feet and tips (pegs, 2) of a scene as a reader finds them by a look at the whole row."""
    feet, tips = ends_of(made.tower, made.view)
    slack = float(rng.choice(SLACKS)) * units(feet, tips)[:, None]
    feet, tips = (ends + rng.normal(0, 1, ends.shape) * slack for ends in (feet, tips))
    errors = np.repeat(np.concatenate([slack, slack]), 2, axis=1)
    return evened(feet, tips, errors=errors)


def _astray(
    rng: np.random.Generator, ends: Floats, unit: Floats, slack: float, away: float
) -> Floats:
    """Ends of pegs (pegs, 2) as a reader may find them: off by `slack` units, some by `away`."""
    far = np.where(rng.random(len(ends)) < ASTRAY, away, slack)
    return np.asarray(ends + rng.normal(0, 1, ends.shape) * (far * unit)[:, None])


def _answer(made: Scene, peg: int, matrix: Floats, ends: Floats) -> Floats:
    """What the patch of a peg should be read as; `ends` are foot and tip in it."""
    tower, stack = made.tower, list(made.tower.stacks[peg])
    high = float(tower.thick[stack].sum()) / tower.tall(peg)
    told = [np.array([len(stack), made.covered[peg]]), ((ends - FOOT) / UNIT).ravel(), [high]]
    return np.concatenate([*told, _radii(made, peg, matrix)])


def _radii(made: Scene, peg: int, matrix: Floats) -> Floats:
    """The half widths of a peg's discs in UNIT of a patch, (MOST_DISCS,), from below."""
    radii, stack = np.full(MOST_DISCS, np.nan), list(made.tower.stacks[peg])
    scale = made.view.scale(made.tower.foot(peg)) * float(np.linalg.norm(matrix[0, :2]))
    radii[: len(stack)] = made.tower.radii[stack] * scale / UNIT
    return radii


def _extent(rng: np.random.Generator, answer: Floats, ends: Floats) -> tuple[float, float]:
    """From where to where a reader thinks that a pile reaches, in pixels of its patch."""
    high, radii = float(answer[6]), answer[7:]
    widest = float(np.nanmax(radii, initial=0.0))
    if not answer[0]:
        # It saw something at the foot of an empty peg.
        high, widest = float(rng.exponential(0.15)), float(rng.uniform(0.1, 0.4))
    high = max(0.0, high * float(np.exp(rng.normal(0, 0.1))) + float(rng.normal(0, 0.02)))
    widest = widest * float(np.exp(rng.normal(0, 0.1)))
    return pile_extent(ends + rng.normal(0, 1.5, ends.shape), high, widest)


def _rims(made: Scene, peg: int, matrix: Floats, aside: Floats | None) -> Floats:
    """What a closer look at a pile should be read as, (RIMS,)."""
    rows, stack = np.full(MOST_DISCS, np.nan), made.tower.stacks[peg]
    rows[: len(stack)] = rim_lines(made, peg, matrix, aside) * ROWS / PATCH[1]
    told = np.array([len(stack), made.covered[peg]])
    return np.concatenate([told, _radii(made, peg, matrix), rows])


def rim_lines(made: Scene, peg: int, matrix: Floats, aside: Floats | None = None) -> Floats:
    """How far down the rims of a pile are in a look at its peg, (discs,) pixels, from below.

    A disc's rim is the lowest point of its outline: however the camera stands, no disc that lies
    above hides it, and what is below it looks different. `matrix` is that of the look.
    """
    tower, stack = made.tower, made.tower.stacks[peg]
    lines, low = np.zeros(len(stack)), 0.0
    for k, disc in enumerate(stack):
        x, y = (0.0, 0.0) if aside is None else aside[disc]
        middle = tower.foot(peg) + np.array([x, y, low])
        round_it = [circle(middle + np.array([0, 0, z]), r) for r, z in made.outlines[disc]]
        seen = made.view.project(np.concatenate(round_it)) @ matrix[:, :2].T + matrix[:, 2]
        lines[k] = seen[:, 1].max()
        low += float(tower.thick[disc])
    return lines
