"""Finds the toy in a picture: a coarse look at all of it, then a close look, turned level."""

from dataclasses import dataclass, replace
from itertools import islice

import numpy as np
from numpy.typing import NDArray

from vision.rings.agree import agreed, spares_eye
from vision.rings.counting import CUT, cut_off
from vision.rings.few import median
from vision.rings.finer import FinerLook, nudged
from vision.rings.net import (
    CLOSE,
    FOOT,
    INPUT,
    LEAST,
    PITCH,
    QUICK,
    TIP,
    Floats,
    Singles,
    SpotFinder,
    Spots,
    spots_of,
)
from vision.rings.rods import LEAST_SCORE
from vision.rings.settle import State, settled
from vision.rings.toy import Toy, beyond_loop, common_step, find_rows, fit_toy

LEAST_SPOTS = 4
LEAST_SIZE = 32
# The score of spots that say where to look closer, how far from their middle they may lie, in
# pitches, what a row of them must be worth, and what one is worth that needs no other pitch tried.
SHARP, PROMISING, CLEARLY = 0.25, 1.0, 15.0
# The room that is kept around a row in a close look, in pitches: before and above it, behind and
# below it; how far beyond that the loop's ends may be; and what is too little room beside it.
BEFORE, BEHIND, NEAR_END, LEAST_ROOM = (2.0, 1.5), (2.0, 1.5), 3.0, 1.2
# The sizes of close looks, smallest first.
LOOK_SIZES = (INPUT, CLOSE)
# A close look is repeated, so often at most, where rods are that much nearer or farther than PITCH.
GROWS, LOOKS = (0.8, 1.25), 3
# The network's own idea of a step is this much shorter where a row was made of every other rod.
TOO_COARSE = 0.8
# A toy that is less certain is looked at once more, in a mirror, and in a picture that stands alone
# again after that, by other scales and angles (degrees), and from nearer. One look from nearer is
# taken unless a picture that stands alone is beyond doubt, and is enough where it leaves none. An
# eye that scores less than the last is a doubt, however sure what it says.
CERTAIN, BEYOND_DOUBT, FAINT = 0.93, 0.98, 0.3
# Where a row begins is looked for in more of the picture unless it is so sure already.
SETTLED = 0.99
NUDGES = ((1.13, -3.0), (0.93, 4.0), (1.05, 0.0))

Grey = NDArray[np.uint8]


@dataclass(frozen=True, slots=True, eq=False)
class Window:
    """What a close look shows: the way (2, 3) there from the picture, and its size (w, h)."""

    way: Floats
    size: tuple[int, int]

    @property
    def widest(self) -> Floats:
        """The way to a look of the largest size that shows the same, with more around it."""
        aside = (np.array(CLOSE) - self.size) / 2
        return np.column_stack([self.way[:, :2], self.way[:, 2] + aside])


@dataclass(frozen=True, slots=True, eq=False)
class Look:
    """A close look: the `patch` (h, w), the way (2, 3) to it, and its spots in the picture."""

    patch: Grey
    way: Floats
    spots: Spots

    def settled(self, toy: Toy, known: State | None) -> Toy:
        """The toy, in the picture's pixels, with its row where it fits this look best."""
        spots = self.spots.moved(self.way)
        return settled(spots, toy.moved(self.way), self.patch, known).back(self.way)


class ToyFinder:
    """Finds the toy; in the next picture it looks first where the toy was."""

    def __init__(self, spots: SpotFinder | None = None, coarse: SpotFinder | None = None) -> None:
        self._spots = spots or SpotFinder(sizes=LOOK_SIZES)
        self._coarse = coarse or SpotFinder(QUICK, sizes=(INPUT,))
        self._finer = FinerLook()
        self._last: Window | None = None
        self._seen: Look | None = None
        self._shape: tuple[int, ...] = ()
        self._turn = 0

    def close(self, grey: Grey) -> tuple[Grey, Floats] | None:
        """The close look (h, w) at the toy that was found last, and the way (2, 3) to it."""
        return None if self._last is None else self._spots.patch(grey, self._last.widest, CLOSE)

    def find(self, grey: Grey, count: int | None = None) -> Toy | None:
        """The toy in a grey picture, in its pixels; None where there is none."""
        if min(grey.shape) < LEAST_SIZE:
            return None
        toy = self._found(grey, count)
        if toy is None:
            return None
        # Nothing is known of a ring that is told to have dropped and lies on the loop's other side.
        toy = replace(toy, on=np.where(beyond_loop(toy), np.maximum(toy.on, 0.0), toy.on))
        if count is not None:
            return toy
        high, wide = grey.shape
        more = float(toy.lengths[toy.lengths[:, 0] > toy.rings, 1].sum())
        cut = cut_off(toy.eyes, toy.feet, toy.ends, toy.step, (high, wide), more=more)
        return replace(toy, counted=CUT * toy.counted) if cut else toy

    def _found(self, grey: Grey, count: int | None) -> Toy | None:
        follows = self._shape == grey.shape
        self._shape = grey.shape
        if follows and self._last is not None:
            toy = self._look(grey, self._last, count)
            if toy is not None and toy.sure:
                return toy
        if follows:
            return self._search(grey, count, self._fewer(_coarse(grey)))
        toy = self._search(grey, count, _coarse(grey))
        if toy is None or self._last is None or beyond_doubt(toy):
            return toy
        close = self._last.widest
        finer = self._finer.read(grey, close, toy, count)
        nearer = list(islice(finer, 1))
        if toy.certainty >= CERTAIN and nearer and toy.tells(nearer[0]):
            both = agreed([toy], nearer)
            if both.certainty >= CERTAIN:
                return both
        nearer += finer
        return agreed([toy, *self._nudged(grey, close, count)], nearer)

    def looks(self, grey: Grey) -> tuple[list[Toy], list[Toy]]:
        """All looks at a picture that stands alone: close ones, none without a toy, and finer ones.

        The first of all is the one that is enough where it is beyond doubt.
        """
        toy = self._search(grey, None, _coarse(grey))
        if toy is None or self._last is None:
            return [], []
        close = self._last.widest
        finer = list(self._finer.read(grey, close, toy, None))
        return [toy, *self._nudged(grey, close, None)], finer

    def _nudged(self, grey: Grey, close: Floats, count: int | None) -> list[Toy]:
        """More close looks at a toy that was found, by other scales and angles."""
        more = (self._again(grey, nudged(close, *nudge), count) for nudge in NUDGES)
        return [one for one in more if one is not None]

    def settled(self, grey: Grey, toy: Toy, known: State | None) -> Toy:
        """The toy that was found last with its row where it fits best, see `settle`.

        The look that found it is mostly enough; where it is not, more is looked at around it.
        """
        if self._last is None or self._seen is None:
            return toy
        best = self._seen.settled(toy, known)
        if min(best.counted, best.headed) >= SETTLED:
            return best
        patch, way = self._spots.patch(grey, self._last.widest, CLOSE)
        spots = spots_of(self._spots.maps(patch), way, least=LEAST)
        return Look(patch, way, spots).settled(toy, known)

    def _again(self, grey: Grey, close: Floats, count: int | None) -> Toy | None:
        """Another close look at a toy that was found."""
        patch, close = self._spots.patch(grey, close, CLOSE)
        fitted = _read(self._spots.twice(patch), patch, close, count)[1]
        return None if fitted is None else fitted.back(close)

    def _search(self, grey: Grey, count: int | None, ways: list[Floats]) -> Toy | None:
        """Coarse looks one after the other until one leads to a toy beyond doubt."""
        best: Toy | None = None
        last, seen = None, None
        for way in ways:
            rough = self._coarse.find(grey, way, least=LEAST_SCORE)
            toy = self._closer(grey, rough, count)
            if toy is not None and (best is None or _worth(toy) > _worth(best)):
                best, last, seen = toy, self._last, self._seen
            if best is not None and best.sure:
                break
        self._last, self._seen = last, seen
        return best

    def _fewer(self, ways: list[Floats]) -> list[Floats]:
        """For a film: the whole picture, and one of the other looks, in turn."""
        self._turn = self._turn % (len(ways) - 1) + 1
        return [ways[0], ways[self._turn]]

    def _closer(self, grey: Grey, spots: Spots, count: int | None) -> Toy | None:
        """Closer looks: another one where the last had the wrong scale or cut the toy off."""
        sharp = spots.where((spots.kind > FOOT) | (spots.score >= SHARP))
        rows = find_rows(sharp, known=True)
        if rows is None or rows.best.worth < CLEARLY:
            rows = find_rows(sharp)
        if rows is None or rows.best.worth < PROMISING:
            return None
        picked, rods = rows.best.picked, rows.rods
        toy, close = None, _window(spots, rods.anchors[picked], rods.tops[picked], rows.step)
        for look in range(LOOKS):
            if close is None:
                return toy
            patch, way = self._spots.patch(grey, close.way, close.size)
            maps = self._spots.maps(patch)
            spots, fitted = _read(maps, patch, way, count)
            if fitted is None:
                return toy
            finer = _finer(spots.moved(way), fitted)
            last = look == LOOKS - 1 or (_fits(fitted, close.size[0]) and finer == 1.0)
            if last and fitted.certainty < CERTAIN:
                both = self._spots.twice(patch, maps)
                spots, better = _read(both, patch, way, count)
                fitted = better or fitted
            toy, self._last, self._seen = fitted.back(way), close, Look(patch, way, spots)
            if last:
                return toy
            close = _window(spots, toy.feet, toy.eyes, finer * toy.step)
        return toy

    def _look(self, grey: Grey, close: Window, count: int | None) -> Toy | None:
        """Where the toy was; the place is brought up to date for the next picture."""
        patch, way = self._spots.patch(grey, close.way, close.size)
        spots, fitted = _read(self._spots.maps(patch), patch, way, count, known=True)
        if fitted is None:
            return None
        toy = fitted.back(way)
        self._last = _window(spots, toy.feet, toy.eyes, toy.step)
        self._seen = Look(patch, way, spots)
        return toy


def beyond_doubt(toy: Toy) -> bool:
    """Whether one look at a picture is enough."""
    clear = toy.certainty >= BEYOND_DOUBT and bool(toy.seen.min() >= FAINT)
    return clear and not spares_eye([toy])


def _read(
    maps: Singles, patch: Grey, way: Floats, count: int | None, *, known: bool = False
) -> tuple[Spots, Toy | None]:
    """The spots of a look in the picture's pixels, and the toy in the pixels of the `patch`.

    `way` (2, 3) led from the picture to the patch.
    """
    spots = spots_of(maps, way, least=LEAST)
    return spots, fit_toy(spots.moved(way), count, patch, known=known)


def _worth(toy: Toy) -> float:
    return toy.proof * toy.headed * (0.5 + 0.5 * toy.counted)


def _coarse(grey: Grey) -> list[Floats]:
    """Where to look first: the whole picture; then closer, overlapping parts of it; then turned."""
    high, wide = grey.shape
    whole = min(INPUT[0] / wide, INPUT[1] / high)
    centre = np.array([wide, high]) / 2
    ways = [_way(whole, 0.0, centre)]
    ways += [_way(0.5 * whole, 0.0, centre)]
    for dx in (-0.22, 0.0, 0.22):
        for dy in (-0.2, 0.2):
            ways.append(_way(1.9 * whole, 0.0, centre + np.array([dx * wide, dy * high])))
    turned = min(INPUT[0] / high, INPUT[1] / wide)
    ways += [_way(turned, 90.0, centre), _way(turned, -90.0, centre), _way(whole, 180.0, centre)]
    return ways


def _way(scale: float, degrees: float, centre: Floats) -> Floats:
    """The map that brings the surroundings of a point to the network's picture."""
    c, s = scale * np.cos(np.radians(degrees)), scale * np.sin(np.radians(degrees))
    turn = np.array([[c, s], [-s, c]])
    return np.column_stack([turn, np.array(INPUT) / 2 - turn @ centre])


def _window(spots: Spots, feet: Floats, eyes: Floats, step: Floats) -> Window | None:
    """The window of a look in which the row of rods runs to the right, PITCH pixels apart.

    Mirrored where the handle is on the left, so that rods always hang down. `step` (2,) goes from
    ring to ring toward the handle; `feet` and `eyes` (k, 2) are those of the row, NaN unknown.
    There is room for more rods at both ends of the row, and for the loop's ends if they are near.
    """
    pitch = float(np.linalg.norm(step))
    body = np.concatenate([feet, eyes])
    body = body[np.isfinite(body[:, 0])]
    if pitch < 1.0 or len(body) < LEAST_SPOTS:
        return None
    turn = _upright(feet, eyes, step / pitch)
    place = body @ turn.T / pitch
    low, high = place.min(axis=0) - np.array(BEFORE), place.max(axis=0) + np.array(BEHIND)
    ends = spots.where((spots.kind >= TIP) & (spots.score >= SHARP)).at @ turn.T / pitch
    ends = ends[np.all((ends > low - NEAR_END) & (ends < high + NEAR_END), axis=1)]
    low = np.concatenate([low[None], ends - 0.5]).min(axis=0)
    high = np.concatenate([high[None], ends + 0.5]).max(axis=0)
    needed = PITCH * (high - low)
    size = next((one for one in LOOK_SIZES if np.all(needed <= one)), CLOSE)
    scale = min(PITCH / pitch, *(np.array(size) / (high - low) / pitch))
    middle = scale * pitch * (low + high) / 2
    return Window(np.column_stack([scale * turn, np.array(size) / 2 - middle]), size)


def _upright(feet: Floats, eyes: Floats, along: Floats) -> Floats:
    """(2, 2): unit vectors along the row and down, to where the feet are, seen from the eyes."""
    across = np.array([-along[1], along[0]])
    rods = (feet - eyes)[np.isfinite(feet - eyes).all(axis=1)]
    # Rods never stand on their heads.
    down = median(rods) if len(rods) > 1 else np.array([0.0, 1.0])
    return np.stack([along, across if across @ down >= 0 else -across])


def _finer(spots: Spots, toy: Toy) -> float:
    """The share of the toy's step that the network thinks is one: 1 where they about agree.

    Rods too close together to be told apart make a row of every other rod.
    """
    voted = common_step(spots)
    if voted is None:
        return 1.0
    share = float(np.linalg.norm(voted[0]) / np.linalg.norm(toy.step))
    return share if share < TOO_COARSE else 1.0


def _fits(toy: Toy, wide: int) -> bool:
    """Whether a toy in a look so `wide` is of the right size there, and has room beside it."""
    pitch = float(np.linalg.norm(toy.step))
    body = np.concatenate([toy.feet, toy.eyes])
    left = np.nanmin(body[:, 0], initial=np.inf)
    right = np.nanmax(body[:, 0], initial=-np.inf)
    room = LEAST_ROOM * pitch
    return GROWS[0] < pitch / PITCH < GROWS[1] and left > room and right < wide - room
