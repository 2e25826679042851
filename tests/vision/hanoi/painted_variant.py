"""Painted toys with equal pieces, in colours that have a name, as texts and as pictures."""

from dataclasses import dataclass, replace

import cv2
import numpy as np

from samples.hanoi_eye.backdrop import backdrop, spoil
from samples.hanoi_eye.paint import Painter
from samples.hanoi_eye.scene import Tower, View, random_variant, random_view
from vision.frame import Image

# What people call such colours: as blue, green and red, and by how much paints of one name differ.
PAINTS = {
    "b": (190, 80, 30),
    "g": (70, 140, 50),
    "k": (30, 30, 30),
    "o": (35, 125, 235),
    "p": (130, 45, 110),
    "r": (45, 35, 190),
    "w": (225, 230, 230),
    "y": (50, 205, 235),
}
DIFFER = 14.0


@dataclass(frozen=True)
class Toy:
    """One toy before one camera; its `letters` are what its paints are called."""

    seed: int
    tower: Tower
    view: View
    letters: tuple[str, ...]

    @classmethod
    def of(cls, seed: int, variant: str | None = None) -> "Toy":
        """A random one, of a variant if it is named."""
        rng = np.random.default_rng(seed)
        while True:
            tower = random_variant(rng)
            toy = cls(seed, tower, random_view(rng, tower), ())
            if variant in (None, toy.variant):
                break
        letters = rng.permutation(sorted(PAINTS))[: len(set(tower.paints))]
        return replace(toy, letters=tuple(str(letter) for letter in letters))

    @property
    def variant(self) -> str:
        """Its name."""
        colours = len(set(self.tower.paints))
        if self.tower.balls:
            return "london" if colours == 3 else "tunstall"
        return "antwerp" if colours == 3 else "little-antwerp"

    @property
    def text(self) -> str:
        """The state that it is painted in, as in the project's notation."""
        widths = sorted(set(self.tower.radii))
        piles = [[self.name(d, len(widths)) for d in pile] for pile in self.tower.stacks]
        return "/".join(" ".join(pile) for pile in piles)

    def name(self, piece: int, sizes: int) -> str:
        """A piece as it is written."""
        letter = self.letters[self.tower.paints[piece]]
        widths = sorted(set(self.tower.radii))
        return f"{letter}{widths.index(self.tower.radii[piece]) + 1}" if sizes > 1 else letter

    def stacked(self, text: str) -> "Toy":
        """The same toy in another state."""
        sizes = len(set(self.tower.radii))
        number = {self.name(d, sizes): d for d in range(len(self.tower.radii))}
        piles = tuple(tuple(number[w] for w in pile.split()) for pile in text.split("/"))
        return replace(self, tower=replace(self.tower, stacks=piles))

    def show(self, number: int = 0, hand: tuple[float, float] | None = None) -> Image:
        """The picture; its `number` is the seed of the sensor's noise.

        `hand` is where an arm ends that comes from below, as shares of the picture.
        """
        tower, rng = self.tower, np.random.default_rng(self.seed)
        painter = Painter(rng, tower, self.view)
        mixed = np.random.default_rng(self.seed + 7)
        paints = [np.clip(mixed.normal(PAINTS[one], DIFFER), 5, 250) for one in self.letters]
        painter.colours = [paints[k] for k in tower.paints]
        # The room is the same however many pieces were painted before.
        canvas = backdrop(np.random.default_rng(self.seed + 1), self.view.width, self.view.height)
        painter.board(canvas)
        painter.shadows(canvas)
        away = [np.linalg.norm(tower.foot(p) - self.view.position) for p in range(tower.pegs)]
        for peg in np.argsort(away)[::-1]:
            painter.peg(canvas, int(peg))
        if hand is not None:
            size = np.array([self.view.width, self.view.height])
            end, out = np.array(hand) * size, np.array([hand[0], 1.2]) * size
            wide = int(0.12 * self.view.width)
            ends = [tuple(int(v) for v in at) for at in (end, out)]
            cv2.line(canvas, ends[0], ends[1], (110, 150, 210), wide, cv2.LINE_AA)
        image = spoil(np.random.default_rng(self.seed + 5), canvas).astype(float)
        image += np.random.default_rng(number).normal(0, 2, image.shape)
        return np.clip(image, 0, 255).astype(np.uint8)
