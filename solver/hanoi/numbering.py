"""Between pieces on pegs and the numbers of a search."""

from collections.abc import Sequence
from dataclasses import dataclass

from solver.hanoi.pieces import Pegs, Piece
from solver.hanoi.space import Arrangement, Level, Space


@dataclass(frozen=True, slots=True)
class Numbering:
    """The states of some colours in some sizes, all colours in each size."""

    colours: str
    space: Space

    @classmethod
    def of(cls, colours: str, sizes: int, holds: Sequence[int]) -> "Numbering":
        """For pegs that hold so many pieces each."""
        # In a level there are only as many pieces as colours: more room is as good as no limit.
        room = tuple(min(most, len(colours)) for most in holds)
        return cls(colours, Space(Level.of(len(colours), len(holds), room), sizes, len(holds)))

    def number(self, state: Pegs) -> int:
        """The number of a state."""
        index = {a: i for i, a in enumerate(self.space.level.arrangements)}
        return self.space.number([index[a] for a in self.arrangements(state)])

    def arrangements(self, state: Pegs) -> list[Arrangement]:
        """The arrangement of each size, the largest first."""
        return [self._arrangement(state, size) for size in range(self.space.sizes, 0, -1)]

    def state(self, arrangements: Sequence[Arrangement]) -> Pegs:
        """The state of some arrangements, the largest size first."""
        piles: list[list[Piece]] = [[] for _ in range(self.space.pegs)]
        for size, arrangement in zip(range(self.space.sizes, 0, -1), arrangements, strict=True):
            for pile, level in zip(piles, arrangement, strict=True):
                pile.extend(Piece(self.colours[colour], size) for colour in level)
        return tuple(map(tuple, piles))

    def _arrangement(self, state: Pegs, size: int) -> Arrangement:
        return tuple(
            tuple(self.colours.index(piece.colour) for piece in pile if piece.size == size)
            for pile in state
        )
