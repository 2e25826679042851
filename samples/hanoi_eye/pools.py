"""Lessons in bulk: files of scenes and patches with their answers, and batches drawn from them."""

from pathlib import Path
from typing import Any

import cv2
import numpy as np
import torch
from numpy.typing import NDArray
from torch import Tensor, nn

from samples.hanoi_eye.pool import ANSWER, MOST_PEGS, RIMS
from vision.hanoi.patch import PATCH, SCENE

# The end of the name of a pool that is being painted.
PART = ".part"
# The share of scenes that are seen anew; by how much the camera is turned (degrees about x, y and
# its axis) and zoomed (a logarithm), and its focal length in widths of the picture.
ANEW, TURN, ZOOM, FOCAL = 0.7, np.array([2.5, 2.5, 4.0]), (-0.35, 0.15), (0.7, 1.6)
# The exponent that a picture's brightness is raised to (a logarithm), and the most grain.
CURVE, NOISE = (-0.3, 0.3), 0.12
# The share of scenes with stronger or fainter colours, and by how much.
TINTED, TINTS = 0.4, (0.2, 1.6)
# The arrays of a pool: the shape of one scene's entry, and the type.
SHAPES: dict[str, tuple[tuple[int, ...], str]] = {
    "scenes": ((SCENE[1], SCENE[0], 3), "uint8"),
    "ends": ((2, MOST_PEGS, 2), "float32"),
    "patches": ((MOST_PEGS, PATCH[1], PATCH[0], 3), "uint8"),
    "answers": ((MOST_PEGS, ANSWER), "float32"),
    "piles": ((MOST_PEGS, PATCH[1], PATCH[0], 3), "uint8"),
    "rims": ((MOST_PEGS, RIMS), "float32"),
}


class Pools:
    """The finished pools in a folder; of small ones, whose scenes cost more, more is taken."""

    def __init__(self, folder: Path) -> None:
        found = sorted(p for p in folder.iterdir() if (p / "answers.npy").exists())
        self._pools = [p for p in found if p.suffix != PART]
        if not self._pools:
            raise SystemExit(f"{folder}: expected finished pools, got none")
        self._weights: dict[Path, NDArray[Any]] = {}
        sizes = np.array([len(_open(p, "scenes")) for p in self._pools]) ** 0.75
        self._shares = sizes / sizes.sum()

    def pegs(self, rng: np.random.Generator, size: int) -> tuple[Tensor, Tensor]:
        """Scenes, most seen anew, half mirrored, and the pixels of feet and tips, (b, 2, 4, 2)."""
        scenes, ends = [], []
        for pool, count in self._split(rng, size):
            chosen = np.sort(rng.integers(0, len(_open(pool, "scenes")), count))
            for scene, end in zip(
                _open(pool, "scenes")[chosen], _open(pool, "ends")[chosen], strict=True
            ):
                anew = seen_anew(rng, scene, end) if rng.random() < ANEW else (scene, end)
                scenes.append(anew[0])
                ends.append(anew[1])
        x, y = planes(np.stack(scenes)), torch.from_numpy(np.stack(ends))
        mirror = torch.rand(size) < 0.5
        x[mirror] = x[mirror].flip(3)
        y[mirror, ..., 0] = SCENE[0] - 1 - y[mirror, ..., 0]
        return x, y

    def stacks(self, rng: np.random.Generator, size: int) -> tuple[Tensor, Tensor]:
        """Patches of pegs, half of them mirrored, and their answers, (b, ANSWER)."""
        x, y, mirror = self._looks(rng, size, "patches", "answers")
        y[mirror, 2] *= -1
        y[mirror, 4] *= -1
        return x, y

    def rims(self, rng: np.random.Generator, size: int) -> tuple[Tensor, Tensor]:
        """Closer looks, half of them mirrored, and where their rims are, (b, RIMS)."""
        return self._looks(rng, size, "piles", "rims")[:2]

    def _looks(
        self, rng: np.random.Generator, size: int, seen: str, told: str
    ) -> tuple[Tensor, Tensor, Tensor]:
        """Looks at pegs, their answers, and which are mirrored; high piles come oftener."""
        looks, answers = [], []
        for pool, count in self._split(rng, size):
            weight = self._weight(pool)
            at = np.searchsorted(weight, rng.random(count) * weight[-1], side="right")
            scene, peg = np.divmod(np.sort(at), MOST_PEGS)
            looks.append(_open(pool, seen)[scene, peg])
            answers.append(_open(pool, told)[scene, peg])
        x, y = planes(np.concatenate(looks)), torch.from_numpy(np.concatenate(answers))
        mirror = torch.rand(size) < 0.5
        x[mirror] = x[mirror].flip(3)
        return x, y, mirror

    def _split(self, rng: np.random.Generator, size: int) -> list[tuple[Path, int]]:
        counts = rng.multinomial(size, self._shares)
        return [(p, int(n)) for p, n in zip(self._pools, counts, strict=True) if n]

    def _weight(self, pool: Path) -> NDArray[Any]:
        """Running sums of how often each peg of a pool is to be taken."""
        if pool not in self._weights:
            count = _open(pool, "answers")[:, :, 0]
            weight = np.where(np.isfinite(count), 1 + np.nan_to_num(count), 0)
            self._weights[pool] = np.cumsum(weight.ravel())
        return self._weights[pool]


def seen_anew(
    rng: np.random.Generator, scene: NDArray[Any], ends: NDArray[Any]
) -> tuple[NDArray[Any], NDArray[Any]]:
    """A scene as the same camera shows it that is turned and zoomed a little, and its `ends`.

    A turn moves every pixel by a homography, whatever the scene is like.
    """
    wide, high = SCENE
    middle, focal = np.array([wide / 2, high / 2]), wide * rng.uniform(*FOCAL)
    inner = np.array([[focal, 0, middle[0]], [0, focal, middle[1]], [0, 0, 1.0]])
    turn = cv2.Rodrigues(np.radians(rng.normal(0, 1, 3) * TURN))[0]
    zoom = np.diag([*[float(np.exp(rng.uniform(*ZOOM)))] * 2, 1.0])
    way = inner @ zoom @ turn @ np.linalg.inv(inner)
    seen = cv2.warpPerspective(
        scene, way, SCENE, flags=cv2.INTER_LINEAR, borderMode=cv2.BORDER_REPLICATE
    )
    there = ends @ way[:2, :2].T + way[:2, 2]
    there = there / (ends @ way[2, :2] + way[2, 2])[..., None]
    return seen, there.astype(ends.dtype)


def planes(images: NDArray[Any] | Tensor, groups: Tensor | None = None) -> Tensor:
    """Pictures as a batch of planes from 0 to 1 under a random lamp; some change colours.

    Those of one group, numbered from 0, change alike; without groups each changes by itself. What
    is no array lies on torch's default device.
    """
    shown = images if isinstance(images, Tensor) else torch.from_numpy(images)
    x = shown.permute(0, 3, 1, 2).float() / 255
    group = torch.arange(len(x)) if groups is None else groups
    some = int(group.max()) + 1
    gain = torch.empty(some, 3, 1, 1).uniform_(0.8, 1.2)
    gain = gain * torch.empty(some, 1, 1, 1).uniform_(0.75, 1.3)
    x = (x * gain[group]).clamp(1e-4, 1)
    # Cameras differ in how they bring out dark parts, and in their grain.
    curve = torch.empty(some, 1, 1, 1).uniform_(*CURVE).exp()
    grain = NOISE * torch.rand(some, 1, 1, 1) ** 3
    x = (x ** curve[group] + _grain(x.shape) * grain[group]).clamp(0, 1)
    tint = torch.where(torch.rand(some) < TINTED, torch.empty(some).uniform_(*TINTS), 1.0)
    grey = x.mean(1, keepdim=True)
    x = (grey + tint[group].view(-1, 1, 1, 1) * (x - grey)).clamp(0, 1)
    other = (torch.rand(some) < 0.25)[:, None]
    order = torch.where(other, torch.rand(some, 3).argsort(1), torch.arange(3))
    return x.gather(1, order[group].view(-1, 3, 1, 1).expand_as(x))


def _grain(shape: torch.Size) -> Tensor:
    """Noise of deviation one; that of every other picture is two or three pixels wide."""
    rough = torch.randn(shape)
    smooth = 2 * nn.functional.avg_pool2d(rough, 3, 1, 1)
    wide = torch.rand(shape[0], 1, 1, 1) < 0.5
    return torch.where(wide, smooth, rough)


def _open(pool: Path, name: str) -> NDArray[Any]:
    array: NDArray[Any] = np.load(pool / f"{name}.npy", mmap_mode="r")
    return array
