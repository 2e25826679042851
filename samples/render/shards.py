"""Files of lessons in some folders, which may be written while they are learned from."""

from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Generic, TypeVar

import numpy as np

T = TypeVar("T")


class Shards(Generic[T]):
    """The files NUMBER + `end` in some folders; what is written meanwhile is taken in.

    `load` reads a file, `size` tells how many lessons it
    has. A folder of k times as many lessons is drawn from k ** `power` times as often: few lessons
    of another kind should be seen, but not too often. Of several who share the files, this `one`
    of so many takes its part. Raises FileNotFoundError where there is no lesson at all.
    """

    def __init__(
        self,
        folders: Sequence[Path],
        load: Callable[[Path], T],
        size: Callable[[T], int],
        *,
        power: float,
        end: str = ".npz",
        one: tuple[int, int] = (0, 1),
    ) -> None:
        self._loaded: dict[Path, list[T]] = {folder: [] for folder in folders}
        self._known: set[Path] = set()
        self._load, self._size, self._power = load, size, power
        self._end, self._one = end, one
        self.refresh()

    def refresh(self) -> None:
        """Takes in what was written since."""
        for folder, loaded in self._loaded.items():
            for path in sorted(set(folder.glob(f"*[0-9]{self._end}")) - self._known):
                self._known.add(path)
                if int(path.stem) % self._one[1] == self._one[0]:
                    loaded.append(self._load(path))
        counts = np.array([sum(map(self._size, loaded)) for loaded in self._loaded.values()])
        if not counts.sum():
            names = ", ".join(map(str, self._loaded))
            raise FileNotFoundError(f"{names}: expected NUMBER{self._end} files, got none")
        self._shares = counts**self._power / np.sum(counts**self._power)

    def draw(self, rng: np.random.Generator) -> T:
        """One of the files."""
        loaded = list(self._loaded.values())[int(rng.choice(len(self._loaded), p=self._shares))]
        return loaded[int(rng.integers(len(loaded)))]
