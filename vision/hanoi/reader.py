"""The reader of Hanoi towers: a picture in, a table of places and discs out."""

from calibration.profile import Profile
from vision.frame import Frame, Observation


class HanoiReader:
    """Finds pegs and discs, and tells for every place which disc lies there.

    `count` is the number of discs; None takes the profile's, and without one the first picture
    that shows all discs. Rows of the table are peg * discs + height, height 0 at the bottom;
    columns are empty, disc 1 (the smallest) to the largest.
    """

    def __init__(self, profile: Profile, *, count: int | None = None) -> None:
        self._profile = profile
        self._count = count if count is not None else profile.count

    def read(self, frame: Frame) -> Observation:
        """What the picture shows."""
        return Observation.nothing(frame.at, (self._count or 0) + 1, "No tower was found.")
