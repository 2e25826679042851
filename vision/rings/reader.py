"""The reader of the nine rings: a picture in, for every ring the probability of on and off."""

from dataclasses import replace

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
# What must speak for a toy in log-odds, below which score an eye was hardly seen, and how many
# rings the game is followed with.
PROOF, HARDLY_SEEN, MOST_RINGS = 6.0, 0.15, 12


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
        if toy is None or toy.proof < PROOF:
            return Observation.nothing(frame.at, 2, NO_TOY)
        toy = self._headed(toy)
        if self._count is not None and toy.rings != self._count:
            return self._unsure(frame.at, toy, self._count, NO_COUNT)
        if self._count is None and (toy.counted < SURE_COUNT or toy.rings > MOST_RINGS):
            return Observation.nothing(frame.at, 2, NO_COUNT)
        if toy.headed < SURE_HEAD:
            return self._unsure(frame.at, toy, toy.rings, NO_HEAD)
        problem = HIDDEN if np.any(toy.seen < HARDLY_SEEN) else None
        return Observation(
            probabilities(toy),
            toy.eyes,
            frame.at,
            (toy.rings,),
            outline=_outline(toy),
            problem=problem,
        )

    def _headed(self, toy: Toy) -> Toy:
        """The toy the right way round, where the profile knows its free end."""
        if self._free_end is None:
            return toy
        right = "left" if toy.step[0] > 0 else "right"
        if right == self._free_end:
            return replace(toy, headed=1.0)
        eyes, feet, on, seen = (a[::-1] for a in (toy.eyes, toy.feet, toy.on, toy.seen))
        return replace(
            toy,
            eyes=eyes,
            feet=feet,
            on=on,
            seen=seen,
            headed=1.0,
            step=-toy.step,
            ends=toy.ends[::-1],
        )

    def _unsure(self, at: float, toy: Toy, rings: int, problem: str) -> Observation:
        """A toy is there, but nothing is told about its rings."""
        uniform, nowhere = np.full((rings, 2), 0.5), np.full((rings, 2), np.nan)
        return Observation(uniform, nowhere, at, (rings,), outline=_outline(toy), problem=problem)


def probabilities(toy: Toy) -> Floats:
    """(n, 2): off and on of every ring; uniform where its eye was hardly seen.

    All rings share the doubt whether they were counted right: together they are at most as sure
    as that.
    """
    on = 1 / (1 + np.exp(-toy.on / TEMPERATURE))
    trust = np.clip((toy.seen - 0.1) / 0.2, 0, 1)
    trust = trust * max(0.0, 2 * toy.counted ** (1 / toy.rings) - 1)
    on = 0.5 + trust * (on - 0.5)
    return np.stack([1 - on, on], axis=1)


def _outline(toy: Toy) -> Floats | None:
    """The parallelogram over the row of feet, as high as the highest eye: (1, 4, 2).

    Eyes of rings that are off hang anywhere; the highest is that of a ring on the bar, if any is.
    """
    rods = toy.eyes - toy.feet
    lengths = np.linalg.norm(rods, axis=1)
    if np.isnan(toy.feet[[0, -1]]).any() or np.isnan(lengths).all():
        return None
    first, last = toy.feet[0], toy.feet[-1]
    tall = rods[np.nanargmax(lengths)]
    return np.stack([first + tall, last + tall, last, first])[None]
