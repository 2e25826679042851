"""Pieces with a colour, and maybe a size, standing on pegs: how they are written and named."""

import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from typing import NamedTuple

from solver.hanoi.moves import check_pegs, letter, no_move
from solver.hanoi.towers import Step
from solver.numerals import cardinal
from solver.phrase import Phrase
from solver.puzzle import NotationError

_PIECE = re.compile(r"([^\W\d_])([1-9][0-9]?)?")
_MOVE = re.compile(r"(\S+)\s+([A-Z])>([A-Z])", re.ASCII)

# Any letter is a colour; these have a name.
_DISCS = {
    "b": Phrase.within("the … disc", "blue"),
    "g": Phrase.within("the … disc", "green"),
    "k": Phrase.within("the … disc", "black"),
    "o": Phrase.within("the … disc", "orange"),
    "p": Phrase.within("the … disc", "purple"),
    "r": Phrase.within("the … disc", "red"),
    "s": Phrase.within("the … disc", "silver"),
    "w": Phrase.within("the … disc", "white"),
    "y": Phrase.within("the … disc", "yellow"),
}
_BALLS = {
    "b": Phrase.within("the … ball", "blue"),
    "g": Phrase.within("the … ball", "green"),
    "k": Phrase.within("the … ball", "black"),
    "o": Phrase.within("the … ball", "orange"),
    "p": Phrase.within("the … ball", "purple"),
    "r": Phrase.within("the … ball", "red"),
    "s": Phrase.within("the … ball", "silver"),
    "w": Phrase.within("the … ball", "white"),
    "y": Phrase.within("the … ball", "yellow"),
}


class Piece(NamedTuple):
    """A disc or a ball: the letter of its colour, and its size from 1, the smallest."""

    colour: str
    size: int


# For each peg its pieces from bottom to top.
Pegs = tuple[tuple[Piece, ...], ...]


class PieceMove(NamedTuple):
    """The topmost piece of a peg goes to another; peg 0 is the leftmost."""

    piece: Piece
    source: int
    target: int


@dataclass(frozen=True, slots=True)
class PieceMoves:
    """Steps from a state as moves of pieces; can be iterated again."""

    start: Pegs
    steps: Iterable[Step]

    def __iter__(self) -> Iterator[PieceMove]:
        state = self.start
        for _, source, target in self.steps:
            move = PieceMove(state[source][-1], source, target)
            yield move
            state = moved(state, move)


def moved(state: Pegs, move: PieceMove) -> Pegs:
    """The state after a move that is known to be legal."""
    piles = list(state)
    piles[move.source] = state[move.source][:-1]
    piles[move.target] = (*state[move.target], move.piece)
    return tuple(piles)


def parse_piece(text: str, sizes: int | None, where: str) -> Piece:
    """The piece of a text such as `y2`, or `y` where all have one size. Raises NotationError.

    `sizes` is how many sizes there are; None takes any, or none.
    """
    found = _PIECE.fullmatch(text)
    if found is None or (found[2] is None and sizes not in (None, 1)):
        example = "'r'" if sizes == 1 else "'y2'"
        raise NotationError(
            Phrase(
                "hanoi: expected a piece like {example}{where}, got {got!r}",
                example=example,
                where=where,
                got=text,
            )
        )
    size = int(found[2] or 1)
    if sizes is not None and size > sizes:
        raise NotationError(
            Phrase(
                "hanoi: expected a size of 1 to {sizes}{where}, got {got!r}",
                sizes=sizes,
                where=where,
                got=text,
            )
        )
    return Piece(found[1], size)


def format_piece(piece: Piece, numbered: bool) -> str:
    """The piece as text, with its size or without, where all have one."""
    return f"{piece.colour}{piece.size}" if numbered else piece.colour


def parse_pegs(text: str, sizes: int | None, pegs: int) -> Pegs:
    """The pieces on each peg. Raises NotationError."""
    piles = text.split("/")
    if len(piles) != pegs:
        raise NotationError(
            Phrase(
                "hanoi: expected {pegs} pegs separated by '/', got {got!r}",
                pegs=pegs,
                got=text.strip(),
            )
        )
    return tuple(
        tuple(
            parse_piece(word, sizes, Phrase(" on peg {peg}", peg=letter(peg)))
            for word in pile.split()
        )
        for peg, pile in enumerate(piles)
    )


def format_pegs(state: Pegs, numbered: bool) -> str:
    """The state as a line of text."""
    return "/".join(" ".join(format_piece(piece, numbered) for piece in pile) for pile in state)


def parse_move(text: str, sizes: int, pegs: int) -> PieceMove:
    """The move of a text such as `y1 A>C` or `r A>B`. Raises NotationError."""
    found = _MOVE.fullmatch(text.strip())
    if found is None:
        example = "r" if sizes == 1 else "y1"
        raise no_move(example, text)
    source, target = (ord(name) - ord("A") for name in found.groups()[1:])
    check_pegs(source, target, pegs, text)
    return PieceMove(parse_piece(found[1], sizes, ""), source, target)


def format_move(move: PieceMove, numbered: bool) -> str:
    """The move as text."""
    return f"{format_piece(move.piece, numbered)} {letter(move.source)}>{letter(move.target)}"


def piece_words(piece: Piece, sizes: int, kind: str) -> str:
    """A piece as a person names it; `kind` is what it is, a disc or a ball.

    Balls are all of one size.
    """
    if kind == "ball":
        return Phrase("the {colour} ball", colour=_BALLS.get(piece.colour, piece.colour))
    colour = _DISCS.get(piece.colour, piece.colour)
    if sizes == 1:
        return Phrase("the {colour} disc", colour=colour)
    if piece.size == 1:
        small = Phrase("the smaller {colour} disc", colour=colour)
        return small if sizes == 2 else Phrase("the smallest {colour} disc", colour=colour)
    if piece.size == sizes:
        large = Phrase("the larger {colour} disc", colour=colour)
        return large if sizes == 2 else Phrase("the largest {colour} disc", colour=colour)
    if sizes == 3:
        return Phrase("the middle {colour} disc", colour=colour)
    return Phrase("{colour} disc {number}", colour=colour, number=cardinal(piece.size))
