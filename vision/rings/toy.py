"""From marked spots to a toy: its rods in order, which eye is whose, and how sure that is."""

from collections.abc import Sequence
from dataclasses import dataclass, replace

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.rings.balls import balls_of, with_balls
from vision.rings.chain import Chain, best_chain
from vision.rings.columns import Columns, columns_of
from vision.rings.counting import chances, close_ends, weighed
from vision.rings.fan import FAN, fan_of, slopes_of
from vision.rings.few import median
from vision.rings.net import EYE, FOOT, NECK, TIP, Floats, Spots
from vision.rings.places import CLOSE_LOOK, Patch, Runs, Weighing, features, lengths_of
from vision.rings.rods import LEAST_SCORE, Rods, linked, rods_of
from vision.rings.rulers import rulers_of, spacings

LEAST_RINGS = 3
# Log-odds that a full vote for one sense of the row is worth.
VOTE_WEIGHT = 2.0
# What speaks for every ring of a toy that is seen clearly: upside down there is less.
CLEAR = 3.0
# How likely a place must have an eye for what it says to count for little, and fully.
HARDLY, FULLY = 0.2, 0.6
# From which log-odds, of on or of off, a spot tells enough to be an eye; how many pitches away from
# all others it is one by itself; and how far beyond the row's ends it may still be the toy's.
TELLING, ANOTHER, NEARBY = 1.0, 0.6, 2.5
# How far beyond the middle of the loop, in pitches, and how clearly an eye must be seen for it not
# to have dropped. Of 264 drawn toys that were read right two have one that is told to be off and as
# far, none of the 230 that were sure; of 54 by another renderer none, and three of 13 of these that
# were read wrongly. In 420 more drawn ones a shadow's eye was as far, but faint.
BEYOND, PLAINLY = 0.6, 0.5
# Pitches whose logarithms differ by less are not both tried.
SAME_PITCH = 0.06


@dataclass(frozen=True, slots=True, eq=False)
class Toy:
    """A toy in a picture, ring 1 first; NaN where something was not seen.

    - `eyes`, `feet`: (n, 2) pixels.
    - `on`: (n,) log-odds that the ring is on the bar; 0 where its eye was not seen.
    - `seen`: (n,) how clearly the eye was seen, 0 to 1.
    - `counted`: how sure the number of rings is, 0 to 1; `headed`: that ring 1 is where it is.
    - `proof`: what speaks for there being a toy at all, in log-odds.
    - `step`: (2,) pixels from ring to ring, toward the handle; `ends`: (2, 2), loop's tip and neck.
    - `lengths`: (k, 2), numbers of rings and how likely each of them is.
    - `spare`: how clearly the clearest eye is seen that was given to no rod, 0 to 1.
    """

    eyes: Floats
    feet: Floats
    on: Floats
    seen: Floats
    counted: float
    headed: float
    proof: float
    step: Floats
    ends: Floats
    lengths: Floats
    spare: float = 0.0

    @property
    def rings(self) -> int:
        """The number of rods."""
        return len(self.eyes)

    @property
    def sure(self) -> bool:
        """Whether it is clearly a toy, counted, and the right way round."""
        return self.counted > 0.5 and self.headed > 0.9 and self.proof > CLEAR * self.rings

    @property
    def certainty(self) -> float:
        """How likely all that is told of it is right."""
        rings = 1 / (1 + np.exp(-np.abs(self.on)))
        return self.counted * self.headed * float(np.prod(rings))

    def tells(self, other: "Toy") -> bool:
        """Whether it says of every ring what another look says."""
        return self.rings == other.rings and bool(np.all((self.on > 0) == (other.on > 0)))

    def moved(self, way: Floats) -> "Toy":
        """The toy taken through the affine map `way` (2, 3)."""
        eyes, feet, ends = (
            at @ way[:, :2].T + way[:, 2] for at in (self.eyes, self.feet, self.ends)
        )
        return replace(self, eyes=eyes, feet=feet, step=way[:, :2] @ self.step, ends=ends)

    def back(self, way: Floats) -> "Toy":
        """The toy where it was before `way` (2, 3) took it to where it is."""
        return self.moved(np.asarray(cv2.invertAffineTransform(way), dtype=np.float64))


@dataclass(frozen=True, slots=True, eq=False)
class Rows:
    """The best row of rods, and how the toy lies.

    `step` (2,) goes from ring to ring toward the handle, `headed` is how sure its sense is.
    """

    rods: Rods
    best: Chain
    step: Floats
    headed: float


def common_step(spots: Spots) -> tuple[Floats, float] | None:
    """The usual step (2,) from ring to ring, toward the handle, and how sure its sense is.

    A vote of the eyes and feet, weighted by score: first the axis, then its sense, in which the
    loop's ends have a say. The sureness is a probability, 0.5 to 1.
    """
    use = spots.where((spots.kind <= FOOT) & (spots.score >= LEAST_SCORE))
    if len(use.at) < 2:
        return None
    doubled = (use.step[:, 0] + 1j * use.step[:, 1]) ** 2
    axis = np.sqrt(np.sum(use.score * doubled / (np.abs(doubled) + 1e-9)))
    way = np.array([axis.real, axis.imag]) / (abs(axis) + 1e-9)
    size = float(median(np.linalg.norm(use.step, axis=1)))
    if size < 1e-3:
        return None
    vote = float(np.sum(use.score * np.sign(use.step @ way)) / np.sum(use.score))
    vote = 1.5 * vote + _ends_vote(spots, median(use.at, axis=0), way)
    sense = 1.0 if vote >= 0 else -1.0
    return sense * size * way, float(1 / (1 + np.exp(-VOTE_WEIGHT * abs(vote))))


def _ends_vote(spots: Spots, middle: Floats, way: Floats) -> float:
    """What the loop's tip and neck say: positive where the handle lies along `way`."""
    vote = 0.0
    for kind, sign in ((TIP, -1.0), (NECK, 1.0)):
        some = spots.of(kind, LEAST_SCORE)
        if len(some.at):
            best = int(np.argmax(some.score))
            vote += sign * float(some.score[best] * np.sign((some.at[best] - middle) @ way))
    return vote


def find_rows(spots: Spots, *, known: bool = False) -> Rows | None:
    """The row of rods, None where there is none.

    The network knows the direction of the step better than its length: others are tried, under
    which the feet are in step, unless it is `known`.
    """
    voted = common_step(spots)
    if voted is None:
        return None
    guess, headed = voted
    size = float(np.linalg.norm(guess))
    others = [] if known else [pitch for pitch, _ in spacings(spots, guess)]
    best: Rows | None = None
    for pitch in _distinct([*others, size]):
        rows = _rows(spots, guess / size, pitch, headed)
        if rows is not None and (best is None or rows.best.worth > best.best.worth):
            best = rows
    return best


def _distinct(sizes: Sequence[float]) -> list[float]:
    """The sizes without those that hardly differ from an earlier one."""
    kept: list[float] = []
    for size in sizes:
        if all(abs(np.log(size / other)) > SAME_PITCH for other in kept):
            kept.append(size)
    return kept


def _rows(spots: Spots, way: Floats, pitch: float, headed: float) -> Rows | None:
    """The row under the assumption of a pitch, and with the pitch that it then shows."""
    rods = rods_of(spots, pitch * way)
    best = best_chain(linked(rods, way, pitch))
    if best is None:
        return None
    if len(best.picked) >= LEAST_RINGS:
        along = rods.anchors[best.picked] @ way
        pitch = float(median(np.diff(along) / np.diff(best.place)))
    return Rows(rods, best, pitch * way, headed)


def fit_toy(
    spots: Spots,
    count: int | None = None,
    patch: Patch | None = None,
    *,
    known: bool = False,
    weighing: Weighing = CLOSE_LOOK,
) -> Toy | None:
    """The toy that the spots make up; None where they make up none.

    With a `count`, a row of so many places is preferred. `patch` is the grey picture (h, w) in
    whose pixels the spots are: how rods look tells them from their shadows. `known`: the rods are
    as far apart as the network says.
    """
    rows = find_rows(spots, known=known)
    if rows is None or len(rows.best.picked) < LEAST_RINGS:
        return None
    runs = runs_of(spots, rows, patch)
    worth = runs.told @ weighing.weights
    lengths = lengths_of(runs.lengths, worth)
    chance = chances(lengths, count)
    n = int(lengths[np.argmax(chance), 0])
    best = int(np.argmax(np.where(runs.lengths == n, worth, -np.inf)))
    lengths[:, 1] = weighed(chance, worth[best] / n, weighing.sureness)
    ruler, first = runs.rulers[runs.ruler[best]], int(runs.first[best])
    rows = replace(rows, step=ruler.step)
    return _toy(spots, rows, ruler.feet[first : first + n], rows.best.worth, lengths)


def runs_of(spots: Spots, rows: Rows, patch: Patch | None) -> Runs:
    """All runs of places on all rulers of a row, with what is seen there."""
    rulers = rulers_of(spots, rows.rods, rows.best, rows.step)
    tip = _best(spots, TIP)
    return Runs.of(rulers, [features(one, spots, rows.rods, tip, patch) for one in rulers])


def _toy(spots: Spots, rows: Rows, places: Floats, worth: float, lengths: Floats) -> Toy:
    """A table over all places of a row, (n, 2)."""
    n, rods, step = len(places), rows.rods, rows.step
    columns = columns_of(rods, places, step)
    eyes, feet, seen = told_by(rods, columns)
    if np.isfinite(eyes).all(axis=1).sum() >= FAN:
        # Rods lean as the others do: an eye may be that of the neighbour.
        columns = columns_of(rods, places, step, slopes_of(fan_of(eyes, places, step), n))
        eyes, feet, seen = told_by(rods, columns)
    ends = np.stack([_best(spots, TIP), _best(spots, NECK)])
    # Of the rod at the row's end perhaps nothing was seen but its place.
    extent = _extent(np.concatenate([places, eyes, feet]), step)
    counted = float(lengths[lengths[:, 0] == n, 1][0]) * close_ends(extent, ends, step)
    proof = worth + sum(_score(spots, kind) for kind in (TIP, NECK))
    on = eyes_on(rods, columns.share)
    holes = np.where(np.isfinite(feet), feet, places)
    eyes, on, seen = with_balls(balls_of(spots, eyes, holes, step), eyes, on, seen)
    spare = spare_eye(spots, eyes, places, step)
    return Toy(eyes, feet, on, seen, counted, rows.headed, proof, step, ends, lengths, spare)


def beyond_loop(toy: Toy) -> NDArray[np.bool_]:
    """(n,): whether an eye is plainly on the other side of the loop than its rod's foot.

    Where the loop's tip or neck was not seen, none is.
    """
    way, feet = toy.ends[1] - toy.ends[0], toy.feet[np.isfinite(toy.feet[:, 0])]
    length = float(np.linalg.norm(way))
    if not (length > 0 and len(feet)):
        return np.zeros(toy.rings, dtype=bool)
    across = np.array([-way[1], way[0]]) / length
    side = np.sign(median((feet - toy.ends[0]) @ across))
    far = -side * ((toy.eyes - toy.ends[0]) @ across)
    return np.asarray((far > BEYOND * np.linalg.norm(toy.step)) & (toy.seen > PLAINLY))


def spare_eye(spots: Spots, eyes: Floats, places: Floats, step: Floats) -> float:
    """The score of the clearest eye near a row that is none of its `eyes` (n, 2); 0: there is none.

    It has to be told as on or off: what is neither is seldom an eye.
    """
    found = spots.of(EYE, LEAST_SCORE)
    found = found.where(np.abs(found.on) > TELLING)
    own = eyes[np.isfinite(eyes[:, 0])]
    far = np.linalg.norm(found.at[:, None] - own, axis=2).min(axis=1, initial=np.inf)
    along = (found.at - places[0]) @ step / (step @ step)
    near = (along > -NEARBY) & (along < len(places) - 1 + NEARBY)
    spare = found.score[near & (far > ANOTHER * np.linalg.norm(step))]
    return float(spare.max(initial=0.0))


def told_by(rods: Rods, columns: Columns) -> tuple[Floats, Floats, Floats]:
    """Eyes (n, 2), feet (n, 2) and how clearly each eye is seen (n,); NaN and 0 where hidden."""
    n = len(columns.best)
    eyes, feet, seen = np.full((n, 2), np.nan), np.full((n, 2), np.nan), np.zeros(n)
    there = np.flatnonzero(columns.best >= 0)
    own = columns.best[there]
    eyes[there], feet[there] = rods.eyes[own], rods.feet[own]
    seen[there] = rods.seen[own] * columns.share[own, there]
    return eyes, feet, seen


def eyes_on(rods: Rods, share: Floats) -> Floats:
    """(places,): log-odds of on; `share` (rods, places) tells how likely each rod is each place."""
    share = share * (rods.ends[:, :1] >= 0)
    found = share.sum(axis=0)
    on = np.sum(share * (1 / (1 + np.exp(-rods.on)))[:, None], axis=0) / (found + 1e-9)
    trust = np.clip((found - HARDLY) / (FULLY - HARDLY), 0, 1)
    on = np.clip(0.5 + trust * (on - 0.5), 1e-6, 1 - 1e-6)
    return np.asarray(np.log(on / (1 - on)))


def _extent(row: Floats, step: Floats) -> tuple[float, float]:
    """Where the points of a row (k, 2) begin and end along the step, in steps; NaN are left out."""
    along = row @ step / (step @ step)
    return float(np.nanmin(along)), float(np.nanmax(along))


def _best(spots: Spots, kind: int) -> Floats:
    """The place of a kind that scores best, NaN where there is none."""
    some = spots.of(kind, LEAST_SCORE)
    if len(some.at) == 0:
        return np.full(2, np.nan)
    at: Floats = some.at[int(np.argmax(some.score))]
    return at


def _score(spots: Spots, kind: int) -> float:
    """The best score of a kind."""
    return float(spots.of(kind, LEAST_SCORE).score.max(initial=0.0))
