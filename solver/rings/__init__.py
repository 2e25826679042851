"""The nine rings and their kin: a bar, n rings, and the reflected Gray code.

Spin-Out (7 dials), The Brain and the Princeps puzzle (8) have the same rules.
"""

from solver.rings.constructions import by_reflecting, by_turns
from solver.rings.gray import changing_ring, rank, unrank
from solver.rings.moves import RingMove
from solver.rings.purposes import Purpose, Purposes
from solver.rings.puzzle import Rings

__all__ = [
    "Purpose",
    "Purposes",
    "RingMove",
    "Rings",
    "by_reflecting",
    "by_turns",
    "changing_ring",
    "rank",
    "unrank",
]
