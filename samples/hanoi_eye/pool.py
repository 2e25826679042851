"""Scenes turned into what the two networks are shown and what they should answer."""

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from samples.hanoi_eye.ink import circle
from samples.hanoi_eye.paint import Scene
from samples.hanoi_eye.scene import MOST_DISCS, Floats
from vision.hanoi.patch import (
    FOOT,
    PATCH,
    ROWS,
    UNIT,
    close_matrix,
    cut_patch,
    fit_scene,
    patch_matrix,
    units,
)

Image = NDArray[np.uint8]
MOST_PEGS = 4
# A peg's answer: count, covered share, foot and tip (4), the stack's height as a share of the
# peg's length, then the radii from the bottom, and in which rows the fronts of upper rims are.
ANSWER = 3 + 4 + 2 * MOST_DISCS


@dataclass(frozen=True, slots=True, eq=False)
class Lesson:
    """One scene: the picture, `feet` and `tips` (4, 2) in it, NaN for no peg; patches, answers."""

    scene: Image
    feet: Floats
    tips: Floats
    patches: Image
    answers: Floats


def lesson(
    rng: np.random.Generator, made: Scene, aside: Floats | None = None, *, close: bool = False
) -> Lesson:
    """A scene and the patches of its pegs, cut as carelessly as a reader would.

    `aside` (discs, 2) is how far each disc lies off its peg's middle along x and y; None: not at
    all. `close`: the patches are closer looks at the piles; foot, tip and height are not told.
    """
    n = made.tower.pegs
    feet = np.array([made.view.project(made.tower.foot(p)) for p in range(n)])
    tips = np.array([made.view.project(made.tower.tip(p)) for p in range(n)])
    scaled = fit_scene(made.image)
    shown = np.full((2, MOST_PEGS, 2), np.nan)
    shown[0, :n], shown[1, :n] = feet * scaled.factor, tips * scaled.factor
    patches, answers = _patches(rng, made, feet, tips, aside, close)
    return Lesson(scaled.image, shown[0], shown[1], patches, answers)


def _patches(
    rng: np.random.Generator,
    made: Scene,
    feet: Floats,
    tips: Floats,
    aside: Floats | None,
    close: bool,
) -> tuple[Image, Floats]:
    slack = 0.04 if rng.random() < 0.7 else 0.015
    unit = units(feet, tips)
    feet_seen = feet + rng.normal(0, slack, feet.shape) * unit[:, None]
    tips_seen = tips + rng.normal(0, 1.5 * slack, tips.shape) * unit[:, None]
    unit = units(feet_seen, tips_seen)
    patches: list[Image] = []
    answers: list[Floats] = []
    for p in range(made.tower.pegs):
        matrix = patch_matrix(feet_seen[p], tips_seen[p], float(unit[p]))
        if close:
            matrix = close_matrix(matrix, *_extent(rng, _fronts(made, p, matrix, aside)))
        patches.append(cut_patch(made.image, matrix))
        true = np.array([feet[p], tips[p]]) @ matrix[:, :2].T + matrix[:, 2]
        radii = np.full(MOST_DISCS, np.nan)
        stack = list(made.tower.stacks[p])
        factor = made.view.scale(made.tower.foot(p)) * np.linalg.norm(matrix[0, :2]) / UNIT
        radii[: len(stack)] = made.tower.radii[stack] * factor
        high = float(made.tower.thick[stack].sum()) / made.tower.tall(p)
        ends = ((true - FOOT) / UNIT).ravel()
        if close:
            ends, high = np.full(4, np.nan), np.nan
        told = [np.array([len(stack), made.covered[p]]), ends, np.array([high])]
        answers.append(np.concatenate([*told, radii, _fronts(made, p, matrix, aside)]))
    return np.array(patches), np.array(answers)


def _extent(rng: np.random.Generator, fronts: Floats) -> tuple[float, float]:
    """From where to where a reader thinks that a pile reaches, in pixels of its patch."""
    shown = fronts[np.isfinite(fronts)] * PATCH[1] / ROWS
    if not len(shown):
        # It saw something at the foot of an empty peg.
        shown = FOOT[1] + rng.normal(0, 8) - np.array([0.0, rng.exponential(12)])
    wrong = rng.normal(0, 2 + 0.08 * np.ptp(shown), 2)
    top, bottom = float(shown.min() + wrong[0]), float(shown.max() + wrong[1])
    return min(top, bottom - 1), bottom


def _fronts(made: Scene, peg: int, matrix: Floats, aside: Floats | None) -> Floats:
    """The row of the lowest point of each disc's upper rim in a patch, (MOST_DISCS,), from below.

    However the camera stands, no disc that lies above hides it.
    """
    rows, tower = np.full(MOST_DISCS, np.nan), made.tower
    top = np.cumsum(tower.thick[list(tower.stacks[peg])])
    for k, disc in enumerate(tower.stacks[peg]):
        x, y = (0.0, 0.0) if aside is None else aside[disc]
        rim = circle(tower.foot(peg) + np.array([x, y, top[k]]), float(tower.radii[disc]))
        seen = made.view.project(rim) @ matrix[:, :2].T + matrix[:, 2]
        rows[k] = seen[:, 1].max() * ROWS / PATCH[1]
    return rows
