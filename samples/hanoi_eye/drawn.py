"""Scenes for files of lessons, painted or path traced."""

from collections.abc import Iterator
from pathlib import Path

import numpy as np

from samples.hanoi_eye.paint import Scene, random_scene
from samples.hanoi_eye.traced import traced_scene

# Of traced scenes, which cost more, a file has so many times fewer.
FEWER = 5


def scenes_for_files(
    folder: Path, seeds: range, size: int, *, traced: bool
) -> Iterator[tuple[Path, np.random.Generator, list[Scene]]]:
    """For each file of lessons that is not there yet its path, chance, and its `size` scenes."""
    folder.mkdir(parents=True, exist_ok=True)
    for seed in seeds:
        path = folder / f"{seed:06d}.npz"
        if path.exists():
            continue
        rng = np.random.default_rng(seed)
        if traced:
            yield path, rng, [traced_scene(rng)[0] for _ in range(size // FEWER)]
        else:
            yield path, rng, [random_scene(rng) for _ in range(size)]
