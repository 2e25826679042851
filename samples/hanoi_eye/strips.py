"""Lessons for the network that measures discs at their edges: files of strips, and batches."""

from collections.abc import Iterator
from pathlib import Path

import numpy as np
import torch
from numpy.typing import NDArray
from torch import Tensor

from samples.hanoi_eye.drawn import uncut
from samples.hanoi_eye.paint import Scene
from samples.hanoi_eye.pool import settled_ends
from samples.hanoi_eye.pools import planes
from samples.hanoi_eye.scene import Floats
from samples.render.shards import Shards
from vision.frame import Image
from vision.hanoi.depth import depths_of
from vision.hanoi.edges import pile_strips, strip
from vision.hanoi.patch import FOOT, UNIT, patch_matrix, units

# How far a half width is off in a lesson, as a logarithm, and the height of a pile: mostly, and
# sometimes.
OFF, HEIGHT_OFF, HEIGHT_ASTRAY = 0.22, 0.08, 0.22
# Discs on pegs that are covered more than this are not measured.
HARDLY = 0.15
# How often a scene's discs are cut out.
FOUND = 3


def entries(rng: np.random.Generator, made: Scene) -> Iterator[tuple[Image, Floats]]:
    """Strips (32, 48, 6) of a scene's discs, each with where its edges are, (2,) half widths."""
    tower, view = made.tower, made.view
    feet, tips = settled_ends(rng, made)
    growths = depths_of(feet, tips).growth(tower.pegs)
    for p, stack in enumerate(tower.stacks):
        if not stack or made.covered[p] > HARDLY:
            continue
        scale = float(units(feet, tips)[p])
        matrix = patch_matrix(feet[p], tips[p], scale)
        ends = np.stack([feet[p], tips[p]]) @ matrix[:, :2].T + matrix[:, 2]
        thick = tower.thick[list(stack)]
        error = HEIGHT_OFF if rng.random() < 0.5 else HEIGHT_ASTRAY
        high = float(thick.sum()) / tower.tall(p) * float(np.exp(rng.normal(0, error)))
        middles = tower.foot(p) + np.outer(np.cumsum(thick) - thick / 2, [0, 0, 1])
        true = tower.radii[list(stack)] * np.array([view.scale(middle) for middle in middles])
        guess = true * np.exp(rng.uniform(-OFF, OFF, len(stack)))
        growth = float(growths[p])
        _, larger = pile_strips(matrix, ends, growth, high, np.ones(len(stack)))
        maps, _ = pile_strips(matrix, ends, growth, high, guess / larger / scale)
        aside = (view.project(middles) @ matrix[:, :2].T + matrix[:, 2])[:, 0] - FOOT[0]
        aside *= scale / UNIT
        places = np.stack([true + aside, true - aside], axis=1) / guess[:, None]
        for pair, at in zip(maps, places, strict=True):
            yield strip(made.image, pair), at


def cut(scenes: Path, folder: Path) -> Iterator[Path]:
    """Files of strips from those of scenes; those that are there already are kept."""
    for path, rng, made in uncut(scenes, folder):
        found = [one for scene in made for _ in range(FOUND) for one in entries(rng, scene)]
        part = path.with_suffix(".part.npz")
        strips, at = zip(*found, strict=True)
        np.savez(part, strips=np.stack(strips), at=np.array(at, np.float32))
        part.rename(path)
        yield path


class StripPools:
    """The files in some folders; of small folders, whose strips cost more, more is taken."""

    def __init__(self, folders: list[Path]) -> None:
        self._shards = Shards(folders, _load, lambda shard: len(shard[1]), power=0.5)

    def refresh(self) -> None:
        """Takes in what was drawn since."""
        self._shards.refresh()

    def batch(self, rng: np.random.Generator, size: int) -> tuple[Tensor, Tensor]:
        """Strips (size, 6, 32, 48), some of them mirrored, each under a lamp; edges (size, 2)."""
        some = 8
        strips, at = [], []
        for _ in range(some):
            shown, told = self._shards.draw(rng)
            chosen = rng.integers(0, len(told), size // some)
            strips.append(shown[chosen])
            at.append(told[chosen])
        both, edges = np.concatenate(strips), np.concatenate(at)
        turned = rng.random(len(both)) < 0.5
        both[turned], edges[turned] = np.roll(both[turned], 3, axis=3), edges[turned, ::-1]
        sides = np.concatenate([both[..., :3], both[..., 3:]])
        x = planes(sides, torch.arange(len(both)).repeat(2))
        return torch.cat([x[: len(both)], x[len(both) :]], 1), torch.from_numpy(edges)


def _load(path: Path) -> tuple[NDArray[np.uint8], NDArray[np.float32]]:
    with np.load(path) as data:
        return data["strips"], data["at"]
