"""The reader of the nine rings: a picture in, for every ring the probability of on and off."""

import numpy as np

from calibration.profile import Profile
from vision.frame import Floats, Frame, Observation
from vision.rings.find import ToyFinder
from vision.rings.toy import Toy

NO_TOY = "No ring puzzle was found: show the whole toy from the front, or flat from above."
NO_COUNT = "A ring puzzle was found, but not all of its rods can be counted."
NO_HEAD = "A ring puzzle was found, but it cannot be told at which end the handle is."
HIDDEN = "Not every ring can be seen."

# The network's log-odds are divided by this: measured on drawn pictures kept aside.
TEMPERATURE = 1.0
SURE_COUNT, SURE_HEAD = 0.6, 0.9


class RingsReader:
    """Finds the toy and reads each ring by itself; ring 1 is row 0, symbols are off and on.

    `count` is the number of rings; None takes the profile's, and without one it is counted.
    """

    def __init__(self, profile: Profile, *, count: int | None = None) -> None:
        self._count = count if count is not None else profile.count
        self._free_end = profile.free_end
        self._finder = ToyFinder()

    def read(self, frame: Frame) -> Observation:
        """What the picture shows. Never raises for what it shows."""
        toy = self._finder.find(frame.image, self._count)
        if toy is None:
            return Observation.nothing(frame.at, 2, NO_TOY)
        toy = self._headed(toy)
        outline = _outline(toy)
        if self._count is not None and toy.rings != self._count:
            return self._unsure(frame.at, toy, self._count, NO_COUNT)
        if self._count is None and toy.counted < SURE_COUNT:
            return Observation(np.empty((0, 2)), np.empty((0, 2)), frame.at, problem=NO_COUNT)
        if toy.headed < SURE_HEAD:
            return self._unsure(frame.at, toy, toy.rings, NO_HEAD)
        cells = probabilities(toy)
        problem = HIDDEN if np.any(toy.seen < 0.15) else None
        return Observation(
            cells, toy.eyes, frame.at, (toy.rings,), outline=outline, problem=problem
        )

    def _headed(self, toy: Toy) -> Toy:
        """The toy the right way round, where the profile knows its free end."""
        if self._free_end is None:
            return toy
        right = "left" if toy.step[0] > 0 else "right"
        if right == self._free_end:
            return Toy(toy.eyes, toy.feet, toy.on, toy.seen, toy.counted, 1.0, toy.step, toy.ends)
        eyes, feet, on, seen = (a[::-1] for a in (toy.eyes, toy.feet, toy.on, toy.seen))
        return Toy(eyes, feet, on, seen, toy.counted, 1.0, -toy.step, toy.ends[::-1])

    def _unsure(self, at: float, toy: Toy, rings: int, problem: str) -> Observation:
        """A toy is there, but nothing is told about its rings."""
        uniform, nowhere = np.full((rings, 2), 0.5), np.full((rings, 2), np.nan)
        return Observation(uniform, nowhere, at, (rings,), outline=_outline(toy), problem=problem)


def probabilities(toy: Toy) -> Floats:
    """(n, 2): off and on of every ring; uniform where its eye was hardly seen."""
    on = 1 / (1 + np.exp(-toy.on / TEMPERATURE))
    trust = np.clip((toy.seen - 0.1) / 0.25, 0, 1)
    on = 0.5 + trust * (on - 0.5)
    return np.stack([1 - on, on], axis=1)


def _outline(toy: Toy) -> Floats | None:
    """The quadrilateral round eyes and feet: (1, 4, 2)."""
    if np.isnan(toy.eyes[[0, -1]]).any() or np.isnan(toy.feet[[0, -1]]).any():
        return None
    corners = np.stack([toy.eyes[0], toy.eyes[-1], toy.feet[-1], toy.feet[0]])
    return corners[None]
