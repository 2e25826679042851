"""Painted scenes turned into what the two networks are shown and what they should answer."""

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from samples.hanoi_eye.paint import Scene, random_scene
from samples.hanoi_eye.scene import MOST_DISCS, Floats
from vision.hanoi.patch import FOOT, UNIT, cut_patch, fit_scene, patch_matrix, units

Image = NDArray[np.uint8]
MOST_PEGS = 4
# A peg's answer: count, covered share, foot and tip (4), the stack's height as a share of the
# peg's length, then the radii from the bottom.
ANSWER = 3 + 4 + MOST_DISCS


@dataclass(frozen=True, slots=True, eq=False)
class Lesson:
    """One scene: the picture, `feet` and `tips` (4, 2) in it, NaN for no peg; patches, answers."""

    scene: Image
    feet: Floats
    tips: Floats
    patches: Image
    answers: Floats


def lesson(rng: np.random.Generator) -> Lesson:
    """One random scene and the patches of its pegs, cut as carelessly as a reader would."""
    made = random_scene(rng)
    n = made.tower.pegs
    feet = np.array([made.view.project(made.tower.foot(p)) for p in range(n)])
    tips = np.array([made.view.project(made.tower.tip(p)) for p in range(n)])
    scaled = fit_scene(made.image)
    shown = np.full((2, MOST_PEGS, 2), np.nan)
    shown[0, :n], shown[1, :n] = feet * scaled.factor, tips * scaled.factor
    patches, answers = _patches(rng, made, feet, tips)
    return Lesson(scaled.image, shown[0], shown[1], patches, answers)


def _patches(
    rng: np.random.Generator, made: Scene, feet: Floats, tips: Floats
) -> tuple[Image, Floats]:
    slack = 0.04 if rng.random() < 0.7 else 0.015
    unit = units(feet, tips)
    feet_seen = feet + rng.normal(0, slack, feet.shape) * unit[:, None]
    tips_seen = tips + rng.normal(0, 1.5 * slack, tips.shape) * unit[:, None]
    unit = units(feet_seen, tips_seen)
    patches, answers = [], []
    for p in range(made.tower.pegs):
        matrix = patch_matrix(feet_seen[p], tips_seen[p], float(unit[p]))
        patches.append(cut_patch(made.image, matrix))
        true = np.array([feet[p], tips[p]]) @ matrix[:, :2].T + matrix[:, 2]
        radii = np.full(MOST_DISCS, np.nan)
        stack = list(made.tower.stacks[p])
        factor = made.view.scale(made.tower.foot(p)) / unit[p]
        radii[: len(stack)] = made.tower.radii[stack] * factor
        high = float(made.tower.thick[stack].sum()) / made.tower.length
        ends = ((true - FOOT) / UNIT).ravel()
        answers.append(np.concatenate([[len(stack), made.covered[p]], ends, [high], radii]))
    return np.array(patches), np.array(answers)
