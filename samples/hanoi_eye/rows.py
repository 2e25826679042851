"""Lessons for the network that finds the ends of pegs: files of rows, and batches of looks at them.

Each row is kept once, a little larger than a look; it is then found as carelessly as a reader finds
rows, seen by a camera that is turned a little, and shown in a mirror or not.
"""

from collections.abc import Iterator
from pathlib import Path

import cv2
import numpy as np
import torch
from numpy.typing import NDArray
from torch import Tensor

from samples.hanoi_eye.drawn import uncut
from samples.hanoi_eye.paint import Scene
from samples.hanoi_eye.pool import MOST_PEGS
from samples.hanoi_eye.pools import planes
from samples.hanoi_eye.scene import Floats, ends_of
from samples.render.shards import Shards
from vision.frame import Image
from vision.hanoi.ends import CELL, LOOK, look_matrix
from vision.hanoi.patch import units, warped

# Width and height of what is kept of a row, and how much larger it is there than in a look.
KEPT, LARGER = (368, 256), 1.1
# How far off ends are, in units: of a whole row alike, and each by itself; some are far astray.
SHIFT, SLACKS = 0.04, (0.015, 0.04, 0.08)
ASTRAY, FOOT_AWAY, TIP_AWAY = 0.1, 0.14, 0.25
# By how much the camera is turned, degrees about x, y and its axis, and its focal length in widths.
TURN, FOCAL = np.array([4.0, 4.0, 5.0]), (0.8, 2.0)

Kept = tuple[Image, NDArray[np.float32], NDArray[np.float32]]


def entry(made: Scene) -> Kept:
    """A scene's row (256, 368, 3), its feet and tips (2, 4, 2) there, and the covered shares (4,).

    NaN where there is no peg.
    """
    n = made.tower.pegs
    feet, tips = ends_of(made.tower, made.view)
    matrix = look_matrix(feet, tips, units(feet, tips))
    middle = (np.array(LOOK) - 1) / 2
    shift = LARGER * (matrix[:, 2] - middle) + (np.array(KEPT) - 1) / 2
    matrix = np.column_stack([LARGER * matrix[:, :2], shift])
    ends, covered = np.full((2, MOST_PEGS, 2), np.nan), np.full(MOST_PEGS, np.nan)
    ends[:, :n] = np.stack([feet, tips]) @ matrix[:, :2].T + matrix[:, 2]
    covered[:n] = made.covered
    return warped(made.image, matrix, KEPT), ends.astype(np.float32), covered.astype(np.float32)


def cut(scenes: Path, folder: Path) -> Iterator[Path]:
    """Files of rows from those of scenes; those that are there already are kept."""
    for path, _, made in uncut(scenes, folder):
        rows, ends, covered = zip(*map(entry, made), strict=True)
        part = path.with_suffix(".part.npz")
        np.savez(part, rows=np.stack(rows), ends=np.stack(ends), covered=np.stack(covered))
        part.rename(path)
        yield path


def found(rng: np.random.Generator, row: Image, ends: Floats) -> tuple[Image, Floats, Floats]:
    """A look at a row as it may be found: the look, where its ends are there, and are taken to be.

    `ends` are feet and tips (2, pegs, 2) in what was kept; those that are returned, of the same
    shape, are in the look.
    """
    way = _turned(rng)
    there = ends @ way[:2, :2].T + way[:2, 2]
    there = there / (ends @ way[2, :2] + way[2, 2])[..., None]
    taken = _astray(rng, there)
    matrix = look_matrix(taken[0], taken[1], units(taken[0], taken[1]))
    look = cv2.warpPerspective(
        row,
        np.vstack([matrix, [0, 0, 1]]) @ way,
        LOOK,
        flags=cv2.INTER_LINEAR,
        borderMode=cv2.BORDER_REPLICATE,
    )
    true, taken = (both @ matrix[:, :2].T + matrix[:, 2] for both in (there, taken))
    return np.asarray(look, dtype=np.uint8), true, taken


def _turned(rng: np.random.Generator) -> Floats:
    """What a turn of the camera does to a picture: a homography (3, 3)."""
    focal = KEPT[0] * rng.uniform(*FOCAL)
    inner = np.array([[focal, 0, KEPT[0] / 2], [0, focal, KEPT[1] / 2], [0, 0, 1.0]])
    turn = cv2.Rodrigues(np.radians(rng.normal(0, 1, 3) * TURN * rng.random()))[0]
    return np.asarray(inner @ turn @ np.linalg.inv(inner), dtype=np.float64)


def _astray(rng: np.random.Generator, ends: Floats) -> Floats:
    """Ends (2, pegs, 2) as a reader may find them."""
    unit = float(units(ends[0], ends[1]).mean())
    away = np.array([FOOT_AWAY, TIP_AWAY])[:, None]
    slack = float(rng.choice(SLACKS)) * np.array([1.0, 1.5])[:, None]
    far = np.where(rng.random(ends.shape[:2]) < ASTRAY, away, slack)
    off = rng.normal(0, 1, ends.shape) * far[..., None] + rng.normal(0, SHIFT, 2)
    return np.asarray(ends + off * unit, dtype=np.float64)


class RowPools:
    """The files in some folders; of small folders, whose scenes cost more, more is taken."""

    def __init__(self, folders: list[Path]) -> None:
        self._shards = Shards(folders, _load, lambda shard: len(shard[0]), power=0.6)

    def refresh(self) -> None:
        """Takes in what was drawn since."""
        self._shards.refresh()

    def batch(self, rng: np.random.Generator, size: int) -> tuple[Tensor, Tensor, Tensor, Tensor]:
        """Looks (b, 3, 160, 256); true ends and taken ones, (b, 2, 4, 2) cells; covered (b, 4).

        NaN where there is no peg.
        """
        looks, covers = [], np.full((size, MOST_PEGS), np.nan, np.float32)
        told = np.full((2, size, 2, MOST_PEGS, 2), np.nan, np.float32)
        for k in range(size):
            rows, ends, covered = self._shards.draw(rng)
            one = int(rng.integers(len(rows)))
            n = int(np.isfinite(covered[one]).sum())
            row, there, covers[k, :n] = rows[one], ends[one, :, :n], covered[one, :n]
            if rng.random() < 0.5:
                row, there, covers[k, :n] = row[:, ::-1], there[:, ::-1], covered[one, :n][::-1]
                there = there * np.array([-1, 1]) + np.array([KEPT[0] - 1, 0])
            look, true, taken = found(rng, np.ascontiguousarray(row), there.astype(np.float64))
            looks.append(look)
            told[0, k, :, :n], told[1, k, :, :n] = true / CELL - 0.5, taken / CELL - 0.5
        true, taken = torch.from_numpy(told)
        return planes(np.stack(looks)), true, taken, torch.from_numpy(covers)


def _load(path: Path) -> Kept:
    with np.load(path) as data:
        return data["rows"], data["ends"], data["covered"]
