"""Training pictures of the rings' eye, changed at random, and the maps that they should give.

Peaks are hills as in "Objects as Points" (Zhou, Wang, Kraehenbuehl 2019).
"""

from dataclasses import dataclass

import cv2
import numpy as np
from numpy.typing import NDArray

from samples.render.raster_decoy import draw_nothing
from samples.render.rings_bulk import MOST, Lessons
from samples.render.rings_net import CHANNELS, PEAKS

Singles = NDArray[np.float32]
Bytes = NDArray[np.uint8]
Floats = NDArray[np.float32]
Ints = NDArray[np.intp]

STRIDE = 4
# Pixels for which the maps of steps and rods read 1.
STEP = 16.0
# The shares of pictures in which there is nothing to be found: without a toy, and upside down. The
# finder turns the picture, and a toy must not be read the wrong way up before it does.
EMPTY, UPSIDE_DOWN = 0.08, 0.04


@dataclass(frozen=True, slots=True)
class Look:
    """What a network is trained on: how large a part of a picture, and how near.

    `crop` is its width and height, `pitch` the usual distance of two rods in it, in pixels, and
    `grows` by how much a picture may be made larger. What is `near` shows a part of a row only.
    """

    crop: tuple[int, int]
    pitch: float
    grows: tuple[float, float]
    near: bool = False


WHOLE = Look((288, 192), 19.0, (0.5, 1.6))
FINE = Look((288, 224), 38.0, (0.25, 1.2), near=True)


def batch(
    lessons: Lessons, rng: np.random.Generator, count: int, look: Look = WHOLE
) -> tuple[Singles, Singles, Singles]:
    """Pictures drawn and changed at random: inputs, targets and weights of the maps."""
    wide, high = look.crop
    inputs = np.zeros((count, 1, high, wide), np.float32)
    shape = (count, len(CHANNELS), high // STRIDE, wide // STRIDE)
    goals, weights = np.zeros(shape, np.float32), np.zeros(shape, np.float32)
    weights[:, :PEAKS] = 1.0
    for b in range(count):
        kind = rng.random()
        if kind < EMPTY:
            inputs[b, 0] = normal(cv2.cvtColor(draw_nothing(rng, look.crop), cv2.COLOR_BGR2GRAY))
            continue
        upside_down = kind < EMPTY + UPSIDE_DOWN
        picture, place = _changed(*lessons.one(rng), rng, look, 180.0 if upside_down else 0.0)
        inputs[b, 0] = normal(picture)
        if not upside_down:
            _targets(place, goals[b], weights[b])
    return inputs, goals, weights


def normal(picture: np.ndarray) -> np.ndarray:
    """A grey picture with mean 0 and deviation 1, in single precision."""
    grey = picture.astype(np.float32)
    out: np.ndarray = (grey - grey.mean()) / (grey.std() + 4.0)
    return out


def _changed(
    picture: np.ndarray, points: np.ndarray, rng: np.random.Generator, look: Look, turn: float
) -> tuple[np.ndarray, np.ndarray]:
    """Mirrored, turned by about `turn` degrees, scaled, shifted, brightened; the points with it."""
    wide, high = look.crop
    eyes = points[:MOST, :4]
    known = eyes[np.isfinite(eyes[:, 0])]
    pitch = float(np.linalg.norm(known[-1, 2:] - known[0, 2:])) / (len(known) - 1)
    grow = float(np.clip(look.pitch * np.exp(rng.normal(0, 0.33)) / pitch, *look.grows))
    ends = np.concatenate([known[:, :2], known[:, 2:], points[MOST:, :2], points[MOST:, 2:4]])
    ends = ends if not look.near else known[int(rng.integers(len(known)))].reshape(2, 2)
    centre = (np.min(ends, axis=0) + np.max(ends, axis=0)) / 2
    angle = turn + rng.normal(0, 6)
    way = cv2.getRotationMatrix2D((float(centre[0]), float(centre[1])), angle, grow)
    way[:, 2] += np.array([wide, high]) / 2 - centre + rng.normal(0, 0.1, 2) * (wide, high)
    if rng.random() < 0.5:
        way = np.diag([-1.0, 1.0]) @ way + np.array([[0, 0, wide], [0, 0, 0]])
    flags = cv2.INTER_AREA if grow < 0.7 else cv2.INTER_LINEAR
    border = int(rng.choice([cv2.BORDER_REPLICATE, cv2.BORDER_CONSTANT]))
    moved = cv2.warpAffine(picture, way, (wide, high), flags=flags, borderMode=border)
    grey = moved.astype(np.float32)
    grey = (grey - 128) * rng.uniform(0.5, 1.3) + 128 + rng.uniform(-40, 40)
    if rng.random() < 0.3:
        grey += rng.normal(0, rng.uniform(1, 12), grey.shape)
    if rng.random() < 0.08:
        grey = 255 - grey
    place = points.copy()
    for at in (0, 2, 4):
        place[:, at : at + 2] = points[:, at : at + 2] @ way[:, :2].T + way[:, 2]
    place[MOST, 4:] = np.nan
    return np.clip(grey, 0, 255), place


def _targets(place: np.ndarray, goal: np.ndarray, weight: np.ndarray) -> None:
    """Fills the maps of one picture, (14, h, w) each."""
    n = int(np.isfinite(place[:MOST, 0]).sum())
    eyes, feet, balls = (place[:n, a : a + 2] for a in (0, 2, 4))
    tip, neck = place[MOST, 0:2], place[MOST, 2:4]
    axis = (neck - tip) / (np.linalg.norm(neck - tip) + 1e-6)
    step = axis * abs(float((feet[-1] - feet[0]) @ axis)) / max(1, n - 1)
    pitch = float(np.linalg.norm(step))
    sigma = float(np.clip(0.09 * pitch / STRIDE, 0.6, 2.0))
    seen = place[:n, 7] > 0.5
    for channel, spots in enumerate((eyes[seen], feet, balls, tip[None], neck[None])):
        for spot in spots:
            _bump(goal[channel], spot / STRIDE, sigma if channel < 3 else 1.5 * sigma)
    for k in range(n):
        rod = eyes[k] - feet[k]
        if seen[k]:
            ys, xs = _disc(eyes[k] / STRIDE, max(1.1, sigma), goal.shape[1:])
            _set(goal, weight, (ys, xs), 6, step, pitch)
            _set(goal, weight, (ys, xs), 10, -rod, pitch)
            goal[5, ys, xs] = place[k, 6]
            weight[5, ys, xs] = 1.0
        ys, xs = _disc(feet[k] / STRIDE, max(1.1, sigma), goal.shape[1:])
        _set(goal, weight, (ys, xs), 6, step, pitch)
        _set(goal, weight, (ys, xs), 8, rod, pitch)
        goal[12:14, ys, xs] = np.array([[k == 0], [k == n - 1]])
        weight[12:14, ys, xs] = 1.0


def _set(
    goal: np.ndarray,
    weight: np.ndarray,
    cells: tuple[Ints, Ints],
    first: int,
    way: Floats,
    pitch: float,
) -> None:
    """Writes a way in pixels into two maps; far rods count less than near ones."""
    ys, xs = cells
    goal[first, ys, xs], goal[first + 1, ys, xs] = way / STEP
    weight[first : first + 2, ys, xs] = STEP / max(pitch, 6.0, 0.3 * float(np.linalg.norm(way)))


def _disc(centre: np.ndarray, radius: float, shape: tuple[int, ...]) -> tuple[Ints, Ints]:
    reach = int(radius) + 1
    x, y = np.round(centre - 0.5).astype(int)
    left, top = max(0, x - reach), max(0, y - reach)
    xs = np.arange(left, min(shape[1], x + reach + 1)) + (0.5 - centre[0])
    ys = np.arange(top, min(shape[0], y + reach + 1)) + (0.5 - centre[1])
    rows, columns = np.nonzero(xs**2 + (ys**2)[:, None] <= radius**2)
    return rows + top, columns + left


def _bump(canvas: np.ndarray, centre: np.ndarray, sigma: float) -> None:
    """A hill of height one, highest in the cell that holds the centre."""
    ys, xs = _disc(centre, 3 * sigma + 1, canvas.shape)
    if len(ys) == 0:
        return
    hill = np.exp(-((xs + 0.5 - centre[0]) ** 2 + (ys + 0.5 - centre[1]) ** 2) / (2 * sigma**2))
    x, y = np.floor(centre).astype(int)
    hill = np.where((xs == x) & (ys == y), 1.0, np.minimum(hill, 0.95))
    canvas[ys, xs] = np.maximum(canvas[ys, xs], hill)
