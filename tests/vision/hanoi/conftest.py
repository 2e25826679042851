"""A sight that several tests begin with."""

from dataclasses import fields, replace

import numpy as np
import pytest

from vision.hanoi.nets import LINES, Stacks
from vision.hanoi.patch import PATCH
from vision.hanoi.row import Row, Support
from vision.hanoi.sight import Sight

# Two discs on the first peg, one on the second; the last is wider than the second by so much.
STEP = 0.1


@pytest.fixture(name="sight")
def seen() -> Sight:
    feet = np.array([[100.0, 200], [200, 200], [300, 200]])
    row = Row(feet, feet - [0, 90], 0.8)
    counts, radii = np.full((3, 9), 1e-4), np.full((3, 8), 0.1)
    counts[[0, 1, 2], [2, 1, 0]] = 0.99
    radii[0, :2], radii[1, 0] = (0.4, 0.2), 0.2 + STEP
    nothing, ends = np.zeros((3, len(LINES))), np.zeros((3, 2, 2))
    errors, clear = np.full((3, 8), 0.02), np.full(3, 0.99)
    stacks = Stacks(counts, radii, errors, clear, ends, np.full(3, 0.5), nothing, nothing)
    return Sight(row, row, np.zeros((3, *PATCH[::-1], 3), np.uint8), stacks, support=Support(0.95))


def with_bare_peg(sight: Sight, end: int, clear: float) -> Sight:
    """The sight of three pegs with a bare fourth one at an end, that nothing hides so likely."""
    row, order = sight.row, [3, 0, 1, 2] if end == 0 else [0, 1, 2, 3]
    step = (row.feet[-1] - row.feet[0]) / 2
    beside = (
        (row.feet[0] - step, row.tips[0] - step)
        if end == 0
        else (row.feet[-1] + step, row.tips[-1] + step)
    )
    feet, tips = (
        np.concatenate([ends, own[None]])[order]
        for ends, own in zip((row.feet, row.tips), beside, strict=True)
    )
    stacks = sight.stacks
    bare = {
        item.name: np.concatenate([value, value[-1:]])[order]
        for item in fields(stacks)
        if isinstance(value := getattr(stacks, item.name), np.ndarray)
    }
    bare["counts"][end] = np.eye(stacks.counts.shape[1])[0]
    bare["clear"][end] = clear
    four, patches = Row(feet, tips, row.score), np.concatenate([sight.patches, sight.patches[-1:]])
    return replace(sight, row=four, moved=four, patches=patches, stacks=replace(stacks, **bare))
