"""The reader of towers with equal pieces: Antwerp's discs of several colours, London's balls."""

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, replace
from itertools import permutations

import numpy as np
from numpy.typing import NDArray

from calibration.profile import Profile
from vision.frame import Frame, Image, Observation
from vision.hanoi.followed import COVERED, followed
from vision.hanoi.lengths import lengths
from vision.hanoi.memory import Memory
from vision.hanoi.nets import MOST_DISCS
from vision.hanoi.pieces import Pieces, pieces_of
from vision.hanoi.reader import (
    BEST_IN_FILM,
    MISSING,
    NO_COUNT,
    NO_TOWER,
    TOO_TALL,
    TRUST_FROM,
    TRUST_FULL,
    UNDECIDED,
)
from vision.hanoi.row import Row
from vision.hanoi.sight import Looker, Sight
from vision.hanoi.slips import Rest, piles_of
from vision.hanoi.variant_counts import Counted, likely_counts, likely_total
from vision.hanoi.variant_names import farthest, letters_for
from vision.hanoi.variant_sort import Sorting, sort_pieces
from vision.hanoi.variant_toy import Toy
from vision.sentence import sentence

Floats = NDArray[np.float64]

MISSING_BALLS = sentence("Not all balls are on the pegs.")
UNDECIDED_BALLS = sentence("The balls cannot be told apart well enough.")
OTHER_TOY = sentence("These do not look like the pieces of that toy: check which one it is.")
PEGS = 3
# The first sight of a toy has to be as certain as this to be told.
CERTAIN = 0.9
# So many looks have to show the same toy before it is taken for known.
AGREEING = 3
# Pegs whose lengths differ by this share in all are taken for different ones.
SLANTED = 0.1
# From such a height on, or where a disc shows so few pixels of its side, discs may be hidden.
STEEP, LOW = 0.92, 1.5
# One disc a peg tells hardly from how high it is seen: from so high on others may be below it.
ALONE = 0.75
# Half widths may fit so badly by piece, and colours lie so far from those of their group, as a
# share of how far groups lie apart. Of 100 looks at two toys drawn in Blender that were wrong and
# certain, each turned, lit and blurred in its own way, all lie farther, and of 722 at 50 toys that
# have the colours where they are 40, most of them at one of the two.
UNLIKE, ASTRAY = 3.0, 0.45
# Where somebody said what the colours are called, how far one may lie from that.
MISNAMED = 30.0
# A slip that is less likely is not told; how far one is believed in one look.
LEAST_SLIP, SLIP_SEEN = 0.02, 0.8
# Nor is one told where its peg is so likely hidden: a disc that is held there would look like it.
LEAST_CLEAR = 0.15


@dataclass(frozen=True, slots=True)
class Kind:
    """What a toy is made of: how many `colours`, and whether its pieces are `balls`.

    Balls are each of another colour, and as many as there are colours; discs come once in every
    colour and size. `letters` are what the colours are called, where somebody said so.
    """

    colours: int
    balls: bool = False
    letters: Sequence[str] | None = None


class VariantReader:
    """Finds pegs and pieces, sorts the pieces by size and colour, and tells where each lies.

    `count` is the number of pieces, where it is known. Rows of the table are peg * pieces + height,
    height 0 at the bottom; columns are empty, then the pieces, colour by colour from the largest,
    the colours in the order of the state that was seen first. Raises ValueError for a count that is
    no multiple of the colours.
    """

    def __init__(self, profile: Profile, kind: Kind, *, count: int | None = None) -> None:
        if count is not None and count % kind.colours:
            raise ValueError(f"expected a multiple of {kind.colours} as a count, got {count}")
        self._kind = kind
        self._count = kind.colours if kind.balls else count
        self._looker = Looker()
        self._memory = Memory()
        self._toy: Toy | None = None
        self._seen: Counter[tuple[int, ...]] = Counter()
        # The colours of the toy in the looks by which it became known.
        self._means: list[Floats] = []
        # The last sight of all pieces, and the pegs as they were when the state was beyond doubt.
        self._last: Sight | None = None
        self._rest: tuple[tuple[tuple[int, ...], ...], Rest] | None = None

    def read(self, frame: Frame) -> Observation:
        """What the picture shows. Never raises for what it shows."""
        if self._count is not None and self._count > PEGS * MOST_DISCS:
            return Observation.nothing(frame.at, 1, TOO_TALL)
        self._memory.resized(frame.image)
        row = self._memory.row
        if row is not None and self._memory.proven:
            row, sight = followed(frame, self._looker, self._memory, self._closely)
            if isinstance(sight, str):
                return self._unseen(frame.at, row, sight)
            if sight is not None:
                return self._told(frame, sight)
        found = self._looker.find(frame.image, pegs=PEGS, count=self._count, known=row)
        if found is None:
            if row is not None:
                return self._unseen(frame.at, row, COVERED)
            return Observation.nothing(frame.at, 1, NO_TOWER)
        found = self._closely(frame.image, found)
        if row is None or _visible(found) > TRUST_FROM:
            self._memory.start(found)
        return self._told(frame, found)

    def learn(self, symbols: tuple[int, ...]) -> None:
        """Takes what the last picture shows beyond doubt: discs may be misplaced from there on."""
        if self._toy is not None and self._last is not None:
            piles = piles_of(symbols, self._toy.pieces)
            sizes = tuple(tuple(map(self._toy.size_of, pile)) for pile in piles)
            self._rest = piles, Rest(self._last.patches, sizes)

    def _closely(self, image: Image, sight: Sight) -> Sight:
        """The same sight after closer looks."""
        return self._looker.rims(image, self._looker.together(image, sight))

    @property
    def _known(self) -> bool:
        """Whether the toy was seen often enough."""
        return self._toy is not None and self._seen[self._toy.size] >= AGREEING

    def _told(self, frame: Frame, sight: Sight) -> Observation:
        """The table of a sight, as far as it can be trusted."""
        seen = _ramp(_visible(sight))
        if seen == 0:
            # A disc that hides the one below it looks like something in front.
            slipped = self._slipped(frame.at, sight)
            return slipped or self._unseen(frame.at, sight.moved, COVERED)
        known = self._toy.pieces if self._toy and self._known else self._count
        total = likely_total(sight.stacks.counts, self._kind.colours, known)
        if total is None:
            return self._unseen(frame.at, sight.moved, NO_COUNT)
        counted = likely_counts(sight.stacks.counts, total[0])
        # A reading that is undecided says the same in every frame: it must not add up.
        trust = seen * _ramp(total[1]) * _ramp(counted.certainty, *BEST_IN_FILM)
        if trust <= TRUST_FROM:
            slipped = self._slipped(frame.at, sight)
            if slipped is not None:
                return slipped
            problem = MISSING_BALLS if self._kind.balls else MISSING
            return self._unseen(frame.at, sight.moved, COVERED if seen < 1 else problem)
        return self._named(frame, sight, counted, trust, seen * total[1] * counted.certainty)

    def _named(
        self, frame: Frame, sight: Sight, counted: Counted, trust: float, sure: float
    ) -> Observation:
        """The table of pieces that are all there.

        `sure` is how likely it is that they are, and that their numbers are right.
        """
        pieces = pieces_of(sight, counted.best, balls=self._kind.balls)
        if self._toy is None or not self._known:
            if self._count is None and _steep(pieces):
                return self._unseen(frame.at, sight.moved, NO_COUNT)
            sorting = sort_pieces(pieces, self._kind.colours)
            assert sorting is not None
            letters, meant = letters_for(self._pooled(sorting.means), self._kind.letters)
            if _other_toy(sorting) or self._misnamed(sorting, letters):
                return self._unseen(frame.at, sight.moved, OTHER_TOY)
            sure *= sorting.certainty * meant
            if sure < CERTAIN:
                problem = UNDECIDED_BALLS if self._kind.balls else UNDECIDED
                return self._unseen(frame.at, sight.moved, problem)
            self._toy = Toy.of(pieces, sorting, letters, sight.row.pegs, _mirrored(sight.moved))
            self._seen[self._toy.size] += 1
            self._means.append(sorting.means)
            table = self._toy.sorted_table(pieces, _with(sorting, sure), counted.shares)
        else:
            table = self._toy.table(pieces, counted.shares)
            self._last = sight
        self._memory.measure_steps(sight, len(pieces))
        self._memory.proven = True
        self._memory.surround(float(pieces.widths.max()), frame.image)
        cells = trust * table + (1 - trust) / table.shape[1]
        return self._observation(frame.at, sight.moved, self._toy, cells)

    def _pooled(self, means: Floats) -> Floats:
        """Colours, (colours, 3), as all looks show them: one alone may take red for orange.

        Each look has them in its own order: after a move that is another one.
        """
        orders = [list(order) for order in permutations(range(len(means)))]
        alike = [
            min(
                (before[order] for order in orders),
                key=lambda one: float(np.abs(one - means).sum()),
            )
            for before in self._means
        ]
        return np.asarray(np.median([*alike, means], axis=0))

    def _misnamed(self, sorting: Sorting, letters: Sequence[str]) -> bool:
        """Whether a colour is hardly called what somebody said that the toy's are called."""
        said = self._kind.letters is not None
        return said and farthest(sorting.means, letters) > MISNAMED

    def _slipped(self, at: float, sight: Sight) -> Observation | None:
        """The table where a disc was put on a smaller one, which it hides; None: it was not."""
        if self._rest is None or self._toy is None or not self._memory.still:
            return None
        piles, rest = self._rest
        slip = rest.find_slip(sight.patches, sight.stacks)
        if (
            slip is None
            or slip.weight < LEAST_SLIP
            or sight.stacks.clear[slip.target] < LEAST_CLEAR
        ):
            return None
        after = [list(pile) for pile in piles]
        after[slip.target].append(after[slip.source].pop())
        n = self._toy.pieces
        shown = [symbol for pile in after for symbol in [*pile, *[0] * (n - len(pile))]]
        self._memory.forgive()
        cells = SLIP_SEEN * np.eye(n + 1)[shown] + (1 - SLIP_SEEN) / (n + 1)
        return self._observation(at, sight.moved, self._toy, cells)

    def _unseen(self, at: float, row: Row, problem: str) -> Observation:
        """The observation of a toy that cannot be read; of none until it was seen often enough.

        Its size tells the state it was first seen in: looks at a hand must not speak for that.
        """
        if self._toy is None or not self._known:
            return Observation.nothing(at, 1, problem)
        symbols = self._toy.pieces + 1
        cells = np.full((PEGS * self._toy.pieces, symbols), 1 / symbols)
        return self._observation(at, row, self._toy, cells, problem)

    def _observation(
        self, at: float, row: Row, toy: Toy, cells: Floats, problem: str | None = None
    ) -> Observation:
        share = np.minimum((np.arange(toy.pieces) + 0.5) * self._memory.step, 1.0)
        where = row.feet[:, None] + share[None, :, None] * (row.tips - row.feet)[:, None]
        return Observation(cells, where.reshape(-1, 2), at, toy.size, problem=problem)


def _steep(pieces: Pieces) -> bool:
    """Whether a toy is seen so steeply that discs may hide others of their size wholly."""
    slope, alone = pieces.slope, not pieces.heights.any()
    return slope.sine > (ALONE if alone else STEEP) or slope.high < LOW


def _other_toy(sorting: Sorting) -> bool:
    """Whether even the likeliest way to sort pieces fits them badly."""
    return sorting.unlike > UNLIKE or sorting.astray > ASTRAY


def _mirrored(row: Row) -> bool:
    """Whether the pegs grow from left to right."""
    long = lengths(row.tips - row.feet) / row.nearness
    return bool(long[-1] - long[0] > SLANTED * long.mean())


def _with(sorting: Sorting, certainty: float) -> Sorting:
    """The same sorting, as certain as everything that it stands on."""
    return replace(sorting, certainty=certainty)


def _visible(sight: Sight) -> float:
    """The probability that nothing hides any peg."""
    return float(sight.stacks.clear.min())


def _ramp(p: float, least: float = TRUST_FROM, full: float = TRUST_FULL) -> float:
    return float(np.clip((p - least) / (full - least), 0, 1))
