"""The Tower of Hanoi and its kin: discs on three pegs or more."""

from solver.hanoi.formulas import (
    disc_of_move,
    gray_code,
    moves_made,
    moves_needed,
    moves_of_disc,
    peg_of_disc,
    resting_peg,
)
from solver.hanoi.moves import DiscMove
from solver.hanoi.puzzle import Hanoi
from solver.hanoi.towers import frame_stewart
from solver.hanoi.ways import Ways

__all__ = [
    "DiscMove",
    "Hanoi",
    "Ways",
    "disc_of_move",
    "frame_stewart",
    "gray_code",
    "moves_made",
    "moves_needed",
    "moves_of_disc",
    "peg_of_disc",
    "resting_peg",
]
