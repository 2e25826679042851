"""Lattices: places where blobs lie like the nine stickers of a face, in any perspective."""

from dataclasses import dataclass
from typing import Any

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.cube.blobs import Blobs
from vision.frame import Floats

# Pitch of the lattice in sticker sides.
LEAST_PITCH, MOST_PITCH = 0.9, 1.75
# How far a blob may lie from its place, in pitches, before and after the perspective is known.
LOOSE, TIGHT = 0.30, 0.17
LEAST_STICKERS = 4
MOST_TRIED = 40


@dataclass(frozen=True, slots=True, eq=False)
class Lattice:
    """A map from lattice units, a face being the square from 0 to 3, to pixels.

    `homography` is (3, 3); `members` has the blob at each of the nine places, -1 for none;
    `outside` counts blobs that carry the lattice on beyond the face.
    """

    homography: Floats
    members: tuple[int, ...]
    outside: int

    @property
    def count(self) -> int:
        """How many of the nine places have a blob."""
        return sum(member >= 0 for member in self.members)


@dataclass(frozen=True, slots=True, eq=False)
class _Bases:
    """Hypotheses from pairs of neighbours: parallel arrays, one entry an affine lattice."""

    origin: Floats
    inverse: Floats
    blob: NDArray[np.intp]


def find_lattices(blobs: Blobs) -> list[Lattice]:
    """Lattices of three by three blobs, the fullest first; many of them tell of the same face."""
    if len(blobs) < LEAST_STICKERS:
        return []
    bases = _bases(blobs)
    if not len(bases.blob):
        return []
    place = np.einsum("hij,hnj->hni", bases.inverse, blobs.centre[None] - bases.origin[:, None])
    cell = np.rint(place)
    off = np.linalg.norm(place - cell, axis=2)
    fits = (off < LOOSE) & _alike(blobs)[bases.blob] & (np.abs(cell) <= 2).all(axis=2)
    return _fullest(blobs, cell.astype(np.intp), off, fits)


def _bases(blobs: Blobs) -> _Bases:
    """Every ordered pair of blobs of like shape, side by side, spans a lattice.

    In the frame in which the blob's own second moments are round the lattice is square, in any
    parallel projection; so the second edge is the first one turned by a right angle there.
    """
    root = _roots(12 * blobs.spread)
    step = blobs.centre[None] - blobs.centre[:, None]
    pitch = np.linalg.norm(np.einsum("aij,abj->abi", np.linalg.inv(root), step), axis=2)
    first, second = np.nonzero((pitch > LEAST_PITCH) & (pitch < MOST_PITCH) & _alike(blobs))
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
) -> list[Lattice]:
    """The lattices of the hypotheses and windows with the most blobs at their places."""
    occupied = np.full((len(cell), 5, 5), np.inf)
    h, n = np.nonzero(fits)
    np.minimum.at(occupied, (h, cell[h, n, 1] + 2, cell[h, n, 0] + 2), off[h, n])
    worth = np.where(np.isfinite(occupied), 1.0 - occupied, 0.0)
    windows = np.lib.stride_tricks.sliding_window_view(worth, (3, 3), axis=(1, 2))
    total = windows.sum(axis=(3, 4))
    order = np.argsort(-total, axis=None, kind="stable")[: 8 * MOST_TRIED]
    lattices: list[Lattice] = []
    seen: set[frozenset[int]] = set()
    for h0, y, x in zip(*np.unravel_index(order, total.shape), strict=True):
        inside = fits[h0] & (np.abs(cell[h0] - (x - 1, y - 1)) <= 1).all(axis=1)
        key = frozenset(np.nonzero(inside)[0].tolist())
        if len(key) < LEAST_STICKERS or key in seen:
            continue
        seen.add(key)
        lattice = _refine(blobs, cell[h0] - (x - 2, y - 2), off[h0], inside)
        if lattice is not None:
            lattices.append(lattice)
        if len(seen) >= MOST_TRIED:
            break
    return sorted(lattices, key=lambda lattice: -lattice.count)


def _refine(
    blobs: Blobs, cell: NDArray[np.intp], off: Floats, inside: NDArray[np.bool_]
) -> Lattice | None:
    """Fits the perspective to the blobs of a window and looks again which blobs fit."""
    ids = np.nonzero(inside)[0]
    ids = ids[np.argsort(off[ids], kind="stable")]
    _, first = np.unique(cell[ids] @ (1, 3), return_index=True)
    ids = ids[first]
    homography = _fit(cell[ids] + 0.5, blobs.centre[ids])
    for _ in range(2):
        if homography is None:
            return None
        members, outside = _members(blobs, homography, ids[0])
        taken = [i for i in members if i >= 0]
        if len(taken) < LEAST_STICKERS:
            return None
        places = np.array([divmod(k, 3)[::-1] for k in range(9) if members[k] >= 0])
        homography = _fit(places + 0.5, blobs.centre[taken])
    if homography is None:
        return None
    return Lattice(homography, members, outside)


def _fit(places: NDArray[np.floating[Any]], points: Floats) -> Floats | None:
    """The homography from lattice units to pixels; affine where fewer than six blobs are there."""
    spread = np.linalg.svd(places - places.mean(axis=0), compute_uv=False)
    if len(places) < 3 or spread[1] < 0.5:
        return None
    if len(places) >= 6:
        matrix, _ = cv2.findHomography(places, points)
        return None if matrix is None else _sound(np.asarray(matrix, dtype=np.float64))
    known = np.column_stack([places, np.ones(len(places))])
    affine = np.linalg.lstsq(known, points, rcond=None)[0].T
    return _sound(np.vstack([affine, [0, 0, 1.0]]))


def _sound(homography: Floats) -> Floats | None:
    """The homography, unless the square from -1 to 4 would pass through the horizon."""
    ends = np.array([[-1, -1, 1], [4, -1, 1], [4, 4, 1], [-1, 4, 1.0]]) @ homography[2]
    if ends.min() * ends.max() <= 0 or abs(np.linalg.det(homography)) < 1e-9:
        return None
    # Perspective of more than about 3 to 1 across a face is no picture of a toy.
    return homography if np.abs(ends).max() < 3 * np.abs(ends).min() else None


def _members(blobs: Blobs, homography: Floats, like: int) -> tuple[tuple[int, ...], int]:
    """The blob at each of the nine places, and how many lie at places around them."""
    inverse = np.linalg.inv(homography)
    flat = blobs.centre @ inverse[:, :2].T + inverse[:, 2]
    place = flat[:, :2] / flat[:, 2:] - 0.5
    cell = np.rint(place).astype(np.intp)
    off = np.linalg.norm(place - cell, axis=1)
    alike = _alike_one(blobs, like)
    members = []
    for index in range(9):
        y, x = divmod(index, 3)
        here = np.nonzero((cell == (x, y)).all(axis=1) & (off < TIGHT) & alike)[0]
        members.append(int(here[np.argmin(off[here])]) if len(here) else -1)
    ring = ((cell >= -1) & (cell <= 3)).all(axis=1) & ~((cell >= 0) & (cell <= 2)).all(axis=1)
    places = cell[ring & (off < TIGHT) & alike]
    return tuple(members), len({(int(x), int(y)) for x, y in places})


def _alike_one(blobs: Blobs, like: int) -> NDArray[np.bool_]:
    inverse = np.linalg.inv(blobs.spread[like])
    trace = np.einsum("ij,bji->b", inverse, blobs.spread)
    ratio = np.sqrt(np.linalg.det(blobs.spread) * np.linalg.det(inverse))
    return np.asarray((trace / (2 * ratio) < 1.5) & (ratio > 0.4) & (ratio < 2.5))
