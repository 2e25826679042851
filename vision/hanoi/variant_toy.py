"""A toy with equal pieces, as it is known after its first sight: what its pieces are like."""

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from vision.hanoi.pieces import Pieces, flat_colours
from vision.hanoi.variant_sort import Sorting

Floats = NDArray[np.float64]

# By how much the half width (a share) and the colour of a piece differ from one look to the next,
# and what one of them may speak against a piece at most.
WIDTH_ERROR, COLOUR_ERROR, WORST = 0.05, 8.0, 12.0
# A piece tells nothing where its likeliest name has the first probability, all from the second on.
TELLS_FROM, TELLS_FULL = 0.35, 0.75


@dataclass(frozen=True, slots=True, eq=False)
class Toy:
    """What was seen first, and how each piece looked.

    - `letters`: what the colours are called, in the order in which they came.
    - `first`: the first state, as in the project's notation; `mirrored`: whether the longest peg
      stands at the right.
    - `widths` (sizes,), smallest first, and `means` (colours, 3) are those of the sorting.
    """

    letters: tuple[str, ...]
    first: str
    mirrored: bool
    widths: Floats
    means: Floats

    @classmethod
    def of(
        cls, pieces: Pieces, sorting: Sorting, letters: tuple[str, ...], pegs: int, mirrored: bool
    ) -> "Toy":
        """The toy of the pieces of one sight."""
        piles: list[list[str]] = [[] for _ in range(pegs)]
        numbered = len(sorting.widths) > 1
        for peg, colour, size in zip(pieces.pegs, sorting.colours, sorting.sizes, strict=True):
            piles[peg].append(f"{letters[colour]}{size}" if numbered else letters[colour])
        first = "/".join(" ".join(pile) for pile in piles)
        return cls(letters, first, mirrored, sorting.widths, sorting.means)

    @property
    def pieces(self) -> int:
        """How many there are."""
        return len(self.letters) * len(self.widths)

    @property
    def size(self) -> tuple[int, ...]:
        """The toy in numbers: how many pieces, whether mirrored, and the characters of `first`."""
        return (self.pieces, int(self.mirrored), *map(ord, self.first))

    def column(self, colour: int, size: int) -> int:
        """The column of a piece in a table: colour by colour from the largest; 0 is empty."""
        return 1 + colour * len(self.widths) + len(self.widths) - size

    def size_of(self, column: int) -> int:
        """The size of the piece of a column."""
        return len(self.widths) - (column - 1) % len(self.widths)

    def sorted_table(self, pieces: Pieces, sorting: Sorting, counts: Floats) -> Floats:
        """The table where the pieces are what the sorting says, as far as it is certain."""
        odds = np.full((len(pieces), self.pieces), (1 - sorting.certainty) / self.pieces)
        for row, colour, size in zip(odds, sorting.colours, sorting.sizes, strict=True):
            row[self.column(int(colour), int(size)) - 1] += sorting.certainty
        return self._table(pieces, odds, counts)

    def table(self, pieces: Pieces, counts: Floats) -> Floats:
        """What each place holds, (pegs * pieces, 1 + pieces), each row a distribution.

        Every piece by itself is compared with all that the toy has; `counts` (pegs, most + 1) are
        the probabilities of each number of pieces on a peg.
        """
        sizes = len(self.widths)
        widths = np.tile(self.widths[::-1], len(self.letters))
        means = np.repeat(flat_colours(self.means), sizes, axis=0)
        error = np.hypot(pieces.errors[:, None], WIDTH_ERROR * widths)
        cost = np.minimum(((pieces.widths[:, None] - widths) / error) ** 2, WORST)
        away = flat_colours(pieces.colours)[:, None] - means
        cost += np.minimum((away**2).sum(axis=2) / COLOUR_ERROR**2, WORST)
        odds = np.exp(-cost / 2)
        odds /= odds.sum(axis=1, keepdims=True)
        # A reading that is undecided says the same in every frame: it must not add up.
        tells = (odds.max(axis=1, keepdims=True) - TELLS_FROM) / (TELLS_FULL - TELLS_FROM)
        tells = np.clip(tells, 0, 1)
        return self._table(pieces, tells * odds + (1 - tells) / self.pieces, counts)

    def _table(self, pieces: Pieces, odds: Floats, counts: Floats) -> Floats:
        """A table from the pieces' names, (k, pieces), and from how many lie on each peg."""
        n = self.pieces
        there = np.ones((len(counts), n + 1))
        there[:, 1 : counts.shape[1]] = counts[:, ::-1].cumsum(axis=1)[:, -2::-1][:, :n]
        there[:, counts.shape[1] :] = 0
        names = np.full((len(counts), n, n), 1 / n)
        names[pieces.pegs, pieces.heights] = odds
        taken = np.clip(there[:, 1:], 0, 1)[..., None]
        return np.concatenate([1 - taken, taken * names], axis=2).reshape(-1, n + 1)
