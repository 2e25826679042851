"""A move of the rings."""

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class RingMove:
    """One ring goes on the bar or off it; with `pair`, rings 1 and 2 together."""

    ring: int
    on: bool
    pair: bool = False

    @property
    def mask(self) -> int:
        """The bits of a state that the move changes."""
        return 0b11 if self.pair else 1 << (self.ring - 1)
