"""The colours (BGR, 0 to 255) of painted toys, and patterns that go round their discs."""

from dataclasses import dataclass

import cv2
import numpy as np
from numpy.typing import NDArray

from samples.hanoi_eye.scene import Floats


@dataclass(frozen=True, slots=True, eq=False)
class Print:
    """Sectors of a second `colour` round a disc: so many, the first from the angle `start` on."""

    colour: Floats
    sectors: int
    start: float

    def covers(self, angles: Floats) -> NDArray[np.bool_]:
        """Whether points of the disc at these angles have the second colour."""
        turns = (angles - self.start) / (2 * np.pi) * self.sectors
        return np.asarray(turns % 1 < 0.5)

    def edges(self) -> Floats:
        """Where sectors of the second colour begin and end, (sectors, 2) angles."""
        turns = np.arange(self.sectors)[:, None] + np.array([0.0, 0.5])
        return np.asarray(self.start + turns * 2 * np.pi / self.sectors, dtype=np.float64)


def draw_prints(rng: np.random.Generator, count: int) -> list[Print]:
    """A pattern for each of some discs."""
    return [
        Print(any_colour(rng), int(rng.integers(2, 13)), float(rng.uniform(0, 2 * np.pi)))
        for _ in range(count)
    ]


def disc_colours(rng: np.random.Generator, count: int, wood: Floats) -> list[Floats]:
    """Plain wood, two woods in turn, a rainbow, or anything."""
    kind = rng.random()
    if kind < 0.35:
        shade = rng.uniform(0.75, 1.1)
        return [wood * shade * rng.uniform(0.93, 1.07) for _ in range(count)]
    if kind < 0.47:
        pair = (wood, wood_colour(rng) * rng.uniform(0.4, 1.0))
        return [pair[int(rng.integers(2)) if rng.random() < 0.3 else d % 2] for d in range(count)]
    if kind < 0.52:
        colour = any_colour(rng)
        return [colour * rng.uniform(0.95, 1.05) for _ in range(count)]
    return [any_colour(rng) for _ in range(count)]


def wood_colour(rng: np.random.Generator) -> Floats:
    """The colour of any wood."""
    red = rng.uniform(70, 250)
    green = red * rng.uniform(0.5, 0.95)
    return np.array([green * rng.uniform(0.4, 0.95), green, red])


def any_colour(rng: np.random.Generator) -> Floats:
    """Any colour at all, one in eight a grey."""
    hsv = np.array([[[rng.integers(180), rng.uniform(60, 255), rng.uniform(60, 255)]]], np.uint8)
    if rng.random() < 0.12:
        return np.full(3, rng.uniform(20, 245))
    return np.asarray(cv2.cvtColor(hsv, cv2.COLOR_HSV2BGR)[0, 0], dtype=np.float64)
