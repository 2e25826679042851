"""The Tower of Hanoi and its kin: discs on three pegs or more."""

from solver.hanoi.belief import HanoiBelief
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
from solver.hanoi.pieces import Piece, PieceMove
from solver.hanoi.puzzle import Hanoi
from solver.hanoi.rules import RULES
from solver.hanoi.towers import frame_stewart
from solver.hanoi.variant import Variant
from solver.hanoi.variant_belief import VariantBelief
from solver.hanoi.variants import seen_variant, variant_of_state
from solver.hanoi.ways import Ways
from solver.hanoi.words import peg_words

__all__ = [
    "RULES",
    "DiscMove",
    "Hanoi",
    "HanoiBelief",
    "Piece",
    "PieceMove",
    "Variant",
    "VariantBelief",
    "Ways",
    "disc_of_move",
    "frame_stewart",
    "gray_code",
    "moves_made",
    "moves_needed",
    "moves_of_disc",
    "peg_of_disc",
    "peg_words",
    "resting_peg",
    "seen_variant",
    "variant_of_state",
]
