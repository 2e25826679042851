"""The Tower of Hanoi: discs on three pegs or more."""

from solver.hanoi.puzzle import DiscMove, Hanoi

__all__ = ["DiscMove", "Hanoi"]
