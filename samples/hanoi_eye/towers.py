"""Lessons for the network that looks at all pegs of a row together, in batches.

A scene is found as carelessly as a reader would find it.
"""

from dataclasses import dataclass
from pathlib import Path
from typing import Any

import cv2
import numpy as np
import torch
from numpy.typing import NDArray
from torch import Tensor

from samples.hanoi_eye.drawn import kept as scenes_in
from samples.hanoi_eye.paint import Scene
from samples.hanoi_eye.pool import MOST_PEGS, rim_lines, settled_ends
from samples.hanoi_eye.pools import planes
from samples.hanoi_eye.scene import MOST_DISCS, Floats
from samples.render.shards import Shards
from vision.hanoi.patch import (
    FOOT,
    ROWS,
    TOWER,
    UNIT,
    tower_matrix,
    tower_window,
    tower_zoom,
    warped,
)
from vision.hanoi.row import Row

Image = NDArray[np.uint8]
Arrays = dict[str, NDArray[Any]]
# Pixels around a look, so that it can be cut out elsewhere.
ROOM = 4
WIDE = (TOWER[0] + 2 * ROOM, TOWER[1] + 2 * ROOM)
# Shares of scenes in which nothing is known of what the pegs carry.
BLIND = 0.08
# The share of scenes that are seen stretched, and by how much (a logarithm, sigma and most): wider
# and lower, or narrower and higher, as if the discs were others. And those seen out of focus, and
# by how many pixels at most.
STRETCHED, STRETCH, UNSHARP, SOFT = 0.5, (0.1, 0.2), 0.2, 1.3
# What is told of a scene beside the looks at its pegs: the shape of one entry, and the type. `pegs`
# has count, covered share, and in UNIT of the look how far above the foot the pile ends and the
# half widths from the bottom; `factors` bring these to one scale; `rims` has how far down in the
# look the discs' rims are, in pixels; `discs` has the peg of each disc, the smallest first, -1 for
# none, and whether it is as large as the one before.
SHAPES: dict[str, tuple[tuple[int, ...], str]] = {
    "pegs": ((MOST_PEGS, 3 + MOST_DISCS), "float32"),
    "factors": ((MOST_PEGS,), "float32"),
    "rims": ((MOST_PEGS, MOST_DISCS), "float32"),
    "discs": ((2, MOST_DISCS), "int8"),
}


def entry(rng: np.random.Generator, made: Scene) -> tuple[Image, Arrays]:
    """Looks at a scene's pegs (pegs, 136, 136, 3), and its arrays, NaN where there is no peg."""
    tower, view = made.tower, made.view
    n = tower.pegs
    feet, tips = settled_ends(rng, made)
    row = Row(feet, tips, 1.0)
    scales = np.array([view.scale(tower.foot(p)) for p in range(n)]) / row.units
    window = _window(rng, made, row, scales)
    zoom = tower_zoom(window)
    stretch = _stretch(rng)
    wide = [
        _stretched(tower_matrix(matrix, window, WIDE), foot, stretch)
        for matrix, foot in zip(row.matrices, feet, strict=True)
    ]
    looks = np.stack([warped(made.image, matrix, WIDE) for matrix in wide])
    if rng.random() < UNSHARP:
        soft = float(rng.uniform(0.4, SOFT))
        looks = np.stack([np.asarray(cv2.GaussianBlur(one, (0, 0), soft)) for one in looks])
    out = {
        name: np.full(shape, np.nan if kind == "float32" else 0, kind)
        for name, (shape, kind) in SHAPES.items()
    }
    for p in range(n):
        stack = list(tower.stacks[p])
        out["pegs"][p, :2] = len(stack), made.covered[p]
        out["pegs"][p, 2] = _top(made, p, row.matrices[p]) * zoom * stretch[1]
        out["pegs"][p, 3 : 3 + len(stack)] = tower.radii[stack] * scales[p] * zoom * stretch[0]
        out["rims"][p, : len(stack)] = rim_lines(made, p, wide[p])
    out["factors"][:n] = common_factors(row)
    peg_of = {disc: p for p, stack in enumerate(tower.stacks) for disc in stack}
    out["discs"][0] = -1
    # Toys of many equal discs are only counted.
    for disc in range(len(tower.radii) if len(tower.radii) <= MOST_DISCS else 0):
        out["discs"][0, disc] = peg_of[disc]
        out["discs"][1, disc] = disc > 0 and tower.radii[disc] - tower.radii[disc - 1] < 1e-3
    return looks, out


def _top(made: Scene, peg: int, matrix: Floats) -> float:
    """How far above where the foot is taken to be a pile is seen to end, in UNIT of a patch."""
    high = float(made.tower.thick[list(made.tower.stacks[peg])].sum())
    top = made.view.project(made.tower.foot(peg) + np.array([0.0, 0.0, high]))
    return float(FOOT[1] - (matrix[1, :2] @ top + matrix[1, 2])) / UNIT


def _stretch(rng: np.random.Generator) -> tuple[float, float]:
    """By how much a scene is seen wider, and higher."""
    if rng.random() >= STRETCHED:
        return 1.0, 1.0
    by = float(np.exp(np.clip(rng.normal(0, STRETCH[0]), -STRETCH[1], STRETCH[1])))
    return by, 1 / by


def _stretched(matrix: Floats, foot: Floats, by: tuple[float, float]) -> Floats:
    """The affine map (2, 3) to a look that is stretched about where it has the peg's `foot`."""
    spot = matrix[:, :2] @ foot + matrix[:, 2]
    grown = matrix * np.array(by)[:, None]
    grown[:, 2] += spot * (1 - np.array(by))
    return np.asarray(grown)


def common_factors(row: Row) -> Floats:
    """What half widths in the looks of a row's pegs are to be multiplied by, (pegs,)."""
    return np.asarray(row.units / row.units.mean() / row.nearness, dtype=np.float64)


def _window(
    rng: np.random.Generator, made: Scene, row: Row, scales: Floats
) -> tuple[float, float, float]:
    """The window that a reader would choose who has seen the discs once, from afar."""
    tower = made.tower
    lengths = np.linalg.norm(row.tips - row.feet, axis=1) / row.units
    if rng.random() < BLIND:
        return tower_window(rng.uniform(0.2, 0.55), rng.uniform(0.1, 1.2), float(lengths.max()))
    widest = [float(tower.radii[list(s)].max(initial=0.0)) for s in tower.stacks]
    shares = [float(tower.thick[list(s)].sum()) / tower.tall(p) for p, s in enumerate(tower.stacks)]
    wide = float(np.max(np.array(widest) * scales)) * float(np.exp(rng.normal(0, 0.08)))
    high = float(np.max(np.array(shares) * lengths)) * float(np.exp(rng.normal(0, 0.1)))
    return tower_window(wide, high, float(lengths.max()))


@dataclass(frozen=True, slots=True, eq=False)
class Batch:
    """Looks (k, 3, 128, 128) at the pegs of some scenes, scene after scene; what they show.

    `scene` and `peg` (k,) tell whose look it is; `pegs` (k, 11), `factors` (k,), `discs` (b, 2, 8)
    are as in SHAPES; `rims` (k, 8) are the rows of a look in which rims are, NaN for none.
    """

    looks: Tensor
    scene: Tensor
    peg: Tensor
    pegs: Tensor
    factors: Tensor
    rims: Tensor
    discs: Tensor


@dataclass(frozen=True, slots=True, eq=False)
class Cut:
    """What a Batch is made of: looks (k, 128, 128, 3), not yet lit; the rest as Batch has it.

    All lie in the memory of the process that cut them, which others may share.
    """

    looks: Tensor
    scene: Tensor
    told: dict[str, Tensor]

    def lit(self) -> Batch:
        """The batch, each scene under a lamp and in colours of its own, on the default device."""
        device = torch.get_default_device()
        scene = self.scene.to(device)
        told = {name: one.to(device) for name, one in self.told.items()}
        return Batch(planes(self.looks.to(device), scene), scene, **told)


class TowerPools:
    """The scenes in some folders; of small folders, whose scenes cost more, more is taken.

    They are found anew each time they are shown. Of several who share the files, this `one` of so
    many takes its part.
    """

    def __init__(self, folders: list[Path], one: tuple[int, int] = (0, 1)) -> None:
        self._shards = Shards(folders, scenes_in, len, power=0.3, end=".scenes", one=one)

    def refresh(self) -> None:
        """Takes in what was drawn since."""
        self._shards.refresh()

    def cut(self, rng: np.random.Generator, size: int) -> Cut:
        """Looks at `size` scenes, some mirrored."""
        kept: dict[str, list[NDArray[Any]]] = {name: [] for name in (*SHAPES, "looks")}
        for _ in range(size):
            shard = self._shards.draw(rng)
            looks, told = entry(rng, shard[int(rng.integers(len(shard)))])
            for name in SHAPES:
                kept[name].append(told[name])
            kept["looks"].append(looks)
        pegs, factors, rims, discs = (np.stack(kept[name]) for name in SHAPES)
        scene, peg = np.nonzero(np.isfinite(pegs[:, :, 0]))
        cut = np.empty((len(scene), TOWER[1], TOWER[0], 3), np.uint8)
        mirrored = rng.random(size) < 0.5
        share = ROWS / TOWER[1]
        shifts = np.clip(np.rint(rng.normal(ROOM, 1.3, (len(scene), 2))), 0, 2 * ROOM).astype(int)
        for i, (s, p) in enumerate(zip(scene, peg, strict=True)):
            x, y = shifts[i]
            look = kept["looks"][s][p, y : y + TOWER[1], x : x + TOWER[0]]
            cut[i] = look[:, ::-1] if mirrored[s] else look
        told = {
            "peg": peg,
            "pegs": pegs[scene, peg],
            "factors": factors[scene, peg],
            "rims": ((rims[scene, peg] - shifts[:, 1:]) * share).astype(np.float32),
            "discs": discs.astype(np.int64),
        }
        tensors = {name: torch.from_numpy(one) for name, one in told.items()}
        return Cut(torch.from_numpy(cut), torch.from_numpy(scene), tensors)
