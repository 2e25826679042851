"""The reader of Hanoi towers: a picture in, a table of places and discs out."""

from dataclasses import replace

import numpy as np
from numpy.typing import NDArray

from calibration.profile import Profile
from vision.bars import beyond
from vision.frame import Frame, Image, Observation
from vision.hanoi.bystanders import without_bystander
from vision.hanoi.census import FEWEST, DiscCensus
from vision.hanoi.feet import on_round_feet, without_feet
from vision.hanoi.followed import COVERED, followed
from vision.hanoi.furniture import Furniture
from vision.hanoi.lengths import lengths, mean_gap
from vision.hanoi.memory import Memory
from vision.hanoi.nets import MOST_DISCS
from vision.hanoi.pieces import lay_out
from vision.hanoi.places import (
    arrangements_of,
    complete_probability,
    none_missing,
    total_probabilities,
    uniform_table,
)
from vision.hanoi.row import Row
from vision.hanoi.sight import Looker, Sight
from vision.hanoi.slips import JUMP
from vision.hanoi.strangers import STRANGE
from vision.hanoi.surety import HIDDEN, evidence, surety
from vision.hanoi.weighing import Weighed, weigh
from vision.sentence import sentence

Floats = NDArray[np.float64]

NO_TOWER = sentence("No tower was found: show all pegs and discs from the front or from above.")
NO_COUNT = sentence("A tower was found, but not how many discs it has: show all, or say how many.")
UNDECIDED = sentence("The discs cannot be told apart well enough.")
CUT_BELOW = sentence(
    "The tower runs out of the picture below: show all of it, or say how many discs it has."
)
STRANGER = sentence(
    "Something at the tower is no part of it: take it away, or say how many discs there are."
)
TOO_TALL = sentence("Towers of so many discs cannot be read.")
MORE_DISCS = sentence("There are more discs than there should be: check the number.")
MISSING = sentence("Not all discs are on the pegs.")
# Below the first share a sight tells nothing, from the second on it is taken as it is.
TRUST_FROM, TRUST_FULL = 0.5, 0.9
# How often a disc is missing where nothing moves and nothing is in the way, before counting: in a
# picture of a tower, and in a film, in which somebody may hold one still for a moment.
AWAY, AWAY_IN_FILM = 0.05, 0.3
# As TRUST_FROM and TRUST_FULL, for the likeliest arrangement of discs in a film. The table has many
# places, and each that speaks for an arrangement counts anew.
BEST_IN_FILM = (0.35, 0.75)
# How sure all that the first picture shows must be: no other one will put it right. Measured on
# painted and path traced towers.
AT_FIRST = 0.98
# The same where that left doubt and a second network was asked; and of the first look and of the
# second where both are nearly as sure. Of 3,646 readings of painted and path traced towers, hands
# before some, 2,220 are told, and 20 of these wrong, before STRANGE things are looked for; the
# factors were fitted on these towers. Of the 63 that both looks together add two are wrong, and
# none of 65 by the networks before these.
AT_SECOND, AT_BOTH = 0.945, (0.93, 0.92)
# What the probability of the number of discs must reach before it is believed.
SURE_COUNT = 0.6
# A number that somebody gave is wrong where a first picture shows more discs so likely. Of 245
# towers read with their right number none was likelier than 0.63 to have more; of 60 read with a
# smaller one 53 were (renders and photographs).
PLAINLY_MORE = 0.8
# Discs are counted where the picture shows so much below the feet, in distances of pegs. Where the
# border cuts the lowest discs off the feet are found there, 0.2 away at most.
BELOW = 0.25


class HanoiReader:
    """Finds pegs and discs, and tells for every place which disc lies there.

    `count` is the number of discs; None takes the profile's, and without one the first picture
    that shows all discs tells it. Rows of the table are peg * discs + height, height 0 at the
    bottom; columns are empty, disc 1 (the smallest) to the largest.
    """

    def __init__(self, profile: Profile, *, count: int | None = None) -> None:
        self._count = count if count is not None else profile.count
        # How sure the number of discs is; it may still change until a state was told.
        self._number, self._settled = 1.0, self._count is not None
        self._pegs = profile.pegs
        # Whether what lies lowest on each peg is a foot, and no disc.
        self._feet = False
        # Why the discs that are seen may not be all while nobody knows how many there are: a hand
        # or the like is at the tower, or its lowest discs may be out of the picture.
        self._strange: str | None = None
        lay_out()
        self._looker = Looker()
        self._memory = Memory()
        self._furniture = Furniture()
        # The numbers of discs that pictures showed, before this one and with it.
        self._past = self._census = DiscCensus()
        # The last look that was weighed: at a toy at rest it is used again.
        self._weighed: tuple[Sight, Weighed] | None = None
        # What the last look shows most likely, whether or not it is told.
        self._likeliest: tuple[int, ...] | None = None
        # How sure the first look at a picture was of it, and would be if its number were given.
        self._first = (0.0, 0.0)

    def read(self, frame: Frame) -> Observation:
        """What the picture shows. Never raises for what it shows."""
        if self._count is not None and self._count > MOST_DISCS:
            return Observation.nothing(frame.at, 1, TOO_TALL)
        self._memory.resized(frame.image)
        row = self._memory.row
        self._memory.told(None)
        if row is not None and self._memory.proven:
            row, sight = followed(frame, self._looker, self._memory, self._closely)
            if isinstance(sight, str):
                return self._unseen(frame.at, row, sight)
            if sight is not None:
                return self._told(frame, sight)
        return self._searched(frame, row)

    def _searched(self, frame: Frame, row: Row | None) -> Observation:
        """What a picture shows in which the row is looked for; `row` is where it was, if known."""
        found = self._looker.find(frame.image, pegs=self._pegs, count=self._count, known=row)
        if found is None:
            if row is not None:
                return self._unseen(frame.at, row, COVERED)
            return Observation.nothing(frame.at, (self._count or 0) + 1, NO_TOWER)
        found = self._looker.together(frame.image, found)
        found = without_bystander(self._looker, frame.image, found)
        if not self._memory.proven:
            # A number that was only read so far may be that of a toy of which less was in sight.
            sure = self._count if self._settled else None
            self._feet = sure is not None and on_round_feet(found, sure)
        found = self._bare(found)
        self._past = self._census
        self._strange = None if self._settled else self._hindered(frame, found)
        if not self._settled:
            self._count, self._number = self._counted(found)
        if row is None or _visible(found) > TRUST_FROM:
            self._memory.start(found)
        return self._told(frame, found)

    def _hindered(self, frame: Frame, sight: Sight) -> str | None:
        """Why discs may not be in sight, or be in a hand."""
        if _cut_below(sight.moved, frame):
            return CUT_BELOW
        seen = self._looker.strange(frame.image, sight)
        rests = self._furniture.stays(seen, frame.at)
        return STRANGER if seen.surest > STRANGE and not rests else None

    def _closely(self, image: Image, sight: Sight) -> Sight:
        """The same sight after a closer look."""
        return self._bare(self._looker.together(image, sight))

    def _bare(self, sight: Sight) -> Sight:
        """The sight of what lies on the pegs, without their feet."""
        return without_feet(sight) if self._feet else sight

    def _counted(self, sight: Sight) -> tuple[int | None, float]:
        """How many discs there are, None unless that is rather sure, and how sure it is."""
        totals, visible = total_probabilities(sight.stacks.counts), _visible(sight)
        if visible <= TRUST_FROM or self._strange:
            return None, 0.0
        best, sure = int(totals.argmax()), float(totals.max())
        if visible >= TRUST_FULL:
            self._census = self._past.after(sight.stacks.counts)
            best, sure = self._census.told()
        # What may be hidden in part counts for this picture alone.
        shown = FEWEST <= best == int(totals.argmax()) <= MOST_DISCS
        return (best, sure) if shown and sure >= SURE_COUNT else (None, 0.0)

    def _miscounted(self, totals: Floats) -> str | None:
        """Why the number of discs is wrong or missing, None where it may be right.

        `totals` are the probabilities of all numbers in this picture.
        """
        if self._count is None:
            return self._strange or NO_COUNT
        more = float(totals[self._count + 1 :].sum())
        return MORE_DISCS if more > PLAINLY_MORE and not self._memory.proven else None

    def learn(self, symbols: tuple[int, ...]) -> None:
        """Takes what the last picture shows beyond doubt: discs may be misplaced from there on."""
        if self._count is not None:
            self._memory.believed(symbols, self._count)

    def _told(self, frame: Frame, sight: Sight) -> Observation:
        """The table of a sight; what the rules forbid is thought of where nothing else fits."""
        seen = self._told_legal(frame, sight)
        found = self._memory.slip(sight) if seen.found else None
        if found is None or self._count is None:
            return seen
        slip, symbols = found
        legal = float(total_probabilities(sight.stacks.counts)[self._count]) * _visible(sight)
        share = slip.weight / (slip.weight + JUMP * legal)
        nothing = uniform_table(self._count, sight.row.pegs)
        shown = np.eye(self._count + 1)[list(symbols)] if self._memory.still else nothing
        cells = share * shown + (1 - share) * seen.cells
        # What is undecided must not add up.
        doubt = 1 - abs(2 * share - 1)
        self._memory.forgive()
        problem = None if share > TRUST_FROM else seen.problem or UNDECIDED
        return replace(seen, cells=(1 - doubt) * cells + doubt * nothing, problem=problem)

    def _told_legal(self, frame: Frame, sight: Sight) -> Observation:
        """The table of a sight over the legal states, as far as it can be trusted.

        A first picture that leaves doubt is looked at twice, unless something is hidden, or a disc
        may be in a hand.
        """
        following = self._memory.proven
        seen = self._told_once(frame, sight)
        if following or seen.found or self._strange or _visible(sight) < HIDDEN:
            return seen
        again = self._bare(self._looker.twice(frame.image, sight))
        if not self._settled:
            self._count, self._number = self._counted(again)
        return self._told_once(frame, again, twice=True)

    def _told_once(self, frame: Frame, sight: Sight, *, twice: bool = False) -> Observation:
        """The same of this sight as it is; `twice`: it is the second look at a picture."""
        at, before = frame.at, self._likeliest if twice else None
        first = self._first if twice else None
        self._likeliest, self._first = None, (0.0, 0.0)
        counts = sight.stacks.counts
        totals, visible = total_probabilities(counts), _visible(sight)
        refused = self._miscounted(totals)
        if refused is not None:
            return self._unseen(at, sight.moved, refused)
        assert self._count is not None
        every = arrangements_of(self._count, sight.row.pegs)
        proven = self._memory.proven
        whole = complete_probability(totals, self._count, AWAY_IN_FILM if proven else AWAY)
        trust, doubt = _ramp(visible) * _ramp(whole), _doubt(visible, whole)
        if proven and trust == 0:
            return self._unseen(at, sight.moved, doubt)
        self._memory.measure_steps(sight, self._count)
        again = self._weighed is not None and self._weighed[0] is sight
        if self._weighed is None or not again:
            self._weighed = sight, weigh(every, sight, self._memory.sizes)
        weighed = self._weighed[1]
        weights, widths = weighed.both, sight.widths[0]
        table = every.table(weights)
        best = int(np.argmax(weights))
        self._likeliest = every.symbols(best)
        # A reading that is undecided says the same in every frame: it must not add up.
        if proven:
            trust *= _ramp(float(weights[best]), *BEST_IN_FILM)
        else:
            told = evidence(sight, every, weighed, whole, self._number)
            sure = surety(told, twice=twice), surety(told, given=True, twice=twice)
            trust, known = (
                float(_believed(*one)) for one in zip(sure, first or (None, None), strict=True)
            )
            differs = before is not None and before != self._likeliest
            if none_missing(totals, self._count, AWAY) < TRUST_FULL or differs:
                # A disc may be in a hand, or the first look said something else.
                trust = known = 0.0
            else:
                self._first = sure
            if trust <= TRUST_FROM < known:
                return self._unseen(at, sight.moved, NO_COUNT)
        # What is told although something is before it is not followed yet.
        if trust > TRUST_FROM and (proven or visible > TRUST_FROM):
            self._memory.proven = self._settled = True
            self._pegs = self._pegs or sight.row.pegs
            self._number = 1.0
            largest = widths[every.peg_of[best], every.height_of[best]].max()
            self._memory.surround(float(largest), frame.image)
            self._memory.told(sight, self._likeliest)
        if self._memory.proven and trust > 0.95 and weights[best] > 0.95 and not again:
            places = every.peg_of[best], every.height_of[best]
            self._memory.measure(widths[places])
        cells = trust * table + (1 - trust) * uniform_table(self._count, sight.row.pegs)
        if trust <= TRUST_FROM and not self._memory.proven:
            # What was never read well may be no tower at all.
            return self._unseen(at, sight.moved, doubt)
        return self._observation(at, sight.moved, cells, None if trust > TRUST_FROM else doubt)

    def _unseen(self, at: float, row: Row, problem: str) -> Observation:
        """The observation of a tower that cannot be read; of none, if it never could be."""
        if self._count is None or not self._memory.proven:
            return Observation.nothing(at, (self._count or 0) + 1, problem)
        return self._observation(at, row, uniform_table(self._count, row.pegs), problem)

    def _observation(self, at: float, row: Row, cells: Floats, problem: str | None) -> Observation:
        count = self._count or 0
        share = np.minimum((np.arange(count) + 0.5) * self._memory.step, 1.0)
        where = row.feet[:, None] + share[None, :, None] * (row.tips - row.feet)[:, None]
        return Observation(
            cells=cells,
            where=where.reshape(-1, 2),
            at=at,
            size=(count, row.pegs),
            outline=_outline(row),
            problem=problem,
        )


def _visible(sight: Sight) -> float:
    """The probability that nothing hides any peg."""
    return float(sight.stacks.clear.min())


def _cut_below(row: Row, frame: Frame) -> bool:
    """Whether a picture ends right below a foot: discs that lie lower would not be in it."""
    way = row.feet - row.tips
    below = row.feet + BELOW * mean_gap(row.feet) * way / lengths(way)[:, None]
    return beyond(below, frame.image)


def _believed(sure: float, first: float | None) -> bool:
    """Whether a picture is told that is so `sure`; `first`: how sure the first of two looks was."""
    if first is None:
        return sure > AT_FIRST
    return sure > AT_SECOND or (first > AT_BOTH[0] and sure > AT_BOTH[1])


def _doubt(visible: float, whole: float) -> str:
    """Why a sight is not trusted that shows all pegs, and all discs, so surely."""
    seen = _ramp(visible)
    if seen * _ramp(whole) == 0:
        return COVERED if seen == 0 else MISSING
    return COVERED if seen < 1 else UNDECIDED


def _ramp(p: float, least: float = TRUST_FROM, full: float = TRUST_FULL) -> float:
    return float(np.clip((p - least) / (full - least), 0, 1))


def _outline(row: Row) -> Floats:
    """A quadrilateral around each rod, (pegs, 4, 2)."""
    way = row.tips - row.feet
    length = np.maximum(lengths(way)[:, None], 1e-6)
    side = np.stack([-way[:, 1], way[:, 0]], axis=1) / length * 0.07 * row.units[:, None]
    corners = [row.feet - side, row.tips - side, row.tips + side, row.feet + side]
    return np.stack(corners, axis=1)
