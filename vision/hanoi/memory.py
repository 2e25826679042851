"""What a reader keeps from frame to frame: where the pegs are, how large the discs, what moves."""

from collections.abc import Callable
from dataclasses import dataclass
from functools import cache, partial

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.frame import Image
from vision.hanoi.camera_motion import CameraMotion
from vision.hanoi.lengths import lengths, mean_gap
from vision.hanoi.patch import FOOT, PATCH, UNIT
from vision.hanoi.row import Row
from vision.hanoi.sight import Sight
from vision.hanoi.slips import Rest, Slip, piles_of
from vision.hanoi.surety import VAGUE
from vision.hanoi.surroundings import Surroundings
from vision.past import Past

Floats = NDArray[np.float64]

# Grey levels that the mean of a block may change by in a fifteenth of a second of a tower at rest.
STIR = 14.0
# Grey levels within which a block is the same picture still.
SAME = 2.5
BLOCK = 8
# Units that the ends of pegs may seem to have moved, on average, before the row is looked for anew.
SLIP = 0.12
# Frames in a row that may be unreadable before the row is looked for anew.
PATIENCE = 12
# Frames between one such search and the next.
RETRY = 5
# Fifteenths of a second in which nothing moves before a disc is taken to lie against the rules: one
# that is held over a peg looks like that, too. A frame of a slower camera counts as two at most.
HELD_STILL, USUAL_FPS, MOST_PASSED = 8, 15.0, 2.0
# Share of a new frame in the running place of the row.
BLEND = 0.1
# Fifteenths of a second for which nothing can be read, nor can be told where the camera is, before
# the row is looked for elsewhere: the camera may have been pushed. Each further search waits twice
# as long, but no longer than this.
PUSHED, LONGEST = 8.0, 30.0
# Fifteenths of a second after which a hand that rests beside the pegs is looked past.
BESIDE = 15.0
# Distances of pegs by which the ends of a row may be elsewhere than a similarity of the whole row
# has them; and by which a row is no longer where it was.
SAME_TOY, ELSEWHERE = 0.06, 0.25
# Sightings after which the measured sizes of discs are used, and over which they are averaged.
SIGHTINGS, SPAN = 3, 40


# What cuts the patches of a row from a picture.
Cutter = Callable[[Image, Row], NDArray[np.uint8]]


@dataclass(frozen=True, slots=True, eq=False)
class Watched:
    """A picture of the row that is followed.

    `patches` (pegs, height, width, 3) of its pegs; whether something is `moving` at them; and
    whether something `strange` has come near them.
    """

    patches: NDArray[np.uint8]
    moving: bool
    strange: bool


class Memory:
    """The row that is being followed, and what was learned about the toy."""

    def __init__(self) -> None:
        self.row: Row | None = None
        # Whether the row has been read with success; before, it is looked for in every picture.
        self.proven = False
        # Height and width of the last picture.
        self._size: tuple[int, ...] | None = None
        self._blocks: Floats | None = None
        self._past: Past[Floats] = Past()
        self._bad = 0
        self._sizes: Floats | None = None
        self._sightings = 0
        self.step = 0.1
        # The whole tower's height as a share of a peg's length.
        self.height = 0.5
        self._read: tuple[Floats, Sight] | None = None
        # Worked out when it is first asked for, which it is not for single pictures.
        self._around: Callable[[], Surroundings] | None = None
        # What the pegs looked like in the last state that was beyond doubt, and what was read.
        self._rest: Rest | None = None
        self._still = 0.0
        self._at: float | None = None
        self._told: tuple[Sight, tuple[int, ...]] | None = None
        self._camera = CameraMotion()
        # For how long something has been near the pegs while nothing moved at them.
        self._beside = 0.0
        # For how long nobody knows where the row is, and when it is looked for next.
        self._unread, self._due = 0.0, PUSHED

    @property
    def lost(self) -> bool:
        """Whether the row should be looked for in the whole picture."""
        return self._bad >= PATIENCE and (self._bad - PATIENCE) % RETRY == 0

    @property
    def sizes(self) -> Floats | None:
        """The discs' half widths, smallest disc first, once they were measured a few times."""
        return self._sizes if self._sightings >= SIGHTINGS else None

    def start(self, sight: Sight) -> None:
        """Takes a newly found row."""
        self.row = sight.moved
        self._blocks, self._past = None, Past()
        self._read = None
        self._around = None
        self._bad = 0
        self.proven = False
        self._rest = self._told = None
        self._camera = CameraMotion()

    def resized(self, image: Image) -> None:
        """Takes the size of a picture: in one of another size nobody knows where the row is."""
        before, self._size = self._size, image.shape[:2]
        if before not in (None, self._size):
            self.row = self._read = self._around = None
            self.proven = False

    def _moving(self, blocks: Floats, at: float) -> bool:
        """Whether patches differ from those of shortly before in more than brightness."""
        past = self._past.before(at)
        if not past or self.row is None:
            return False
        change = blocks - past[0][1]
        # The lamp or the camera's gain may change everything at once.
        change -= np.median(change, axis=(1, 2), keepdims=True)
        return bool(np.abs(change)[_zones(self.row)].max() > STIR)

    def surround(self, largest: float, image: Image) -> None:
        """Remembers what lies around the pegs; `largest` is the half width of the largest disc."""
        if self.row is not None and self._around is None:
            self._around = cache(partial(Surroundings, self.row, largest, self.height, image))

    def watch(self, image: Image, at: float, cut: Cutter) -> Watched:
        """Looks at a picture of the row, wherever the camera has moved to; `at` is in seconds."""
        assert self.row is not None
        passed = self._passed(at)
        self._camera.take(image, known=self._still > 0)
        patches = cut(image, self.row)
        blocks = _all_blocks(patches)
        moving = self._moving(blocks, at)
        # While something is at the toy the camera's motion is not to be taken for it, nor missed.
        way = self._camera.since() if moving or self._still == 0 else None
        if way is not None:
            self._carry(way)
            patches = cut(image, self.row)
            blocks = _all_blocks(patches)
            moving = self._moving(blocks, at)
        self._blocks = blocks
        self._past.add(at, blocks)
        strange = self._around is not None and self._around().disturbed(image, at, passed)
        self._still = 0.0 if moving or strange else self._still + passed
        self._beside = self._beside + passed if strange and not moving else 0.0
        if not (moving or strange):
            self._unread, self._due = 0.0, PUSHED
        elif self._camera.astray:
            self._unread += passed
        return Watched(patches, moving, strange)

    def _carry(self, way: Floats) -> None:
        """Takes what is known of places to where a map (2, 3) of the picture takes them."""
        assert self.row is not None
        self.row = self.row.carried(way)
        # What was read before has its places in the picture as it was.
        self._read = None
        if self._around is not None:
            self._around().carry(way)

    @property
    def beside(self) -> bool:
        """Whether what has come near has left the pegs alone for long: it may only lie there."""
        return self._beside >= BESIDE

    def take_push(self) -> bool:
        """Whether the row is to be looked for elsewhere; once each time that it is due."""
        if self._unread < self._due:
            return False
        self._due += min(self._due, LONGEST)
        return True

    def elsewhere(self, found: Row) -> None:
        """Goes on at another place, if that is where the same toy is now."""
        assert self.row is not None
        if not _displaced(self.row, found):
            return
        self.row, self._blocks, self._read, self._around = found, None, None, None
        self._past = Past()
        self._unread, self._due, self._beside = 0.0, PUSHED, 0.0
        self._camera = CameraMotion()

    def _passed(self, at: float) -> float:
        """The time since the frame before, in those of USUAL_FPS; one where it cannot be told."""
        before, self._at = self._at, at
        if before is None or at <= before:
            return 1.0
        return min(MOST_PASSED, round((at - before) * USUAL_FPS, 3))

    def unchanged(self) -> Sight | None:
        """The last sight, where the patches still look the same."""
        if self._read is None or self._blocks is None or self.row is None:
            return None
        blocks, sight = self._read
        change = np.abs(self._blocks - blocks)[_zones(self.row)]
        return sight if float(change.max()) < SAME else None

    def follow(self, sight: Sight) -> None:
        """Lets the row drift to where its ends are seen, and notices when it is gone."""
        assert self.row is not None
        # A sight that is used again keeps the blocks it was read from: what changes little from
        # frame to frame would never be looked at anew.
        if self._blocks is not None and (self._read is None or self._read[1] is not sight):
            self._read = self._blocks, sight
        if sight.slip > SLIP or float(sight.stacks.clear.min()) < 0.5:
            self._bad += 1
            return
        self._bad = 0
        if sight.vague is not None and sight.vague >= VAGUE:
            return
        feet = BLEND * (sight.moved.feet - self.row.feet)
        tips = BLEND * (sight.moved.tips - self.row.tips)
        self.row = Row(self.row.feet + feet, self.row.tips + tips, self.row.score)
        if self._around is not None:
            self._around().drift(np.concatenate([feet, tips]).mean(axis=0))

    @property
    def still(self) -> bool:
        """Whether nothing has moved for some time."""
        return self._still >= HELD_STILL

    def told(self, sight: Sight | None, symbols: tuple[int, ...] = ()) -> None:
        """Takes the symbols that one look was read as; None where it could not be read."""
        self._told = None if sight is None else (sight, symbols)

    def believed(self, symbols: tuple[int, ...], discs: int) -> None:
        """Takes what the last look shows beyond doubt: slips are looked for from there."""
        if self._told is not None and self._told[1] == symbols:
            self._rest = Rest(self._told[0].patches, piles_of(symbols, discs))

    def slip(self, sight: Sight) -> tuple[Slip, tuple[int, ...]] | None:
        """The likeliest slip since the state was known, and the symbol of every place after it.

        None where what was read is a legal move away from there, too.
        """
        if self._rest is None:
            return None
        if self._told is not None and self._rest.reaches(self._told[1]):
            return None
        read = None if self._told is None else self._told[1]
        found = self._rest.find_slip(sight.patches, sight.stacks, read)
        return None if found is None else (found, self._rest.cells(found))

    def forgive(self) -> None:
        """The last look was no sign that the row is gone."""
        self._bad = 0

    def measure(self, widths: Floats) -> None:
        """Takes the discs' half widths, smallest disc first, into the running mean."""
        if self._sizes is None or len(self._sizes) != len(widths):
            self._sizes, self._sightings = widths.copy(), 1
            return
        self._sightings = min(SPAN, self._sightings + 1)
        self._sizes = self._sizes + (widths - self._sizes) / self._sightings

    def measure_steps(self, sight: Sight, discs: int) -> None:
        """Takes the thickness of a disc as a share of a peg's length, for the places' pixels."""
        counts = sight.stacks.counts[:, : discs + 1].argmax(axis=1)
        on = counts > 0
        if on.any():
            self.step = float(sight.stacks.heights[on].sum() / counts[on].sum())
        self.height = self.step * discs


def _zones(row: Row) -> NDArray[np.bool_]:
    """The blocks of each patch where discs and the rod may be, not the table behind them."""
    y, x = np.mgrid[0 : PATCH[1] // BLOCK, 0 : PATCH[0] // BLOCK] * BLOCK + BLOCK / 2
    aside, above = np.abs(x - FOOT[0]) / UNIT, (FOOT[1] - y) / UNIT
    length = (lengths(row.tips - row.feet) / row.units)[:, None, None]
    discs = (aside < 0.5) & (above > -0.45) & (above < np.maximum(0.45, 0.7 * length))
    rod = (aside < 0.15) & (above > 0) & (above < length + 0.1)
    return np.asarray(discs | rod)


def _displaced(row: Row, found: Row) -> bool:
    """Whether two rows at different places may be one toy, seen from nearly the same side."""
    if row.pegs != found.pegs:
        return False
    before, after = (np.concatenate([one.feet, one.tips]) for one in (row, found))
    if lengths(after - before).max() < ELSEWHERE * mean_gap(found.feet):
        return False
    way, _ = cv2.estimateAffinePartial2D(before, after, method=cv2.LMEDS)
    if way is None:
        return False
    missed = lengths(before @ way[:, :2].T + way[:, 2] - after)
    return bool(missed.max() < SAME_TOY * mean_gap(found.feet))


def _all_blocks(patches: NDArray[np.uint8]) -> Floats:
    return np.stack([_blocks(patch) for patch in patches])


def _blocks(patch: NDArray[np.uint8]) -> Floats:
    """The mean brightness of square blocks, (height, width) / BLOCK."""
    grey = cv2.cvtColor(patch, cv2.COLOR_BGR2GRAY)
    size = (PATCH[0] // BLOCK, PATCH[1] // BLOCK)
    return np.asarray(cv2.resize(grey, size, interpolation=cv2.INTER_AREA), dtype=np.float64)
