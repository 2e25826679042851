"""Lattices: places where blobs lie like the nine stickers of a face, in any perspective."""

from collections.abc import Iterator
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from vision.cube.blobs import Blobs
from vision.cube.plane import fit_maps, to_lattice
from vision.frame import Floats

Flags = NDArray[np.bool_]
Indices = NDArray[np.intp]

# Pitch of the lattice in sticker sides.
LEAST_PITCH, MOST_PITCH = 0.9, 1.75
# How far a blob may lie from its place, in pitches, before and after the perspective is known.
LOOSE, TIGHT = 0.30, 0.17
LEAST_STICKERS = 4
LEAST_WHOLE = 3
# How unlike two stickers of one face may look: in shape, and in area.
SHAPE, AREA = 1.45, 2.2
SHAPE_SEEN, AREA_SEEN = 1.5, 2.5
# The work that one picture may cost: pairs of blobs, blobs around a pair, and windows.
MOST_PAIRS, MOST_NEAR, MOST_WINDOWS = 700, 24, 64
# So many windows are looked at before the others.
FIRST_WINDOWS = 10

# The places of three by three windows in a grid of five by five, (9, 9), and those beside each
# side of the face in it, (4, 3).
_GRID = np.arange(25).reshape(5, 5)
_WINDOWS = np.array([_GRID[y : y + 3, x : x + 3].ravel() for y in range(3) for x in range(3)])
_SIDES = np.array([_GRID[0, 1:4], _GRID[4, 1:4], _GRID[1:4, 0], _GRID[1:4, 4]])
_ENDS = np.array([[0.0, 0, 1], [3, 0, 1], [3, 3, 1], [0, 3, 1]])
_RING = np.setdiff1d(_GRID, _WINDOWS[4])


@dataclass(frozen=True, slots=True, eq=False)
class Lattices:
    """Maps from lattice units, a face being the square from 0 to 3, to pixels: parallel arrays.

    - `maps`: (k, 3, 3).
    - `members`: (k, 9) the blob at each place, -1 for none.
    - `outside`: (k,) how many places around the face have blobs that carry the lattice on.
    - `between`: (k,) how many blobs lie amid four of its places.
    - `board`: (k,) whether a whole row is carried on.
    - `off`: (k,) how far the blobs lie from their places, root mean square in pitches.
    """

    maps: Floats
    members: Indices
    outside: Indices
    between: Indices
    board: Flags
    off: Floats

    def __len__(self) -> int:
        return len(self.maps)

    @property
    def corners(self) -> Floats:
        """The corners of their faces, (k, 4, 2) pixels."""
        far = _ENDS @ self.maps.transpose(0, 2, 1)
        return np.asarray(far[:, :, :2] / far[:, :, 2:])

    @property
    def count(self) -> Indices:
        """How many of the nine places have a blob, (k,)."""
        return np.asarray((self.members >= 0).sum(axis=1))

    def chosen(self, which: Flags | Indices) -> "Lattices":
        """Some of them."""
        return Lattices(
            self.maps[which],
            self.members[which],
            self.outside[which],
            self.between[which],
            self.board[which],
            self.off[which],
        )


@dataclass(frozen=True, slots=True, eq=False)
class _Pairs:
    """Hypotheses from pairs of neighbours, one entry an affine lattice: parallel arrays.

    `blob` (h,) is the one at its origin, `inverse` (h, 2, 2) leads from pixels to pitches.
    """

    blob: Indices
    inverse: Floats


def find_lattices(blobs: Blobs) -> Iterator[Lattices]:
    """Places where the blobs of three by three stickers may lie, the fullest first, in batches.

    A batch is worked out when it is asked for: mostly the first one holds the face.
    """
    if len(blobs) < LEAST_STICKERS:
        return
    alike, seen_alike = _alike(blobs)
    members, first = _fullest(blobs, alike, _pairs(blobs, alike))
    for batch in (slice(FIRST_WINDOWS), slice(FIRST_WINDOWS, None)):
        if len(members[batch]):
            yield _fitted(blobs, members[batch], seen_alike[first[batch]])


def _fitted(blobs: Blobs, members: Indices, alike: Flags) -> Lattices:
    """The lattices of some windows, each fitted twice; `alike`, (k, n), tells which blobs suit."""
    maps, sound = fit_maps(blobs.centre[members], members >= 0)
    alike = alike[sound]
    lattices = _looked_again(blobs, alike, maps[sound])
    whole = (lattices.members >= 0) & ~blobs.part[lattices.members]
    enough = (lattices.count >= LEAST_STICKERS) & (whole.sum(axis=1) >= LEAST_WHOLE)
    lattices, alike = lattices.chosen(enough), alike[enough]
    maps, sound = fit_maps(blobs.centre[lattices.members], lattices.members >= 0)
    lattices = _looked_again(blobs, alike[sound], maps[sound])
    return lattices.chosen(lattices.count >= LEAST_STICKERS)


def _alike(blobs: Blobs) -> tuple[Flags, Flags]:
    """(n, n): whether two blobs have about the same size and shape; the second less strictly."""
    xx, xy, yy = blobs.spread[:, 0, 0], blobs.spread[:, 0, 1], blobs.spread[:, 1, 1]
    det = xx * yy - xy**2
    # Trace of one spread seen in the frame of another.
    trace = np.outer(yy / det, xx) - np.outer(2 * xy / det, xy) + np.outer(xx / det, yy)
    root = np.sqrt(det)
    ratio = root[None, :] / root[:, None]
    shape = trace / (2 * ratio)
    strict = (shape < SHAPE) & (ratio > 1 / AREA) & (ratio < AREA)
    loose = (shape < SHAPE_SEEN) & (ratio > 1 / AREA_SEEN) & (ratio < AREA_SEEN)
    return strict, loose


def _pairs(blobs: Blobs, alike: Flags) -> _Pairs:
    """Pairs of blobs of like shape, side by side, each of which spans a lattice.

    In the frame in which the blob's own second moments are round the lattice is square, in any
    parallel projection; so the second edge is the first one turned by a right angle there.
    """
    xx, xy, yy = (12 * blobs.spread[:, i, j] for i, j in ((0, 0), (0, 1), (1, 1)))
    det = xx * yy - xy**2
    x = blobs.centre[None, :, 0] - blobs.centre[:, None, 0]
    y = blobs.centre[None, :, 1] - blobs.centre[:, None, 1]
    square = ((yy / det)[:, None] * x - 2 * (xy / det)[:, None] * y) * x
    square += (xx / det)[:, None] * y * y
    beside = (square > LEAST_PITCH**2) & (square < MOST_PITCH**2) & alike
    first, second = np.nonzero(np.triu(beside | beside.T))
    if len(first) > MOST_PAIRS:
        # Stickers have neighbours on two sides at least: pairs with more of them come first.
        company = beside.sum(axis=1)
        kept = np.argsort(-np.minimum(company[first], company[second]), kind="stable")
        first, second = first[kept[:MOST_PAIRS]], second[kept[:MOST_PAIRS]]
    mean = _roots(6 * (blobs.spread[first] + blobs.spread[second]))
    u = blobs.centre[second] - blobs.centre[first]
    right = np.array([[0.0, -1.0], [1.0, 0.0]])
    v = (mean @ right @ np.linalg.inv(mean) @ u[:, :, None])[:, :, 0]
    return _Pairs(first, np.linalg.inv(np.stack([u, v], axis=2)))


def _roots(matrices: Floats) -> Floats:
    """The symmetric square roots of (n, 2, 2) positive matrices (Levinger 1980)."""
    s = np.sqrt(np.maximum(np.linalg.det(matrices), 1e-9))
    t = np.sqrt(np.trace(matrices, axis1=1, axis2=2) + 2 * s)
    return np.asarray((matrices + s[:, None, None] * np.eye(2)) / t[:, None, None])


def _fullest(blobs: Blobs, alike: Flags, pairs: _Pairs) -> tuple[Indices, Indices]:
    """The windows with most blobs at their places, each set of blobs once.

    Returns their members, (k, 9), and the blob of each from which it was seen, (k,).
    """
    cell, off, near = _around(blobs, pairs)
    fits = (off < LOOSE) & alike[pairs.blob[:, None], near] & (np.abs(cell) <= 2).all(axis=2)
    h, n = np.nonzero(fits)
    order = np.argsort(-off[h, n], kind="stable")
    h, n = h[order], n[order]
    place = (cell[h, n] + 2) @ (1, 5)
    # Of several blobs at one place the last one stays, the closest.
    who = np.full((len(cell), 25), -1)
    who[h, place] = near[h, n]
    good = np.zeros((len(cell), 25))
    good[h, place] = 1.0 - off[h, n]
    total = good[:, _WINDOWS].sum(axis=2).ravel()
    best = np.argsort(-total, kind="stable")
    best = best[: np.sum(total >= LEAST_STICKERS * (1 - LOOSE))]
    names = np.append(_scattered(len(blobs)), np.uint64(0))[who]
    # Windows of the same blobs have the same sum of scattered numbers.
    _, once = np.unique(names[:, _WINDOWS].sum(axis=2).ravel()[best], return_index=True)
    number, window = np.divmod(best[np.sort(once)[:MOST_WINDOWS]], 9)
    members = who[number[:, None], _WINDOWS[window]]
    full = (members >= 0).sum(axis=1) >= LEAST_STICKERS
    return members[full], pairs.blob[number[full]]


def _around(blobs: Blobs, pairs: _Pairs) -> tuple[Indices, Floats, Indices]:
    """The cell of the blobs nearest to each pair, how far from its middle, and which they are."""
    count = min(MOST_NEAR, len(blobs))
    first, again = np.unique(pairs.blob, return_inverse=True)
    x, y = blobs.centre.T
    apart = (x[first, None] - x) ** 2 + (y[first, None] - y) ** 2
    near = np.argpartition(apart, count - 1, axis=1)[:, :count][again]
    step = blobs.centre[near] - blobs.centre[pairs.blob, None]
    place = step @ pairs.inverse.transpose(0, 2, 1)
    cell = np.rint(place)
    off = np.hypot(place[:, :, 0] - cell[:, :, 0], place[:, :, 1] - cell[:, :, 1])
    return cell.astype(np.intp), off, near


def _scattered(count: int) -> NDArray[np.uint64]:
    """Numbers of which no few have the same sum as others (Steele, Lea and Flood 2014)."""
    number = np.arange(1, count + 1, dtype=np.uint64) * np.uint64(0x9E3779B97F4A7C15)
    number = (number ^ (number >> np.uint64(30))) * np.uint64(0xBF58476D1CE4E5B9)
    return number ^ (number >> np.uint64(27))


def _looked_again(blobs: Blobs, alike: Flags, maps: Floats) -> Lattices:
    """The blobs that lie at the places of some maps, and around them; alike is (k, n)."""
    place = to_lattice(maps, blobs.centre) - 0.5
    cell = np.rint(place)
    off = np.hypot(place[:, :, 0] - cell[:, :, 0], place[:, :, 1] - cell[:, :, 1])
    near = (off < TIGHT) & alike & (np.abs(cell - 1) <= 2).all(axis=2)
    k, n = np.nonzero(near)
    order = np.argsort(-off[k, n], kind="stable")
    k, n = k[order], n[order]
    who = np.full((len(maps), 25), -1)
    who[k, (cell[k, n].astype(np.intp) + 1) @ (1, 5)] = n
    members = who[:, _WINDOWS[4]]
    square = np.where(members >= 0, np.take_along_axis(off, np.maximum(members, 0), 1) ** 2, 0)
    rms = np.sqrt(square.sum(axis=1) / np.maximum((members >= 0).sum(axis=1), 1))
    half = np.abs(place - np.floor(place) - 0.5)
    amid = (np.hypot(half[:, :, 0], half[:, :, 1]) < TIGHT) & alike
    amid &= ((place > 0) & (place < 2)).all(axis=2)
    taken = who >= 0
    return Lattices(
        maps,
        members,
        taken[:, _RING].sum(axis=1),
        amid.sum(axis=1),
        np.asarray(np.any(np.all(taken[:, _SIDES], axis=2), axis=1), np.bool_),
        rms,
    )
