"""What the toy looks like now, in words, for whoever cannot see the small drawing of it."""

from typing import Any

from solver import AnyPuzzle
from solver.hanoi import Hanoi, Variant
from solver.hanoi.moves import letter
from solver.hanoi.pieces import piece_words
from solver.hanoi.rules import rules_of
from solver.phrase import Phrase, joined, listed, sentence
from solver.rings import Rings

NO_RING = sentence("No ring is on the bar.")


def standing(puzzle: AnyPuzzle | None, state: Any) -> str | None:
    """Where the rings, or the pieces of a tower, are; None for toys that are told by stickers."""
    if isinstance(puzzle, Rings):
        return _rings(puzzle, state)
    if isinstance(puzzle, Hanoi):
        piles: list[list[str]] = [[] for _ in range(puzzle.pegs)]
        for disc, peg in zip(range(puzzle.discs, 0, -1), state, strict=True):
            piles[peg].append(str(disc))
        return joined(*(_discs(letter(peg), pile) for peg, pile in enumerate(piles)))
    if isinstance(puzzle, Variant):
        kind = rules_of(puzzle.variant).kind
        named = [[piece_words(piece, puzzle.sizes, kind) for piece in pile] for pile in state]
        return joined(*(_pieces(letter(peg), pile) for peg, pile in enumerate(named)))
    return None


def _rings(puzzle: Rings, state: int) -> str:
    on = [str(ring) for ring, there in enumerate(puzzle.view(state), start=1) if there]
    return Phrase("Rings on the bar: {rings}.", rings=listed(on)) if on else NO_RING


def _discs(peg: str, discs: list[str]) -> str:
    if not discs:
        return Phrase("Peg {peg} is empty.", peg=peg)
    return Phrase("Discs on peg {peg}, from the bottom: {discs}.", peg=peg, discs=listed(discs))


def _pieces(peg: str, pieces: list[str]) -> str:
    if not pieces:
        return Phrase("Peg {peg} is empty.", peg=peg)
    told = listed(pieces)
    return Phrase("On peg {peg} I see, from the bottom: {pieces}.", peg=peg, pieces=told)
