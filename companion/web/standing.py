"""What the toy looks like now, in words, for whoever cannot see the small drawing of it."""

from typing import Any

from solver import AnyPuzzle
from solver.hanoi import Hanoi, Variant
from solver.hanoi.moves import letter
from solver.hanoi.pieces import piece_words
from solver.hanoi.rules import rules_of
from solver.hanoi.words import disc_words, place_words
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
            piles[peg].append(disc_words(disc, puzzle.discs))
        return _piles(piles)
    if isinstance(puzzle, Variant):
        kind = rules_of(puzzle.variant).kind
        return _piles([[piece_words(one, puzzle.sizes, kind) for one in pile] for pile in state])
    return None


def _rings(puzzle: Rings, state: int) -> str:
    on = [str(ring) for ring, there in enumerate(puzzle.view(state), start=1) if there]
    return Phrase("Rings on the bar: {rings}.", rings=listed(on)) if on else NO_RING


def _piles(piles: list[list[str]]) -> str:
    return joined(*(_pile(peg, len(piles), pieces) for peg, pieces in enumerate(piles)))


def _pile(peg: int, pegs: int, pieces: list[str]) -> str:
    """What is on a peg, which is named as the moves name it."""
    told, place = listed(pieces), place_words(peg, pegs)
    if place is None and not pieces:
        return Phrase("Peg {peg} is empty.", peg=letter(peg))
    if place is None:
        return Phrase("On peg {peg}, from the bottom: {pieces}.", peg=letter(peg), pieces=told)
    if not pieces:
        return Phrase("The {place} peg is empty.", place=place).capital
    lies = Phrase("On the {place} peg, from the bottom: {pieces}.", place=place, pieces=told)
    return lies.capital
