"""The two-phase method: tables, a search kernel in C and one in Python, and what drives them."""

from functools import cache

from solver.cube.twophase.exact import Exact
from solver.cube.twophase.solve import EFFORT, TwoPhase, best_of
from solver.cube.twophase.tables import Progress, Tables, make_tables

__all__ = [
    "EFFORT",
    "Exact",
    "Progress",
    "Tables",
    "TwoPhase",
    "best_of",
    "make_tables",
    "two_phase",
]


@cache
def two_phase() -> TwoPhase:
    """A solver with tables made on the spot, once a process; it takes about a second."""
    return TwoPhase(make_tables())
