"""One look at one picture: the row of pegs, and what each of them carries."""

from dataclasses import dataclass, replace

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.frame import Image
from vision.hanoi.closer import with_rims
from vision.hanoi.edges import EdgeEye
from vision.hanoi.ends import EndsEye
from vision.hanoi.ground import off_ground
from vision.hanoi.lengths import lengths, mean_gap
from vision.hanoi.nets import Candidates, PegFinder, RimsEye, StackEye, Stacks
from vision.hanoi.patch import cut_patch
from vision.hanoi.places import total_probabilities
from vision.hanoi.row import Row, Support, likely_rows, plainness, support_of
from vision.hanoi.strangers import Seen, StrangerEye
from vision.hanoi.tower import Answer, TowerEye, told_by

Floats = NDArray[np.float64]

# A row below this score is not looked at, and one below this worth is taken for furniture.
LEAST_SCORE = 0.1
LEAST_WORTH = 0.15
# A row that fills less of the picture than this is looked for again in the part around it.
SMALL = 0.7
# Units by which ends may move when looked at closely before a row loses most of its worth.
SLIP = 0.2
# An end that patches show further away counts as so far off, in units.
STEP = 0.2
# A row of this merit is taken at once, unless another promises so much more.
ENOUGH, OUTDONE = 0.35, 1.6
# The same row with one peg more is looked at where it has such a share of a row's promise. It is
# taken if it then has such a share of its merit; or, whatever seems to lie on the pegs, such a
# share of its promise, and such worth.
FOURTH, FOURTH_MERIT = 0.55, 0.3
PLAIN_FOURTH, PLAIN_WORTH = 0.7, 0.4
# Pixels of a picture's longer side that are enough for the first look.
LARGEST = 1000
# How many rows of a picture are looked at closely.
TRIED = 3


@dataclass(frozen=True, slots=True, eq=False)
class Sight:
    """A row as one picture shows it: `patches` (pegs, height, width, 3), `stacks` read from them.

    `row` is where the row was when the patches were cut, `moved` where a look at all of it shows
    it, and `by_patches` where these do; None: at `row`. By the look at all of it the ends may be
    `vague` units off, as Settled has it, None where there was none. `rough` is what was read before
    the discs were measured at their edges; None where they were not. `support` is known of rows
    that were looked for. `first` is what was read from the patches before closer looks.
    """

    row: Row
    moved: Row
    patches: NDArray[np.uint8]
    stacks: Stacks
    by_patches: Row | None = None
    vague: float | None = None
    rough: Stacks | None = None
    support: Support | None = None
    first: Stacks | None = None
    alone: tuple[Stacks, ...] = ()

    def scaled(self, factor: float) -> "Sight":
        """The same sight of a picture that is so many times as large."""
        row, moved, shown = (one.scaled(factor) for one in (self.row, self.moved, self.shown))
        support = self.support.scaled(factor) if self.support is not None else None
        return replace(self, row=row, moved=moved, by_patches=shown, support=support)

    @property
    def shown(self) -> Row:
        """The row where its patches show it."""
        return self.row if self.by_patches is None else self.by_patches

    @property
    def slip(self) -> float:
        """How far from `row` its patches show the ends, in units, at the median."""
        ends = np.stack([self.shown.feet - self.row.feet, self.shown.tips - self.row.tips])
        return float(np.median(lengths(ends)) / self.row.units.mean())

    @property
    def worth(self) -> float:
        """How convincing the row is as a row of pegs, in [0, 1]."""
        return self.promise * float(np.exp(-((self.slip / SLIP) ** 2)))

    @property
    def promise(self) -> float:
        """How convincing it is, however far its ends seem to be from where it is, in [0, 1]."""
        return float(self.shown.straightness * self.row.score**0.5)

    def fit(self, count: int | None) -> float:
        """How well what it carries goes together: nothing hidden, and `count` discs if known."""
        totals = total_probabilities(self.stacks.counts)
        whole = float(totals[1:].max() if count is None else totals[count])
        return float(self.stacks.clear.min()) * (0.1 + whole)

    def merit(self, count: int | None) -> float:
        """What rows are compared by."""
        return self.promise * self.fit(count)

    @property
    def widths(self) -> tuple[Floats, Floats]:
        """Half widths and their errors, (pegs, 8), in distances of pegs, perspective undone."""
        return self.widths_of(self.stacks)

    @property
    def rough_widths(self) -> tuple[Floats, Floats]:
        """The same before the discs were measured at their edges."""
        return self.widths_of(self.stacks if self.rough is None else self.rough)

    def widths_of(self, stacks: Stacks) -> tuple[Floats, Floats]:
        """The same of other stacks at the same pegs."""
        factor = (self.row.units / mean_gap(self.row.feet) / self.moved.nearness)[:, None]
        return stacks.radii * factor, stacks.spreads * factor


class Looker:
    """Finds rows in pictures and looks at them."""

    def __init__(self) -> None:
        self._finder, self._eye = PegFinder(), StackEye()
        self._ends, self._tower, self._edges = EndsEye(), TowerEye(), EdgeEye()
        self._rims: RimsEye | None = None
        self._strangers: StrangerEye | None = None

    def find(
        self,
        image: Image,
        *,
        pegs: int | None = None,
        count: int | None = None,
        known: Row | None = None,
    ) -> Sight | None:
        """The most convincing row of a picture, looked at closely, or None.

        `pegs` and `count` are the numbers of pegs and discs, `known` a row found before, where
        they are known.
        """
        factor = LARGEST / max(image.shape[:2])
        if factor < 1:
            # Every patch would be averaged down from all those pixels.
            way = cv2.INTER_AREA
            high, wide = (max(1, round(factor * side)) for side in image.shape[:2])
            shrunk = cv2.resize(image, (wide, high), interpolation=way)
            small = np.asarray(shrunk, dtype=np.uint8)
            there = known.scaled(factor) if known is not None else None
            sight = self.find(small, pegs=pegs, count=count, known=there)
            return sight.scaled(1 / factor) if sight is not None else None
        found = self._finder.find(image)
        rows = likely_rows(found, pegs)
        if rows:
            rows = self._closer(image, rows[0], pegs) + rows
        rows = [row for row in rows if row.score >= LEAST_SCORE][:TRIED]
        if known is not None:
            rows.append(known)
        best = self._at_once(image, rows, count) or self._best(image, rows, count)
        if best is None:
            return None
        if pegs is None and best.row.pegs == 3:
            best = self._with_fourth(image, found, best, count)
        if best.vague is None:
            best = self.settled(image, best.shown)
        if best.worth < LEAST_WORTH:
            return None
        return replace(best, support=_support(best.row, found, rows, given=pegs is not None))

    def part(self, image: Image, sight: Sight, chosen: slice) -> Sight:
        """Some pegs of a sight as a row of their own, seen together; without these less is known.

        What else there is in the picture is looked for anew.
        """
        found, row = self._finder.find(image), sight.moved
        own = Row(row.feet[chosen], row.tips[chosen], 0.0)
        own = replace(own, score=float(plainness(own, found).min()))
        support = _support(own, found, [], given=False)
        return self.together(image, replace(self.settled(image, own), support=support))

    def _at_once(self, image: Image, rows: list[Row], count: int | None) -> Sight | None:
        """The first row where its ends are seen to be, if it convinces: most do, with one look."""
        sight = self.settled(image, rows[0]) if rows else None
        return sight if sight is not None and _convinces(sight, rows[1:], count) else None

    def _best(self, image: Image, rows: list[Row], count: int | None) -> Sight | None:
        """The most convincing of some rows, the most promising first, or None.

        They are looked at where they were found: with their ends put where a look at all of them
        shows these, rows of other things look like rows of pegs, too.
        """
        sights: list[Sight] = []
        for i, row in enumerate(rows):
            sights.append(self.look(image, row))
            best = max(sights, key=lambda sight: sight.merit(count))
            if _convinces(best, rows[i + 1 :], count):
                return best
        # Where none convinces, a pile may have been taken for a hand.
        promising = [sight for sight in sights if sight.worth >= LEAST_WORTH]
        if len(promising) < 2:
            return max(sights, key=lambda sight: sight.merit(count), default=None)
        closer = [self.together(image, sight).merit(count) for sight in promising]
        return promising[int(np.argmax(closer))]

    def _with_fourth(
        self, image: Image, found: Candidates, three: Sight, count: int | None
    ) -> Sight:
        """The row with a fourth peg beside its three, where there is one.

        Feet that are found a little off their line make a row of three seem the better one.
        """
        for row in likely_rows(found, 4):
            if row.promise < FOURTH * three.promise:
                continue
            apart = lengths(row.feet[:, None] - three.row.feet).min(axis=0)
            if (apart >= three.row.near).any():
                continue
            four = self.settled(image, self.look(image, row).shown)
            plain = four.worth > PLAIN_WORTH and four.promise > PLAIN_FOURTH * three.promise
            if plain or four.merit(count) > FOURTH_MERIT * three.merit(count):
                return four
        return three

    def _closer(self, image: Image, row: Row, pegs: int | None) -> list[Row]:
        """The rows that a small tower shows when the picture is cut to it."""
        ends = np.concatenate([row.feet, row.tips])
        room = float(row.units.max())
        limit = np.array([image.shape[1], image.shape[0]])
        low = np.clip(ends.min(axis=0) - room, 0, limit - 1).astype(int)
        high = np.clip(ends.max(axis=0) + room, low + 1, limit).astype(int)
        if (high - low).max() > SMALL * limit.max():
            return []
        part = np.ascontiguousarray(image[low[1] : high[1], low[0] : high[0]])
        found = self._finder.find(part)
        back = Candidates(found.feet + low, found.tips + low, found.scores)
        return likely_rows(back, pegs, most=2)

    def patches(self, image: Image, row: Row) -> NDArray[np.uint8]:
        """The patches of a row's pegs, (pegs, height, width, 3)."""
        return np.stack([cut_patch(image, matrix) for matrix in row.matrices])

    def settled(self, image: Image, row: Row) -> Sight:
        """A look at a row's pegs, their ends where a look at the whole row shows them.

        Patches are wrong about other ends than that is, and make rows of other things less likely.
        """
        there = self._ends.settle(image, row)
        sight = self.look(image, there.row)
        ends = _seen_in(there.row.matrices, there.row)
        return replace(sight, vague=there.error, stacks=replace(sight.stacks, ends=ends))

    def look(self, image: Image, row: Row, patches: NDArray[np.uint8] | None = None) -> Sight:
        """What a row carries; `patches` where they are cut already."""
        shown = self.patches(image, row) if patches is None else patches
        return _sight(row, shown, self._eye.read(shown))

    def twice(self, image: Image, sight: Sight) -> Sight:
        """The same sight of pegs that were seen together, once a second network has been asked."""
        assert sight.first is not None
        assert sight.rough is not None
        return self.together(image, replace(sight, stacks=sight.first), sight.rough.votes)

    def together(self, image: Image, sight: Sight, votes: tuple[Answer, ...] = ()) -> Sight:
        """The same sight, its row moved to where a look at all of it shows the ends of pegs.

        The discs are counted and measured in closer looks at all pegs, by a network of which there
        are no `votes` yet.
        """
        if sight.vague is None:
            there = self._ends.settle(image, sight.row)
            ends = _seen_in(sight.row.matrices, there.row)
            stacks = replace(sight.stacks, ends=ends)
            sight = replace(sight, moved=there.row, vague=there.error, stacks=stacks)
        row = sight.moved
        rough = self._tower.read(image, row, row.matrices, sight.stacks, votes)
        stacks = self._edges.read(image, row, row.matrices, rough)
        # Half widths stay in units of the patches that were cut first.
        scale = (row.units / sight.row.units)[:, None]
        alone = tuple(_scaled(told_by(rough, told), scale) for told, _ in rough.votes)
        fine, rough = _scaled(stacks, scale), _scaled(rough, scale)
        if sight.support is not None:
            ground = off_ground(image, row, stacks.lowest * row.units)
            sight = replace(sight, support=replace(sight.support, ground=ground))
        return replace(sight, stacks=fine, rough=rough, first=sight.stacks, alone=alone)

    def strange(self, image: Image, sight: Sight) -> Seen:
        """What may be a hand or the like at the tower, wherever it is there."""
        if self._strangers is None:
            self._strangers = StrangerEye()
        return self._strangers.look(image, sight.moved)

    def rims(self, image: Image, sight: Sight) -> Sight:
        """The same sight, with the rims that closer looks at the piles show."""
        if self._rims is None:
            self._rims = RimsEye()
        stacks = with_rims(self._rims, image, sight.row.matrices, sight.stacks)
        return replace(sight, stacks=stacks)


def _support(row: Row, found: Candidates, rows: list[Row], *, given: bool) -> Support:
    """What a picture says for a row, and for all others that may be there; see `support_of`."""
    others = rows if given else rows + likely_rows(found, 3) + likely_rows(found, 4)
    once = list({id(other): other for other in others}.values())
    return support_of(row, found, once, given=given)


def _convinces(sight: Sight, rivals: list[Row], count: int | None) -> bool:
    """Whether a sight is enough, or other rows promise so much more that they are looked at."""
    # Piles are often miscounted at first sight, so that the count seems to be another one.
    merit = max(sight.merit(count), sight.merit(None))
    rival = max((other.promise for other in rivals), default=0.0)
    return merit > ENOUGH and rival < OUTDONE * sight.row.promise


def _scaled(stacks: Stacks, scale: Floats) -> Stacks:
    """The same stacks with half widths in other units."""
    return replace(stacks, radii=stacks.radii * scale, spreads=stacks.spreads * scale)


def _sight(row: Row, patches: NDArray[np.uint8], stacks: Stacks) -> Sight:
    """A sight, with where its patches show the row."""
    ends = []
    for matrix, pair in zip(row.matrices, stacks.ends, strict=True):
        back = np.linalg.inv(matrix[:, :2])
        ends.append((pair - matrix[:, 2]) @ back.T)
    shown, taken = np.array(ends), np.stack([row.feet, row.tips], axis=1)
    # A tip that is hidden may be guessed anywhere.
    way = lengths(shown - taken)[..., None]
    reach = STEP * row.units[:, None, None]
    shown = taken + (shown - taken) * np.minimum(1, reach / np.maximum(way, 1e-6))
    return Sight(row, row, patches, stacks, Row(shown[:, 0], shown[:, 1], row.score))


def _seen_in(matrices: list[Floats], row: Row) -> Floats:
    """Where the ends of a row are in its pegs' patches, (pegs, 2, 2) pixels."""
    pairs = zip(matrices, np.stack([row.feet, row.tips], axis=1), strict=True)
    return np.stack([pair @ matrix[:, :2].T + matrix[:, 2] for matrix, pair in pairs])
