"""Memory: the distinct faces of one cube that a scan has shown so far."""

from collections.abc import Sequence
from dataclasses import dataclass, replace

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.cube.colours import read_stickers
from vision.cube.face import FaceView
from vision.cube.palette import COLOURS, Palette, feature
from vision.cube.stickers import Stickers, stickers_of
from vision.frame import Floats

Flags = NDArray[np.bool_]

# Logarithms of light by which the _MOSTLY stickers that change least may do so, on average,
# between two sightings of one face, and by which each of them but one may. Where something lies
# over a sticker, all others but one count.
_SAME, _MOSTLY = 0.33, 7
_MOST_OFF = 0.5
# A sticker more likely hidden than this is not compared; a face with more of them, or with its
# middle hidden, is read, but not remembered.
_HIDDEN, _MOST_HIDDEN = 0.5, 3
# The same for all stickers together: the camera's exposure wanders.
_BRIGHTER = 0.4
# A picture in which no sticker's mean changed by more is taken for the last one.
_STILL = 0.12
# Two sightings are of one face where the network's words on them agree, too: at least by this share
# of how much each agrees with itself. Green under a lamp may be as light as blue, but it is not
# called so.
_WORDS = 0.3
# So many tables are kept: that of the faces in sight, and that of those remembered.
_TABLES = 3
# A better sighting is kept for so many pictures while the face is in sight.
_KEPT = 15
# After so many pictures it is plain whether faces come again from picture to picture; if they
# do, one that was seen fewer times than this does not count.
_SETTLED, _CONFIRMED = 8, 3
# The distance, in logarithms of light, at which two centres of one name are the same centre.
_SAME_CENTRE = 0.7
# The same, their mean taken off, by which a centre may change and be the same one still:
# on solved and patterned cubes whole faces differ by no more than yellow and orange do.
_SAME_HUE = 0.3
# Two faces whose stickers agree by so many nats are one, though its light has changed.
_AGREEING = 3.0
# A cube has so many faces.
_MOST = 6
# Which cell of a face each cell shows after 0 to 3 quarter turns. (4, 9)
_TURNS = np.array([np.rot90(np.arange(9).reshape(3, 3), turns).ravel() for turns in range(4)])


@dataclass(frozen=True, slots=True, eq=False)
class _Sighting:
    """The stickers of one face, `light` (9, 3) their logarithms; how well it was seen, and when.

    `hidden` (9,) tells over which of them something lies. `number` and `last` number the pictures
    of this sighting and of the last one of this face, `times` counts them.
    """

    stickers: Stickers
    light: Floats
    hidden: Flags
    quality: float
    number: int
    last: int
    times: int = 1

    @classmethod
    def of(cls, face: FaceView, stickers: Stickers, number: int) -> "_Sighting":
        """Glare lifts the darkest channel, so of two sightings the one without it is better."""
        light = feature(stickers.colours)
        hidden: Flags = stickers.hidden > _HIDDEN
        glare = float(light[~hidden].min(axis=1).mean()) if not hidden.all() else 0.0
        quality = face.score - 0.3 * (glare + hidden.sum())
        return cls(stickers, light, hidden, quality, number, number)

    @property
    def lasting(self) -> bool:
        """Whether it shows enough of the face to be remembered."""
        return not self.hidden[4] and int(self.hidden.sum()) <= _MOST_HIDDEN

    @property
    def words(self) -> Floats:
        """What the network said of the stickers, (9, 6); nothing of hidden ones."""
        hidden = self.stickers.hidden[:, None]
        return np.asarray((1 - hidden) * np.exp(self.stickers.hint) + hidden / len(COLOURS))


class Memory:
    """One sighting of each distinct face, the latest last.

    A face that comes again as it was replaces its sighting unless that was better and recent. A
    face with the same centre but other stickers replaces it always: the cube was turned.
    """

    def __init__(self, palette: Palette) -> None:
        self._palette = palette
        self._seen: list[_Sighting] = []
        self._taken = 0
        self._again = 0
        # The means of the faces that were last read, (n, 9, 3), and what was answered then.
        self._shown = np.empty((0, 9, 3))
        self._answer: tuple[Floats, Floats] | None = None
        # The last tables, and the sightings that each is of.
        self._tables: list[tuple[list[_Sighting], Floats]] = []

    def take(self, faces: Sequence[FaceView]) -> tuple[Floats, Floats]:
        """Remembers the faces of one picture.

        Returns the tables of these faces, (n, 9, 6), and of all that are remembered, (k, 9, 6);
        both are read together with everything remembered.
        """
        self._taken += 1
        means = np.array([_means(face) for face in faces]).reshape(-1, 9, 3)
        if self._answer is not None and self._still(means):
            return self._answer
        new = [
            _Sighting.of(face, stickers, self._taken)
            for face, stickers in zip(faces, stickers_of(faces), strict=True)
        ]
        lasting = [one for one in new if one.lasting]
        others, better = self._sort_out(lasting)
        counted = [one for one in others if not self._doubtful(one)]
        table = self._read([*counted, *new])
        self._seen = [*others, *better]
        gathered = [one for one in self._seen if not self._doubtful(one)] or self._seen
        kept = _one_each(gathered, self._read(gathered))
        dropped = [one for one in gathered if all(one is not other for other in kept)]
        self._seen = [one for one in self._seen if all(one is not other for other in dropped)]
        answer = table[len(counted) :], self._read(kept) if kept else table[:0]
        self._shown = means
        self._answer = answer if len(lasting) == len(new) else None
        return answer

    def _still(self, means: Floats) -> bool:
        """Whether a picture shows what the last one did: then all is as it was, but for the time.

        The faces in sight are the last that are remembered.
        """
        count = len(means)
        known = self._seen[-count:]
        settled = self._taken > _SETTLED and all(one.times > _CONFIRMED for one in known)
        same = count == len(self._shown) and np.abs(means - self._shown).max() < _STILL
        fresh = all(one.last == self._taken - 1 for one in known)
        if not (settled and same and fresh and len(known) == count):
            return False
        again = [replace(one, last=self._taken, times=one.times + 1) for one in known]
        self._seen[-count:] = again
        self._again += 1
        return True

    def _sort_out(self, new: list[_Sighting]) -> tuple[list[_Sighting], list[_Sighting]]:
        """The remembered faces that are not in sight, and the best sightings of those that are."""
        others = [one for one in self._seen if not self._doubtful(one) or self._fresh(one)]
        better = []
        for sighting in new:
            again = self._again_of(sighting, others)
            others = [old for old in others if all(old is not one for one in again)]
            recent = [old for old in again if self._better_kept(old, sighting)]
            best = max([*recent, sighting], key=lambda one: one.quality)
            times = 1 + sum(old.times for old in again)
            better.append(replace(best, last=self._taken, times=times))
            self._again += bool(again)
        return others, better

    def _better_kept(self, old: _Sighting, new: _Sighting) -> bool:
        """Whether an older sighting of a face may be the better one still."""
        return old.number > self._taken - _KEPT or bool(old.hidden.sum() < new.hidden.sum())

    def _again_of(self, sighting: _Sighting, others: list[_Sighting]) -> list[_Sighting]:
        """The remembered face that is seen again, as one, or none."""
        if not others:
            return []
        off = _differences(sighting, others)
        nearest = int(np.argmin(off))
        return [others[nearest]] if off[nearest] < np.inf else []

    def _doubtful(self, one: _Sighting) -> bool:
        """Whether a face was seen only a few times, by a camera that is not a slide show.

        Between two faces of a scan a moving hand or a blurred cube may look like another one.
        """
        live = self._taken > _SETTLED and self._again > self._taken / 2
        return live and one.times < _CONFIRMED

    def _fresh(self, one: _Sighting) -> bool:
        return self._taken - one.last <= _CONFIRMED

    def _read(self, sightings: list[_Sighting]) -> Floats:
        for held, table in self._tables:
            if len(held) == len(sightings) and all(
                a.stickers is b.stickers for a, b in zip(held, sightings, strict=True)
            ):
                return table
        table = read_stickers([one.stickers for one in sightings], self._palette)
        self._tables = [(list(sightings), table), *self._tables[: _TABLES - 1]]
        return table


def _means(face: FaceView) -> Floats:
    """The logarithms of each cell's mean, (9, 3): quick to work out."""
    small = cv2.resize(face.straight, (3, 3), interpolation=cv2.INTER_AREA)
    return feature(small.reshape(9, 3).astype(np.float64))


def _differences(one: _Sighting, others: Sequence[_Sighting]) -> Floats:
    """How much each of others differs, however it was rotated; infinite for different faces.

    The stickers that differ most are left out: glare comes and goes.
    """
    turned = np.array([other.light for other in others])[:, _TURNS]
    hidden = np.array([other.hidden for other in others])[:, _TURNS] | one.hidden
    step = np.where(hidden[..., None], np.nan, turned - one.light)
    usual = np.nanmedian if hidden.any() else np.median
    middle = usual(step, axis=(2, 3), keepdims=True)
    step = step - np.clip(middle, -_BRIGHTER, _BRIGHTER)
    # What cannot be compared is sorted behind all others.
    off = np.sort(np.sqrt((step**2).mean(axis=3)), axis=2)
    count = np.clip(8 - hidden.sum(axis=2, keepdims=True), 1, _MOSTLY)
    mean = np.where(np.arange(9) < count, off, 0.0).sum(axis=2) / count[..., 0]
    worst = np.take_along_axis(off, np.maximum(count - 2, 0), axis=2)[..., 0]
    same = (worst < _MOST_OFF) & (mean < _SAME) & (hidden.sum(axis=2) <= _MOST_HIDDEN)
    words = np.array([other.words for other in others])
    own = one.words
    said = _agreements(own, words[:, _TURNS])
    enough = _WORDS * np.minimum(_agreements(words, words), _agreements(own, own))
    # The centre tells most where whole faces are alike but for it.
    hue = turned[:, 0, 4] - one.light[4]
    off_hue = np.linalg.norm(hue - hue.mean(axis=1, keepdims=True), axis=1)
    same &= (off_hue < _SAME_HUE)[:, None]
    least = np.where(same & (said > enough[:, None]), mean, np.inf)
    return np.asarray(least.min(axis=1), dtype=np.float64)


def _agreements(one: Floats, others: Floats) -> Floats:
    """How much more probable two tables, (9, 6) and (..., 9, 6), are for one face than for two."""
    return np.asarray(np.log(6 * (one * others).sum(axis=-1) + 1e-6).sum(axis=-1))


def _one_each(sightings: list[_Sighting], table: Floats) -> list[_Sighting]:
    """The last sighting of each centre colour, at most six.

    Centres of one name that look different, on faces that do, are different: red and orange are
    told apart for certain only once both were seen often enough.
    """
    names = table[:, 4].argmax(axis=1)
    kept = []
    for index, one in enumerate(sightings):
        later = [k for k in range(index + 1, len(sightings)) if names[k] == names[index]]
        again = any(
            np.linalg.norm(one.light[4] - sightings[k].light[4]) < _SAME_CENTRE
            or _agreement(table[index], table[k]) > _AGREEING
            for k in later
        )
        if not again:
            kept.append(one)
    return kept[-_MOST:]


def _agreement(one: Floats, other: Floats) -> float:
    """The same in the rotation in which they agree best, in nats."""
    return float(_agreements(one, other[_TURNS]).max())
