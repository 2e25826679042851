"""Follows a toy that was found and counted, from frame to frame.

What is known of it does not change while it is played: the number of its rings, and that their
rods stand in one even row. So nothing is counted again. The row is found where the spots agree on
it, a place that is covered is hidden and no more, and a picture that has not changed is not read,
nor is each one of a toy whose state is known and that only drifts in its player's hand.
"""

from dataclasses import dataclass, replace

import numpy as np
from numpy.typing import NDArray

from vision.past import Past
from vision.rings.anchors import Anchors
from vision.rings.calm import Calm
from vision.rings.columns import Columns, worth_at
from vision.rings.drift import drift
from vision.rings.net import BALL, CLOSE, FOOT, Floats, SpotFinder, Spots, spots_of
from vision.rings.placed import placed
from vision.rings.rods import LEAST_SCORE, Rods
from vision.rings.row import WHOLE, Row, register, row_of
from vision.rings.second import SecondLook, plain
from vision.rings.toy import Toy

Grey = NDArray[np.uint8]

# The distance of two rods while they are followed, pixels: less than where a toy is found, because
# time matters more, and what is in doubt is looked at from nearer.
PITCH = 16.0
# What is looked at beyond the row: pitches beside it, above and below; sizes come in steps.
BESIDE, ABOVE, BELOW, GRID = 1.3, 1.0, 0.8, 32
# How far the row may drift in the patch before the patch is cut out anew, in the patch's pixels.
DRIFT = 2.0
# For so many fifteenths of a second (frames, where the camera is slower) the toy may be unreadable
# before it is looked for anew, and until so many have gone by, what is found farther away than some
# pitches is its shadow, perhaps. But one that was followed in fewer frames than so many, since it
# was found, was on its way.
PATIENCE, AWAY, FAR, HELD = 3, 12, 2.5, 2
USUAL_FPS = 15.0
# So many frames may go by unread where nothing changed, or nothing but the toy's place.
REUSED = 6
# So long, in seconds, after something stirred every frame is read: a ring that is let go of gently
# may come to rest a little later.
RESTED_S = 0.36
# A rod beyond the row's end, where the other end's place is empty, that is worth so much tells that
# the row has slipped by one; so many frames have to agree on it.
BEYOND, SLIPS = 2.5, 3
# So does a foot there, however its rod looks, where the network says that the row goes on: how
# clear the foot must be, how near to its place in pitches, and the log-odds that the end is one.
FOOT_SEEN, FOOT_NEAR, GOES_ON = 0.3, 0.35, -2.0
# Where a toy that lies still contradicts its row so often, what is behind it is taken for rods. It
# counts once in so many seconds, as where a row slipped it goes on until that is put right; a frame
# without makes up for so much, and no more is kept than that. Of 341 moves before grain in the
# toy's own grey the row was doubted in three of four frames, of those in six other films never.
DOUBTED, ONCE_S, EASED, MOST_DOUBT = 2.0, 0.5, 0.03, 4.0
# Some rods may be taken for their neighbours: a frame that does not say so makes up for so much of
# one that does.
FORGIVEN = 0.5
# Something moves at the toy where that is at least as likely as the first; below the second,
# nothing does.
MOVES, STIRS = 0.5, 0.1
# Where something is this likely to move there, the quick look will do: what is read then is worth
# little, it only keeps the row in its place. Whether that look sees enough is judged at rest.
HANDLED = 0.9
# The share of the places that must be seen for a row to be one, and after the toy was out of sight;
# how clearly the spots must say that the handle is at the other end.
LEAST_SHARE, TURNED = 0.34, -0.5


@dataclass(frozen=True, slots=True, eq=False)
class Sight:
    """One look: the toy, None where too little of it can be seen; `stirred` as in Observation."""

    toy: Toy | None
    stirred: float


class Tracker:
    """Keeps the row of one toy. `lost`: the toy has to be found anew.

    Where nothing has moved since the last look, a `quick` finder will do, as long as it sees what
    the other one saw; and while a hand is at the toy.
    """

    def __init__(self, finder: SpotFinder, quick: SpotFinder) -> None:
        self._finder, self._quick = finder, quick
        self._row: Row | None = None
        self._calm = Calm()
        self._second = SecondLook()
        self._way: Floats | None = None
        self._size = CLOSE
        self._past: Past[Grey] = Past()
        self._patch: Grey | None = None
        self._toy: Toy | None = None
        self._anchors: Anchors | None = None
        self._reused = self._slipped = self._followed = 0
        self._bad = self._astray = self._doubt = 0.0
        self._at = -np.inf
        self._stirred_at = self._odd_at = -np.inf
        self._plain = self._odd = False
        self._expected: NDArray[np.bool_] | None = None
        # Which places were plain to the finder since something stirred, and whether one of them is
        # not to the quick one.
        self._clear: NDArray[np.bool_] | None = None
        self._faint = False

    @property
    def knows(self) -> bool:
        """Whether there is a row to look for."""
        return self._row is not None

    @property
    def lost(self) -> bool:
        """Whether the toy should be looked for in the whole picture."""
        return self._row is None or self._bad > PATIENCE

    @property
    def doubted(self) -> bool:
        """Whether what is taken for its rods may be something behind the toy."""
        return self._doubt >= DOUBTED

    def start(self, toy: Toy) -> bool:
        """Takes a toy that was found, counted and told which way round it is; says whether."""
        row = row_of(toy)
        if row is None or self._elsewhere(row):
            return False
        if self._row is not None and len(self._row.feet) == len(row.feet):
            row = row.as_tall_as(self._row)
        self._row, self._toy, self._way, self._anchors = row, None, None, None
        self._second.forget()
        self._slipped = self._followed = 0
        self._bad = self._astray = 0.0
        self._plain = self._odd = self._faint = False
        self._expected = self._clear = None
        return True

    def drop(self) -> None:
        """What was seen last was no sight of the toy: it has to be found anew."""
        self._bad, self._toy = max(self._bad, PATIENCE + 1.0), None

    def _elsewhere(self, row: Row) -> bool:
        """Whether a row that was found is not where the toy was seen shortly before."""
        if self._row is None or self._bad > AWAY or self._followed < HELD:
            return False
        gap = np.linalg.norm(row.feet.mean(axis=0) - self._row.feet.mean(axis=0))
        return bool(gap > FAR * self._row.pitch)

    def recoloured(self, grey: Grey, at: float) -> None:
        """From now on pictures are of another channel: that of the last one, of `at` seconds."""
        self._past = Past()
        self._past.add(at, grey)
        self._way = self._anchors = None
        self._second.forget()

    def known(self, on: NDArray[np.bool_]) -> None:
        """Which rings are on (n,) is beyond doubt until something moves.

        As long as that is what is seen, not all need be read; anything else is not to be said again
        unread.
        """
        self._expected = on

    def look(self, grey: Grey, at: float) -> Sight:
        """The toy in the next frame, at `at` seconds."""
        assert self._row is not None
        before, patch, way = self._cut(grey, at, self._row)
        stirred = self._calm.stirred
        # Frames without times of their own are as far apart as usual.
        passed = USUAL_FPS * (at - self._at) if at > self._at else 1.0
        self._at = at
        if stirred >= STIRS:
            self._expected, self._odd, self._stirred_at = None, False, at
            self._clear, self._faint = None, False
        known = self._toy is not None and at - self._stirred_at > RESTED_S
        holds = known and self._reused < REUSED and not self._odd
        if holds and (self._calm.same or self._drifted(before, patch, way)):
            self._reused += 1
        else:
            self._reused = 0
            calm = self._plain and stirred < MOVES and not (self._odd or self._faint)
            quick = calm or stirred >= HANDLED
            finder = self._quick if quick else self._finder
            spots = spots_of(finder.maps(patch), way, least=LEAST_SCORE, kinds=BALL + 1)
            self._bad += min(1.0, passed)
            self._toy = self._read(spots, patch, way)
            self._calm.was_read()
            self._plain = self._toy is not None and stirred < MOVES
            if self._toy is not None:
                self._followed += 1
                if stirred < MOVES:
                    self._compare(plain(self._toy), quick=quick)
        if self._toy is None:
            return Sight(None, 1.0)
        if stirred >= MOVES:
            self._second.forget()
            return Sight(self._toy, stirred)
        looked = self._second.told(
            grey,
            way,
            self._size,
            self._row,
            self._toy,
            patch=patch,
            wanted=self._unexpected(self._toy),
            stirs=stirred >= STIRS,
        )
        self._odd = self._unexpected(looked)
        return Sight(looked, stirred)

    def _compare(self, clear: NDArray[np.bool_], *, quick: bool) -> None:
        """Notes whether the quick finder misses a place that the other saw; `clear` is (n,)."""
        before = np.zeros_like(clear) if self._clear is None else self._clear
        if quick:
            self._faint = bool((before & ~clear).any())
        else:
            self._clear = before | clear

    def _unexpected(self, toy: Toy) -> bool:
        """Whether a ring is plainly not as it is known to be."""
        if self._expected is None:
            return False
        return bool(((toy.on > 0) != self._expected)[plain(toy)].any())

    def _cut(self, grey: Grey, at: float, row: Row) -> tuple[Grey | None, Grey, Floats]:
        """The level patch around the row, the frame before seen the same way (None: there was
        none), and how it lies in the picture; notes what moved."""
        size, way = _level(row, self._size)
        before, anew = self._patch, None
        if self._way is None or size != self._size or _apart(row, self._way, way) > DRIFT:
            self._size, self._way = size, way
            past = [(then, one) for then, one in self._past.before(at) if one.shape == grey.shape]
            anew = [(then, self._finder.patch(one, way, size)[0]) for then, one in past]
            before = anew[-1][1] if anew else None
        patch, exact = self._finder.patch(grey, self._way, self._size)
        self._calm.look(patch, at, anew)
        self._past.add(at, grey)
        self._patch = patch
        return before, patch, exact

    def _drifted(self, before: Grey | None, patch: Grey, way: Floats) -> bool:
        """Whether the toy that is known is seen to be elsewhere and no more; takes it there."""
        expected = self._expected is not None and self._plain
        if not expected or before is None or self._toy is None or self._row is None:
            return False
        points = np.concatenate([self._toy.eyes, self._toy.feet])
        points = points[np.isfinite(points).all(axis=1)]
        far = drift(before, patch, points @ way[:, :2].T + way[:, 2])
        if far is None:
            return False
        shift = np.asarray(np.linalg.solve(way[:, :2], far), dtype=np.float64)
        self._toy = self._toy.moved(np.column_stack([np.eye(2), shift]))
        self._row = self._row.shifted(shift)
        return True

    def _read(self, spots: Spots, patch: Grey, way: Floats) -> Toy | None:
        """The toy where its spots are; the row stays where enough looks as it did before."""
        assert self._row is not None
        row = register(self._row, spots)
        if row is not None and _sense(spots, row.step) < TURNED:
            return None
        toy = self._placed(spots, row) if row is not None else None
        if toy is not None:
            self._bad = 0
            if np.isfinite(toy.eyes).all(axis=1).mean() >= WHOLE:
                self._anchors = Anchors(patch, way, self._row)
        elif not self._slipped and self._anchors is not None:
            row = self._anchors.found(patch, way)
            self._row, self._bad = row or self._row, self._bad if row is None else 0
        return toy

    def _placed(self, spots: Spots, row: Row) -> Toy | None:
        """The toy in its row; None where too little of it can be seen."""
        found = placed(spots, row)
        if found is None:
            return None
        rods, columns, toy = found.rods, found.columns, found.toy
        ends = np.stack([row.feet[0] - row.step, row.feet[-1] + row.step])
        beyond = worth_at(rods, ends, row.step).max(axis=0) > BEYOND
        first, last = beyond | _goes_on(spots, row)
        share = float(np.mean(columns.best >= 0))
        if share < LEAST_SHARE or (self.lost and (share < WHOLE or first or last)):
            return None
        slip = int(last and columns.best[0] < 0) - int(first and columns.best[-1] < 0)
        # A rod beyond an end and none at a place within, or one to spare within and none at an end:
        # some are taken for their neighbours.
        hole = not slip and bool((columns.best[1:-1] < 0).any())
        astray = (hole and (first or last)) or _left_over(rods, columns, row)
        if self._calm.stirred < STIRS:
            spare = bool(beyond.any() and (columns.best >= 0).all())
            self._doubt_row(contradicted=astray or spare)
        self._astray = self._astray + 1 if astray else max(0.0, self._astray - FORGIVEN)
        self._row = self._put_right(row.seen(toy), slip)
        if self._astray >= SLIPS or not self._row.even:
            self._astray = 0.0
            # Where it cannot be found anew, it is not to be in the way of its own feet for good.
            self._row, self._anchors = self._row.evened(), None
            self.drop()
            return None
        # Where the numbering is in doubt nothing is told.
        return None if slip or astray else toy

    def _doubt_row(self, *, contradicted: bool) -> None:
        """Takes whether a toy at which nothing stirs contradicts its row.

        That outlasts finding it anew: what is behind it is the same.
        """
        if not contradicted:
            self._doubt = max(0.0, self._doubt - EASED)
        elif self._at - self._odd_at >= ONCE_S:
            self._odd_at = self._at
            self._doubt = min(MOST_DOUBT, self._doubt + 1)

    def _put_right(self, row: Row, slip: int) -> Row:
        """The row shifted by one place where it has slipped, behind a hand perhaps."""
        self._slipped = self._slipped + slip if slip else 0
        if abs(self._slipped) < SLIPS:
            return row
        way = np.sign(self._slipped) * row.step
        # The patches were kept where the row was before, and what was seen of each ring.
        self._slipped, self._anchors, self._clear = 0, None, None
        self._second.forget()
        return replace(row, feet=row.feet + way, eyes=np.full_like(row.eyes, np.nan))


def _left_over(rods: Rods, columns: Columns, row: Row) -> bool:
    """Whether a whole rod is seen within the row that is at none of its places, and an end is bare.

    Then there are more places than rods where they are.
    """
    if (columns.best[[0, -1]] >= 0).all():
        return False
    used = rods.ends[columns.best[columns.best >= 0]]
    free = (rods.ends >= 0).all(axis=1) & (rods.gain > BEYOND)
    free &= ~np.isin(rods.ends[:, 0], used[:, 0]) & ~np.isin(rods.ends[:, 1], used[:, 1])
    share = (rods.anchors - row.feet[0]) @ row.step / (row.pitch**2 * (len(row.feet) - 1))
    return bool(np.any(free & (share > 0) & (share < 1)))


def _goes_on(spots: Spots, row: Row) -> NDArray[np.bool_]:
    """(2,): whether a foot is seen beyond either end of a row that has no end there.

    After a quick move a row of even places may be found some places off.
    """
    feet = spots.of(FOOT, FOOT_SEEN)
    if not len(feet.score):
        return np.zeros(2, dtype=bool)
    places = np.stack([row.feet[0], row.feet[-1], row.feet[0] - row.step, row.feet[-1] + row.step])
    gaps = np.linalg.norm(places[:, None] - feet.at, axis=2) / row.pitch
    nearest, seen = gaps.argmin(axis=1), gaps.min(axis=1) < FOOT_NEAR
    inner = feet.ends[nearest[:2], [0, 1]] < GOES_ON
    return np.asarray(seen[:2] & inner & seen[2:])


def _sense(spots: Spots, step: Floats) -> float:
    """From -1 to 1: whether the spots see the handle where the row has it."""
    use = spots.where((spots.kind <= FOOT) & (spots.score >= LEAST_SCORE))
    total = float(use.score.sum())
    return float(np.sum(use.score * np.sign(use.step @ step)) / total) if total > 0 else 0.0


def _level(row: Row, usual: tuple[int, int]) -> tuple[tuple[int, int], Floats]:
    """The size of a patch that holds the row, and the map to it: rods hang down, PITCH apart."""
    pitch, tall = row.pitch, float(np.linalg.norm(row.up))
    x = row.step / pitch
    y = np.array([-x[1], x[0]])
    y = y if y @ row.up < 0 else -y
    wide = (len(row.feet) - 1 + 2 * BESIDE) * pitch
    high = tall + (ABOVE + BELOW) * pitch
    scale = min(PITCH / pitch, CLOSE[0] / wide, CLOSE[1] / high)
    needed = (wide * scale, high * scale)
    size = tuple(
        min(most, GRID * int(np.ceil(one / GRID))) for one, most in zip(needed, CLOSE, strict=True)
    )
    # A size that still does is kept: the network is set up anew for another one.
    if all(0 <= old - new <= GRID for old, new in zip(usual, size, strict=True)):
        size = usual
    middle = (row.feet[0] + row.feet[-1]) / 2 - y * (0.5 * tall + 0.5 * (ABOVE - BELOW) * pitch)
    turn = scale * np.stack([x, y])
    return (size[0], size[1]), np.column_stack([turn, np.array(size) / 2 - turn @ middle])


def _apart(row: Row, old: Floats, new: Floats) -> float:
    """How far the row's ends are apart in two patches, pixels."""
    ends = np.stack([row.feet[0], row.feet[-1], row.feet[0] + row.up])
    there = [ends @ way[:, :2].T + way[:, 2] for way in (old, new)]
    return float(np.linalg.norm(there[0] - there[1], axis=1).max())
