"""A queue of one place: what comes later pushes out what nobody has taken yet."""

import asyncio
from typing import Generic, TypeVar

T = TypeVar("T")


class Newest(Generic[T]):
    """For one giver and one taker on the same event loop; old pictures are of no use."""

    def __init__(self) -> None:
        self._item: T | None = None
        self._there = asyncio.Event()
        self.dropped = 0

    def put(self, item: T) -> None:
        """Leaves an item; one that still lies there is dropped."""
        self.dropped += self._there.is_set()
        self._item = item
        self._there.set()

    async def take(self) -> T:
        """Waits for an item and takes it."""
        await self._there.wait()
        self._there.clear()
        item = self._item
        assert item is not None
        self._item = None
        return item
