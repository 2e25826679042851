"""The nine rings and their kin: a bar, n rings, and the reflected Gray code."""

from solver.rings.gray import rank, unrank
from solver.rings.puzzle import RingMove, Rings

__all__ = ["RingMove", "Rings", "rank", "unrank"]
