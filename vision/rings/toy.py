"""From marked spots to a toy: its rods in order, which eye is whose, and how sure that is."""

from dataclasses import dataclass

import numpy as np

from vision.rings.chain import Chain, apart, best_chain, on_one_line
from vision.rings.counting import close_ends, complete, plain
from vision.rings.net import EYE, FOOT, NECK, TIP, Floats, Spots

# How far eyes and feet stray from even spacing, in pitches (sigma).
EYE_STRAY, FOOT_STRAY = 0.3, 0.17
# How far holes are from the line of the plate, and how close two of a kind may be, in pitches.
OFF_LINE, LEAST_APART = 0.3, 0.35
LEAST_SCORE, GOOD_SCORE = 0.15, 0.45
LEAST_RINGS = 3
# Log-odds that a full vote for one sense of the row is worth.
VOTE_WEIGHT = 2.0
PITCH_FACTORS = (1.0, 0.8, 1.25, 1.55)


@dataclass(frozen=True, slots=True, eq=False)
class Toy:
    """A toy in a picture, ring 1 first; NaN where something was not seen.

    - `eyes`, `feet`: (n, 2) pixels.
    - `on`: (n,) log-odds that the ring is on the bar; 0 where its eye was not seen.
    - `seen`: (n,) how clearly the eye was seen, 0 to 1.
    - `counted`: how sure the number of rings is, 0 to 1; `headed`: that ring 1 is where it is.
    - `step`: (2,) pixels from ring to ring, toward the handle.
    """

    eyes: Floats
    feet: Floats
    on: Floats
    seen: Floats
    counted: float
    headed: float
    step: Floats
    ends: Floats

    @property
    def rings(self) -> int:
        """The number of rods."""
        return len(self.eyes)

    @property
    def sure(self) -> bool:
        """Whether it is clearly a toy, counted, and the right way round."""
        return self.counted > 0.8 and self.headed > 0.9 and float(self.seen.mean()) > 0.4


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
    size = float(np.median(np.linalg.norm(use.step, axis=1)))
    if size < 1e-3:
        return None
    vote = float(np.sum(use.score * np.sign(use.step @ way)) / np.sum(use.score))
    vote = 1.5 * vote + _ends_vote(spots, np.median(use.at, axis=0), way)
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


def fit_toy(spots: Spots, count: int | None = None) -> Toy | None:
    """The toy that the spots make up; None where they make up none.

    The spots lie in a picture turned so that the rods' row runs along +x toward the handle.
    """
    rows = find_rows(spots)
    if rows is None:
        return None
    (eyes, eyes_row), (feet, feet_row), step, headed = rows
    if max(len(feet_row.picked), len(eyes_row.picked)) < LEAST_RINGS - 1:
        return None
    pitch = float(np.linalg.norm(step))
    way = step / pitch
    shift = _shift(eyes.at @ way, eyes_row, feet.at @ way, feet_row, pitch)
    return _joined(spots, (eyes, eyes_row), (feet, feet_row), shift, step, headed, count)


Row = tuple[Spots, Chain]


def find_rows(spots: Spots) -> tuple[Row, Row, Floats, float] | None:
    """The row of eyes and the row of feet, the step along them, and how sure its sense is.

    The network knows the direction of the step better than its length: several are tried.
    """
    voted = common_step(spots)
    if voted is None:
        return None
    guess, headed = voted
    size = float(np.linalg.norm(guess))
    tried = [_rows(spots, guess / size, size * factor) for factor in PITCH_FACTORS]
    best = max(tried, key=lambda rows: rows[0][1].worth + rows[1][1].worth)
    eyes, feet, pitch = best
    return eyes, feet, guess / size * pitch, headed


def _rows(spots: Spots, way: Floats, pitch: float) -> tuple[Row, Row, float]:
    """Both rows under the assumption of a pitch, and the pitch that the rows then show."""
    eyes, feet = (_sifted(spots.of(kind, LEAST_SCORE), pitch) for kind in (EYE, FOOT))
    feet = feet.where(on_one_line(feet.at, feet.score, OFF_LINE * pitch))
    eyes_row = best_chain(eyes.at @ way, eyes.score, pitch, EYE_STRAY, least=0.25)
    feet_row = best_chain(feet.at @ way, feet.score, pitch, FOOT_STRAY, least=0.6)
    at, row = (feet.at, feet_row) if feet_row.worth > eyes_row.worth else (eyes.at, eyes_row)
    if len(row.picked) >= LEAST_RINGS:
        pitch = float(np.median(np.diff(at[row.picked] @ way) / np.diff(row.place)))
    return (eyes, eyes_row), (feet, feet_row), pitch


def _sifted(spots: Spots, pitch: float) -> Spots:
    """Of spots that crowd together only the best."""
    return spots.where(apart(spots.at, spots.score, LEAST_APART * pitch))


def _shift(eyes_x: Floats, eyes_row: Chain, feet_x: Floats, feet_row: Chain, pitch: float) -> int:
    """How many places the eyes' row starts after the feet's row.

    Rods are nearly parallel, so eye minus foot changes slowly and evenly along the row.
    """
    if len(eyes_row.picked) == 0 or len(feet_row.picked) == 0:
        return 0
    best, least = 0, np.inf
    for shift in range(-eyes_row.length + 1, feet_row.length):
        _, a, b = np.intersect1d(eyes_row.place + shift, feet_row.place, return_indices=True)
        if len(a) < max(1, 0.6 * min(len(eyes_row.picked), len(feet_row.picked))):
            continue
        x = feet_x[feet_row.picked[b]]
        lean = (eyes_x[eyes_row.picked[a]] - x) / pitch
        slope, base = np.polyfit(x / pitch, lean, 1) if len(a) > 2 else (0.0, float(lean.mean()))
        stray = float(np.mean(np.abs(lean - base - slope * x / pitch)))
        extra = len(np.union1d(eyes_row.place + shift, feet_row.place)) - len(a)
        cost = stray + 0.12 * extra + 0.25 * abs(slope) + 0.05 * float(np.mean(np.abs(lean)))
        if cost < least:
            best, least = shift, cost
    return best


def _joined(
    spots: Spots,
    eyes: tuple[Spots, Chain],
    feet: tuple[Spots, Chain],
    shift: int,
    step: Floats,
    headed: float,
    count: int | None,
) -> Toy | None:
    """The two rows as one: a table over all places that either row has."""
    (eye_spots, eye_row), (foot_spots, foot_row) = eyes, feet
    eye_place = eye_row.place + shift
    first = min([*eye_place[:1], *foot_row.place[:1]])
    last = max([*eye_place[-1:], *foot_row.place[-1:]])
    n = int(last - first + 1)
    eye_at, foot_at = np.full((n, 2), np.nan), np.full((n, 2), np.nan)
    on, eye_score, foot_score = np.zeros(n), np.zeros(n), np.zeros(n)
    rows = eye_place - first
    eye_at[rows] = eye_spots.at[eye_row.picked]
    on[rows] = eye_spots.on[eye_row.picked]
    eye_score[rows] = eye_spots.score[eye_row.picked]
    rows = foot_row.place - first
    foot_at[rows] = foot_spots.at[foot_row.picked]
    foot_score[rows] = foot_spots.score[foot_row.picked]
    low, high = _trimmed(eye_score, foot_score, count)
    if high - low < LEAST_RINGS:
        return None
    cut = slice(low, high)
    left_out = np.maximum(eye_score, foot_score)
    left_out = np.concatenate([left_out[:low], left_out[high:]])
    ends = np.stack([_best(spots, TIP), _best(spots, NECK)])
    extent = _extent(eye_at[cut], foot_at[cut], step)
    doubts = [*left_out, *_beyond(spots, extent, step)]
    counted = complete(eye_score[cut], foot_score[cut]) * plain(max(doubts, default=0.0))
    counted *= close_ends(extent, ends, step)
    return Toy(eye_at[cut], foot_at[cut], on[cut], eye_score[cut], counted, headed, step, ends)


def _trimmed(eye: Floats, foot: Floats, count: int | None) -> tuple[int, int]:
    """Without weak places at the ends; of `count` places, where that is known."""
    strength = eye + foot
    low, high = 0, len(eye)
    if count is not None:
        while high - low > count:
            low, high = (low + 1, high) if strength[low] < strength[high - 1] else (low, high - 1)
        return low, high
    while high - low > 1 and strength[low] < GOOD_SCORE:
        low += 1
    while high - low > 1 and strength[high - 1] < GOOD_SCORE:
        high -= 1
    return low, high


def _extent(eyes: Floats, feet: Floats, step: Floats) -> tuple[float, float]:
    """Where the row begins and ends along the step, in steps."""
    along = np.concatenate([eyes[[0, -1]], feet[[0, -1]]]) @ step / (step @ step)
    return float(np.nanmin(along)), float(np.nanmax(along))


def _beyond(spots: Spots, extent: tuple[float, float], step: Floats) -> Floats:
    """The scores of eyes and feet up to three places before or after the row."""
    along = spots.at @ step / (step @ step)
    before, after = extent[0] - along, along - extent[1]
    outside = np.maximum(before, after)
    near = (outside > 0.5) & (outside < 3.5) & (spots.kind <= FOOT) & (spots.score >= LEAST_SCORE)
    return spots.score[near]


def _best(spots: Spots, kind: int) -> Floats:
    """The place of a kind that scores best, NaN where there is none."""
    some = spots.of(kind, LEAST_SCORE)
    if len(some.at) == 0:
        return np.full(2, np.nan)
    at: Floats = some.at[int(np.argmax(some.score))]
    return at
