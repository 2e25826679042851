"""Which of several rows a look at a picture chooses."""

from dataclasses import replace

import numpy as np
import pytest

from vision.frame import Image
from vision.hanoi.nets import Stacks
from vision.hanoi.patch import PATCH, ROWS
from vision.hanoi.row import Row, Support
from vision.hanoi.sight import Looker, Sight

FEET = np.array([[100.0, 200], [200, 200], [300, 200]])
UPRIGHT = Row(FEET, FEET - [0, 90], 0.9)
UPSIDE_DOWN = Row(UPRIGHT.tips, UPRIGHT.feet, 0.5)
NONE = np.zeros((3, *PATCH[::-1], 3), np.uint8)


def stacks(counts: tuple[int, ...], clear: float) -> Stacks:
    """What pegs carry, for sure, and how likely it is that nothing hides the middle one."""
    shown = np.zeros((3, 9))
    shown[np.arange(3), counts] = 1.0
    free = np.array([1.0, clear, 1.0])
    sizes, errors = np.full((3, 8), 0.3), np.full((3, 8), 0.01)
    rims = np.zeros((3, ROWS))
    return Stacks(shown, sizes, errors, free, np.zeros((3, 2, 2)), np.full(3, 0.3), rims, rims)


@pytest.mark.parametrize(
    ("clear", "closer", "chosen"),
    [(0.05, 1.0, UPRIGHT), (0.05, 0.01, UPSIDE_DOWN), (1.0, 0.01, UPRIGHT)],
    ids=["a pile that seemed to be a hand is none", "it is one", "no row is in doubt"],
)
def test_rows_that_do_not_convince_are_looked_at_closely(
    monkeypatch: pytest.MonkeyPatch, clear: float, closer: float, chosen: Row
) -> None:
    def look(image: Image, row: Row, patches: Image | None = None) -> Sight:
        if row is UPSIDE_DOWN:
            return Sight(row, row, NONE, stacks((0, 0, 0), 1.0))
        return Sight(row, row, NONE, stacks((3, 2, 3), clear))

    def together(image: Image, sight: Sight) -> Sight:
        free = np.full(3, 1.0 if sight.row is UPSIDE_DOWN else closer)
        return replace(sight, stacks=replace(sight.stacks, clear=free))

    looker = Looker()
    monkeypatch.setattr(looker, "look", look)
    monkeypatch.setattr(looker, "together", together)
    monkeypatch.setattr(looker, "settled", look)
    monkeypatch.setattr("vision.hanoi.sight.likely_rows", lambda *_, **__: [UPRIGHT, UPSIDE_DOWN])
    monkeypatch.setattr("vision.hanoi.sight.support_of", lambda *_, **__: Support(0.9))
    found = looker.find(np.zeros((300, 400, 3), np.uint8), pegs=3, count=8)
    assert found is not None
    assert found.row is chosen
