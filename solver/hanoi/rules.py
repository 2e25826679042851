"""The toys with other pieces: which colours and sizes they have, how they start and where they go.

Antwerp: three colours, equal discs may lie on each other (Minsker 2005). Little Antwerp: two
colours. London: three balls, the pegs hold 3, 2 and 1 (Shallice 1982). Tunstall: four balls, the
pegs hold 4, 3 and 2. All have three pegs.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from solver.hanoi.pieces import Pegs, Piece
from solver.phrase import Phrase
from solver.puzzle import NotationError

PEGS = 3


@dataclass(frozen=True, slots=True)
class Rules:
    """What a toy is made of. `holds` is how many pieces fit on each peg; without it any number."""

    colours: int
    kind: str = "disc"
    holds: tuple[int, ...] | None = None


RULES: Mapping[str, Rules] = {
    "antwerp": Rules(3),
    "little-antwerp": Rules(2),
    "london": Rules(3, "ball", (3, 2, 1)),
    "tunstall": Rules(4, "ball", (4, 3, 2)),
}


def rules_of(variant: str) -> Rules:
    """The rules of a toy. Raises NotationError for an unknown name."""
    if variant not in RULES:
        known = ", ".join(RULES)
        raise NotationError(
            Phrase(
                "hanoi: expected a variant of classic, {known}, got {got!r}",
                known=known,
                got=variant,
            )
        )
    return RULES[variant]


def usual_start(variant: str, colours: str, sizes: int, holds: Sequence[int]) -> Pegs:
    """One colour a peg; alternating colours on two pegs; or all balls on the peg that holds all."""
    if variant == "antwerp":
        return _one_colour_a_peg(colours, sizes)
    if variant == "little-antwerp":
        pairs = [(colours, colours[::-1])[(sizes - size) % 2] for size in range(sizes, 0, -1)]
        downwards = list(zip(pairs, range(sizes, 0, -1), strict=True))
        return (*(tuple(Piece(pair[peg], size) for pair, size in downwards) for peg in (0, 1)), ())
    return _all_on_one(colours, holds)


def usual_goal(variant: str, colours: str, sizes: int, holds: Sequence[int]) -> Pegs:
    """The towers turned round by one peg; one colour a peg; or all balls in the other order."""
    if variant == "antwerp":
        return _one_colour_a_peg(colours[-1] + colours[:-1], sizes)
    if variant == "little-antwerp":
        return _one_colour_a_peg(colours, sizes)
    return _all_on_one(colours[::-1], holds)


def goal_from(variant: str, state: Pegs) -> Pegs | None:
    """What a state that is given suggests, or None for the usual goal.

    Antwerp's towers are turned round by one peg; Little Antwerp's towers of one colour change
    places, and other towers are sorted to the pegs on which their largest discs are.
    """
    if variant == "antwerp" and all(_is_tower(pile) for pile in state):
        return (state[-1], *state[:-1])
    if variant == "little-antwerp":
        bottoms = [peg for peg, pile in enumerate(state) if pile]
        if len(bottoms) == 2:
            first, second = bottoms
            if all(_is_tower(state[peg]) for peg in bottoms):
                return _with(state[second], first, state[first], second)
            sizes = max(piece.size for pile in state for piece in pile)
            towers = [_tower(state[peg][0].colour, sizes) for peg in bottoms]
            if towers[0] != towers[1]:
                return _with(towers[0], first, towers[1], second)
    return None


def _tower(colour: str, sizes: int) -> tuple[Piece, ...]:
    return tuple(Piece(colour, size) for size in range(sizes, 0, -1))


def _is_tower(pile: tuple[Piece, ...]) -> bool:
    return bool(pile) and pile == _tower(pile[0].colour, pile[0].size)


def _one_colour_a_peg(colours: str, sizes: int) -> Pegs:
    towers = [_tower(colour, sizes) for colour in colours]
    return (*towers, *[()] * (PEGS - len(towers)))


def _all_on_one(colours: str, holds: Sequence[int]) -> Pegs:
    most = holds.index(max(holds))
    pile = tuple(Piece(colour, 1) for colour in colours)
    return tuple(pile if peg == most else () for peg in range(PEGS))


def _with(one: tuple[Piece, ...], first: int, other: tuple[Piece, ...], second: int) -> Pegs:
    piles = {first: one, second: other}
    return tuple(piles.get(peg, ()) for peg in range(PEGS))
