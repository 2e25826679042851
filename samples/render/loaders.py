"""Lessons without end for a training, drawn by itself or by processes beside it. Needs torch."""

from collections.abc import Callable, Iterator, Sequence
from typing import Generic, TypeVar

import numpy as np
from torch.utils.data import DataLoader, IterableDataset, get_worker_info

T = TypeVar("T")
# What draws a batch, and what takes in files that were written since.
Source = tuple[Callable[[np.random.Generator], T], Callable[[], None]]
# Which of several this one is, from 0, and how many they are.
One = tuple[int, int]


def batches(
    begin: Callable[[One], Source[T]], seed: Sequence[int], *, loaders: int, every: int
) -> Iterator[T]:
    """Batches by so many processes, `loaders`; 0: by this one. Tensors come in shared memory.

    Each process begins a source of its own, which of several who share the files takes its part,
    and after `every` batches takes in what was written since.
    """
    # Whole batches come: there is nothing to collate.
    endless = _Endless(begin, seed, every)
    return iter(DataLoader(endless, batch_size=None, num_workers=loaders, collate_fn=_same))


class _Endless(IterableDataset, Generic[T]):  # type: ignore[misc]
    def __init__(self, begin: Callable[[One], Source[T]], seed: Sequence[int], every: int) -> None:
        super().__init__()
        self._begin, self._seed, self._every = begin, seed, every

    def __iter__(self) -> Iterator[T]:
        mine = get_worker_info()
        place, some = (mine.id, mine.num_workers) if mine else (0, 1)
        draw, refresh = self._begin((place, some))
        rng = np.random.default_rng([*self._seed, place])
        while True:
            for _ in range(self._every):
                yield draw(rng)
            refresh()


def _same(batch: T) -> T:
    return batch
