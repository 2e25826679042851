"""A painted tower whose discs lie anywhere, in one picture after another."""

from dataclasses import dataclass, replace

import numpy as np

from samples.hanoi_eye.paint import Painter, backdrop, spoil
from samples.hanoi_eye.scene import Tower, View, random_tower, random_view
from vision.frame import Image

Piles = tuple[tuple[int, ...], ...]


@dataclass(frozen=True)
class Game:
    """One toy before one camera; `show` paints it with its discs (1 the smallest) piled up so."""

    seed: int
    tower: Tower
    view: View

    @classmethod
    def of(cls, seed: int) -> "Game":
        rng = np.random.default_rng(seed)
        tower = random_tower(rng)
        return cls(seed, tower, random_view(rng, tower))

    @property
    def discs(self) -> int:
        return len(self.tower.radii)

    def show(self, piles: Piles, number: int) -> Image:
        """The picture; its `number` is the seed of the sensor's noise."""
        stacks = tuple(tuple(disc - 1 for disc in pile) for pile in piles)
        tower, rng = replace(self.tower, stacks=stacks), np.random.default_rng(self.seed)
        canvas = backdrop(rng, self.view.width, self.view.height)
        painter = Painter(rng, tower, self.view)
        painter.board(canvas)
        painter.shadows(canvas)
        away = [np.linalg.norm(tower.foot(p) - self.view.position) for p in range(tower.pegs)]
        for peg in np.argsort(away)[::-1]:
            painter.peg(canvas, int(peg))
        image = spoil(np.random.default_rng(self.seed + 5), canvas).astype(float)
        image += np.random.default_rng(number).normal(0, 2, image.shape)
        return np.clip(image, 0, 255).astype(np.uint8)
