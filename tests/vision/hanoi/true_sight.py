"""Sights of painted toys with the truth, a little noisy, in place of the networks' answers."""

from dataclasses import dataclass
from typing import Any

import numpy as np

from samples.hanoi_eye.ink import circle
from samples.hanoi_eye.paint import Painter
from tests.vision.hanoi.painted_variant import Toy
from vision.frame import Image
from vision.hanoi.nets import Stacks
from vision.hanoi.patch import PATCH, ROWS, cut_patch, units
from vision.hanoi.row import Row
from vision.hanoi.sight import Sight

# The errors of half widths in units, of rims in rows, and of heights as a share.
WIDTH, ROW, HEIGHT = 0.012, 0.7, 0.08


@dataclass
class TrueLooker:
    """Looks at pictures of one toy, whose state somebody tells; `clear`: it, or each peg, is so."""

    toy: Toy
    clear: float | np.ndarray = 0.99
    seed: int = 0
    # The peg whose second disc from above is hidden by the topmost.
    hides: int | None = None

    def find(self, image: Image, **known: Any) -> Sight:
        """The sight of the row of pegs."""
        rng = np.random.default_rng(self.seed)
        project, tower = self.toy.view.project, self.toy.tower
        feet = np.array([project(tower.foot(p)) for p in range(tower.pegs)])
        tips = np.array([project(tower.tip(p)) for p in range(tower.pegs)])
        unit = units(feet, tips)[:, None]
        feet = feet + rng.normal(0, 0.015, feet.shape) * unit
        return self.look(image, Row(feet, tips + rng.normal(0, 0.02, tips.shape) * unit, 0.9))

    def patches(self, image: Image, row: Row) -> np.ndarray:
        """The patches of a row's pegs."""
        return np.stack([cut_patch(image, matrix) for matrix in row.matrices])

    def look(self, image: Image, row: Row, patches: np.ndarray | None = None) -> Sight:
        """What the pegs of a row carry."""
        shown = self.patches(image, row) if patches is None else patches
        return Sight(row, row, shown, self._stacks(row))

    def together(self, image: Image, sight: Sight) -> Sight:
        """The same sight: it was close enough."""
        return sight

    def rims(self, image: Image, sight: Sight) -> Sight:
        """The same sight: the rims are known."""
        return sight

    def _stacks(self, row: Row) -> Stacks:
        rng, pegs, tower = np.random.default_rng(self.seed), row.pegs, self.toy.tower
        counts, rims = np.full((pegs, 9), 0.001), np.full((pegs, ROWS), 1e-6)
        radii, spreads = np.zeros((pegs, 8)), np.full((pegs, 8), 2.7)
        ends, heights = np.zeros((pegs, 2, 2)), np.zeros(pegs)
        painter = Painter(np.random.default_rng(self.toy.seed), tower, self.toy.view)
        for peg, matrix in enumerate(row.matrices):
            stack = list(tower.stacks[peg])
            if peg == self.hides:
                del stack[-2]
            counts[peg, len(stack)] = 0.992
            scale = self.toy.view.scale(tower.foot(peg)) / row.units[peg]
            noise = rng.normal(0, WIDTH, len(stack))
            radii[peg, : len(stack)] = tower.radii[stack] * scale + noise
            spreads[peg, : len(stack)] = 1.3 * WIDTH
            bottom = np.cumsum(tower.thick[stack]) - tower.thick[stack]
            for disc, low in zip(stack, bottom, strict=True):
                foot = tower.foot(peg) + np.array([0, 0, low])
                turned = [circle(foot + np.array([0, 0, z]), r) for r, z in painter.outline(disc)]
                edge = self._seen(matrix, np.concatenate(turned))[:, 1].max()
                y = edge * ROWS / PATCH[1] + rng.normal(0, ROW)
                rims[peg, int(np.clip(y, 0, ROWS - 1))] = 0.95
            ends[peg] = self._seen(matrix, np.array([tower.foot(peg), tower.tip(peg)]))
            share = float(tower.thick[stack].sum()) / tower.tall(peg)
            heights[peg] = share * np.exp(rng.normal(0, HEIGHT))
        clear = np.full(pegs, self.clear)
        lines = np.tile((np.arange(ROWS) + 0.5) * PATCH[1] / ROWS, (pegs, 1))
        return Stacks(counts, radii, spreads, clear, ends, heights, rims, lines)

    def _seen(self, matrix: np.ndarray, points: np.ndarray) -> np.ndarray:
        """World points as pixels of a patch."""
        return self.toy.view.project(points) @ matrix[:, :2].T + matrix[:, 2]
