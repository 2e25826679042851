"""Lattices: places where blobs lie like the nine stickers of a face, in any perspective."""

from collections.abc import Iterator
from dataclasses import dataclass, replace
from typing import Any

import numpy as np
from numpy.typing import NDArray

from vision.cube.blobs import Blobs
from vision.frame import Floats

# Pitch of the lattice in sticker sides.
LEAST_PITCH, MOST_PITCH = 0.9, 1.75
# How far a blob may lie from its place, in pitches, before and after the perspective is known.
LOOSE, TIGHT = 0.30, 0.17
LEAST_STICKERS = 4
LEAST_WHOLE = 3
# Usual errors of a blob's middle, in pitches, and usual perspective, change of scale a pitch.
NOISE, PERSPECTIVE = 0.04, 0.04
# How far the places of blobs must spread across any direction, root of summed squares.
LEAST_ACROSS = 0.5

# The places beside each side of a face.
_SIDES = [
    {(k, end) if flat else (end, k) for k in range(3)} for end in (-1, 3) for flat in (True, False)
]


@dataclass(frozen=True, slots=True, eq=False)
class Lattice:
    """A map from lattice units, a face being the square from 0 to 3, to pixels.

    `homography` is (3, 3); `members` has the blob at each of the nine places, -1 for none;
    `outside` counts blobs that carry the lattice on beyond the face, `between` those amid four of
    its places; `board` is whether a whole row is carried on. `off` is how far the blobs lie from
    their places, root mean square in pitches.
    """

    homography: Floats
    members: tuple[int, ...]
    outside: int
    between: int
    board: bool
    off: float

    @property
    def count(self) -> int:
        """How many of the nine places have a blob."""
        return sum(member >= 0 for member in self.members)


@dataclass(frozen=True, slots=True, eq=False)
class Window:
    """Blobs that may be stickers of one face, before its perspective is known.

    `blobs` are indices, `places` their columns and rows (n, 2), 0 to 2; `middle` is in pixels.
    """

    blobs: NDArray[np.intp]
    places: NDArray[np.intp]
    middle: Floats


@dataclass(frozen=True, slots=True, eq=False)
class _Bases:
    """Hypotheses from pairs of neighbours: parallel arrays, one entry an affine lattice."""

    origin: Floats
    inverse: Floats
    blob: NDArray[np.intp]


def find_windows(blobs: Blobs) -> Iterator[Window]:
    """Places where three by three blobs may lie in a lattice, the fullest first, each set once."""
    if len(blobs) < LEAST_STICKERS:
        return
    alike = _alike(blobs)
    bases = _bases(blobs, alike)
    step = blobs.centre[None] - bases.origin[:, None]
    place = np.matmul(step, bases.inverse.transpose(0, 2, 1))
    cell = np.rint(place)
    off = np.linalg.norm(place - cell, axis=2)
    fits = (off < LOOSE) & alike[bases.blob] & (np.abs(cell) <= 2).all(axis=2)
    yield from _fullest(blobs, cell.astype(np.intp), off, fits)


def _bases(blobs: Blobs, alike: NDArray[np.bool_]) -> _Bases:
    """Every ordered pair of blobs of like shape, side by side, spans a lattice.

    In the frame in which the blob's own second moments are round the lattice is square, in any
    parallel projection; so the second edge is the first one turned by a right angle there.
    """
    root = _roots(12 * blobs.spread)
    step = blobs.centre[None] - blobs.centre[:, None]
    pitch = np.linalg.norm(np.einsum("aij,abj->abi", np.linalg.inv(root), step), axis=2)
    first, second = np.nonzero((pitch > LEAST_PITCH) & (pitch < MOST_PITCH) & alike)
    mean = _roots(6 * (blobs.spread[first] + blobs.spread[second]))
    u = step[first, second]
    right = np.array([[0.0, -1.0], [1.0, 0.0]])
    v = np.einsum("hij,hj->hi", mean @ right @ np.linalg.inv(mean), u)
    basis = np.stack([u, v], axis=2)
    return _Bases(blobs.centre[first], np.linalg.inv(basis), first)


def _roots(matrices: Floats) -> Floats:
    """The symmetric square roots of (n, 2, 2) positive matrices (Levinger 1980)."""
    s = np.sqrt(np.maximum(np.linalg.det(matrices), 1e-9))
    t = np.sqrt(np.trace(matrices, axis1=1, axis2=2) + 2 * s)
    return np.asarray((matrices + s[:, None, None] * np.eye(2)) / t[:, None, None])


def _alike(blobs: Blobs) -> NDArray[np.bool_]:
    """(n, n): whether two blobs have about the same size and shape."""
    inverse = np.linalg.inv(blobs.spread)
    # Trace and determinant of one spread seen in the frame of another.
    trace = np.einsum("aij,bji->ab", inverse, blobs.spread)
    det = np.linalg.det(blobs.spread)
    ratio = np.sqrt(det[None, :] / det[:, None])
    shape = trace / (2 * ratio)
    return np.asarray((shape < 1.45) & (ratio > 0.45) & (ratio < 2.2))


def _fullest(
    blobs: Blobs, cell: NDArray[np.intp], off: Floats, fits: NDArray[np.bool_]
) -> Iterator[Window]:
    """The windows of the hypotheses in the order of the number of blobs at their places."""
    occupied = np.full((len(cell), 5, 5), 1.0)
    names = np.zeros((len(cell), 5, 5), dtype=np.uint64)
    h, n = np.nonzero(fits)
    at = (h, cell[h, n, 1] + 2, cell[h, n, 0] + 2)
    np.minimum.at(occupied, at, off[h, n])
    np.add.at(names, at, _scattered(len(blobs))[n])
    total = _by_three(1.0 - occupied).ravel()
    order = np.argsort(-total, kind="stable")
    order = order[: np.sum(total >= LEAST_STICKERS * (1 - LOOSE))]
    # Windows of the same blobs have the same sum of scattered numbers.
    _, first = np.unique(_by_three(names).ravel()[order], return_index=True)
    for place in order[np.sort(first)]:
        h0, y, x = np.unravel_index(place, (len(cell), 3, 3))
        inside = fits[h0] & (np.abs(cell[h0] - (x - 1, y - 1)) <= 1).all(axis=1)
        if inside.sum() >= LEAST_STICKERS:
            ids = np.nonzero(inside)[0]
            ids = ids[np.argsort(off[h0][ids], kind="stable")]
            places = cell[h0][ids] - (x - 2, y - 2)
            _, one_each = np.unique(places @ (1, 3), return_index=True)
            yield Window(ids[one_each], places[one_each], blobs.centre[ids].mean(axis=0))


def _by_three(grids: NDArray[Any]) -> NDArray[Any]:
    """The sums over all windows of three by three, (n, 3, 3), of grids (n, 5, 5)."""
    rows = grids[:, :3] + grids[:, 1:4] + grids[:, 2:]
    return np.asarray(rows[:, :, :3] + rows[:, :, 1:4] + rows[:, :, 2:])


def _scattered(count: int) -> NDArray[np.uint64]:
    """Numbers of which no few have the same sum as others (Steele, Lea and Flood 2014)."""
    number = np.arange(1, count + 1, dtype=np.uint64) * np.uint64(0x9E3779B97F4A7C15)
    number = (number ^ (number >> np.uint64(30))) * np.uint64(0xBF58476D1CE4E5B9)
    return number ^ (number >> np.uint64(27))


def fit_window(blobs: Blobs, window: Window) -> Lattice | None:
    """Fits the perspective to the blobs of a window and looks again which blobs fit."""
    homography = fit_places(window.places + 0.5, blobs.centre[window.blobs])
    lattice = None
    for _ in range(2):
        if homography is None:
            return None
        lattice = _members(blobs, homography, int(window.blobs[0]))
        taken = [i for i in lattice.members if i >= 0]
        if len(taken) < LEAST_STICKERS or np.sum(~blobs.part[taken]) < LEAST_WHOLE:
            return None
        places = np.array([divmod(k, 3)[::-1] for k in range(9) if lattice.members[k] >= 0])
        homography = fit_places(places + 0.5, blobs.centre[taken])
    return (
        None if lattice is None or homography is None else replace(lattice, homography=homography)
    )


def fit_places(places: NDArray[np.floating[Any]], points: Floats) -> Floats | None:
    """The homography from lattice units to pixels that fits some places best.

    Linear least squares (direct linear transform), with a prior that keeps the perspective as
    weak as a camera at arm's length sees it: few or shaky points must not bend it.
    """
    centred_places = places - places.mean(axis=0)
    (xx, xy), (_, yy) = centred_places.T @ centred_places
    # The least singular value: places on one line tell nothing across it.
    if len(places) < 3 or (xx + yy) / 2 - np.hypot((xx - yy) / 2, xy) < LEAST_ACROSS**2:
        return None
    p, middle = places - 1.5, points.mean(axis=0)
    x = points - middle
    pitch = np.linalg.norm(x - x.mean(axis=0)) / np.linalg.norm(p - p.mean(axis=0))
    one, zero = np.ones((len(p), 1)), np.zeros((len(p), 3))
    known = np.vstack([
        np.hstack([p, one, zero, -x[:, :1] * p]),
        np.hstack([zero, p, one, -x[:, 1:] * p]),
        np.hstack([np.zeros((2, 6)), np.eye(2) * pitch * NOISE / PERSPECTIVE]),
    ])  # fmt: skip
    wanted = np.concatenate([x.T.ravel(), [0, 0]])
    h = np.linalg.solve(known.T @ known, known.T @ wanted)
    shift = np.array([[1, 0, middle[0]], [0, 1, middle[1]], [0, 0, 1.0]])
    centred = np.array([[1, 0, -1.5], [0, 1, -1.5], [0, 0, 1.0]])
    return _sound(shift @ np.append(h, 1.0).reshape(3, 3) @ centred)


def _sound(homography: Floats) -> Floats | None:
    """The homography, unless the square from -1 to 4 would pass through the horizon."""
    ends = np.array([[-1, -1, 1], [4, -1, 1], [4, 4, 1], [-1, 4, 1.0]]) @ homography[2]
    if ends.min() * ends.max() <= 0 or abs(np.linalg.det(homography)) < 1e-9:
        return None
    # Perspective of more than about 3 to 1 across a face is no picture of a toy.
    return homography if np.abs(ends).max() < 3 * np.abs(ends).min() else None


def _members(blobs: Blobs, homography: Floats, like: int) -> Lattice:
    """The blob at each of the nine places, and how many lie at places around them."""
    inverse = np.linalg.inv(homography)
    flat = blobs.centre @ inverse[:, :2].T + inverse[:, 2]
    place = flat[:, :2] / flat[:, 2:] - 0.5
    cell = np.rint(place)
    off = np.hypot(*(place - cell).T)
    near = (off < TIGHT) & (np.abs(cell - 1).max(axis=1) <= 2)
    near[near] = _alike_one(blobs, like, near)
    members = [-1] * 9
    around = set()
    for i in sorted(np.nonzero(near)[0], key=lambda i: -off[i]):
        x, y = int(cell[i, 0]), int(cell[i, 1])
        if 0 <= x <= 2 and 0 <= y <= 2:
            members[3 * y + x] = int(i)
        else:
            around.add((x, y))
    here = [i for i in members if i >= 0]
    rms = float(np.sqrt(np.mean(off[here] ** 2))) if here else 0.0
    amid = np.hypot(*(place - np.floor(place) - 0.5).T) < TIGHT
    amid &= ((place > 0) & (place < 2)).all(axis=1)
    amid[amid] = _alike_one(blobs, like, amid)
    board = any(side <= around for side in _SIDES)
    return Lattice(homography, tuple(members), len(around), int(amid.sum()), board, rms)


def _alike_one(blobs: Blobs, like: int, which: NDArray[np.bool_]) -> NDArray[np.bool_]:
    inverse = np.linalg.inv(blobs.spread[like])
    spread = blobs.spread[which]
    trace = np.einsum("ij,bji->b", inverse, spread)
    ratio = np.sqrt(np.linalg.det(spread) * np.linalg.det(inverse))
    return np.asarray((trace / (2 * ratio) < 1.5) & (ratio > 0.4) & (ratio < 2.5))
